/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A8, by the model of cortex_a.c: in order, one instruction a cycle,
 * without speculation.
 *
 * Constant                   value          source
 * L1 caches                  32 KiB each    16 or 32 [DDI0344K 1.3]; chosen
 * ways, line                 4, 64 bytes    [DDI0344K 7.1]
 * L2 cache                   256 KiB, 8     0 to 1 MiB [DDI0344K 8.1]; chosen
 * TLBs                       32 each, fully associative; no second level
 *                                           [DDI0344K 6.1]
 * return stack               8              [DDI0344K 1.3]
 * direction of branches, targets of indirect ones: see cortex_a_inner.h
 * pipeline                   13 stages      [DDI0344K 5.2]
 * bytes looked up at once    8              chosen: 64 bits
 *
 * Not modelled: dual issue, replays, NEON, the write buffer, preloading, ways
 * by hash.  All other times are chosen.
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
	.mispredict = 13, /* [DDI0344K 5.2] */
	.exception = 13,
	.walk_read = 20,
	.level2 = 9,
	.read = 100,
	.write = 20,
};

static const struct cortex_a_core cortex_a8 = {
	.line_bits = 6,
	.icache_sets = 128,
	.icache_ways = 4,
	.dcache_sets = 128,
	.dcache_ways = 4,
	.l2_sets = 512,
	.l2_ways = 8,
	.itlb = 32,
	.dtlb = 32,
	.look_up = 8,
	.short_descriptors = true,
};

const struct uarch_ops uarch_cortex_a8_ops = CORTEX_A_OPS(cortex_a8, timing);
