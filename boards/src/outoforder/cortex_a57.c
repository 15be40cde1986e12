/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A57: three micro-operations a cycle are dispatched to eight ports.
 * Nobody's table of measured instructions was at hand: what stands here is what
 * compilers believe of it.  Caches, TLBs and the predictor are those of
 * core/cortex_a_inner.h.
 *
 * Sources of the rows:
 * [llvm] LLVM's description of it, AArch64SchedA57.td: latencies, ports, and
 *        micro-operations, each of which takes a slot and a port for a cycle
 * [gcc]  GCC's, gcc/config/arm/cortex-a57.md, where that says more
 * [a72]  the row of its successor, cortex_a72.c, where neither says anything
 * [nano] a Jetson Nano at 1425 and 1475 MHz, measured by sbc-bench (github
 *        ThomasKaiser/sbc-bench, results/1I4j.txt and 3Lpf.txt): tinymembench's
 *        random reads take 18 cycles more than a hit where the second level has
 *        the line, and 7 more than that where the first TLB has not the page
 *
 * X and W of [llvm] are the ports F1 and F0.
 *
 * not in a source, chosen: sums that LLVM has as 9 or 10 by the width are 9, as
 * [gcc] has them; a micro-operation for another kind of port than the first
 * takes a slot, and no port; one queue before all ports; MRS, MSR and barriers
 * wait for all before them; how long the ports of a division and a root are
 * kept, and from branch to branch, store to load and line to line: [a72].
 */
#include "boards/src/outoforder/rows.h"

enum { NONE, OF_MULTIPLIER, OF_VECTORS, OF_DOUBLED, OF_SUMS, OF_FLOATS };

static const struct uarch_timing timing = {
	/* Of a board without time, each its one; else the rows below. */
	.issue = { [CLASS_ALU] = 1 },
	.mispredict = 14, /* [llvm] */
	.exception = 14,  /* chosen */
	.main_tlb = 7,    /* [nano] */
	.walk_read = 20,  /* chosen: the Cortex-A53's, as the last two */
	.level2 = 18,     /* [nano] */
	.read = 124,
	.write = 20,
};

/* clang-format off */
static const struct outoforder_core cortex_a57 = {
	.a = OUTOFORDER_SIZES,
	.row = {
		/* [llvm] 1 I; with a shift or an extension, BFM: 2 M; EXTR of
		 * doublewords: 3 I, M; CRC32: 3 W */
		[OUTOFORDER_ALU] = { I, 1 },
		[OUTOFORDER_ALU_0] = { I, 1 },
		[OUTOFORDER_ALU_SHIFTED] = { M, 2 },
		[OUTOFORDER_BIT_INSERT] = { M, 2 },
		[OUTOFORDER_EXTRACT] = { M, 3, .slots = 2 },
		[OUTOFORDER_CRC] = { F0, 3 },
		/* [llvm] 3 M; of doublewords 5, high 6; sums 2 earlier; kept
		 * for: [a72].  Quotients: [gcc] 10, kept for 4 */
		[OUTOFORDER_MULTIPLY] = { M, 3, .forward = OF_MULTIPLIER },
		[OUTOFORDER_MULTIPLY_LONG] = { M, 5, .uses = 3, .slots = 1,
			.forward = OF_MULTIPLIER },
		[OUTOFORDER_MULTIPLY_HIGH] = { M, 6, .uses = 4, .slots = 1 },
		[OUTOFORDER_DIVIDE] = { M, 10, .uses = 4, .slots = 1 },
		/* [llvm] 4 L; by a register I, L; LDPSW: 5 I, 2 L */
		[OUTOFORDER_LOAD] = { L, 4 },
		[OUTOFORDER_LOAD_INDEXED] = { L, 4, .slots = 2 },
		[OUTOFORDER_LOAD_PAIR] = { L, 4 },
		[OUTOFORDER_LOAD_PAIR_SIGNED] = { L, 5, .uses = 2, .slots = 3 },
		/* [llvm] 1 S; by a register I, S; STP of doublewords 2 S */
		[OUTOFORDER_STORE] = { S, 1 },
		[OUTOFORDER_STORE_INDEXED] = { S, 1, .slots = 2 },
		[OUTOFORDER_STORE_PAIR] = { S, 1, .uses = 2 },
		/* [llvm] 1 B; BL: B, I; hints take no port */
		[OUTOFORDER_BRANCH] = { B, 1 },
		[OUTOFORDER_CALL] = { B, 1, .slots = 2 },
		[OUTOFORDER_NOTHING] = { 0, 1 },
		[OUTOFORDER_SYSTEM] = { M, 2, .alone = true }, /* chosen */
		[OUTOFORDER_OTHER] = { M, 2, .alone = true },  /* chosen */
		/* [llvm] 3 V of either width; ZIP and UZP of 128 bits 6, 3 V;
		 * BSL, BIT and BIF of 128 bits 2 V */
		[OUTOFORDER_V_BASIC] = { F, 3 },
		[OUTOFORDER_V_ZIP] = { F, 3, .wide = 3, .more = 3 },
		[OUTOFORDER_V_SELECT] = { F, 3, .wide = 2 },
		[OUTOFORDER_V_SELECT_INTO] = { F, 3, .wide = 2 },
		[OUTOFORDER_V_ABSOLUTE] = { F, 3 },
		/* [llvm] 3, [gcc] by the second port; across words 4 X,
		 * halfwords 7 V, X, bytes 8, 2 X */
		[OUTOFORDER_V_ONE] = { F1, 3 },
		[OUTOFORDER_V_ACROSS_WORDS] = { F1, 4 },
		[OUTOFORDER_V_ACROSS] = { F1, 7, .slots = 2 },
		[OUTOFORDER_V_ACROSS_BYTES] = { F1, 8, .uses = 2 },
		/* [llvm] insertions as shifts; 4 X where they round or
		 * saturate; by a register 128 bits one more, 2 X */
		[OUTOFORDER_V_INSERT] = { F1, 3 },
		[OUTOFORDER_V_SHIFT_ROUND] = { F1, 4 },
		[OUTOFORDER_V_SHIFT_BY] = { F1, 3, .wide = 2, .more = 1 },
		[OUTOFORDER_V_SHIFT_BY_ROUND] = { F1, 4, .wide = 2, .more = 1 },
		/* [llvm] 5 W, with 128 bits 6, 2 W; the sum 4 earlier, where
		 * it is doubled 3 */
		[OUTOFORDER_V_MULTIPLY] = { F0, 5, .wide = 2, .more = 1,
			.forward = OF_VECTORS },
		[OUTOFORDER_V_MULTIPLY_BY] = { F0, 5, .wide = 2, .more = 1,
			.forward = OF_VECTORS },
		[OUTOFORDER_V_MULTIPLY_LONG] = { F0, 5, .forward = OF_VECTORS },
		[OUTOFORDER_V_MULTIPLY_ADD] = { F0, 5, .wide = 2, .more = 1,
			.forward = OF_VECTORS },
		[OUTOFORDER_V_MULTIPLY_ADD_BY] = { F0, 5, .wide = 2, .more = 1,
			.forward = OF_VECTORS },
		[OUTOFORDER_V_MULTIPLY_ADD_LONG] = { F0, 5,
			.forward = OF_VECTORS },
		[OUTOFORDER_V_MULTIPLY_ADD_TWICE] = { F0, 5,
			.forward = OF_DOUBLED },
		/* [llvm] 4 X, with 128 bits 5, 2 X; the sum 3 earlier */
		[OUTOFORDER_V_DIFFERENCE_ADD] = { F1, 4, .wide = 2, .more = 1,
			.forward = OF_SUMS },
		[OUTOFORDER_V_DIFFERENCE_ADD_LONG] = { F1, 4,
			.forward = OF_SUMS },
		/* [llvm] 3; [gcc] by the second port */
		[OUTOFORDER_V_TO_FLAGS] = { F1, 3 },
		/* [llvm] 3 V for each register of the table; with 128 bits 6,
		 * 9, 12, 15 of 3, 5, 7, 9 V */
		[OUTOFORDER_V_TABLE_1] = { F, 3, .wide = 3, .more = 3 },
		[OUTOFORDER_V_TABLE_2] = { F, 6, .uses = 2, .wide = 5,
			.more = 3 },
		[OUTOFORDER_V_TABLE_3] = { F, 9, .uses = 3, .wide = 7,
			.more = 3 },
		[OUTOFORDER_V_TABLE_4] = { F, 12, .uses = 4, .wide = 9,
			.more = 3 },
		/* [llvm] AES: 3 W */
		[OUTOFORDER_CRYPTO] = { F0, 3 },
		/* [llvm] 5 V, with 128 bits 2 V; FADDP of 128 bits 9, 3 V;
		 * across a vector 10, 3 V */
		[OUTOFORDER_F_COMPARE] = { F, 5, .wide = 2 },
		[OUTOFORDER_F_ACROSS] = { F, 10, .uses = 3 },
		[OUTOFORDER_F_ADD] = { F, 5, .wide = 2 },
		[OUTOFORDER_F_ADD_PAIRS] = { F, 5, .wide = 3, .more = 4 },
		/* [llvm] products and sums of them go to a sum 5 earlier */
		[OUTOFORDER_F_MULTIPLY] = { F, 5, .wide = 2,
			.forward = OF_FLOATS },
		[OUTOFORDER_F_MULTIPLY_ADD] = { F, 9, .wide = 2,
			.forward = OF_FLOATS },
		/* [llvm] 17, 32; with 128 bits 34, 64; kept for: [a72] */
		[OUTOFORDER_F_ROOT] = { F0, 17, .uses = 8, .slots = 1 },
		[OUTOFORDER_F_ROOT_LONG] = { F0, 32, .uses = 25, .slots = 1 },
		[OUTOFORDER_F_ROOT_VECTOR] = { F0, 34, .uses = 30, .slots = 2 },
		[OUTOFORDER_F_ROOT_LONG_VECTOR] = { F0, 64, .uses = 50,
			.slots = 2 },
		[OUTOFORDER_F_DIVIDE] = { F0, 17, .uses = 8, .slots = 1 },
		[OUTOFORDER_F_DIVIDE_LONG] = { F0, 32, .uses = 25, .slots = 1 },
		[OUTOFORDER_F_DIVIDE_VECTOR] = { F0, 34, .uses = 30,
			.slots = 2 },
		[OUTOFORDER_F_DIVIDE_LONG_VECTOR] = { F0, 64, .uses = 50,
			.slots = 2 },
		/* [llvm] 5 V, with 128 bits 2 V; of other lengths 8, 3 V */
		[OUTOFORDER_CONVERT] = { F, 5, .wide = 2 },
		[OUTOFORDER_CONVERT_DOUBLE] = { F, 5, .wide = 2 },
		[OUTOFORDER_CONVERT_NARROW] = { F, 8, .uses = 3 },
		[OUTOFORDER_CONVERT_LONG] = { F, 8, .uses = 3 },
		/* [llvm] to an element 8 L, V; back 6 I, L; FMOV 5 L; with a
		 * conversion 10 L, V */
		[OUTOFORDER_TO_VECTOR] = { L, 8, .slots = 2 },
		[OUTOFORDER_FROM_VECTOR] = { L, 6, .slots = 2 },
		[OUTOFORDER_MOVE_TO] = { L, 5 },
		[OUTOFORDER_MOVE_FROM] = { L, 5 },
		[OUTOFORDER_CONVERT_TO] = { L, 10, .slots = 2 },
		[OUTOFORDER_CONVERT_FROM] = { F, 10, .slots = 2 },
		/* [llvm] 5 L; of a lane, or to all, 8 L, V; of two of 128 bits
		 * 6, 2 L */
		[OUTOFORDER_V_LOAD] = { L, 5 },
		[OUTOFORDER_V_LOAD_LANE] = { L, 8, .slots = 2 },
		[OUTOFORDER_V_LOAD_MORE] = { L, 6, .uses = 2 },
		/* [llvm] S for each 64 bits */
		[OUTOFORDER_V_STORE] = { S, 1 },
		[OUTOFORDER_V_STORE_WIDE] = { S, 1, .uses = 2 },
		[OUTOFORDER_V_STORE_MORE] = { S, 1, .uses = 4 },
	},
	.earlier = {
		[OF_MULTIPLIER][ROLE_ADDEND] = 2,
		[OF_VECTORS][ROLE_VECTOR_ADDEND] = 4,
		[OF_DOUBLED][ROLE_VECTOR_ADDEND] = 3,
		[OF_SUMS][ROLE_VECTOR_ADDEND] = 3,
		[OF_FLOATS][ROLE_VECTOR_ADDEND] = 5,
	},
	.width = 3,     /* [llvm] */
	.window = 128,  /* [llvm] */
	.by_uses = true,
	.updates = 1,   /* [llvm] I besides */
	.base = 1,      /* [llvm] */
	.taken = 3,     /* [a72], as what follows */
	.at_hand = true,
	.forward = 7,
	.split = 1,
	.fills = 6,
	.apart = 17,
};
/* clang-format on */

const struct uarch_ops uarch_cortex_a57_ops =
	OUTOFORDER_OPS(cortex_a57, timing);
