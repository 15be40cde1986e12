/* SPDX-License-Identifier: MIT */
/*
 * This file finds the smallest set of events that cannot be counted together.
 * Sets are tried by increasing size.  Events with the same counters are
 * interchangeable, so only how many of each sort are taken has to be tried.  A
 * first conflict is found by leaving out one event after the other; it bounds
 * the sizes.
 */
#include <stdlib.h>

#include "plan/inner.h"

/*
 * After so many trials the first conflict is taken as it is.  Real monitors
 * have a handful of sorts of events and stay far below.
 */
enum { TRIALS_MAX = 200000 };

struct sorts {
	const struct facts *f;
	const uint16_t *event;
	uint16_t events;
	uint16_t *sort;   /* per event */
	uint16_t *member; /* events, sort by sort */
	uint16_t *start;  /* per sort, where in `member`; one more at the end */
	uint16_t sorts;
	uint16_t *chosen;
	uint16_t count;
	unsigned trials;
};

static bool same_sort(const struct facts *f, unsigned a, unsigned b)
{
	return f->can[a].word[0] == f->can[b].word[0] &&
	       f->can[a].word[1] == f->can[b].word[1] &&
	       set_has(&f->paired, a) == set_has(&f->paired, b) &&
	       !set_has(&f->barring, a) && !set_has(&f->barring, b);
}

static void sorts_fill(struct sorts *s)
{
	uint16_t at = 0;

	for (unsigned i = 0; i < s->events; i++) {
		unsigned k = 0;

		while (k < i && !same_sort(s->f, s->event[k], s->event[i]))
			k++;
		s->sort[i] = k < i ? s->sort[k] : s->sorts++;
	}
	for (unsigned k = 0; k < s->sorts; k++) {
		s->start[k] = at;
		for (unsigned i = 0; i < s->events; i++)
			if (s->sort[i] == k)
				s->member[at++] = s->event[i];
	}
	s->start[s->sorts] = at;
}

/*
 * Is there a conflict that has `left` more events, of this sort or of later
 * ones?
 */
static bool try_sorts(struct sorts *s, unsigned sort, unsigned left,
		      const struct pass *p)
{
	uint16_t count = s->count;
	struct pass with = *p;

	if (!left || sort == s->sorts || s->trials >= TRIALS_MAX ||
	    (unsigned)(s->events - s->start[sort]) < left)
		return false;
	if (try_sorts(s, sort + 1, left, p))
		return true;
	for (unsigned i = s->start[sort]; i < s->start[sort + 1] && left; i++) {
		struct event_set one = { { 0 } };

		set_put(&one, s->member[i]);
		s->chosen[s->count++] = s->member[i];
		left--;
		s->trials++;
		if (!pass_add(s->f, &with, &one) ||
		    try_sorts(s, sort + 1, left, &with))
			return true;
	}
	s->count = count;
	return false;
}

static bool fit(const struct facts *f, const struct pass *base,
		const uint16_t *event, unsigned events)
{
	struct event_set set = { { 0 } };

	for (unsigned i = 0; i < events; i++)
		set_put(&set, event[i]);
	return pass_fits(f, base, &set);
}

/* Leaves out each event without which it is still a conflict. */
static uint16_t thin_out(const struct facts *f, const struct pass *base,
			 uint16_t *event, uint16_t events)
{
	unsigned i = events;

	while (i-- > 0) {
		uint16_t out = event[i];

		for (unsigned k = i; k + 1 < events; k++)
			event[k] = event[k + 1];
		if (!fit(f, base, event, events - 1u)) {
			events--;
			continue;
		}
		for (unsigned k = events - 1u; k > i; k--)
			event[k] = event[k - 1];
		event[i] = out;
	}
	return events;
}

/*
 * No conflict is smaller: n events conflict only if they have n - 1 counters or
 * fewer.
 */
static unsigned smallest(const struct facts *f, const struct pass *base,
			 const uint16_t *event, uint16_t events)
{
	unsigned taken =
		counters_size(&f->base.free) - counters_size(&base->free);
	unsigned least = PLAN_COUNTERS_MAX;

	for (unsigned i = 0; i < events; i++) {
		unsigned size = counters_size(&f->can[event[i]]);

		if (set_has(&f->paired, event[i]) ||
		    set_has(&f->barring, event[i]))
			return 1;
		if (size < least)
			least = size;
	}
	if (set_meets(f, &base->events, &f->paired))
		return 1;
	return least + 1 > taken ? least + 1 - taken : 1;
}

static bool sorts_make(struct sorts *s)
{
	s->sort = calloc(s->events + 1u, sizeof(*s->sort));
	s->member = calloc(s->events + 1u, sizeof(*s->member));
	s->start = calloc(s->events + 1u, sizeof(*s->start));
	s->chosen = calloc(s->events + 1u, sizeof(*s->chosen));
	return s->sort && s->member && s->start && s->chosen;
}

uint16_t conflict_find(const struct facts *f, const struct pass *base,
		       const uint16_t *event, uint16_t events,
		       uint16_t *conflict)
{
	struct sorts s = { .f = f, .event = event, .events = events };
	uint16_t found;

	if (fit(f, base, event, events))
		return 0;
	for (unsigned i = 0; i < events; i++)
		conflict[i] = event[i];
	found = thin_out(f, base, conflict, events);
	if (sorts_make(&s)) {
		bool better = false;
		unsigned size = smallest(f, base, event, events);

		sorts_fill(&s);
		for (; size < found && !better; size++) {
			s.count = 0;
			better = try_sorts(&s, 0, size, base);
		}
		if (better) {
			found = s.count;
			for (unsigned i = 0; i < found; i++)
				conflict[i] = s.chosen[i];
		}
	}
	free(s.sort);
	free(s.member);
	free(s.start);
	free(s.chosen);
	return found;
}

uint16_t plan_conflict(const struct plan_problem *problem,
		       const uint16_t *event, uint16_t events,
		       uint16_t *conflict)
{
	uint16_t *own = calloc(events + 1u, sizeof(*own));
	struct error ignored;
	uint16_t found = 0;
	struct facts f;

	if (own && facts_make(&f, problem, event, events, &ignored)) {
		for (unsigned i = 0; i < events; i++)
			own[i] = f.own[event[i]];
		if (set_within(&f, &f.anchors, &f.start.events))
			found = conflict_find(&f, &f.start, own, events,
					      conflict);
		else if (events >
			 0) /* nothing that is added makes it possible */
			conflict[found++] = own[0];
		for (unsigned i = 0; i < found; i++)
			conflict[i] = f.origin[conflict[i]];
		facts_free(&f);
	}
	free(own);
	return found;
}
