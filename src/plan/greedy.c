/* SPDX-License-Identifier: MIT */
/*
 * This file makes good plans quickly.  They are an upper bound for the search,
 * and the answer where they meet the lower bound.
 */
#include <stdlib.h>

#include "plan/inner.h"

/*
 * Tells how many of an item's counters the pass has taken for the item's events
 * already.
 */
static unsigned overlap(const struct facts *f, const struct item *item,
			const struct pass *p)
{
	return item->weight - set_weight(f, &item->events, &p->events);
}

/*
 * Puts each item, the heaviest first, into the pass that has most of it
 * already; among several such, into the fullest.
 */
static uint16_t best_fit(const struct facts *f, const struct items *items,
			 struct pass *pass)
{
	uint16_t passes = 0;

	for (unsigned i = 0; i < items->count; i++) {
		const struct item *item = &items->item[i];
		unsigned best = passes, most = 0, least = 0;

		for (unsigned k = 0; k < passes; k++) {
			unsigned have = overlap(f, item, &pass[k]);
			unsigned room = counters_size(&pass[k].free);

			if (best != passes &&
			    (have < most || (have == most && room >= least)))
				continue;
			if (!pass_fits(f, &pass[k], &item->events))
				continue;
			best = k;
			most = have;
			least = room;
		}
		if (best == passes)
			pass[passes++] = f->start;
		pass_add(f, &pass[best], &item->events);
	}
	return passes;
}

/*
 * Finds the item that is not done, fits, and adds least; of several such, the
 * largest.
 */
static unsigned next_for(const struct facts *f, const struct items *items,
			 const bool *done, const struct pass *p, bool widest)
{
	unsigned best = items->count, best_adds = 0, best_have = 0;

	for (unsigned i = 0; i < items->count; i++) {
		const struct item *item = &items->item[i];
		unsigned have, adds;

		if (done[i])
			continue;
		have = overlap(f, item, p);
		adds = item->weight - have;
		if (best < items->count) {
			bool worse =
				widest ? have < best_have : adds > best_adds;
			bool equal =
				widest ? have == best_have : adds == best_adds;
			bool no =
				widest ? adds <= best_adds : have <= best_have;

			if (worse || (equal && no))
				continue;
		}
		if (!pass_fits(f, p, &item->events))
			continue;
		best = i;
		best_adds = adds;
		best_have = have;
	}
	return best;
}

/* Fills one pass after the other, each with what goes best with what it has. */
static uint16_t pass_by_pass(const struct facts *f, const struct items *items,
			     struct pass *pass, bool widest)
{
	bool *done = calloc(items->count + 1u, sizeof(*done));
	uint16_t passes = 0;

	if (!done)
		return UINT16_MAX;
	for (unsigned i = 0; i < items->count; i++) {
		unsigned next = i;

		if (done[i])
			continue;
		pass[passes] = f->start;
		while (next < items->count) {
			pass_add(f, &pass[passes], &items->item[next].events);
			done[next] = true;
			next = next_for(f, items, done, &pass[passes], widest);
		}
		passes++;
	}
	free(done);
	return passes;
}

uint16_t greedy_best(const struct facts *f, const struct items *items,
		     struct pass *best, struct pass *trial, uint16_t at_least)
{
	uint16_t least = best_fit(f, items, best);

	for (unsigned way = 0; way < 2 && least > at_least; way++) {
		uint16_t passes = pass_by_pass(f, items, trial, way == 1);

		if (passes < least) {
			least = passes;
			for (unsigned i = 0; i < passes; i++)
				best[i] = trial[i];
		}
	}
	return least;
}
