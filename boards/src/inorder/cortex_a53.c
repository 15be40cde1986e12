/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A53: two instructions a cycle, in order.  Caches, TLBs and the
 * predictor are those of core/cortex_a_inner.h, which has their sources.
 *
 * Sources of the rows:
 * [bench] latencies and throughputs measured on a Raspberry Pi 3: github
 *         ocxtal/insn_bench_aarch64, results of 2021
 * [gcc]   GCC's description of the pipeline, gcc/config/arm/cortex-a53.md
 *
 * Operands are wanted at different times, which [gcc] has as bypasses and
 * [bench] confirms wherever it has such a chain:
 *
 * a result of            to an address  a shifter  an ALU  a store's data
 * ALU                    3              2          1       0
 * load                   4, 3 [bench]   3          2       1
 * multiplication         3              3 (as a factor)  2  1
 *
 * A load's 3 to an address is of whole registers: of LDRB and its like
 * [bench] has 4.  There a chain of LDRB with an immediate offset has an ADD in
 * it, whose cycle is taken off: 2 + 3 - 1.
 *
 * not in a source, chosen: a load of a word is one of a whole register; a pair
 * of words keeps the unit for one cycle; MUL of doublewords is as MSUB; loads
 * of vectors go to vectors one cycle earlier than [bench] has them by way of
 * an integer register; MRS, MSR and barriers take two cycles alone.
 */
#include "boards/src/inorder/inner.h"

enum { NONE, TO_ADDRESS, OF_MULTIPLIER, OF_FLOATS, OF_VECTORS, OF_DIFFERENCES };

#define ONE        SLOT
#define ANY_FLOATS (SLOT + FLOATS)
#define MEMORY     (SLOT + LOAD_STORE)

static const struct uarch_timing timing = {
	/* Of a board without time, each its one; else the rows below. */
	.issue = { [CLASS_ALU] = 1 },
	.mispredict = 8, /* chosen: the length of the pipeline */
	.exception = 8,  /* chosen */
	.main_tlb = 2,   /* [CAQA6 2.6], as the next three */
	.walk_read = 20,
	.level2 = 13,
	.read = 124,
	.write = 20, /* chosen */
};

/* clang-format off */
static const struct inorder_core cortex_a53 = {
	.a = {
		.line_bits = 6,
		.icache_sets = 256,
		.icache_ways = 2,
		.dcache_sets = 128,
		.dcache_ways = 4,
		.l2_sets = 512,
		.l2_ways = 16,
		.itlb = 10,
		.dtlb = 10,
		.tlb_sets = 128,
		.tlb_ways = 4,
		.look_up = 16,
	},
	.row = {
		/* [bench] add (reg), add (imm), adc, csinc: 1.00, two a cycle */
		[INORDER_ALU] = { ONE, 3 },
		/* [bench] lslv: 1.00, one a cycle */
		[INORDER_SHIFT] = { ONE + SHIFTER, 3 },
		/* [bench] smull, smaddl: 3.01, one a cycle; [gcc] bypasses */
		[INORDER_MULTIPLY] = { ONE + MULTIPLIER, 4,
			.bypass = OF_MULTIPLIER },
		/* [bench] madd: 5.02, 0.33; msub: 4.02, 0.50; smulh: 6.03,
		 * 0.25 */
		[INORDER_MULTIPLY_ADD_LONG] = { ONE + MULTIPLIER, 6,
			.bypass = OF_MULTIPLIER,
			.unit = PLACE_MULTIPLIER, .interval = 3 },
		[INORDER_MULTIPLY_LONG] = { ONE + MULTIPLIER, 5,
			.bypass = OF_MULTIPLIER,
			.unit = PLACE_MULTIPLIER, .interval = 2 },
		[INORDER_MULTIPLY_HIGH] = { ONE + MULTIPLIER, 7,
			.bypass = OF_MULTIPLIER,
			.unit = PLACE_MULTIPLIER, .interval = 4 },
		/* [bench] sdiv, udiv: 3.01, 0.33, of 0 by 0; others take
		 * longer in life, by a rule that no source tells: [gcc]
		 * guesses 8 and 9 for all */
		[INORDER_DIVIDE] = { ONE, 4,
			.unit = PLACE_DIVIDER, .interval = 3 },
		/* [bench] ldr (imm): 3.02, one a cycle; ldrb (reg): 4.02 */
		[INORDER_LOAD] = { MEMORY, 4, .bypass = TO_ADDRESS,
			.unit = PLACE_LOAD_STORE },
		[INORDER_LOAD_PART] = { MEMORY, 4, .unit = PLACE_LOAD_STORE },
		/* [bench] ldp (x): second 4.02, first 2 less when unaligned,
		 * 0.50 */
		[INORDER_LOAD_PAIR] = { MEMORY, 4, .bypass = TO_ADDRESS,
			.unit = PLACE_LOAD_STORE, .interval = 2 },
		[INORDER_LOAD_PAIR_WORDS] = { MEMORY, 4,
			.unit = PLACE_LOAD_STORE },
		/* [bench] str, stp: one a cycle */
		[INORDER_STORE] = { MEMORY, 3, .unit = PLACE_LOAD_STORE },
		/* [bench] adds -> b.eq: as b; adr -> br: one more */
		[INORDER_BRANCH] = { ONE + BRANCHER, 3 },
		[INORDER_BRANCH_TO] = { ONE + BRANCHER, 3 },
		/* [bench] nop: two a cycle */
		[INORDER_NOTHING] = { ONE },
		[INORDER_SYSTEM] = { ALONE, 3, .more = 1 }, /* chosen */
		[INORDER_OTHER] = { ALONE, 3 },             /* chosen */
		/* [bench] movi: 0.99 of 128 bits; two of 64 are chosen */
		[INORDER_V_MOVE] = { ANY_FLOATS, 1 },
		/* [bench] orn.b: 1.01, add.b: 2.01, abs.d: 3.01, mul.h: 4.02,
		 * frecps: 8.04; 0.99 of 128 bits, 1.99 of less */
		[INORDER_V_1] = { ANY_FLOATS, 1 },
		[INORDER_V_2] = { ANY_FLOATS, 2 },
		[INORDER_V_3] = { ANY_FLOATS, 3 },
		[INORDER_V_4] = { ANY_FLOATS, 4 },
		[INORDER_V_8] = { ANY_FLOATS, 8 },
		/* [bench] raddhn: 4.02, 0.50 */
		[INORDER_V_TWICE] = { ANY_FLOATS, 4,
			.unit = PLACE_FLOATS, .interval = 2 },
		/* [bench] tbx: 3.01, 0.50 of one register; tbl: 4.02, 0.33
		 * of three, 5.02, 0.25 of four; tbx: 6.03, 0.20 of four */
		[INORDER_V_TABLE_2] = { ANY_FLOATS, 3,
			.unit = PLACE_FLOATS, .interval = 2 },
		[INORDER_V_TABLE_3] = { ANY_FLOATS, 4,
			.unit = PLACE_FLOATS, .interval = 3 },
		[INORDER_V_TABLE_4] = { ANY_FLOATS, 5,
			.unit = PLACE_FLOATS, .interval = 4 },
		[INORDER_V_TABLE_5] = { ANY_FLOATS, 6,
			.unit = PLACE_FLOATS, .interval = 5 },
		/* [bench] mla: 4.02, 1.03 for the sum; saba: 4.02, 2.02, 0.50 */
		[INORDER_V_MULTIPLY_ADD] = { ANY_FLOATS, 4,
			.bypass = OF_VECTORS },
		[INORDER_V_DIFFERENCE_ADD] = { ANY_FLOATS, 4,
			.bypass = OF_DIFFERENCES,
			.unit = PLACE_FLOATS, .interval = 2 },
		/* [bench] fcmp: 1.00, 0.99 */
		[INORDER_V_COMPARE] = { ANY_FLOATS, 3 },
		/* [bench] fmla, fmadd: 8.04, 4.02 for the sum */
		[INORDER_F_MULTIPLY_ADD] = { ANY_FLOATS, 8,
			.bypass = OF_FLOATS },
		/* [gcc] fdivs 14, kept 13; fdivd 29, kept 28.  [bench] fsqrt.s:
		 * 12.05, 0.11; fsqrt.d: 22.10, 0.05 */
		[INORDER_F_DIVIDE] = { ANY_FLOATS, 14,
			.unit = PLACE_FLOAT_DIVIDER, .interval = 13 },
		[INORDER_F_DIVIDE_LONG] = { ANY_FLOATS, 29,
			.unit = PLACE_FLOAT_DIVIDER, .interval = 28 },
		[INORDER_F_ROOT] = { ANY_FLOATS, 12,
			.unit = PLACE_FLOAT_DIVIDER, .interval = 9 },
		[INORDER_F_ROOT_LONG] = { ANY_FLOATS, 22,
			.unit = PLACE_FLOAT_DIVIDER, .interval = 20 },
		/* [gcc] 4 into a vector, 2 out of it; [bench] mov.d to and fro:
		 * 5.02, dup (elem): 2.51 */
		[INORDER_TO_VECTOR] = { ANY_FLOATS, 3 },
		[INORDER_FROM_VECTOR] = { ANY_FLOATS, 4 },
		/* [bench] scvtf (scl; int): 6.05 with the way back */
		[INORDER_V_CONVERT_TO] = { ANY_FLOATS, 4 },
		/* [bench] ldr.q: 7.05 by way of an integer, 0.50; of less:
		 * chosen, as ld1r 6.05, 0.99 */
		[INORDER_V_LOAD] = { MEMORY, 4, .unit = PLACE_LOAD_STORE },
		[INORDER_V_LOAD_WIDE] = { MEMORY, 5,
			.unit = PLACE_LOAD_STORE, .interval = 2 },
		/* [bench] ldp.q: 8.05 and 9.06, 0.25 */
		[INORDER_V_LOAD_MORE] = { MEMORY, 6, .second = 1,
			.unit = PLACE_LOAD_STORE, .interval = 4 },
		/* [bench] str.q: one a cycle; stp.q: 0.50 */
		[INORDER_V_STORE] = { MEMORY, 3, .unit = PLACE_LOAD_STORE },
		[INORDER_V_STORE_MORE] = { MEMORY, 3,
			.unit = PLACE_LOAD_STORE, .interval = 2 },
	},
	.later = {
		[ROLE_ADDRESS] = 0,
		[ROLE_SHIFTED] = 1,
		[ROLE_MULTIPLIED] = 1,
		[ROLE_ADDEND] = 1,
		[ROLE_PLAIN] = 2,
		[ROLE_STORED] = 3,
		[ROLE_TESTED] = 3,
	},
	.earlier = {
		[TO_ADDRESS][ROLE_ADDRESS] = 1,
		[OF_MULTIPLIER][ROLE_ADDRESS] = 1,
		[OF_MULTIPLIER][ROLE_ADDEND] = 2,
		[OF_FLOATS][ROLE_VECTOR_ADDEND] = 4,
		[OF_VECTORS][ROLE_VECTOR_ADDEND] = 3,
		[OF_DIFFERENCES][ROLE_VECTOR_ADDEND] = 2,
	},
	.base = 3,           /* [bench] ldr (ptr fwd.): 3.01 by way of SUB */
	.taken = 2,          /* [bench] b (pc+4): 3.03 */
	.at_hand = true,
	.within = { 8, 0 },
	.widest = 8,
	.split = 1,          /* [bench] ldr (unaligned): 5.02, 0.50 */
	.split_interval = 1,
};
/* clang-format on */

const struct uarch_ops uarch_cortex_a53_ops = {
	.timing = &timing,
	.returns = 8,
	.facts = &cortex_a53,
	.blocks = &inorder_blocks,
	.own_size = sizeof(struct inorder),
	.init = inorder_init,
	.done = cortex_a_done,
	.junk = cortex_a_junk,
	.attach_l2 = cortex_a_attach_l2,
	.retire = inorder_retire,
	.maintain = inorder_maintain,
};
