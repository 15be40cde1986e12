/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A72: three slots a cycle are dispatched to eight ports.  Caches,
 * TLBs and the predictor are those of core/cortex_a_inner.h, which has their
 * sources.
 *
 * Sources of the rows:
 * [bench] latencies and throughputs measured on an LX2160A: github
 *         ocxtal/insn_bench_aarch64, results of 2021
 * [guide] Arm's Cortex-A72 Software Optimization Guide, UAN 0016A: the ports,
 *         and which instructions go to which
 * [llvm]  LLVM's description of the Cortex-A57, AArch64SchedA57.td
 * [trm]   Arm's Cortex-A72 Technical Reference Manual, 100095
 * [lx2]   an LX2160A at 1998 MHz, measured by sbc-bench (github
 *         ThomasKaiser/sbc-bench, results/4ju5.txt): a turn of ramlat's in 256
 *         KiB takes 20.9, 18.8, 34.2 and 67.7 cycles with 1, 2, 4 and 8 chains,
 *         tinymembench's random reads 14 more than a hit, and 7 more than that
 *         where the first TLB has not the page
 *
 * An operation on 128 bits of vectors takes two slots, which is what [bench]
 * has of all that either vector port can do: 1.5 a cycle, and 2 of 64 bits.
 *
 * not in a source, chosen: the cycles of a quotient are those of 0 by 0, as it
 * was measured, where [guide] has 4 to 12 of words, sooner over by the data,
 * and no rule; all but one of the queues before the ports; seven cycles from a
 * store's data to a load's, where [bench] has 6.4 to 7.0; STP of words and LDP
 * of doublewords over no end of 16 bytes keep a port for one cycle; MRS, MSR
 * and barriers wait for all before them.
 */
#include "boards/src/outoforder/rows.h"

enum { NONE, OF_MULTIPLIER, OF_VECTORS, OF_DOUBLED, OF_FLOATS };

static const struct uarch_timing timing = {
	/* Of a board without time, each its one; else the rows below. */
	.issue = { [CLASS_ALU] = 1 },
	.mispredict = 15, /* [llvm] has 14 to 16; chosen */
	.exception = 15,  /* chosen */
	.main_tlb = 7,    /* [lx2] */
	.walk_read = 20,  /* chosen: the Cortex-A53's, as the last two */
	.level2 = 15,     /* [lx2] of two chains, with a load's four */
	.read = 124,
	.write = 20,
};

/* clang-format off */
static const struct outoforder_core cortex_a72 = {
	.a = OUTOFORDER_SIZES,
	.row = {
		/* [bench] add (reg), adc, lslv, sbfm, rev: 1.00, two a cycle */
		[OUTOFORDER_ALU] = { I, 1 },
		/* [bench] csinc, csneg: one a cycle */
		[OUTOFORDER_ALU_0] = { I0, 1 },
		/* [bench] add (reg<<2), bfc, crc32x: 2.00, one a cycle */
		[OUTOFORDER_ALU_SHIFTED] = { M, 2 },
		[OUTOFORDER_BIT_INSERT] = { M, 2 },
		[OUTOFORDER_EXTRACT] = { I, 1 },
		[OUTOFORDER_CRC] = { M, 2 },
		/* [bench] smaddl: 3.00; madd: 5.00, 0.33; smulh: 6.00, 0.25;
		 * sdiv: 4.00, 0.25; [guide] sums of products are handed on */
		[OUTOFORDER_MULTIPLY] = { M, 3, .forward = OF_MULTIPLIER },
		[OUTOFORDER_MULTIPLY_LONG] = { M, 5, .uses = 3,
			.forward = OF_MULTIPLIER },
		[OUTOFORDER_MULTIPLY_HIGH] = { M, 6, .uses = 4 },
		[OUTOFORDER_DIVIDE] = { M, 4, .uses = 4 },
		/* [bench] ldr (imm), ldrb (reg): 4.00; ldr (reg): 5.00 */
		[OUTOFORDER_LOAD] = { L, 4 },
		[OUTOFORDER_LOAD_INDEXED] = { L, 5 },
		/* [bench] ldp (x; w): second 5.00, one a cycle; ldpsw: 0.50 */
		[OUTOFORDER_LOAD_PAIR] = { L, 4, .second = 1 },
		[OUTOFORDER_LOAD_PAIR_SIGNED] = { L, 4, .uses = 2, .second = 1 },
		/* [bench] str: one a cycle; stp: 0.49 */
		[OUTOFORDER_STORE] = { S, 1 },
		[OUTOFORDER_STORE_INDEXED] = { S, 1 },
		[OUTOFORDER_STORE_PAIR] = { S, 1, .uses = 2 },
		/* [bench] tbz (not taken): one a cycle */
		[OUTOFORDER_BRANCH] = { B, 1 },
		[OUTOFORDER_CALL] = { B, 1 },
		/* [bench] nop: one a cycle */
		[OUTOFORDER_NOTHING] = { 0, 1, .slots = 3 },
		[OUTOFORDER_SYSTEM] = { M, 2, .alone = true }, /* chosen */
		[OUTOFORDER_OTHER] = { M, 2, .alone = true },  /* chosen */
		/* [bench] add.b, orn.b, ext.b, fmax.s, dup.b (vec): 3.00, 1.50;
		 * of 64 bits 2.00 */
		[OUTOFORDER_V_BASIC] = { F, 3 },
		[OUTOFORDER_V_ZIP] = { F, 3 },
		[OUTOFORDER_V_SELECT] = { F, 3 },
		[OUTOFORDER_F_COMPARE] = { F, 3 },
		/* [bench] abs.d, sabd.b, shl.b, addv.s: 3.00, 1.00 */
		[OUTOFORDER_V_ONE] = { F1, 3 },
		[OUTOFORDER_V_ABSOLUTE] = { F1, 3 },
		[OUTOFORDER_V_SELECT_INTO] = { F1, 3 },
		[OUTOFORDER_V_ACROSS_WORDS] = { F1, 3 },
		/* [bench] addv.h, fminv.s: 6.00, 1.00; smaxv.b: 0.50 */
		[OUTOFORDER_V_ACROSS] = { F1, 6 },
		[OUTOFORDER_F_ACROSS] = { F1, 6 },
		[OUTOFORDER_V_ACROSS_BYTES] = { F1, 6, .uses = 2 },
		/* [bench] sli.b: 3.00, 0.50; sqshl.b (imm): 4.00, 1.00;
		 * sshl.b (reg): 3.00, 0.50; srshl.b: 4.00, 0.50 */
		[OUTOFORDER_V_INSERT] = { F1, 3, .wide = 2 },
		[OUTOFORDER_V_SHIFT_ROUND] = { F1, 4 },
		[OUTOFORDER_V_SHIFT_BY] = { F1, 3, .wide = 2 },
		[OUTOFORDER_V_SHIFT_BY_ROUND] = { F1, 4, .wide = 2 },
		/* [bench] mul.h (vec): 4.00, 0.50; (elem): 5.00; smull: 4.00,
		 * 1.00; mla: 4.00, 2.00 for the sum; smlal: 1.00 for the sum;
		 * sqdmlal: 2.00 */
		[OUTOFORDER_V_MULTIPLY] = { F0, 4, .wide = 2 },
		[OUTOFORDER_V_MULTIPLY_BY] = { F0, 5, .wide = 2 },
		[OUTOFORDER_V_MULTIPLY_LONG] = { F0, 4 },
		[OUTOFORDER_V_MULTIPLY_ADD] = { F0, 4, .wide = 2,
			.forward = OF_VECTORS },
		[OUTOFORDER_V_MULTIPLY_ADD_BY] = { F0, 5, .wide = 2,
			.forward = OF_VECTORS },
		[OUTOFORDER_V_MULTIPLY_ADD_LONG] = { F0, 4,
			.forward = OF_VECTORS },
		[OUTOFORDER_V_MULTIPLY_ADD_TWICE] = { F0, 4,
			.forward = OF_DOUBLED },
		/* [bench] saba.h: 4.00, 2.00 for the sum, 0.50; sabal: 1.00 */
		[OUTOFORDER_V_DIFFERENCE_ADD] = { F1, 4, .wide = 2,
			.forward = OF_VECTORS },
		[OUTOFORDER_V_DIFFERENCE_ADD_LONG] = { F1, 4,
			.forward = OF_VECTORS },
		/* [bench] fccmp: 3.00, 0.97 */
		[OUTOFORDER_V_TO_FLAGS] = { F1, 3 },
		/* [bench] tbl of one: 6.27, 0.67; of three: 13.00, 0.20; of
		 * four: 15.88, 0.14; of two: chosen, between them */
		[OUTOFORDER_V_TABLE_1] = { F, 6, .uses = 3 },
		[OUTOFORDER_V_TABLE_2] = { F, 10, .uses = 6 },
		[OUTOFORDER_V_TABLE_3] = { F, 13, .uses = 10 },
		[OUTOFORDER_V_TABLE_4] = { F, 16, .uses = 14 },
		/* [bench] aesmc: 2.00, 1.00 */
		[OUTOFORDER_CRYPTO] = { F0, 2 },
		/* [bench] fadd.s, fmul.d: 4.00, 2.00; (vec): 1.00; faddp.s
		 * (vec): 7.00, 0.67 */
		[OUTOFORDER_F_ADD] = { F, 4, .wide = 2 },
		[OUTOFORDER_F_MULTIPLY] = { F, 4, .wide = 2 },
		[OUTOFORDER_F_ADD_PAIRS] = { F, 7, .wide = 3 },
		/* [bench] fmadd, frecps: 7.00, 3.00 for the sum */
		[OUTOFORDER_F_MULTIPLY_ADD] = { F, 7, .wide = 2,
			.forward = OF_FLOATS },
		/* [bench] fsqrt.s: 17.00, 0.13; (vec): 30.00, 0.03; fsqrt.d
		 * (vec): 60.00, 0.02; quotients as long as roots, and fsqrt.d
		 * of one as half of two: chosen */
		[OUTOFORDER_F_ROOT] = { F0, 17, .uses = 8 },
		[OUTOFORDER_F_ROOT_LONG] = { F0, 32, .uses = 25 },
		[OUTOFORDER_F_ROOT_VECTOR] = { F0, 30, .uses = 30 },
		[OUTOFORDER_F_ROOT_LONG_VECTOR] = { F0, 60, .uses = 50 },
		[OUTOFORDER_F_DIVIDE] = { F0, 17, .uses = 8 },
		[OUTOFORDER_F_DIVIDE_LONG] = { F0, 32, .uses = 25 },
		[OUTOFORDER_F_DIVIDE_VECTOR] = { F0, 30, .uses = 30 },
		[OUTOFORDER_F_DIVIDE_LONG_VECTOR] = { F0, 60, .uses = 50 },
		/* [bench] frinta.s: 3.00, 1.00; (vec): 0.50, of doublewords
		 * 1.00; fcvtn (s -> h): 6.00, 0.50; fcvtl (h -> s): 7.00 */
		[OUTOFORDER_CONVERT] = { F0, 3, .wide = 2 },
		[OUTOFORDER_CONVERT_DOUBLE] = { F0, 3 },
		[OUTOFORDER_CONVERT_NARROW] = { F0, 6, .uses = 2 },
		[OUTOFORDER_CONVERT_LONG] = { F0, 7, .uses = 2 },
		/* [bench] mov.d to and fro: 15.21; dup.s (elem): 7.64; fmov.d
		 * to and fro: 8.19; scvtf.d (scl; int): 8.31 with the way
		 * back; how much is whose: chosen */
		[OUTOFORDER_TO_VECTOR] = { L, 8 },
		[OUTOFORDER_FROM_VECTOR] = { L, 7 },
		[OUTOFORDER_MOVE_TO] = { L, 4 },
		[OUTOFORDER_MOVE_FROM] = { L, 4 },
		[OUTOFORDER_CONVERT_TO] = { L, 8 },
		[OUTOFORDER_CONVERT_FROM] = { F0, 8 },
		/* [guide] 5 cycles; [bench] ldr.q: one a cycle; ldp.q: 0.50 */
		[OUTOFORDER_V_LOAD] = { L, 5 },
		[OUTOFORDER_V_LOAD_LANE] = { L, 5 },
		[OUTOFORDER_V_LOAD_MORE] = { L, 5, .uses = 2, .second = 1 },
		/* [bench] str.q: 0.50, stp.q: 0.25; of less: one a cycle */
		[OUTOFORDER_V_STORE] = { S, 1 },
		[OUTOFORDER_V_STORE_WIDE] = { S, 1, .uses = 2 },
		[OUTOFORDER_V_STORE_MORE] = { S, 1, .uses = 4 },
	},
	.earlier = {
		/* [guide] one cycle for the sum */
		[OF_MULTIPLIER][ROLE_ADDEND] = 2,
		[OF_VECTORS][ROLE_VECTOR_ADDEND] = 3,
		[OF_DOUBLED][ROLE_VECTOR_ADDEND] = 2,
		[OF_FLOATS][ROLE_VECTOR_ADDEND] = 4,
	},
	.width = 3,   /* [guide] */
	.window = 128, /* [llvm] */
	.base = 1,    /* [bench] ldr (ptr fwd.): 1.00 */
	.taken = 3,   /* [bench] b (pc+8): 3.02 */
	.at_hand = true,
	.forward = 7,
	.split = 1,   /* [bench] ldr (cross-cache): 5.00, 0.50 */
	.fills = 6,   /* [trm] 6.4 */
	.apart = 17,  /* [lx2] of four and of eight chains */
};
/* clang-format on */

const struct uarch_ops uarch_cortex_a72_ops =
	OUTOFORDER_OPS(cortex_a72, timing);
