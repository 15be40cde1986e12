/* SPDX-License-Identifier: MIT */
/*
 * This file turns wants into items, the sets of events that must share a pass.
 * A want within another costs nothing, so only the largest sets are kept.  Two
 * items are of one kind if they differ only in events that nobody else needs
 * and that the same counters count: the search need not try both orders of
 * them.
 */
#include <stdlib.h>

#include "plan/inner.h"

static void append(const struct facts *f, struct items *items,
		   const struct event_set *set)
{
	const struct event_set none = { { 0 } };
	struct item *item = &items->item[items->count];

	item->events = *set;
	item->weight = (uint16_t)set_weight(f, set, &none);
	items->count++;
}

static void collect(const struct facts *f, const bool *split,
		    struct items *items)
{
	const struct plan_problem *p = f->problem;

	for (unsigned i = 0; i < p->wants; i++) {
		struct event_set set = { { 0 } };

		for (unsigned k = 0; k < p->want[i].events; k++) {
			unsigned e = f->own[p->want[i].event[k]];

			if (set_has(&f->anchors, e))
				continue;
			set_put(&set, e);
			if (split[i]) {
				append(f, items, &set);
				set_drop(&set, e);
			}
		}
		if (!split[i])
			append(f, items, &set);
	}
}

/*
 * Sorts by merging, the heaviest first; items of one weight stay in the order
 * in which they came.
 */
static void sort(struct item *item, unsigned count, struct item *spare)
{
	unsigned half = count / 2, a = 0, b = half;

	if (count < 2)
		return;
	sort(item, half, spare);
	sort(item + half, count - half, spare);
	for (unsigned i = 0; i < count; i++) {
		bool left = b == count ||
			    (a < half && item[a].weight >= item[b].weight);

		spare[i] = left ? item[a++] : item[b++];
	}
	for (unsigned i = 0; i < count; i++)
		item[i] = spare[i];
}

static void keep_largest(const struct facts *f, struct items *items)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < items->count; i++) {
		bool within = items->item[i].weight == 0;

		for (unsigned k = 0; k < kept && !within; k++)
			within = set_within(f, &items->item[i].events,
					    &items->item[k].events);
		if (!within)
			items->item[kept++] = items->item[i];
	}
	items->count = (uint16_t)kept;
}

static bool same_counters(const struct facts *f, unsigned a, unsigned b)
{
	return f->can[a].word[0] == f->can[b].word[0] &&
	       f->can[a].word[1] == f->can[b].word[1] &&
	       set_has(&f->paired, a) == set_has(&f->paired, b);
}

/*
 * Can the events be put in an order in which each has the same counters as the
 * other set's?
 */
static bool matched(const struct facts *f, struct event_set a,
		    struct event_set b)
{
	unsigned e, d;

	while ((e = set_take(f, &a)) != PLAN_NONE) {
		struct event_set left = b;

		while ((d = set_take(f, &left)) != PLAN_NONE)
			if (same_counters(f, e, d))
				break;
		if (d == PLAN_NONE)
			return false;
		set_drop(&b, d);
	}
	return true;
}

/* Do the items differ only in events of `own`, and are these alike? */
static bool alike(const struct facts *f, const struct item *a,
		  const struct item *b, const struct event_set *own)
{
	struct event_set mine = { { 0 } }, yours = { { 0 } };

	if (a->weight != b->weight)
		return false;
	for (unsigned i = 0; i < f->words; i++) {
		uint64_t x = a->events.word[i], y = b->events.word[i];

		if ((x ^ y) & ~own->word[i])
			return false;
		mine.word[i] = x & own->word[i];
		yours.word[i] = y & own->word[i];
	}
	return matched(f, mine, yours) && matched(f, yours, mine);
}

/* Finds the events that one item alone needs and that exclude nothing. */
static struct event_set find_own(const struct facts *f,
				 const struct items *items)
{
	struct event_set once = { { 0 } }, twice = { { 0 } };
	struct event_set own = { { 0 } };
	unsigned e;

	for (unsigned i = 0; i < items->count; i++) {
		for (unsigned k = 0; k < f->words; k++) {
			uint64_t w = items->item[i].events.word[k];

			twice.word[k] |= once.word[k] & w;
			once.word[k] |= w;
		}
	}
	for (unsigned k = 0; k < f->words; k++)
		once.word[k] &= ~twice.word[k];
	while ((e = set_take(f, &once)) != PLAN_NONE)
		if (!set_has(&f->barring, e))
			set_put(&own, e);
	return own;
}

static void find_kinds(const struct facts *f, struct items *items)
{
	const struct event_set own = find_own(f, items);
	uint16_t kinds = 0;

	for (unsigned i = 0; i < items->count; i++) {
		struct item *item = &items->item[i];
		unsigned k = 0;

		while (k < i && !alike(f, item, &items->item[k], &own))
			k++;
		item->kind = k < i ? items->item[k].kind : kinds++;
	}
	items->kinds = kinds;
}

size_t items_asked(const struct facts *f, const bool *split)
{
	const struct plan_problem *p = f->problem;
	size_t asked = 0;

	for (unsigned i = 0; i < p->wants; i++)
		asked += split[i] ? p->want[i].events : 1;
	return asked;
}

/*
 * Makes the items of all wants; of a want that is split, each event is one.
 * `chunk` are further sets.  False: out of memory, or more than PLAN_SETS_MAX.
 */
bool items_make(const struct facts *f, const bool *split,
		const struct event_set *chunk, uint16_t chunks,
		struct items *items)
{
	const size_t room = items_asked(f, split) + chunks + 1;
	struct item *spare;

	*items = (struct items){ 0 };
	if (room > PLAN_SETS_MAX + 1)
		return false;
	items->item = calloc(room, sizeof(*items->item));
	spare = calloc(room, sizeof(*spare));
	if (!items->item || !spare) {
		free(spare);
		items_free(items);
		return false;
	}
	collect(f, split, items);
	for (unsigned i = 0; i < chunks; i++)
		append(f, items, &chunk[i]);
	sort(items->item, items->count, spare);
	free(spare);
	keep_largest(f, items);
	find_kinds(f, items);
	return true;
}

void items_free(struct items *items)
{
	free(items->item);
	*items = (struct items){ 0 };
}
