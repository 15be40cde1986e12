/* SPDX-License-Identifier: MIT */
/*
 * This file finds how many passes a plan takes at least, in three ways.
 *
 * Hall sets.  Only the counters of a set U can count certain events.  However
 * these events are spread, they need room in U, and a pass has as much of it as
 * U has counters, less those that the anchors take.  Each union of the events'
 * counter sets is tried as U.
 *
 * Copies.  An event that many items share must be counted in several passes,
 * namely in as many as its items need when it rides in each.  Its copies take
 * room as further events would.  For example, of 30 ratios of something to
 * instructions on 4 counters, the 31 events alone would fit in 8 passes; but a
 * pass has room for 3 ratios, so instructions are counted 10 times.
 *
 * Cliques.  Where no two of some items can share a pass, each of them needs a
 * pass of its own.
 */
#include <stdlib.h>

#include "plan/inner.h"

enum { DEPTH = 2 }; /* copies of copies; more was never seen to help */

struct bounding {
	const struct facts *f;
	const struct items *items;
	struct bounds *b;
};

static bool add_hall(struct plan_counters *hall, uint16_t *halls,
		     const struct plan_counters *u)
{
	if (!u->word[0] && !u->word[1])
		return true;
	for (unsigned h = 1; h < *halls; h++)
		if (hall[h].word[0] == u->word[0] &&
		    hall[h].word[1] == u->word[1])
			return true;
	if (*halls == HALLS_MAX)
		return false;
	hall[(*halls)++] = *u;
	return true;
}

static struct plan_counters second_of(const struct plan_counters *first)
{
	struct plan_counters left = *first, second = { { 0 } };
	unsigned c;

	while ((c = counters_take(&left)) != PLAN_NONE)
		counters_put(&second, c + 1);
	return second;
}

static void widen(struct plan_counters *to, const struct plan_counters *by)
{
	to->word[0] |= by->word[0];
	to->word[1] |= by->word[1];
}

/* `counted` are the events that matter here. */
static uint16_t find_halls(const struct facts *f, struct event_set counted,
			   struct plan_counters *hall)
{
	uint16_t halls = 1;
	unsigned e;

	hall[0] = (struct plan_counters){ { 0 } };
	while ((e = set_take(f, &counted)) != PLAN_NONE) {
		struct plan_counters u = f->can[e];

		widen(&hall[0], &u);
		add_hall(hall, &halls, &u);
		if (set_has(&f->paired, e)) {
			u = second_of(&u);
			widen(&hall[0], &u);
			add_hall(hall, &halls, &u);
		}
	}
	for (unsigned h = 2; h < halls; h++) {
		for (unsigned k = 1; k < h; k++) {
			struct plan_counters u = hall[h];

			widen(&u, &hall[k]);
			if (!add_hall(hall, &halls, &u))
				return halls;
		}
	}
	return halls;
}

static bool inside(const struct plan_counters *a, const struct plan_counters *u)
{
	return !(a->word[0] & ~u->word[0]) && !(a->word[1] & ~u->word[1]);
}

static bool make_halls(const struct facts *f, const struct items *items,
		       struct bounds *b)
{
	struct plan_counters hall[HALLS_MAX];
	struct event_set counted = f->anchors;

	for (unsigned i = 0; i < items->count; i++)
		for (unsigned k = 0; k < f->words; k++)
			counted.word[k] |= items->item[i].events.word[k];
	b->halls = find_halls(f, counted, hall);
	b->share = calloc((size_t)b->halls * f->events + 1, 1);
	if (!b->share)
		return false;
	for (unsigned h = 0; h < b->halls; h++)
		b->room[h] = (uint16_t)counters_size(&hall[h]);
	for (unsigned e = 0; e < f->events; e++) {
		uint8_t *share = b->share + (size_t)e * b->halls;
		bool pair = set_has(&f->paired, e);
		struct plan_counters second = f->can[e];

		if (pair)
			second = second_of(&f->can[e]);
		for (unsigned h = 0; h < b->halls; h++) {
			share[h] = inside(&f->can[e], &hall[h]);
			if (pair && inside(&second, &hall[h]))
				share[h]++;
			if (set_has(&f->anchors, e))
				b->room[h] = (uint16_t)(b->room[h] - share[h]);
		}
	}
	return true;
}

static bool clashes(const struct bounds *b, unsigned i, unsigned k)
{
	return b->clash[i * b->clash_words + k / 64] >> (k % 64) & 1;
}

static void set_clash(const struct bounds *b, unsigned i, unsigned k)
{
	b->clash[i * b->clash_words + k / 64] |= UINT64_C(1) << (k % 64);
}

static bool make_clashes(const struct facts *f, const struct items *items,
			 struct bounds *b)
{
	struct pass *alone;

	if (items->count > CLIQUE_ITEMS_MAX || !items->count)
		return true;
	b->clash_words = (uint16_t)((items->count + 63u) / 64);
	b->clash = calloc((size_t)items->count * b->clash_words,
			  sizeof(*b->clash));
	alone = calloc(1, sizeof(*alone));
	if (!b->clash || !alone) {
		free(alone);
		return false;
	}
	for (unsigned i = 0; i < items->count; i++) {
		*alone = f->start;
		pass_add(f, alone, &items->item[i].events);
		for (unsigned k = i + 1; k < items->count; k++) {
			if (!pass_fits(f, alone, &items->item[k].events)) {
				set_clash(b, i, k);
				set_clash(b, k, i);
			}
		}
	}
	free(alone);
	return true;
}

/* Finds the largest clique that comes of growing one from each item in turn. */
static unsigned clique(const struct bounds *b, const uint16_t *list,
		       unsigned count)
{
	unsigned best = 0;

	if (!b->clash)
		return 0;
	for (unsigned first = 0; first < count && count > best; first++) {
		uint16_t member[CLIQUE_ITEMS_MAX];
		unsigned members = 0;

		for (unsigned i = 0; i < count; i++) {
			uint16_t item = list[(first + i) % count];
			unsigned k = 0;

			while (k < members && clashes(b, member[k], item))
				k++;
			if (k == members)
				member[members++] = item;
		}
		if (members > best)
			best = members;
	}
	return best;
}

static unsigned hall_bound(const struct bounding *x, const uint32_t *demand,
			   struct event_set fixed)
{
	const struct bounds *b = x->b;
	uint32_t sum[HALLS_MAX] = { 0 };
	uint16_t taken[HALLS_MAX] = { 0 };
	unsigned best = 0, e;

	for (e = 0; e < x->f->events; e++) {
		const uint8_t *share = b->share + (size_t)e * b->halls;

		for (unsigned h = 0; demand[e] && h < b->halls; h++)
			sum[h] += demand[e] * share[h];
	}
	while ((e = set_take(x->f, &fixed)) != PLAN_NONE) {
		const uint8_t *share = b->share + (size_t)e * b->halls;

		for (unsigned h = 0; h < b->halls; h++)
			taken[h] = (uint16_t)(taken[h] + share[h]);
	}
	for (unsigned h = 0; h < b->halls; h++) {
		unsigned room = b->room[h];

		/*
		 * Every item fits in a pass, so there is room for what it
		 * needs.
		 */
		room = room > taken[h] ? room - taken[h] : 1;
		if ((sum[h] + room - 1) / room > best)
			best = (sum[h] + room - 1) / room;
	}
	return best;
}

/*
 * Tells how many passes must have the listed items if the events of `fixed` are
 * in each of these passes.  `demand` is room for the work, a row for each
 * depth; the top row is left as the copies of each event.
 */
static unsigned copies(const struct bounding *x, const uint16_t *list,
		       unsigned count, struct event_set fixed, unsigned depth,
		       uint32_t *demand, uint16_t *lists)
{
	const struct facts *f = x->f;
	uint32_t *mine = demand + (size_t)depth * f->events;
	uint16_t *sub = lists + (size_t)depth * x->items->count;
	unsigned bound, group;

	for (unsigned e = 0; e < f->events; e++)
		mine[e] = 0;
	for (unsigned i = 0; i < count; i++) {
		struct event_set left = x->items->item[list[i]].events;
		unsigned e;

		while ((e = set_take(f, &left)) != PLAN_NONE)
			if (!set_has(&fixed, e))
				mine[e]++;
	}
	for (unsigned e = 0; e < f->events; e++) {
		struct event_set more = fixed;
		unsigned subs = 0;

		if (mine[e] < 2)
			continue;
		mine[e] = 1;
		if (depth == 0)
			continue;
		for (unsigned i = 0; i < count; i++)
			if (set_has(&x->items->item[list[i]].events, e))
				sub[subs++] = list[i];
		set_put(&more, e);
		mine[e] = copies(x, sub, subs, more, depth - 1, demand, lists);
	}
	bound = hall_bound(x, mine, fixed);
	group = depth > 0 ? clique(x->b, list, count) : 1;
	if (bound < 1)
		bound = 1;
	return bound > group ? bound : group;
}

bool bounds_make(const struct facts *f, const struct items *items,
		 struct bounds *b)
{
	const struct event_set none = { { 0 } };
	struct bounding x = { f, items, b };
	uint32_t *demand =
		calloc((size_t)(DEPTH + 1) * (f->events + 1u), sizeof(*demand));
	uint16_t *lists = calloc((size_t)(DEPTH + 2) * (items->count + 1u),
				 sizeof(*lists));
	uint16_t *all;
	bool good = demand && lists;

	*b = (struct bounds){ .need = calloc(f->events + 1u,
					     sizeof(*b->need)) };
	good = good && b->need && make_halls(f, items, b) &&
	       make_clashes(f, items, b);
	if (good) {
		all = lists + (size_t)(DEPTH + 1) * items->count;
		for (uint16_t i = 0; i < items->count; i++)
			all[i] = i;
		b->at_least = (uint16_t)copies(&x, all, items->count, none,
					       DEPTH, demand, lists);
		for (unsigned e = 0; e < f->events; e++)
			b->need[e] =
				(uint16_t)demand[(size_t)DEPTH * f->events + e];
	} else {
		bounds_free(b);
	}
	free(demand);
	free(lists);
	return good;
}

void bounds_free(struct bounds *b)
{
	free(b->share);
	free(b->clash);
	free(b->need);
	*b = (struct bounds){ 0 };
}
