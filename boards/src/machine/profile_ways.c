/* SPDX-License-Identifier: MIT */
/*
 * Ways are counted by the path that leads to them, and multiplied out when
 * another path does, or when the profile is read: see profile_ways.h.
 */
#include "boards/src/machine/profile_ways.h"

#include <string.h>

#include "boards/src/machine/profile_inner.h"

struct profile *profile_by_ways(const struct machine *m)
{
	struct profile *p = m->profile;

	return p && m->observer.ctx == p && p->ways.all && !p->full ? p : NULL;
}

void profile_brought_by(struct profile *p, void (*bring)(void *ctx), void *ctx)
{
	p->ways.bring = bring;
	p->ways.ctx = ctx;
}

/* The item, or LEDGER_ITEMS and the cause, whose count is there; or behind
 * these: it is another's. */
static unsigned item_at(const struct ledger *l, const uint64_t *at)
{
	const uintptr_t item = (uintptr_t)at - (uintptr_t)l->n,
			cause = (uintptr_t)at - (uintptr_t)l->cause;

	if (item < sizeof l->n)
		return (unsigned)(item / sizeof *at);
	if (cause < sizeof l->cause)
		return LEDGER_ITEMS + (unsigned)(cause / sizeof *at);
	return LEDGER_ITEMS + CAUSES;
}

/* How long interrupts were masked is nothing that a way knows. */
static bool told_by_ways(unsigned what)
{
	return what < LEDGER_ITEMS + CAUSES && what != LEDGER_IRQ_DISABLED &&
	       what != LEDGER_FIQ_DISABLED;
}

void ways_make(struct profile *p)
{
	struct profile_ways *w = &p->ways;

	memset(w->cost, 0xff, sizeof w->cost);
	w->all = !p->any_ledger && p->there == p->asked_end;
	for (unsigned i = 0; i < p->there; i++) {
		const unsigned what =
			item_at(uarch_ledger(p->machine->uarch), p->at[i]);

		if (p->at[i] == &p->last[0])
			continue;
		if (!told_by_ways(what)) {
			w->all = false;
			return;
		}
		w->cost[what] = (uint16_t)i;
	}
}

unsigned profile_cost_of(const struct profile *p, unsigned what)
{
	return p->ways.cost[what];
}

unsigned profile_cost_of_waits(const struct profile *p)
{
	return p->waits.from ? p->waits.cost : PROFILE_WAY_NO_COST;
}

/* ---- waits --------------------------------------------------------------- */

static uint32_t site_of_maker(struct profile *p, const struct profile_way *w,
			      const struct profile_wait_there *t, uint32_t addr)
{
	if (t->maker != PROFILE_WAY_BEFORE)
		return w->site[t->maker];
	return profile_index_at(p, addr) - 1;
}

/* The path on which the other one was executed is its site's newest. */
static void wait_once(struct profile *p, const struct profile_way *w,
		      struct profile_wait_there *t, uint32_t addr)
{
	const uint32_t site = w->site[t->n];

	if (t->addr != addr || t->sites != p->sites) {
		t->addr = addr;
		t->sites = p->sites;
		t->site = site_of_maker(p, w, t, addr);
		t->pair = waits_pair(p, site, t->site, t->cause);
	}
	if (t->site != PROFILE_NONE && site != PROFILE_NONE)
		waits_add(p, t->site, t->pair, t->cycles);
}

void profile_way_waits(struct profile *p, struct profile_way *w,
		       uint32_t *const *maker)
{
	bool before = false;

	for (unsigned i = 0; i < w->wait_count; i++) {
		struct profile_wait_there *t = &w->wait[i];

		if (t->maker == PROFILE_WAY_BEFORE) {
			wait_once(p, w, t, *maker[t->place]);
			before = true;
		} else if (!w->paired) {
			t->site = w->site[t->maker];
			t->pair =
				waits_pair(p, w->site[t->n], t->site, t->cause);
		}
	}
	w->paired = true;
	for (unsigned i = 0; i < w->lates; i++) {
		const uint32_t site = w->site[w->late[i].n];

		if (site == PROFILE_NONE)
			continue;
		*maker[w->late[i].place] = p->site[site].addr;
		if (p->site[site].path != calls_path(p))
			steps_move(p, site, calls_path(p));
	}
	w->waits = before || w->lates;
}

/* ---- costs --------------------------------------------------------------- */

/* Of a site that another path has: to a step of that path. */
static void add_apart(struct profile *p, uint32_t path,
		      const struct profile_part *part, uint32_t site,
		      uint64_t by)
{
	if (site == PROFILE_NONE) {
		p->cause[(size_t)BOARD_CAUSE_NO_ROOM * p->columns +
			 part->cost] += by;
		p->apart[part->cost] += by;
		return;
	}
	p->cost[(size_t)site * p->columns + part->cost] += by;
	steps_add(p, path, site, part->cost, by);
}

static void multiply_out(struct profile *p, struct profile_way *w)
{
	const uint32_t path = w->path;

	for (unsigned i = 0; i < w->instructions; i++) {
		const uint32_t site = w->site[i];

		if (site == PROFILE_NONE)
			continue;
		p->site[site].executed += w->count;
		steps_add(p, path, site, 0, 0);
	}
	for (unsigned i = 0; i < w->parts; i++) {
		const struct profile_part *part = &w->part[i];
		const uint32_t site = w->site[part->n];
		const uint64_t by = part->by * w->count;

		if (site != PROFILE_NONE && p->site[site].path == path)
			p->cost[(size_t)site * p->columns + part->cost] += by;
		else
			add_apart(p, path, part, site, by);
	}
	for (unsigned i = 0; i < w->wait_count; i++) {
		const struct profile_wait_there *t = &w->wait[i];

		if (t->maker != PROFILE_WAY_BEFORE && t->pair != PROFILE_NONE)
			p->waits.wait[t->pair].cycles += t->cycles * w->count;
	}
	w->count = 0;
}

void profile_way_gone(struct profile *p, struct profile_way *w, uint64_t count)
{
	const uint32_t path = calls_path(p);

	if (!w->listed) {
		w->listed = true;
		w->next = p->ways.first;
		p->ways.first = w;
		w->path = path;
	} else if (w->path != path) {
		multiply_out(p, w);
		w->path = path;
	}
	w->count += count;
	if (p->waits.from)
		p->last[p->waits.cost] += w->waited * count;
}

void profile_end_ways(struct profile *p)
{
	while (p->ways.first) {
		struct profile_way *w = p->ways.first;

		p->ways.first = w->next;
		w->listed = false;
		multiply_out(p, w);
	}
}

/* Groups are seen as they are. */
static void see(struct profile *p)
{
	if (p->issued)
		p->waited = *p->cycles - *p->issued;
	for (unsigned i = 1; i < p->groups; i++)
		p->group[i].seen = *p->group[i].moved;
}

void profile_ways_taken(struct profile *p)
{
	for (unsigned i = 0; i < p->there; i++)
		p->last[i] = *p->at[i];
	see(p);
}

void profile_gained(struct profile *p, uint32_t site, uint64_t cycles)
{
	const unsigned cost = profile_cost_of(p, LEDGER_CYCLES);
	const bool none = site == PROFILE_NONE;
	uint64_t *to =
		none ? p->cause + (size_t)BOARD_CAUSE_NO_ROOM * p->columns
		     : p->cost + (size_t)site * p->columns;

	if (!none && p->site[site].path != calls_path(p))
		steps_move(p, site, calls_path(p));
	for (unsigned i = 0; i < p->there; i++) {
		const uint64_t gain = *p->at[i] - p->last[i];

		to[i] += gain;
		p->apart[i] += none ? gain : 0;
		p->last[i] += gain;
	}
	if (cost != PROFILE_WAY_NO_COST) {
		to[cost] += cycles;
		p->apart[cost] += none ? cycles : 0;
	}
	see(p);
}
