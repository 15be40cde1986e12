/* SPDX-License-Identifier: MIT */
/*
 * The ARM926EJ-S, asked in blocks: see timing.h.  The bus is let go on behind
 * them, which makes no difference while it does nothing but what the core has
 * posted to memory.
 */
#include "boards/src/core/arm926_inner.h"

static uint64_t bus_alone(const struct uarch *u)
{
	return ahb_alone(arm926_of(u)->bus);
}

/* No word fetched ahead is left, and the bus is the core's. */
static bool bus_quiet(const struct uarch *u)
{
	return !arm926_of(u)->words_left && bus_alone(u) > u->now;
}

/* Each word of data is an access of its own, and all of them hit. */
static void execute_hits(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	const unsigned words = i->transfers > 1 ? i->transfers : 1u;

	arm926_operands(u, i, r->passed);
	if (r->accesses) {
		count(u, LEDGER_DCACHE_ACCESS, words);
		count(u, LEDGER_DCACHE_ACCESS_CACHEABLE, words);
	}
	arm926_issue(u, r);
}

/* Nothing is predicted: each flow takes what it takes. */
static bool always_foretells(struct uarch *u, const struct insn *insn,
			     bool taken, uint32_t next)
{
	(void)u;
	(void)insn;
	(void)taken;
	(void)next;
	return true;
}

static void flow_once(struct uarch *u, const struct retired *r, bool foretold)
{
	(void)foretold;
	arm926_flow(u, r);
}

static bool page_known(const struct uarch *u, uint32_t vaddr,
		       const struct mapping *map)
{
	return !u->control.mmu ||
	       tlb_has(&arm926_of(u)->tlb, vaddr, map->page_bits);
}

static int code_slot(struct uarch *u, uint32_t vaddr, const struct mapping *map)
{
	if (!u->control.icache || !map->cacheable || !page_known(u, vaddr, map))
		return -1;
	return cache_find(&u->icache, vaddr);
}

static int data_slot(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		     uint64_t now)
{
	(void)now;
	if (!u->control.dcache || !map->cacheable || map->write_through ||
	    !page_known(u, vaddr, map))
		return -1;
	return cache_find(&u->dcache, vaddr);
}

static uint64_t *newest_access(struct uarch *u)
{
	return &arm926_of(u)->found_at;
}

static uint32_t page_changes(const struct uarch *u, bool fetch)
{
	(void)fetch; /* there is one TLB */
	return arm926_of(u)->tlb.changes;
}

/* A page that is in the TLB was looked at last.  The largest: others there may
 * be left of what is not in force. */
static void look_at_last(const struct uarch *u, struct page_memo *memo,
			 uint32_t vaddr)
{
	const struct tlb *t = &arm926_of(u)->tlb;
	uint32_t mask = UINT32_MAX;

	if (!u->control.mmu || (vaddr & memo->mask) == memo->base)
		return;
	for (uint32_t i = 0; i < t->sets * t->ways; i++)
		if ((vaddr & t->mask[i]) == t->base[i] && t->mask[i] < mask)
			mask = t->mask[i];
	memo->mask = mask;
	memo->base = vaddr & mask;
}

static void bus_follows(struct uarch *u, uint32_t last)
{
	struct arm926 *a = arm926_of(u);

	ahb_advance(a->bus, u->now);
	look_at_last(u, &u->ipage, last);
	if (a->found_at == ARM926_NOWHERE)
		return;
	look_at_last(u, &u->dpage, (uint32_t)a->found_at);
	a->found_at = ARM926_NOWHERE;
}

const struct uarch_blocks arm926_blocks = {
	.alone = bus_alone,
	.quiet = bus_quiet,
	.execute = execute_hits,
	.foretells = always_foretells,
	.lose = flow_once,
	.fetched = code_slot,
	.found = data_slot,
	.touched = newest_access,
	.touched_where = true,
	.pages = page_changes,
	.given = bus_follows,
};
