/* SPDX-License-Identifier: MIT */
/*
 * This file makes a problem ready: it checks it, keeps the events that matter,
 * numbers these without gaps, and leaves out of each set the counters that do
 * not exist.
 */
#include <stdlib.h>

#include "plan/inner.h"

static bool check_indices(const struct plan_problem *p, const char *what,
			  const uint16_t *event, uint16_t events,
			  struct error *err)
{
	for (unsigned i = 0; i < events; i++)
		if (event[i] >= p->events)
			return error_set(err,
					 "%s names event number %u, but the "
					 "problem has only %u events; number "
					 "them from 0",
					 what, event[i], p->events);
	return true;
}

static bool check(const struct plan_problem *p, struct error *err)
{
	if (p->counters > PLAN_COUNTERS_MAX || p->events > PLAN_EVENTS_MAX)
		return error_set(err,
				 "%u counters and %u events are more than can "
				 "be planned; keep to %d and %d",
				 p->counters, p->events, PLAN_COUNTERS_MAX,
				 PLAN_EVENTS_MAX);
	for (unsigned i = 0; i < p->wants; i++)
		if (!check_indices(p, p->want[i].name, p->want[i].event,
				   p->want[i].events, err))
			return false;
	for (unsigned i = 0; i < p->exclusions; i++) {
		const uint16_t both[] = { p->exclusion[i].a,
					  p->exclusion[i].b };

		if (!check_indices(p, "an exclusion", both, 2, err))
			return false;
		if (both[0] == both[1])
			return error_set(err,
					 "%s excludes itself; an exclusion is "
					 "between two events",
					 p->event[both[0]].name);
	}
	return check_indices(p, "the list of anchors", p->anchor, p->anchors,
			     err) &&
	       check_indices(p, "the list of riders", p->rider, p->riders, err);
}

static void mark(bool *used, const uint16_t *event, uint16_t events)
{
	for (unsigned i = 0; i < events; i++)
		used[event[i]] = true;
}

/*
 * Gives the counters where the event can be; of a pair, the first of its two.
 */
static struct plan_counters reduce(const struct plan_problem *p,
				   const struct plan_event *e)
{
	struct plan_counters can = { { 0 } };

	for (unsigned c = 0; c < p->counters; c++) {
		if (!counters_has(&e->counters, c))
			continue;
		if (!e->pair || (c % 2 == 0 && c + 1u < p->counters &&
				 counters_has(&e->counters, c + 1)))
			counters_put(&can, c);
	}
	return can;
}

static bool number(struct facts *f, const struct plan_problem *p,
		   const uint16_t *more, uint16_t mores)
{
	bool *used = calloc(p->events + 1u, sizeof(*used));

	if (!used)
		return false;
	for (unsigned i = 0; i < p->wants; i++)
		mark(used, p->want[i].event, p->want[i].events);
	mark(used, p->anchor, p->anchors);
	mark(used, p->rider, p->riders);
	mark(used, more, mores);
	for (unsigned i = 0; i < p->events; i++) {
		f->own[i] = PLAN_NONE;
		if (!used[i])
			continue;
		f->own[i] = f->events;
		f->origin[f->events] = (uint16_t)i;
		f->can[f->events] = reduce(p, &p->event[i]);
		if (p->event[i].pair)
			set_put(&f->paired, f->events);
		f->events++;
	}
	f->words = (uint16_t)((f->events + 63u) / 64);
	free(used);
	return true;
}

static void relate(struct facts *f, const struct plan_problem *p)
{
	for (unsigned i = 0; i < p->exclusions; i++) {
		unsigned a = f->own[p->exclusion[i].a];
		unsigned b = f->own[p->exclusion[i].b];

		if (a != PLAN_NONE && b != PLAN_NONE) {
			set_put(&f->bars[a], b);
			set_put(&f->bars[b], a);
			set_put(&f->barring, a);
			set_put(&f->barring, b);
		}
	}
	for (unsigned i = 0; i < p->anchors; i++)
		set_put(&f->anchors, f->own[p->anchor[i]]);
	for (unsigned c = 0; c < p->counters; c++)
		counters_put(&f->base.free, c);
}

/*
 * `more` are events that matter although no want has them.  The anchors need
 * not fit: `start` is then the same as `base`, which the caller can see.
 */
bool facts_make(struct facts *f, const struct plan_problem *p,
		const uint16_t *more, uint16_t mores, struct error *err)
{
	*f = (struct facts){ .problem = p };
	if (!check(p, err) ||
	    !check_indices(p, "the request", more, mores, err))
		return false;
	f->origin = calloc(p->events + 1u, sizeof(*f->origin));
	f->own = calloc(p->events + 1u, sizeof(*f->own));
	f->can = calloc(p->events + 1u, sizeof(*f->can));
	f->bars = calloc(p->events + 1u, sizeof(*f->bars));
	if (!f->origin || !f->own || !f->can || !f->bars ||
	    !number(f, p, more, mores)) {
		facts_free(f);
		return error_no_memory(err);
	}
	relate(f, p);
	f->start = f->base;
	if (!pass_add(f, &f->start, &f->anchors))
		f->start = f->base;
	return true;
}

void facts_free(struct facts *f)
{
	free(f->origin);
	free(f->own);
	free(f->can);
	free(f->bars);
	*f = (struct facts){ 0 };
}
