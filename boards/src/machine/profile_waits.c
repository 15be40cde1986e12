/* SPDX-License-Identifier: MIT */
/*
 * An instruction that waits for another one has the cycles, and the one it
 * waits for is told of them: as a column of costs besides its own, and pair by
 * pair.
 */
#include <stdlib.h>

#include "base/rare.h"
#include "boards/src/machine/profile_inner.h"

/* Pairs have room of their own: where there is no more, costs are whole without
 * them. */
enum { MOST_PAIRS = 1 << 20 };

_Static_assert(CAUSES <= 32, "a site and a cause have one key");

/* PROFILE_NONE: there is no room. */
static uint32_t new_pair(struct profile_waits *w)
{
	const uint32_t wanted = w->room ? w->room * 2 : 256;
	struct profile_wait *grown;

	if (w->count < w->room)
		return w->count++;
	if (w->room == MOST_PAIRS)
		return PROFILE_NONE;
	grown = reallocarray(w->wait, wanted, sizeof(*grown));
	if (!grown)
		return PROFILE_NONE;
	w->wait = grown;
	w->room = wanted;
	return w->count++;
}

uint32_t waits_pair(struct profile *p, uint32_t site, uint32_t maker,
		    uint32_t cause)
{
	struct profile_waits *w = &p->waits;
	uint32_t *known;

	if (site == PROFILE_NONE || maker == PROFILE_NONE)
		return PROFILE_NONE;
	known = profile_map_at(&w->of, site << 5 | cause, maker);
	if (!known)
		return PROFILE_NONE;
	if (*known == PROFILE_NONE) {
		*known = new_pair(w);
		if (*known == PROFILE_NONE)
			return PROFILE_NONE;
		w->of.used++;
		w->wait[*known] =
			(struct profile_wait){ site, maker, cause, 0 };
	}
	return *known;
}

/* The cost is the maker's, on the path on which it was executed last. */
static void add_cost(struct profile *p, uint32_t maker, uint64_t cycles)
{
	const unsigned cost = p->waits.cost;
	const uint32_t path = p->site[maker].path;

	p->cost[(size_t)maker * p->columns + cost] += cycles;
	p->last[cost] += cycles;
	if (path == calls_path(p))
		return;
	p->node_cost[(size_t)path * p->columns + cost] += cycles;
	p->since[cost] += cycles;
}

void waits_add(struct profile *p, uint32_t maker, uint32_t pair,
	       uint64_t cycles)
{
	add_cost(p, maker, cycles);
	if (pair != PROFILE_NONE)
		p->waits.wait[pair].cycles += cycles;
}

APART void waits_take(struct profile *p, uint32_t site)
{
	struct uarch_waits *from = p->waits.from;

	for (unsigned i = 0; i < from->count; i++) {
		const struct uarch_wait *w = &from->wait[i];
		const uint32_t maker = profile_index_at(p, w->maker) - 1;

		/* One of which there was no room to tell. */
		if (maker == PROFILE_NONE || site == PROFILE_NONE)
			continue;
		waits_add(p, maker, waits_pair(p, site, maker, w->cause),
			  w->cycles);
	}
	from->count = 0;
}

void waits_free(struct profile_waits *w)
{
	free(w->wait);
	profile_map_free(&w->of);
}
