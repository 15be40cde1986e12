/* SPDX-License-Identifier: MIT */
/*
 * The cores of the ARM11 family, as far as their performance monitors see
 * them: what each is made of, and how long things take.  Simulated: what the
 * documents say is followed event by event; where they are silent the
 * simplest rule is taken, and named "chosen".  Only the ARM1176's manual was
 * at hand: what it says is taken for the others too (chosen), but that the
 * ARM1156 has protection regions in place of TLBs [DAI0195B Table 2].
 *
 * Constant                      value       source
 * caches                        2 x 16 KiB  chosen; 4 to 64 [DDI0301H 7.2]
 * ways, line                    4, 32 B     [DDI0301H 7.2]
 * choice of the victim          invalid way, then at random
 *                                           [DDI0301H 7.2.1]
 * allocation                    reads only  [DDI0301H 7.2.1]
 * MicroTLBs                     2 x 10      [DDI0301H 6.2.1]
 * main TLB                      64, 2-way   [DDI0301H 6.2.2]
 *   its 8 lockable entries      not modelled: nothing locks them
 * TLB replacement               round robin chosen (it is configurable)
 * branch table                  128, VA[9:3], two-bit history
 *                                           [DDI0301H 16.1.1]
 *   full address as tag, in when taken, then weakly taken: chosen
 * static prediction             backward taken, forward not [ARM FAQ 4162]
 *   unconditional: taken        chosen
 * branch folding                none        chosen; costs one cycle a branch
 * return stack                  3           [DDI0301H 16.12.2]
 * flush                         4 cycles, 1 counted as stall [DAI0195B 4]
 * tightly coupled memory        as fast as a cache that hits: chosen
 * LSU queue                     4 requests  chosen
 *
 * The times are in the table below; how far the prefetcher looks ahead is in
 * arm11.c.
 */
#include "boards/src/core/arm11_inner.h"

enum {
	CACHE_WAYS = 4,
	CACHE_SETS = 16 * 1024 / CACHE_LINE_BYTES / CACHE_WAYS,
	MICRO_TLB = 10,
	MAIN_TLB_SETS = 32,
	MAIN_TLB_WAYS = 2,
	BRANCH_SHIFT = 3,
	LSU_QUEUE = 4,
};

static const struct uarch_timing timing = {
	.issue = {
		[CLASS_ALU] = 1,
		[CLASS_SHIFT_BY_REG] = 2,   /* chosen */
		[CLASS_MULTIPLY] = 2,	    /* [DDI0301H Table 16-10] */
		[CLASS_MULTIPLY_LONG] = 3,  /* [DDI0301H Table 16-10] */
		[CLASS_LOAD] = 1,	    /* [DDI0301H 16.10] */
		[CLASS_STORE] = 1,	    /* [DDI0301H 16.10] */
		[CLASS_LOAD_MULTIPLE] = 1,  /* [DDI0301H 16.12] */
		[CLASS_STORE_MULTIPLE] = 1, /* [DDI0301H 16.12] */
		[CLASS_SWAP] = 2,	    /* [DDI0301H Table 16-21] */
		[CLASS_STATUS] = 2,	    /* chosen */
		[CLASS_COPROCESSOR] = 2,    /* chosen */
		[CLASS_OTHER] = 1,	    /* chosen */
	},
	.latency = {
		[CLASS_ALU] = 1,
		[CLASS_SHIFT_BY_REG] = 2,  /* chosen */
		[CLASS_MULTIPLY] = 4,	   /* [DDI0301H Table 16-10] */
		[CLASS_MULTIPLY_LONG] = 5, /* high half; low is 4 [ibid.] */
		[CLASS_LOAD] = 3,	   /* as LDREX [DDI0301H Table 16-21] */
		[CLASS_LOAD_MULTIPLE] = 3, /* first pair [Table 16-18] */
		[CLASS_SWAP] = 3,	   /* [DDI0301H Table 16-21] */
		[CLASS_STATUS] = 2,	   /* chosen */
		[CLASS_COPROCESSOR] = 3,   /* chosen */
		[CLASS_OTHER] = 1,	   /* chosen */
	},
	.pair_cycle = 1,       /* [DDI0301H 16.12] */
	.flags_extra = 3,      /* [DDI0301H Table 16-10] */
	.mispredict = 4,       /* [DAI0195B 4] */
	.mispredict_stall = 1, /* [DAI0195B 4] */
	.late_predicted = 3,   /* 4 in all [DDI0301H Table 16-11] */
	.loaded_pc = 3,	       /* 8 in all [DDI0301H Table 16-19] */
	.exception = 4,	       /* chosen: a flush */
	.main_tlb = 3,	       /* chosen; it varies [DDI0301H 6.2.2] */
	.walk_read = 20,       /* chosen */
	.read = 30,	       /* chosen */
	.read_busy = 4,	       /* chosen */
	.line_busy = 8,	       /* chosen: four doublewords, bus at half clock */
	.write = 20,	       /* chosen */
	.write_busy = 4,       /* chosen */
	.l2_buffer = 6,	       /* chosen */
	.l2_hit = 10,	       /* chosen */
	.l2_miss = 4,	       /* chosen */
	.l2_write = 8,	       /* chosen: its write buffer takes it */
};

static bool init(struct uarch *u)
{
	const struct cache_shape shape = {
		.sets = CACHE_SETS,
		.ways = CACHE_WAYS,
		.choice = CACHE_INVALID_THEN_RANDOM,
	};

	if (!u->ops->regions) {
		wanted_tlb(u, BOARD_ITLB, &arm11_of(u)->imicro, 1, MICRO_TLB);
		wanted_tlb(u, BOARD_DTLB, &arm11_of(u)->dmicro, 1, MICRO_TLB);
		wanted_tlb(u, BOARD_TLB, &arm11_of(u)->main_tlb, MAIN_TLB_SETS,
			   MAIN_TLB_WAYS);
	}
	predictor_init(&arm11_of(u)->predictor, BRANCH_SHIFT,
		       wanted_size(u, BOARD_PREDICTOR, PREDICTOR_ENTRIES));
	arm11_of(u)->returns.size = u->ops->returns;
	arm11_of(u)->requests.size = LSU_QUEUE;
	return wanted_caches(u, &shape, &shape);
}

static void attach_l2(struct uarch *u, struct l2 *controller)
{
	arm11_of(u)->controller = controller;
	u->dcache.out = (struct cache_out){ l2_cast_out, controller };
	l2_attach(controller, &u->ledger);
}

static void junk(struct uarch *u)
{
	cache_junk(&u->icache, &u->rng);
	cache_junk(&u->dcache, &u->rng);
	tlb_junk(&arm11_of(u)->imicro, &u->rng);
	tlb_junk(&arm11_of(u)->dmicro, &u->rng);
	tlb_junk(&arm11_of(u)->main_tlb, &u->rng);
	predictor_junk(&arm11_of(u)->predictor, &u->rng);
}

const struct uarch_ops uarch_arm1136_ops = {
	.timing = &timing,
	.returns = 3, /* chosen */
	.own_size = sizeof(struct arm11),
	.attach_l2 = attach_l2,
	.init = init,
	.junk = junk,
	.quick_retire = true,
	.retire = arm11_retire,
	.blocks = &arm11_blocks,
	.maintain = arm11_maintain,
};

const struct uarch_ops uarch_arm1156_ops = {
	.timing = &timing,
	.regions = true,
	.returns = 3, /* chosen */
	.own_size = sizeof(struct arm11),
	.attach_l2 = attach_l2,
	.init = init,
	.junk = junk,
	.quick_retire = true,
	.retire = arm11_retire,
	.blocks = &arm11_blocks,
	.maintain = arm11_maintain,
};

const struct uarch_ops uarch_arm1176_ops = {
	.timing = &timing,
	.returns = 3, /* [DDI0301H 16.12.2] */
	.own_size = sizeof(struct arm11),
	.attach_l2 = attach_l2,
	.init = init,
	.junk = junk,
	.quick_retire = true,
	.retire = arm11_retire,
	.blocks = &arm11_blocks,
	.maintain = arm11_maintain,
};
