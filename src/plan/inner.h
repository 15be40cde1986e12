/* SPDX-License-Identifier: MIT */
#ifndef PLAN_INNER_H
#define PLAN_INNER_H

#include <stddef.h>

#include "plan/plan.h"

/*
 * This header has what the planner's files share.  The problem is first made
 * ready as `facts`, which have only the events that matter, numbered without
 * gaps.  Then the wants become `items`, sets of events that must share a pass,
 * and the items are packed into `pass`es.
 */
enum { PLAN_NONE = 0xFFFF };

struct event_set {
	uint64_t word[PLAN_EVENTS_MAX / 64];
};

/*
 * A pass that is being filled.  Each of its events always has a counter; fit.c
 * says how.
 */
struct pass {
	struct event_set events;
	struct event_set barred; /* events that may not be added, because of
				    exclusions */
	struct plan_counters free;
	uint16_t at[PLAN_COUNTERS_MAX]; /* for a counter that is not free: its
					   event */
};

struct facts {
	const struct plan_problem *problem;
	uint16_t events;
	uint16_t words;            /* of an event_set that are in use */
	uint16_t *origin;          /* own number -> the problem's */
	uint16_t *own;             /* the problem's number -> own, PLAN_NONE */
	struct plan_counters *can; /* of a pair: its possible first counters */
	struct event_set *bars;    /* per event: what it excludes */
	struct event_set paired;   /* the events that are pairs */
	struct event_set barring;  /* the events that exclude any */
	struct event_set anchors;
	struct pass base;  /* nothing in it; all counters free */
	struct pass start; /* the anchors in it */
};

struct item {
	struct event_set events; /* without the anchors */
	uint16_t weight;         /* counters it takes */
	uint16_t kind;           /* items of one kind are interchangeable */
};

struct items {
	struct item *item; /* heaviest first; none within another */
	uint16_t count;
	uint16_t kinds;
};

/*
 * A Hall set is a set of counters, with what each event must take of it.
 * However a plan looks, the events that are confined to the set cannot exceed
 * its room.
 */
enum { HALLS_MAX = 32, CLIQUE_ITEMS_MAX = 256 };

struct bounds {
	uint16_t halls;           /* hall 0 is every counter that is of use */
	uint16_t room[HALLS_MAX]; /* in one pass, anchors taken off */
	uint8_t *share;           /* [event * halls + hall]: 0, 1, 2 */
	uint64_t *clash;          /* items that cannot share a pass; or NULL */
	uint16_t clash_words;
	uint16_t *need;    /* per event: in at least so many passes */
	uint16_t at_least; /* passes */
};

/* Items packed into passes. */
struct packing {
	struct pass *pass;
	uint16_t passes;
	uint16_t at_least;
	uint32_t nodes;
};

/* Sets of events and of counters. */

static inline bool set_has(const struct event_set *s, unsigned e)
{
	return s->word[e / 64] >> (e % 64) & 1;
}

static inline void set_put(struct event_set *s, unsigned e)
{
	s->word[e / 64] |= UINT64_C(1) << (e % 64);
}

static inline void set_drop(struct event_set *s, unsigned e)
{
	s->word[e / 64] &= ~(UINT64_C(1) << (e % 64));
}

static inline bool counters_has(const struct plan_counters *s, unsigned c)
{
	return s->word[c / 64] >> (c % 64) & 1;
}

static inline void counters_put(struct plan_counters *s, unsigned c)
{
	s->word[c / 64] |= UINT64_C(1) << (c % 64);
}

static inline void counters_drop(struct plan_counters *s, unsigned c)
{
	s->word[c / 64] &= ~(UINT64_C(1) << (c % 64));
}

static inline unsigned counters_size(const struct plan_counters *s)
{
	return (unsigned)(__builtin_popcountll(s->word[0]) +
			  __builtin_popcountll(s->word[1]));
}

/* Takes the lowest member out and returns it; PLAN_NONE when there is none. */
static inline unsigned counters_take(struct plan_counters *s)
{
	for (unsigned i = 0; i < PLAN_COUNTERS_MAX / 64; i++) {
		if (s->word[i]) {
			unsigned c = (unsigned)__builtin_ctzll(s->word[i]);

			s->word[i] &= s->word[i] - 1;
			return i * 64 + c;
		}
	}
	return PLAN_NONE;
}

static inline unsigned set_take(const struct facts *f, struct event_set *s)
{
	for (unsigned i = 0; i < f->words; i++) {
		if (s->word[i]) {
			unsigned e = (unsigned)__builtin_ctzll(s->word[i]);

			s->word[i] &= s->word[i] - 1;
			return i * 64 + e;
		}
	}
	return PLAN_NONE;
}

static inline bool set_within(const struct facts *f, const struct event_set *a,
			      const struct event_set *b)
{
	for (unsigned i = 0; i < f->words; i++)
		if (a->word[i] & ~b->word[i])
			return false;
	return true;
}

static inline bool set_meets(const struct facts *f, const struct event_set *a,
			     const struct event_set *b)
{
	for (unsigned i = 0; i < f->words; i++)
		if (a->word[i] & b->word[i])
			return true;
	return false;
}

/* Tells how many counters those events of a take that are not in b. */
static inline unsigned set_weight(const struct facts *f,
				  const struct event_set *a,
				  const struct event_set *b)
{
	unsigned weight = 0;

	for (unsigned i = 0; i < f->words; i++) {
		uint64_t w = a->word[i] & ~b->word[i];

		weight += (unsigned)__builtin_popcountll(w);
		weight += (unsigned)__builtin_popcountll(w & f->paired.word[i]);
	}
	return weight;
}

/* facts.c */
bool facts_make(struct facts *f, const struct plan_problem *problem,
		const uint16_t *more, uint16_t mores, struct error *err);
void facts_free(struct facts *f);

/* fit.c */
bool pass_add(const struct facts *f, struct pass *p,
	      const struct event_set *add);
bool pass_fits(const struct facts *f, const struct pass *p,
	       const struct event_set *add);

/* items.c */
/*
 * Tells how many items the wants make before those within others are dropped.
 */
size_t items_asked(const struct facts *f, const bool *split);
bool items_make(const struct facts *f, const bool *split,
		const struct event_set *chunk, uint16_t chunks,
		struct items *items);
void items_free(struct items *items);

/* bound.c */
bool bounds_make(const struct facts *f, const struct items *items,
		 struct bounds *b);
void bounds_free(struct bounds *b);

/* greedy.c: writes at most items->count passes, and returns how many. */
uint16_t greedy_best(const struct facts *f, const struct items *items,
		     struct pass *best, struct pass *trial, uint16_t at_least);

/* search.c */
enum search_end { SEARCH_FOUND, SEARCH_NONE, SEARCH_SPENT, SEARCH_MEMORY };
enum search_end search_run(const struct facts *f, const struct items *items,
			   const struct bounds *b, uint16_t passes,
			   uint32_t budget, struct pass *result,
			   uint32_t *nodes);

/* conflict.c: events have own numbers in both lists; `base` takes part. */
uint16_t conflict_find(const struct facts *f, const struct pass *base,
		       const uint16_t *event, uint16_t events,
		       uint16_t *conflict);

/* write.c: adds the riders and writes the plan down; NULL: out of memory. */
struct plan *plan_write(const struct facts *f, const bool *split,
			const struct packing *packing);

/*
 * refusal.c: says why these events (own numbers) cannot be counted together;
 * returns false.
 */
bool conflict_explain(const struct facts *f, const uint16_t *event,
		      uint16_t events, struct error *err);

#endif
