/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A cores, asked in blocks: see timing.h.  A page that a first-level
 * TLB holds is found there without a change.
 */
#include "boards/src/core/cortex_a_inner.h"

uint32_t cortex_a_window(const struct uarch *u)
{
	return cortex_a_core_of(u)->look_up;
}

struct global_predictor *cortex_a_global(const struct uarch *u)
{
	return &cortex_a_of(u)->global;
}

static int hit_in(struct cache *c, bool on, const struct uarch *u,
		  const struct tlb *pages, uint32_t vaddr,
		  const struct mapping *map)
{
	if (!on || !map->cacheable ||
	    (u->control.mmu && !tlb_has(pages, vaddr, map->page_bits)))
		return -1;
	return cache_find(c, map->paddr);
}

int cortex_a_fetched(struct uarch *u, uint32_t vaddr, const struct mapping *map)
{
	return hit_in(&u->icache, u->control.icache, u, &cortex_a_of(u)->imicro,
		      vaddr, map);
}

int cortex_a_found(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		   uint64_t now)
{
	(void)now;
	return hit_in(&u->dcache, u->control.dcache, u, &cortex_a_of(u)->dmicro,
		      vaddr, map);
}

uint32_t cortex_a_pages(const struct uarch *u, bool fetch)
{
	return fetch ? cortex_a_of(u)->imicro.changes
		     : cortex_a_of(u)->dmicro.changes;
}

void cortex_a_more_lines(struct uarch *u, unsigned lines, bool write)
{
	count(u, LEDGER_MEM_ACCESS, lines);
	count(u, write ? LEDGER_MEM_WRITE : LEDGER_MEM_READ, lines);
	count(u, LEDGER_L1D_ACCESS, lines);
	count(u, write ? LEDGER_L1D_WRITE : LEDGER_L1D_READ, lines);
}
