/* SPDX-License-Identifier: MIT */
/*
 * Cache maintenance, the same on all cores.  Cleaning counts as write-back,
 * half line by half line; what is invalidated dirty is lost and counts as
 * nothing.  The operations' own time is that of the bus (chosen).
 */
#include "boards/src/core/inner.h"

void uarch_write_back(struct uarch *u, unsigned halves)
{
	count(u, LEDGER_HALF_LINES_WRITTEN_BACK, halves);
	if (halves)
		bus_start(u, halves * u->t.line_busy / 2);
}

static void line(struct uarch *u, struct cache *c, uint32_t addr, bool clean,
		 bool drop)
{
	int slot = cache_find(c, addr);

	if (slot < 0)
		return;
	if (clean)
		uarch_write_back(u, cache_clean(c, slot));
	if (drop)
		cache_drop(c, slot);
}

/* A line of each data cache. */
static void data_line(struct uarch *u, struct cache *beside, uint32_t addr,
		      bool clean, bool drop)
{
	line(u, &u->dcache, addr, clean, drop);
	if (beside)
		line(u, beside, addr, clean, drop);
}

static void all(struct uarch *u, struct cache *c, bool clean, bool drop)
{
	if (clean)
		uarch_write_back(u, cache_clean_all(c));
	if (drop)
		cache_drop_all(c);
}

static void data_all(struct uarch *u, struct cache *beside, bool clean,
		     bool drop)
{
	all(u, &u->dcache, clean, drop);
	if (beside)
		all(u, beside, clean, drop);
}

/* A line comes in without its data, and clean (chosen). */
static void allocate(struct uarch *u, uint32_t addr)
{
	unsigned halves;

	if (cache_find(&u->dcache, addr) >= 0)
		return;
	cache_fill(&u->dcache, addr, &halves);
	uarch_write_back(u, halves);
}

void uarch_maintain_caches(struct uarch *u, struct cache *beside,
			   enum maintenance what, uint32_t addr)
{
	if (what == MAINTAIN_I_INVALIDATE_ALL) {
		cache_drop_all(&u->icache);
		forget_fetch(u);
	} else if (what == MAINTAIN_I_INVALIDATE_LINE) {
		line(u, &u->icache, addr, false, true);
		forget_fetch(u);
	} else if (what == MAINTAIN_D_INVALIDATE_ALL) {
		data_all(u, beside, false, true);
	} else if (what == MAINTAIN_D_INVALIDATE_LINE) {
		data_line(u, beside, addr, false, true);
	} else if (what == MAINTAIN_D_CLEAN_ALL) {
		data_all(u, beside, true, false);
	} else if (what == MAINTAIN_D_CLEAN_LINE) {
		data_line(u, beside, addr, true, false);
	} else if (what == MAINTAIN_D_CLEAN_INVALIDATE_ALL) {
		data_all(u, beside, true, true);
	} else if (what == MAINTAIN_D_CLEAN_INVALIDATE_LINE) {
		data_line(u, beside, addr, true, true);
	} else if (what == MAINTAIN_D_ALLOCATE_LINE) {
		allocate(u, addr);
	}
}
