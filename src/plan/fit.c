/* SPDX-License-Identifier: MIT */
/*
 * This file tells whether a set of events fits into a pass.  Events that take
 * one counter are a bipartite matching: an event that finds its counters taken
 * pushes another event to a different one (augmenting paths). Pairs make the
 * question hard in general, so their places are tried one after the other.
 * Places that look the same to every event of the pass are tried once, which
 * leaves nothing to search on real monitors.
 */
#include "plan/inner.h"

/*
 * Gives the event a counter, and moves others for it if need be.  If that
 * fails, nothing has changed.
 */
static bool settle(const struct facts *f, struct pass *p, unsigned event,
		   struct plan_counters *seen)
{
	struct plan_counters can, direct;
	unsigned c;

	for (unsigned i = 0; i < PLAN_COUNTERS_MAX / 64; i++) {
		can.word[i] = f->can[event].word[i] & ~seen->word[i];
		direct.word[i] = can.word[i] & p->free.word[i];
	}
	c = counters_take(&direct);
	if (c != PLAN_NONE) {
		counters_drop(&p->free, c);
		p->at[c] = (uint16_t)event;
		return true;
	}
	while ((c = counters_take(&can)) != PLAN_NONE) {
		/*
		 * A deeper level of the search may have placed it in the
		 * meantime.
		 */
		if (counters_has(seen, c))
			continue;
		counters_put(seen, c);
		if (!set_has(&f->paired, p->at[c]) &&
		    settle(f, p, p->at[c], seen)) {
			p->at[c] = (uint16_t)event;
			return true;
		}
	}
	return false;
}

static bool settle_all(const struct facts *f, struct pass *p,
		       struct event_set singles)
{
	unsigned e;

	while ((e = set_take(f, &singles)) != PLAN_NONE) {
		struct plan_counters seen = { { 0 } };

		if (!settle(f, p, e, &seen))
			return false;
	}
	return true;
}

/* Would swapping two pairs of counters change nothing for these events? */
static bool alike(const struct facts *f, struct event_set events, unsigned c,
		  unsigned d)
{
	unsigned e;

	while ((e = set_take(f, &events)) != PLAN_NONE) {
		const struct plan_counters *can = &f->can[e];

		if (counters_has(can, c) != counters_has(can, d) ||
		    counters_has(can, c + 1) != counters_has(can, d + 1))
			return false;
	}
	return true;
}

/*
 * Places the pairs that have no place yet, then the single events around them.
 */
static bool arrange(const struct facts *f, struct pass *p,
		    struct event_set pairs, const struct event_set *singles)
{
	struct pass trial = *p;
	struct plan_counters can, tried = { { 0 } };
	unsigned e, c, d;

	if (!settle_all(f, &trial, *singles))
		return false;
	e = set_take(f, &pairs);
	if (e == PLAN_NONE) {
		*p = trial;
		return true;
	}
	can = f->can[e];
	while ((c = counters_take(&can)) != PLAN_NONE) {
		struct plan_counters before = tried;
		bool same = false;

		if (!counters_has(&p->free, c) ||
		    !counters_has(&p->free, c + 1))
			continue;
		while (!same && (d = counters_take(&before)) != PLAN_NONE)
			same = alike(f, p->events, c, d);
		if (same)
			continue;
		counters_put(&tried, c);
		trial = *p;
		counters_drop(&trial.free, c);
		counters_drop(&trial.free, c + 1);
		trial.at[c] = trial.at[c + 1] = (uint16_t)e;
		if (arrange(f, &trial, pairs, singles)) {
			*p = trial;
			return true;
		}
	}
	return false;
}

static bool arrange_all(const struct facts *f, struct pass *p)
{
	struct event_set pairs = { { 0 } }, singles = { { 0 } };

	for (unsigned i = 0; i < f->words; i++) {
		pairs.word[i] = p->events.word[i] & f->paired.word[i];
		singles.word[i] = p->events.word[i] & ~f->paired.word[i];
	}
	p->free = f->base.free;
	return arrange(f, p, pairs, &singles);
}

/*
 * Adds events; those that are there already cost nothing.  If that fails, the
 * pass is of no more use, so try on a copy.
 */
bool pass_add(const struct facts *f, struct pass *p,
	      const struct event_set *add)
{
	struct event_set fresh = { { 0 } }, rest;
	bool pairs = set_meets(f, &p->events, &f->paired);
	unsigned e;

	if (set_weight(f, add, &p->events) > counters_size(&p->free))
		return false;
	for (unsigned i = 0; i < f->words; i++)
		fresh.word[i] = add->word[i] & ~p->events.word[i];
	rest = fresh;
	while ((e = set_take(f, &rest)) != PLAN_NONE) {
		if (set_has(&p->barred, e))
			return false;
		set_put(&p->events, e);
		for (unsigned i = 0; i < f->words; i++)
			p->barred.word[i] |= f->bars[e].word[i];
	}
	if (pairs || set_meets(f, &fresh, &f->paired))
		return arrange_all(f, p);
	return settle_all(f, p, fresh);
}

/*
 * Does each new event find a counter, whichever ones the other new events take?
 */
static bool fits_easily(const struct facts *f, const struct pass *p,
			const struct event_set *add)
{
	struct event_set fresh = { { 0 } };
	unsigned e, count = 0;

	for (unsigned i = 0; i < f->words; i++) {
		fresh.word[i] = add->word[i] & ~p->events.word[i];
		count += (unsigned)__builtin_popcountll(fresh.word[i]);
		if (fresh.word[i] & (f->paired.word[i] | f->barring.word[i]))
			return false;
	}
	while ((e = set_take(f, &fresh)) != PLAN_NONE) {
		struct plan_counters open = p->free;

		open.word[0] &= f->can[e].word[0];
		open.word[1] &= f->can[e].word[1];
		if (counters_size(&open) < count)
			return false;
	}
	return true;
}

bool pass_fits(const struct facts *f, const struct pass *p,
	       const struct event_set *add)
{
	struct pass trial;

	if (set_meets(f, &p->barred, add) ||
	    set_weight(f, add, &p->events) > counters_size(&p->free))
		return false;
	if (fits_easily(f, p, add))
		return true;
	trial = *p;
	return pass_add(f, &trial, add);
}
