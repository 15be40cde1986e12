/* SPDX-License-Identifier: MIT */
/*
 * This file tells whether the items can be packed into a given number of
 * passes.  The search is exhaustive; these rules make it small.
 *
 * The item with the fewest places left is placed next.  An item that a pass
 * holds already is done for nothing.  Empty passes are all alike.  Items of one
 * kind go into passes in order.
 *
 * Room is counted for all passes together.  What is taken off it: each copy of
 * an event beyond those that the event needs anyway (bound.c), and the counters
 * that stay free in a pass into which nothing more fits.
 */
#include <stdlib.h>
#include <string.h>

#include "plan/inner.h"

struct search {
	const struct facts *f;
	const struct items *items;
	const struct bounds *b;
	uint16_t passes, open, left;
	uint32_t budget, nodes;
	struct pass *pass;
	struct pass *saved;  /* per depth */
	uint8_t *fits;       /* [pass * items + item] */
	uint8_t *saved_fits; /* [depth * items + item] */
	bool *done;
	uint16_t *places; /* per item: open passes that it fits */
	uint16_t *live;   /* per pass: items left that fit */
	uint16_t *order;  /* [depth * passes]: passes to try */
	uint16_t *trail;  /* items that are done, in order */
	uint16_t trails;
	uint16_t *floor;  /* per kind: pass of the last one placed */
	uint16_t *copies; /* per event */
	int32_t slack[HALLS_MAX];
};

static void search_free(struct search *s)
{
	free(s->pass);
	free(s->saved);
	free(s->fits);
	free(s->saved_fits);
	free(s->done);
	free(s->places);
	free(s->live);
	free(s->order);
	free(s->trail);
	free(s->floor);
	free(s->copies);
}

static bool search_make(struct search *s)
{
	size_t items = s->items->count, passes = s->passes;

	s->pass = calloc(passes, sizeof(*s->pass));
	s->saved = calloc(items + 1, sizeof(*s->saved));
	s->fits = calloc(items * passes, 1);
	s->saved_fits = calloc((items + 1) * items, 1);
	s->done = calloc(items, sizeof(*s->done));
	s->places = calloc(items, sizeof(*s->places));
	s->live = calloc(passes, sizeof(*s->live));
	s->order = calloc((items + 1) * passes, sizeof(*s->order));
	s->trail = calloc(items, sizeof(*s->trail));
	s->floor = calloc(s->items->kinds, sizeof(*s->floor));
	s->copies = calloc(s->f->events, sizeof(*s->copies));
	if (!s->pass || !s->saved || !s->fits || !s->saved_fits || !s->done ||
	    !s->places || !s->live || !s->order || !s->trail || !s->floor ||
	    !s->copies)
		return false;
	for (unsigned h = 0; h < s->b->halls; h++)
		s->slack[h] = s->passes * s->b->room[h];
	for (unsigned e = 0; e < s->f->events; e++) {
		const uint8_t *share = s->b->share + (size_t)e * s->b->halls;

		for (unsigned h = 0; h < s->b->halls; h++)
			s->slack[h] -= s->b->need[e] * share[h];
	}
	return true;
}

/*
 * Counts the events (+1) or takes them back (-1), and tells whether there is
 * room left.
 */
static bool account(struct search *s, struct event_set fresh, int by)
{
	bool room = true;
	unsigned e;

	while ((e = set_take(s->f, &fresh)) != PLAN_NONE) {
		const uint8_t *share = s->b->share + (size_t)e * s->b->halls;

		if (by < 0)
			s->copies[e]--;
		if (s->copies[e] >= s->b->need[e]) {
			for (unsigned h = 0; h < s->b->halls; h++)
				s->slack[h] -= by * share[h];
		}
		if (by > 0)
			s->copies[e]++;
	}
	for (unsigned h = 0; h < s->b->halls; h++)
		room = room && s->slack[h] >= 0;
	return room;
}

/*
 * Counts the counters that stay free because nothing that is left fits beside
 * what is there.
 */
static bool waste_bearable(const struct search *s)
{
	int32_t slack = s->slack[0];

	for (unsigned k = 0; k < s->open; k++) {
		const struct pass *p = &s->pass[k];

		if (!s->live[k])
			slack -= s->b->room[0] -
				 (int32_t)set_weight(s->f, &p->events,
						     &s->f->anchors);
	}
	return slack >= 0;
}

static void finish(struct search *s, unsigned item)
{
	s->done[item] = true;
	s->trail[s->trails++] = (uint16_t)item;
	s->left--;
	for (unsigned k = 0; k < s->open; k++)
		s->live[k] = (uint16_t)(s->live[k] -
					s->fits[k * s->items->count + item]);
}

static void unfinish(struct search *s, uint16_t trails)
{
	while (s->trails > trails) {
		unsigned item = s->trail[--s->trails];

		s->done[item] = false;
		s->left++;
		for (unsigned k = 0; k < s->open; k++)
			s->live[k] =
				(uint16_t)(s->live[k] +
					   s->fits[k * s->items->count + item]);
	}
}

/*
 * Finds which items still fit into pass k, now that it holds more.  They are
 * among those that fitted before, unless the pass is new.  Items that it holds
 * whole are finished.
 */
static void refit(struct search *s, unsigned k, bool fresh)
{
	uint8_t *fits = s->fits + (size_t)k * s->items->count;
	const struct pass *p = &s->pass[k];

	for (unsigned i = 0; i < s->items->count; i++) {
		const struct event_set *events = &s->items->item[i].events;
		uint8_t was = fits[i];

		if (s->done[i] || (!fresh && !was))
			continue;
		fits[i] = pass_fits(s->f, p, events);
		if (fresh) {
			s->places[i] = (uint16_t)(s->places[i] + fits[i]);
			s->live[k] = (uint16_t)(s->live[k] + fits[i]);
		} else if (!fits[i]) {
			s->places[i]--;
			s->live[k]--;
		} else if (set_within(s->f, events, &p->events)) {
			finish(s, i);
		}
	}
}

/*
 * Finds the item with the fewest places; there is none if one has no place at
 * all.
 */
static unsigned choose(const struct search *s)
{
	unsigned best = PLAN_NONE, fewest = 0;
	unsigned extra = s->open < s->passes;

	for (unsigned i = 0; i < s->items->count; i++) {
		unsigned places = s->places[i] + extra;

		if (s->done[i])
			continue;
		if (!places)
			return PLAN_NONE;
		if (best == PLAN_NONE || places < fewest) {
			best = i;
			fewest = places;
		}
	}
	return best;
}

/* Lists the passes to try for an item, first those that have most of it. */
static unsigned candidates(const struct search *s, unsigned item,
			   uint16_t *order)
{
	const struct item *it = &s->items->item[item];
	unsigned count = 0;
	unsigned adds[2];

	for (unsigned k = s->floor[it->kind]; k < s->open; k++) {
		unsigned at = count;

		if (!s->fits[k * s->items->count + item])
			continue;
		adds[0] = set_weight(s->f, &it->events, &s->pass[k].events);
		for (; at > 0; at--) {
			const struct pass *other = &s->pass[order[at - 1]];

			adds[1] = set_weight(s->f, &it->events, &other->events);
			if (adds[1] <= adds[0])
				break;
			order[at] = order[at - 1];
		}
		order[at] = (uint16_t)k;
		count++;
	}
	if (s->open < s->passes)
		order[count++] = s->open;
	return count;
}

static enum search_end descend(struct search *s, unsigned depth);

static enum search_end place(struct search *s, unsigned depth, unsigned item,
			     unsigned k)
{
	const struct item *it = &s->items->item[item];
	size_t row = s->items->count;
	uint8_t *kept = s->saved_fits + depth * row;
	uint16_t *floor = &s->floor[it->kind];
	uint16_t trails = s->trails, was = *floor;
	struct event_set fresh = { { 0 } };
	enum search_end end = SEARCH_NONE;
	bool opens = k == s->open;

	if (opens) { /* nothing fits yet: its row is 0 as long as it is shut */
		s->pass[s->open] = s->f->start;
		s->live[s->open] = 0;
		s->open++;
	}
	for (unsigned i = 0; i < s->f->words; i++)
		fresh.word[i] = it->events.word[i] & ~s->pass[k].events.word[i];
	s->saved[depth] = s->pass[k];
	memcpy(kept, s->fits + k * row, row);
	if (account(s, fresh, 1)) {
		pass_add(s->f, &s->pass[k], &it->events);
		*floor = (uint16_t)k;
		finish(s, item);
		refit(s, k, opens);
		if (waste_bearable(s))
			end = descend(s, depth + 1);
		if (end == SEARCH_FOUND)
			return end;
		unfinish(s, trails);
		*floor = was;
		for (unsigned i = 0; i < row; i++) {
			if (s->done[i] || kept[i] == s->fits[k * row + i])
				continue;
			if (kept[i]) {
				s->places[i]++;
				s->live[k]++;
			} else { /* the pass was new, and is shut again */
				s->places[i]--;
			}
		}
	}
	account(s, fresh, -1);
	memcpy(s->fits + k * row, kept, row);
	s->pass[k] = s->saved[depth];
	if (opens)
		s->open--;
	return end;
}

static enum search_end descend(struct search *s, unsigned depth)
{
	uint16_t *order = s->order + (size_t)depth * s->passes;
	unsigned item, count;

	if (!s->left)
		return SEARCH_FOUND;
	item = choose(s);
	if (item == PLAN_NONE)
		return SEARCH_NONE;
	count = candidates(s, item, order);
	for (unsigned i = 0; i < count; i++) {
		enum search_end end;

		if (s->nodes >= s->budget)
			return SEARCH_SPENT;
		s->nodes++;
		end = place(s, depth, item, order[i]);
		if (end != SEARCH_NONE)
			return end;
	}
	return SEARCH_NONE;
}

/* On SEARCH_FOUND, `result` (room for `passes`) holds the passes. */
enum search_end search_run(const struct facts *f, const struct items *items,
			   const struct bounds *b, uint16_t passes,
			   uint32_t budget, struct pass *result,
			   uint32_t *nodes)
{
	struct search s = { .f = f,
			    .items = items,
			    .b = b,
			    .passes = passes,
			    .left = items->count,
			    .budget = budget };
	enum search_end end = SEARCH_MEMORY;

	if (search_make(&s)) {
		end = descend(&s, 0);
		*nodes += s.nodes;
		for (unsigned i = 0; end == SEARCH_FOUND && i < passes; i++)
			result[i] = i < s.open ? s.pass[i] : f->start;
	}
	search_free(&s);
	return end;
}
