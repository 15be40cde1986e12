/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A9: two instructions a cycle are decoded, and issue out of order
 * to two pipelines of integers, of which the first multiplies as well, one of
 * loads and stores, and one of branches.
 *
 * Sources:
 * [trm]  ARM DDI 0388I, as far as pages of it were at hand: 1.6, 6.2, 7.1
 *        (caches, lines under way), B.3 (loads and stores)
 * [b2]   what the model of another project, OTAWA's of a Xilinx Zynq, has of
 * the rest of its appendix B [gcc]  GCC's description of the pipeline,
 * gcc/config/arm/cortex-a9.md [llvm] LLVM's, ARMScheduleA9.td
 *
 * Constant                 value         source
 * L1 caches                32 KiB each   16, 32 or 64 [trm 7.1]; chosen
 * ways, line               4, 32 bytes   [trm 7.1]
 * micro TLBs               32 each       data: [trm 6.2]; code: chosen
 * main TLB                 128, 2 ways   64 to 512 [trm 6.2]; chosen
 * return stack             8             [trm 1.6]
 * bytes looked up at once  8             chosen: 64 bits
 * L2 cache                 none of its own; a controller may be beside it
 *                          (core/l2.c), with the times below
 *
 * Directions and targets of indirect branches: see core/cortex_a_inner.h.
 *
 * not in a source at hand, chosen: one queue before all pipelines, as long as
 * there are registers to rename; an instruction whose condition fails takes as
 * long as if it did not, and reads what it may keep; MLA takes what MUL takes,
 * and waits for its sum as for its factors; a load that extends a sign is as
 * quick as others of its size; LDM and STM take as many cycles whether or not
 * their address is even; from a store to a load of its doubleword as from a
 * load that hits; a line in four cycles of the bus; behind a branch taken one
 * new cycle, two from an indirect one; VFP's and NEON's instructions take the
 * first pipeline for two cycles, and nobody waits for what they bring;
 * coprocessors', MRS, MSR and barriers wait for all before them.
 *
 * Not modelled: VFP, NEON, prefetching, the store buffer's merging, small
 * loops' fetch, other processors.
 */
#include "boards/src/outoforder/inner.h"

enum { NONE, OF_LOAD };

enum { P0 = 1 << 0, P1 = 1 << 1, AGU = 1 << 2, B = 1 << 3, P = P0 | P1 };

static const struct uarch_timing timing = {
	/* Of a board without time, each its one; else the rows below. */
	.issue = { [CLASS_ALU] = 1 },
	.mispredict = 8, /* [llvm] */
	.exception = 8,  /* chosen, as all that follow */
	.main_tlb = 2,
	.walk_read = 20,
	.read = 80,
	.write = 20,
	.l2_buffer = 10,
	.l2_hit = 20,
	.l2_miss = 6,
	.l2_write = 8,
};

/* clang-format off */
static const struct outoforder_core cortex_a9 = {
	.a = {
		.line_bits = 5,
		.icache_sets = 256,
		.icache_ways = 4,
		.dcache_sets = 256,
		.dcache_ways = 4,
		.itlb = 32,
		.dtlb = 32,
		.tlb_sets = 64,
		.tlb_ways = 2,
		.look_up = 8,
		.short_descriptors = true,
	},
	.row = {
		/* [b2, gcc] 1, MOV with a shifted number as well; what is
		 * shifted by a number or extended 2; by a register, extended
		 * and added, or saturated 3 */
		[OUTOFORDER_ALU] = { P, 1 },
		[OUTOFORDER_ALU_SHIFTED] = { P, 2 },
		[OUTOFORDER_ALU_SHIFTED_BY] = { P, 3 },
		/* [gcc] 4, kept for 2; halfwords 3, 1; of 64 bits 5, 3 */
		[OUTOFORDER_MULTIPLY] = { P0, 4, .uses = 2 },
		[OUTOFORDER_MULTIPLY_SHORT] = { P0, 3 },
		[OUTOFORDER_MULTIPLY_LONG] = { P0, 5, .uses = 3 },
		/* The core has none: undefined. */
		[OUTOFORDER_DIVIDE] = { P0, 4 },
		/* [trm Table B-2] 3, and 2 for an ALU without a shift; the
		 * unit for 1; less than a word 4, 3, 2; by an offset that is
		 * shifted but by 2 one more */
		[OUTOFORDER_LOAD] = { AGU, 3, .forward = OF_LOAD },
		[OUTOFORDER_LOAD_PART] = { AGU, 4, .uses = 2,
			.forward = OF_LOAD },
		[OUTOFORDER_LOAD_SCALED] = { AGU, 4, .forward = OF_LOAD },
		[OUTOFORDER_LOAD_PART_SCALED] = { AGU, 5, .uses = 2,
			.forward = OF_LOAD },
		/* [trm Table B-3] of an even address: LDRD 1, LDM 1 for each
		 * two registers */
		[OUTOFORDER_LOAD_PAIR] = { AGU, 3, .forward = OF_LOAD },
		[OUTOFORDER_LOAD_MANY] = { AGU, 3, .forward = OF_LOAD },
		[OUTOFORDER_STORE] = { AGU, 1 },
		[OUTOFORDER_STORE_PAIR] = { AGU, 1 },
		[OUTOFORDER_STORE_MANY] = { AGU, 1 },
		[OUTOFORDER_BRANCH] = { B, 1 },
		[OUTOFORDER_CALL] = { B, 1 },
		[OUTOFORDER_NOTHING] = { 0, 1 },
		[OUTOFORDER_SYSTEM] = { P0, 2, .alone = true }, /* chosen */
		[OUTOFORDER_OTHER] = { P0, 2, .uses = 2 },      /* chosen */
	},
	.earlier = {
		[OF_LOAD][ROLE_PLAIN] = 1, /* [trm B.3] */
	},
	.width = 2,   /* [llvm] */
	.window = 56, /* [llvm]: registers to rename */
	.base = 2,    /* [llvm] */
	.taken = 2,   /* chosen, as the next two */
	.forward = 3,
	.split = 1,
	.fills = 4,   /* [trm 7.1] data read misses */
	.apart = 8,   /* chosen */
};
/* clang-format on */

const struct uarch_ops uarch_cortex_a9_ops = {
	.timing = &timing,
	.returns = 8,
	.facts = &cortex_a9,
	.blocks = &outoforder_blocks_no_target,
	.own_size = sizeof(struct outoforder),
	.init = outoforder_init,
	.done = cortex_a_done,
	.junk = cortex_a_junk,
	.attach_l2 = cortex_a_attach_l2,
	.retire = outoforder_retire,
	.maintain = outoforder_maintain,
};
