/* SPDX-License-Identifier: MIT */
/*
 * ARM926EJ-S, as far as the bus sees it, and its time.  Core and bus run at
 * one clock here (HCLKEN always high; chosen).  Where the documents are silent
 * the simplest rule is taken, and named "chosen".
 *
 * Constant                      value       source
 * caches                        32 KiB each (chosen), 4-way, 32 B lines, two
 *                               dirty bits, virtual, critical word first
 *                                           [DDI0198D 4.1]
 * victim                        at random or in turn by SCTLR.RR [ibid.];
 *                               invalid ways first when at random (chosen)
 * allocation                    on read misses only [ibid.]
 * caches disabled               not looked up (chosen)
 * while a line comes in         its other words, and other lines, are there
 *                               at once (chosen)
 * TLB                           one, 2-way, 64 entries [DDI0198D 3.1]; no
 *                               lock-down entries used; victims in turn
 *                               (chosen)
 * instructions not cached       a burst of four words where it does not cross
 *                               1 KiB and c15 allows it, else one word
 *                                           [DDI0198D 7.1]; nothing before it
 *                               is wanted, none kept over a branch (chosen)
 * branch prediction             none
 *
 * Cycles are those of the ARM9EJ-S [DDI0222B 8.1]; see cycles() in
 * arm926_blocks.c.
 */
#include "boards/src/core/arm926_inner.h"

#include <stdlib.h>

enum {
	TLB_SETS = 32,
	TLB_WAYS = 2,
	WORD = 4,
	BURST_WORDS = 4,
	BURST_BOUNDARY = 1024,
};

/* [DDI0222B 8.1], but for what is named chosen. */
static const struct uarch_timing timing = {
	.issue = {
		[CLASS_ALU] = 1,
		[CLASS_SHIFT_BY_REG] = 2,
		[CLASS_MULTIPLY] = 2,	   /* halfword multiplies: 1 there */
		[CLASS_MULTIPLY_LONG] = 3,
		[CLASS_LOAD] = 1,
		[CLASS_STORE] = 1,
		[CLASS_LOAD_MULTIPLE] = 0, /* by registers */
		[CLASS_STORE_MULTIPLE] = 0,
		[CLASS_SWAP] = 2,
		[CLASS_STATUS] = 2,	   /* chosen */
		[CLASS_COPROCESSOR] = 2,   /* chosen */
		[CLASS_OTHER] = 1,
	},
	/* Beyond the issue: interlocks. */
	.latency = {
		[CLASS_MULTIPLY] = 1,
		[CLASS_MULTIPLY_LONG] = 1,
		[CLASS_LOAD] = 1, /* words; parts of them: 2 */
		[CLASS_LOAD_MULTIPLE] = 1, /* the last register */
		[CLASS_SWAP] = 1,
		[CLASS_COPROCESSOR] = 1,   /* chosen */
	},
	.flags_extra = 2, /* MULS and the like */
	.mispredict = 2,  /* a branch: three cycles in all */
	.loaded_pc = 4,	  /* LDR to pc: five in all */
	.exception = 2,	  /* SWI: three in all */
};

static bool init(struct uarch *u)
{
	const struct cache_shape shape = {
		.sets = ARM926_SETS,
		.ways = ARM926_WAYS,
		.choice = CACHE_INVALID_THEN_RANDOM,
	};

	wanted_tlb(u, BOARD_TLB, &arm926_of(u)->tlb, TLB_SETS, TLB_WAYS);
	arm926_of(u)->bus = u->ahb;
	arm926_of(u)->found_at = ARM926_NOWHERE;
	if (!wanted_caches(u, &shape, &shape))
		return false;
	arm926_of(u)->line = calloc(arm926_slots(u), sizeof(uint32_t));
	return arm926_of(u)->line != NULL;
}

static void done(struct uarch *u)
{
	free(arm926_of(u)->line);
}

static void junk(struct uarch *u)
{
	cache_junk(&u->icache, &u->rng);
	cache_junk(&u->dcache, &u->rng);
	tlb_junk(&arm926_of(u)->tlb, &u->rng);
	for (uint32_t i = 0; i < arm926_slots(u); i++)
		arm926_of(u)->line[i] = u->dcache.tag[i] << CACHE_LINE_BITS;
}

static void refused(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		    bool fetch)
{
	uint64_t before = u->now;

	if (!u->control.mmu)
		return;
	if (!map->page_bits ||
	    !tlb_touch(&arm926_of(u)->tlb, vaddr, map->page_bits))
		(void)arm926_walk(u, map, !fetch);
	settle(u, before);
}

static enum uarch_bus fill(struct uarch *u, uint32_t addr, uint32_t paddr)
{
	struct ahb_burst b = ahb_line_fill(paddr & ~(WORD - 1u), false);
	struct ahb_done done;
	enum uarch_bus bus;
	unsigned halves;
	int slot;

	count(u, LEDGER_ICACHE_MISS, 1);
	slot = cache_fill(&u->icache, addr, &halves);
	bus = arm926_await(
		u, CAUSE_FETCH_MEMORY, AHB_ARMI,
		ahb_post(arm926_of(u)->bus, AHB_ARMI, &b, arm926_when(u)), 1,
		&done);
	if (bus)
		cache_drop(&u->icache, slot);
	return bus;
}

/* One word, from the buffer, or from the bus with what follows it. */
static enum uarch_bus uncached(struct uarch *u, uint32_t addr,
			       const struct mapping *map, uint32_t paddr,
			       bool privileged)
{
	struct arm926 *a = arm926_of(u);
	uint32_t word = addr & ~(WORD - 1u), at = paddr & ~(WORD - 1u);
	bool burst = !u->control.no_prefetch &&
		     at % BURST_BOUNDARY <= BURST_BOUNDARY - BURST_WORDS * WORD;
	struct ahb_done done;
	enum uarch_bus bus;

	if (a->words_left && word == a->next_word) {
		a->words_left--;
	} else {
		uint8_t prot = privileged ? AHB_PRIVILEGED : 0;
		struct ahb_burst b;

		if (map->bufferable)
			prot |= AHB_BUFFERABLE;
		if (map->cacheable)
			prot |= AHB_CACHEABLE;
		a->words = burst ? BURST_WORDS : 1;
		b = ahb_read_of(at, WORD, a->words, prot);
		a->words_left = a->words - 1;
		a->ahead = ahb_post(arm926_of(u)->bus, AHB_ARMI, &b,
				    arm926_when(u));
	}
	a->next_word = word + WORD;
	bus = arm926_await(u, CAUSE_FETCH_UNCACHED, AHB_ARMI, a->ahead,
			   a->words - a->words_left, &done);
	if (bus)
		a->words_left = 0;
	return bus;
}

static enum uarch_bus fetch(struct uarch *u, uint32_t addr,
			    const struct mapping *map, uint32_t paddr,
			    bool privileged)
{
	bool cached = u->control.icache && map->cacheable;
	uint64_t asked = u->now;
	enum uarch_bus bus;

	bus = arm926_page(u, &u->ipage, addr, map, false);
	if (!bus && !cached)
		bus = uncached(u, addr, map, paddr, privileged);
	else if (!bus && cache_find(&u->icache, addr) < 0)
		bus = fill(u, addr, paddr);
	u->fetch_mask = ~((cached ? CACHE_LINE_BYTES : WORD) - 1u);
	u->fetch_base = addr & u->fetch_mask;
	if (bus)
		forget_fetch(u);
	count(u, LEDGER_FETCH_STALL, u->now - asked);
	return bus;
}

static enum uarch_bus begin(struct uarch *u, const struct insn *i,
			    const struct mapping *map, bool passed,
			    bool privileged)
{
	uint32_t last = i->addr + i->size - 1;
	enum uarch_bus bus = UARCH_BUS_OK;

	arm926_of(u)->stored = 0;
	arm926_of(u)->burst_left = 0;
	arm926_of(u)->swapped = false;
	if ((i->addr & u->fetch_mask) != u->fetch_base)
		bus = fetch(u, i->addr, map, map->paddr, privileged);
	/* Thumb's BL may lie in two words. */
	if (!bus && (last & u->fetch_mask) != u->fetch_base)
		bus = fetch(u, last - 1, map, map->paddr + 2, privileged);
	if (bus)
		return bus;
	arm926_operands(u, i, passed);
	return UARCH_BUS_OK;
}

static void retire(struct uarch *u, const struct retired *r)
{
	uint64_t before = u->now;

	arm926_issue(u, r);
	if (r->insn->flow != FLOW_NEXT)
		arm926_flow(u, r);
	ahb_advance(arm926_of(u)->bus, u->now);
	settle(u, before);
}

static void maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		     const struct mapping *map)
{
	(void)map; /* tags are virtual */
	switch (what) {
	case MAINTAIN_DRAIN_WRITE_BUFFER:
		arm926_drain(u);
		break;
	case MAINTAIN_TLB_INVALIDATE_ALL:
	case MAINTAIN_ITLB_INVALIDATE_ALL:
	case MAINTAIN_DTLB_INVALIDATE_ALL: /* there is one TLB */
		tlb_drop_all(&arm926_of(u)->tlb);
		forget_page(&u->ipage);
		forget_page(&u->dpage);
		forget_fetch(u);
		break;
	case MAINTAIN_TLB_INVALIDATE_ENTRY:
	case MAINTAIN_ITLB_INVALIDATE_ENTRY:
	case MAINTAIN_DTLB_INVALIDATE_ENTRY:
		tlb_drop(&arm926_of(u)->tlb, vaddr);
		forget_page(&u->ipage);
		forget_page(&u->dpage);
		forget_fetch(u);
		break;
	case MAINTAIN_I_INVALIDATE_ALL:
	case MAINTAIN_I_INVALIDATE_LINE:
		uarch_maintain_caches(u, NULL, what, vaddr);
		break;
	case MAINTAIN_D_INVALIDATE_ALL:
	case MAINTAIN_D_INVALIDATE_LINE:
	case MAINTAIN_D_CLEAN_ALL:
	case MAINTAIN_D_CLEAN_LINE:
	case MAINTAIN_D_CLEAN_INVALIDATE_ALL:
	case MAINTAIN_D_CLEAN_INVALIDATE_LINE:
		arm926_maintain_data(u, what, vaddr);
		break;
	case MAINTAIN_PREDICTOR_FLUSH:
	case MAINTAIN_PREFETCH_FLUSH:
	case MAINTAIN_D_ALLOCATE_LINE: /* it has none of them */
		break;
	}
	arm926_of(u)->words_left = 0;
}

static void control(struct uarch *u)
{
	enum cache_choice choice = u->control.round_robin
					   ? CACHE_ROUND_ROBIN
					   : CACHE_INVALID_THEN_RANDOM;

	u->icache.shape.choice = u->dcache.shape.choice = choice;
	arm926_of(u)->words_left = 0;
}

static void idle(struct uarch *u)
{
	ahb_advance(arm926_of(u)->bus, u->now);
}

const struct uarch_ops uarch_arm926_ops = {
	.blocks = &arm926_blocks,
	.timing = &timing,
	.begin = begin,
	.access = arm926_access,
	.refused = refused,
	.idle = idle,
	.control = control,
	.own_size = sizeof(struct arm926),
	.init = init,
	.done = done,
	.junk = junk,
	.retire = retire,
	.maintain = maintain,
};
