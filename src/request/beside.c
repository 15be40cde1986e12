/* SPDX-License-Identifier: MIT */
/*
 * Events that tell how much too much is in another one's count: the plan has
 * them in the same window, where that costs no further pass.
 */
#include <stdlib.h>
#include <string.h>

#include "catalog/errata.h"
#include "request/inner.h"

/* Rides, unless somebody counts it anyway; the core may not have it. */
static bool ride(struct request *r, unsigned member, const char *name,
		 struct error *err)
{
	const unsigned before = r->events;
	struct error ignored;
	struct named n;
	uint16_t index;

	if (!request_event_on(r, member, name, &n, &ignored) ||
	    !request_add_event(r, &n, &index, &ignored))
		return true;
	if (r->events == before)
		return true;
	r->besides++;
	return request_add_rider(r, index, err);
}

bool request_add_besides(struct request *r, struct error *err)
{
	const unsigned events = r->events;

	for (unsigned i = 0; i < events; i++) {
		const struct request_origin from = r->origin[i];
		const struct catalog_erratum *e;
		unsigned at = 0;

		while (from.row &&
		       (e = catalog_erratum(r->member[from.member].monitor,
					    from.row->name, &at)))
			if (*e->beside && !ride(r, from.member, e->beside, err))
				return false;
	}
	return true;
}

/* ---- in the same window -------------------------------------------------- */

static bool find(const struct request *r, unsigned member, const char *name,
		 uint16_t *index)
{
	for (unsigned i = 0; i < r->events; i++)
		if (r->origin[i].member == member && r->origin[i].row &&
		    r->event[i]->levels == r->origin[i].row->levels &&
		    strcmp(r->origin[i].row->name, name) == 0) {
			*index = (uint16_t)i;
			return true;
		}
	return false;
}

/* The next event that tells of this one; begins with `*at` at 0. */
static const struct catalog_erratum *next_beside(const struct request *r,
						 unsigned event, unsigned *at,
						 uint16_t *index)
{
	const struct request_origin from = r->origin[event];
	const struct catalog_erratum *e;

	while (from.row && (e = catalog_erratum(r->member[from.member].monitor,
						from.row->name, at)))
		if (*e->beside && find(r, from.member, e->beside, index))
			return e;
	return NULL;
}

static bool has(const uint16_t *event, unsigned events, uint16_t one)
{
	for (unsigned i = 0; i < events; i++)
		if (event[i] == one)
			return true;
	return false;
}

/* The want's events and those that tell of them; false: there are none. */
static bool extend(const struct request *r, const struct plan_want *from,
		   struct plan_want *to)
{
	uint16_t *event = calloc(r->events + 1u, sizeof *event);
	unsigned events = from->events;

	if (!event)
		return false;
	memcpy(event, from->event, events * sizeof *event);
	for (unsigned i = 0; i < from->events; i++) {
		uint16_t index;
		unsigned at = 0;

		while (next_beside(r, from->event[i], &at, &index))
			if (!has(event, events, index))
				event[events++] = index;
	}
	if (events == from->events) {
		free(event);
		return false;
	}
	*to = *from;
	to->event = event;
	to->events = (uint16_t)events;
	return true;
}

/* Is it as good a plan: no more passes, and nothing is split that was not? */
static bool as_good(const struct request *r, const struct plan *plan)
{
	if (!plan || plan->passes > r->plan->passes)
		return false;
	for (unsigned i = 0; i < r->problem.wants; i++)
		if (plan->want_pass[i] == PLAN_SPLIT &&
		    r->plan->want_pass[i] != PLAN_SPLIT)
			return false;
	return true;
}

/* One want after the other, so that one that costs a pass costs no other. */
void request_share_besides(struct request *r)
{
	const unsigned wants = r->problem.wants;
	struct plan_want *want = calloc(wants + 1u, sizeof *want);
	struct plan_problem p = r->problem;
	struct error ignored;

	if (!want)
		return;
	if (wants)
		memcpy(want, r->problem.want, wants * sizeof *want);
	p.want = want;
	p.max_passes = r->plan->passes;
	for (unsigned i = 0; r->besides && i < wants; i++) {
		const struct plan_want was = want[i];
		struct plan *plan;

		if (!extend(r, &was, &want[i]))
			continue;
		plan = plan_make(&p, &ignored);
		if (as_good(r, plan)) {
			plan_free(r->plan);
			r->plan = plan;
			continue;
		}
		plan_free(plan);
		free((void *)want[i].event);
		want[i] = was;
	}
	for (unsigned i = 0; i < wants; i++)
		if (want[i].event != r->problem.want[i].event)
			free((void *)want[i].event);
	free(want);
}

static bool counts(const struct plan_pass *pass, unsigned event)
{
	for (unsigned i = 0; i < pass->assigns; i++)
		if (pass->assign[i].event == event)
			return true;
	return false;
}

const struct catalog_erratum *request_alone(const struct request *r,
					    unsigned event, unsigned pass)
{
	const struct catalog_erratum *e;
	uint16_t index;
	unsigned at = 0;

	if (!counts(&r->plan->pass[pass], event))
		return NULL;
	while ((e = next_beside(r, event, &at, &index)))
		if (!counts(&r->plan->pass[pass], index))
			return e;
	return NULL;
}
