/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A cores with a PMUv3 that the boards have: sizes, which are also
 * in the tables of those that are scheduled (inorder/, outoforder/), and the
 * A57.  The model of that is in order and knows no speculation, so that only
 * the sizes are its own.
 *
 * Constant                   A53          A57, A72     source
 * L1 instruction cache       32 KiB, 2    48 KiB, 3    ways [DDI0500E 6.1,
 * L1 data cache              32 KiB, 4    32 KiB, 2     100095 6.1]; A53's
 *                                                       sizes chosen
 * L2 cache                   512 KiB, 16  same         ways [DDI0500E 7.1];
 *                                                      size chosen
 * line                       64 bytes                  [DDI0500E 6.1]
 * victims                    round robin               chosen
 * first-level TLBs           10, 10       48, 32       [DDI0500E 5.2,
 * second-level TLB           512, 4 ways  1024, 4       100095 5.2]
 * direction of branches      two-bit histories, 4096, by address and the last
 *                            12 outcomes               chosen
 * targets of indirect ones   the last, 256             chosen
 * return stack               8                         chosen
 * bytes looked up at once    16                        chosen
 * issue (A57)                one instruction a cycle   chosen (it can do
 *                                                      more); operands are
 *                                                      always there
 * beats of the bus           16 bytes                  chosen
 *
 * The A57 is said to have what its successor, the A72, has.  Times are in the
 * table below: the A53's as Hennessy and Patterson have them [CAQA6: Computer
 * Architecture, 6th edition, 2.6]; for the others: chosen.
 */
#include "boards/src/core/cortex_a_inner.h"

static const struct uarch_timing timing = {
	.issue = { /* chosen */
		[CLASS_ALU] = 1,
		[CLASS_SHIFT_BY_REG] = 1,
		[CLASS_MULTIPLY] = 1,
		[CLASS_MULTIPLY_LONG] = 4,
		[CLASS_DIVIDE] = 4,
		[CLASS_LOAD] = 1,
		[CLASS_STORE] = 1,
		[CLASS_LOAD_MULTIPLE] = 2,
		[CLASS_STORE_MULTIPLE] = 2,
		[CLASS_SWAP] = 2,
		[CLASS_STATUS] = 2,
		[CLASS_COPROCESSOR] = 2,
		[CLASS_OTHER] = 1, /* SIMD and floating point */
	},
	.mispredict = 8, /* chosen: the length of the pipeline */
	.exception = 8,	 /* chosen */
	.main_tlb = 2,	 /* [CAQA6 2.6] */
	.walk_read = 20, /* [CAQA6 2.6] for a walk; for each read: chosen */
	.level2 = 13,	 /* [CAQA6 2.6] */
	.read = 124,	 /* [CAQA6 2.6] */
	.write = 20,	 /* chosen */
};

static const struct cortex_a_core cortex_a57 = {
	.line_bits = 6,
	.icache_sets = 256,
	.icache_ways = 3,
	.dcache_sets = 256,
	.dcache_ways = 2,
	.l2_sets = 512,
	.l2_ways = 16,
	.itlb = 48,
	.dtlb = 32,
	.tlb_sets = 256,
	.tlb_ways = 4,
	.look_up = 16,
};

const struct uarch_ops uarch_cortex_a57_ops = CORTEX_A_OPS(cortex_a57, timing);
