/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A8: two instructions a cycle, in order, into two pipelines of
 * which the first takes what is older.  An operand is read, and a result is
 * there, in one of the stages E1 to E5, which the rows have as cycles behind
 * E1.
 *
 * Sources:
 * [trm]  ARM DDI 0344, revisions I and K, as far as pages of it were at hand:
 *        5 (flow prediction), 7 and 8 (caches), 16.2 (notes on the tables, not
 *        the tables themselves), 16.3 (what cannot issue together), 16.4 (flow,
 *        memory system, conditions)
 * [gcc]  GCC's description of the pipeline, gcc/config/arm/cortex-a8.md, whose
 *        stages are those of the tables
 * [llvm] LLVM's, ARMScheduleA8.td, "derived from" the manual
 *
 * a result of    there in   E1 reads it after   E2   E3
 * MOV, MVN       E1         1                   0    0
 * ALU            E2         2                   1    0
 * load           E3         3                   2    1
 * product        E5         5, of its last      4    3
 *                           cycle; a sum's 1
 *
 * E1: addresses, factors and what is shifted; E2: other operands of an ALU; E3:
 * what is stored.
 *
 * Constant                   value          source
 * L1 caches                  32 KiB each    16 or 32 [trm 1.3]; chosen
 * ways, line                 4, 64 bytes    [trm 7.1]
 * L2 cache                   256 KiB, 8     0 to 1 MiB [trm 8.1]; chosen
 * TLBs                       32 each, fully associative; no second level
 *                                           [trm 6.1]
 * return stack               8              [trm 5.1]
 * bytes looked up at once    8              chosen: 64 bits
 * directions, targets of indirect branches: see core/cortex_a_inner.h
 *
 * not in a source at hand, chosen: CMP goes with the branch behind it, but not
 * with another instruction that has a condition; a taken branch ends its cycle
 * and leaves one empty; LDM and STM take as many cycles whether or not their
 * address is even; all that STM stores is wanted in its first cycle; SWP,
 * coprocessors', VFP's and NEON's instructions, MRS, MSR and barriers take two
 * cycles alone, and what they bring is there for the next; of two that write a
 * register only one with a condition waits for the other.
 *
 * Not modelled: replays but for accesses that are split, NEON's queue and
 * pipelines, the write buffer, preloading, ways by hash.
 */
#include "boards/src/inorder/inner.h"

enum { NONE, OF_MOVE, OF_MULTIPLIER };

#define ONE    SLOT
#define MEMORY (SLOT + LOAD_STORE)

static const struct uarch_timing timing = {
	/* Of a board without time, each its one; else the rows below. */
	.issue = { [CLASS_ALU] = 1 },
	.mispredict = 13, /* [trm 16.4.1] */
	.exception = 13,  /* chosen, as what follows but for the second level */
	.walk_read = 20,
	.level2 = 9, /* a load that misses: at least 8 more [trm 16.4.2] */
	.read = 100,
	.write = 20,
};

/* clang-format off */
static const struct inorder_core cortex_a8 = {
	.a = {
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
	},
	.row = {
		/* [gcc] reads in E2, but what is shifted in E1; there in E2 */
		[INORDER_ALU] = { ONE, 2 },
		/* [gcc] reads in E1, there in E1 */
		[INORDER_MOVE] = { ONE, 2, .bypass = OF_MOVE },
		/* [gcc] two cycles in the first pipeline, of which the second
		 * may have a companion [trm 16.3]; there in E5; to a sum at
		 * once */
		[INORDER_MULTIPLY] = { ONE + MULTIPLIER, 5, .cycles = 2,
			.first = true, .bypass = OF_MULTIPLIER },
		/* [gcc] SMULWy, SMUAD, SMUSD: one */
		[INORDER_MULTIPLY_SHORT] = { ONE + MULTIPLIER, 5,
			.first = true, .bypass = OF_MULTIPLIER },
		/* [gcc] SMLALD, SMLSLD: two, and no sum at once */
		[INORDER_MULTIPLY_TWICE] = { ONE + MULTIPLIER, 5, .cycles = 2,
			.first = true },
		/* [gcc] SMULL and so on: three */
		[INORDER_MULTIPLY_LONG] = { ONE + MULTIPLIER, 5, .cycles = 3,
			.first = true },
		/* [gcc] there in E3, pairs as well, of an even address */
		[INORDER_LOAD] = { MEMORY, 3 },
		[INORDER_LOAD_PAIR] = { MEMORY, 3 },
		/* [gcc, llvm] an offset that is shifted but by 2: two cycles,
		 * the word after 4, so that it is there in E3 of the second */
		[INORDER_LOAD_SCALED] = { MEMORY, 3, .cycles = 2, .first = true },
		/* [trm 16.3] LDM of four: three cycles, in which come one, two
		 * and one */
		[INORDER_LOAD_MANY] = { MEMORY, 3, .by_list = true,
			.first = true },
		[INORDER_STORE] = { MEMORY, 2 },
		[INORDER_STORE_SCALED] = { MEMORY, 2, .cycles = 2,
			.first = true },
		[INORDER_STORE_MANY] = { MEMORY, 2, .by_list = true,
			.first = true },
		/* [trm 16.3] one a cycle, in either pipeline */
		[INORDER_BRANCH] = { ONE + BRANCHER, 2 },
		[INORDER_BRANCH_TO] = { ONE + BRANCHER, 2 },
		[INORDER_NOTHING] = { ONE },
		[INORDER_SYSTEM] = { ALONE, 2, .more = 1 },
		[INORDER_OTHER] = { ALONE, 2, .more = 1 },
		/* The core has none: undefined. */
		[INORDER_DIVIDE] = { ALONE, 2, .more = 1 },
	},
	.later = {
		[ROLE_ADDRESS] = 0,
		[ROLE_SHIFTED] = 0,
		[ROLE_MULTIPLIED] = 0,
		[ROLE_ADDEND] = 0,
		[ROLE_PLAIN] = 1,
		[ROLE_KEPT] = 1,      /* [trm 16.4.5] in E2 */
		[ROLE_CONDITION] = 1,
		[ROLE_STORED] = 2,
		[ROLE_TESTED] = 2,
	},
	.earlier = {
		/* Results of MOV are there a stage sooner, but who may keep
		 * an old one waits for the next cycle [trm 16.3]. */
		[OF_MOVE] = {
			[ROLE_ADDRESS] = 1, [ROLE_SHIFTED] = 1,
			[ROLE_MULTIPLIED] = 1, [ROLE_ADDEND] = 1,
			[ROLE_PLAIN] = 1,
		},
		[OF_MULTIPLIER][ROLE_ADDEND] = 4,
	},
	.base = 2,     /* [llvm] as an ALU's */
	.taken = 1,    /* chosen */
	.within = { 16, 8 }, /* [trm 16.4.2], as what they cost */
	.widest = 4,
	.replay = 8,
};
/* clang-format on */

const struct uarch_ops uarch_cortex_a8_ops = {
	.timing = &timing,
	.returns = 8,
	.facts = &cortex_a8,
	.blocks = &inorder_blocks_no_target,
	.own_size = sizeof(struct inorder),
	.init = inorder_init,
	.done = cortex_a_done,
	.junk = cortex_a_junk,
	.attach_l2 = cortex_a_attach_l2,
	.retire = inorder_retire,
	.maintain = inorder_maintain,
};
