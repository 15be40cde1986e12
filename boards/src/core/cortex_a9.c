/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A9, by the model of cortex_a.c: in order, one instruction a cycle,
 * without speculation, though the core renames registers and issues two.
 *
 * Constant                   value          source
 * L1 caches                  32 KiB each    16, 32 or 64 [DDI0388I 7.1]; chosen
 * ways, line                 4, 32 bytes    [DDI0388I 7.1]
 * L2 cache                   none of its own; a controller may be beside it
 *                            (l2.c), with the times below
 * micro TLBs                 32 each        data: [DDI0388I 6.2]; instructions:
 *                                           32 or 64, chosen
 * main TLB                   128, 2 ways    64 to 512 [DDI0388I 6.2]; chosen
 * return stack               8              [DDI0388I 1.6]
 * direction of branches, targets of indirect ones: see cortex_a_inner.h
 * bytes looked up at once    8              chosen: 64 bits
 *
 * Not modelled: dual issue, renaming, NEON, prefetching, the store buffer,
 * other processors.  All times are chosen.
 */
#include "boards/src/core/cortex_a_inner.h"

static const struct uarch_timing timing = {
	.issue = {
		[CLASS_ALU] = 1,
		[CLASS_SHIFT_BY_REG] = 1,
		[CLASS_MULTIPLY] = 2,
		[CLASS_MULTIPLY_LONG] = 3,
		[CLASS_LOAD] = 1,
		[CLASS_STORE] = 1,
		[CLASS_LOAD_MULTIPLE] = 2,
		[CLASS_STORE_MULTIPLE] = 2,
		[CLASS_SWAP] = 2,
		[CLASS_STATUS] = 2,
		[CLASS_COPROCESSOR] = 2,
		[CLASS_OTHER] = 1,
	},
	.mispredict = 8,
	.exception = 8,
	.main_tlb = 2,
	.walk_read = 20,
	.read = 80,
	.write = 20,
	.l2_buffer = 10,
	.l2_hit = 20,
	.l2_miss = 6,
	.l2_write = 8,
};

static const struct cortex_a_core cortex_a9 = {
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
};

const struct uarch_ops uarch_cortex_a9_ops = CORTEX_A_OPS(cortex_a9, timing);
