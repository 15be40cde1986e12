/* SPDX-License-Identifier: MIT */
/* The ARM11 cores, asked in blocks: see timing.h. */
#include "boards/src/core/arm11_inner.h"
#include "boards/src/core/timing.h"

static void pretend(struct uarch *second, const struct uarch *u)
{
	arm11_of(second)->requests.size = arm11_of(u)->requests.size;
	predictor_init(&arm11_of(second)->predictor,
		       arm11_of(u)->predictor.shift,
		       arm11_of(u)->predictor.entries);
}

/* No line is on its way into the instruction cache, and there is room for one
 * more request. */
static bool quiet(const struct uarch *u)
{
	return arm11_of(u)->fill_end <= u->now &&
	       buffer_free_at(&arm11_of(u)->requests, u->now) == u->now;
}

static uint64_t *unit(const struct uarch *u)
{
	return &arm11_of(u)->lsu_free;
}

static uint32_t *maker(const struct uarch *u, unsigned place)
{
	if (place == TIMING_UNIT)
		return &arm11_of(u)->lsu_maker;
	return place < REGISTERS ? (uint32_t *)&u->maker[place] : NULL;
}

static struct predictor *predictor(const struct uarch *u)
{
	return &arm11_of(u)->predictor;
}

static int fetched(struct uarch *u, uint32_t vaddr, const struct mapping *map)
{
	if (!arm11_looks_up(u->control.icache, map) ||
	    (u->control.mmu &&
	     !tlb_has(&arm11_of(u)->imicro, vaddr, map->page_bits)))
		return -1;
	return cache_find(&u->icache, map->paddr);
}

/*
 * A line whose request is still under way makes who reads it wait, and so does
 * one that was written through: neither is found at once.
 */
static int found(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		 uint64_t now)
{
	uint8_t why;
	int slot;

	if (!arm11_looks_up(u->control.dcache, map) || map->write_through ||
	    map->strongly_ordered)
		return -1;
	slot = cache_find(&u->dcache, map->paddr);
	if (slot < 0 ||
	    (u->control.mmu &&
	     !tlb_has(&arm11_of(u)->dmicro, vaddr, map->page_bits)) ||
	    buffer_find(&arm11_of(u)->requests, map->paddr >> CACHE_LINE_BITS,
			now, &why))
		return -1;
	return slot;
}

/* An access that hits is no write to the second level. */
static uint64_t *touched(struct uarch *u)
{
	return &arm11_of(u)->posted;
}

static uint32_t pages(const struct uarch *u, bool fetch)
{
	return fetch ? arm11_of(u)->imicro.changes
		     : arm11_of(u)->dmicro.changes;
}

/* Of an instruction, each line counts as an access. */
static void arm11_more_lines(struct uarch *u, unsigned lines, bool write)
{
	(void)write;
	count(u, LEDGER_DCACHE_ACCESS, lines);
	count(u, LEDGER_DCACHE_ACCESS_CACHEABLE, lines);
}

const struct uarch_blocks arm11_blocks = {
	.pretend = pretend,
	.quiet = quiet,
	.unit = unit,
	.maker = maker,
	.execute = arm11_execute,
	.flow = arm11_flow,
	.predictor = predictor,
	.fetched = fetched,
	.found = found,
	.touched = touched,
	.more_lines = arm11_more_lines,
	.pages = pages,
};
