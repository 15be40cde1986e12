/* SPDX-License-Identifier: MIT */
/*
 * Puts events on the counters that a metric's document names, where the planner
 * leaves open which of several free counters an event gets.
 */
#include <stdlib.h>
#include <string.h>

#include "catalog/published.h"
#include "request/inner.h"

/*
 * The place of the event in the pass, or what stands on the counter;
 * p->assigns: nothing.
 */
static unsigned place_of_event(const struct request *r,
			       const struct plan_pass *p, unsigned member,
			       const char *name)
{
	for (unsigned i = 0; i < p->assigns; i++) {
		const struct request_origin *from =
			&r->origin[p->assign[i].event];

		if (from->member == member && from->row &&
		    strcmp(from->row->name, name) == 0)
			return i;
	}
	return p->assigns;
}

static unsigned place_of_counter(const struct plan_pass *p, unsigned counter)
{
	unsigned i = 0;

	while (i < p->assigns && p->assign[i].counter != counter)
		i++;
	return i;
}

/* Is there such a place, and can the counter count what stands there? */
static bool can(const struct request *r, const struct plan_pass *p,
		unsigned place, unsigned counter)
{
	struct plan_counters set;
	unsigned event;

	if (place == p->assigns)
		return false;
	event = p->assign[place].event;
	request_counters(r, r->origin[event].member, r->event[event], &set);
	return !r->event[event]->pair &&
	       set.word[counter / 64] >> counter % 64 & 1;
}

/* Move an event to a free counter, or let two events change places. */
static void put_on(const struct request *r, struct plan_pass *p,
		   unsigned member, const char *name, unsigned counter)
{
	unsigned mine = place_of_event(r, p, member, name);
	unsigned other = place_of_counter(p, counter);
	unsigned from;

	if (mine == other || !can(r, p, mine, counter))
		return;
	from = p->assign[mine].counter;
	if (other < p->assigns) {
		if (!can(r, p, other, from))
			return;
		p->assign[other].counter = (uint16_t)from;
	}
	p->assign[mine].counter = (uint16_t)counter;
}

static int by_counter(const void *a, const void *b)
{
	const struct plan_assignment *x = a, *y = b;

	return (int)x->counter - (int)y->counter;
}

/* A pair has a second counter, which no assignment of the pass shows. */
static bool has_pair(const struct request *r, const struct plan_pass *p)
{
	for (unsigned i = 0; i < p->assigns; i++)
		if (r->event[p->assign[i].event]->pair)
			return true;
	return false;
}

void request_keep_documented(struct request *r)
{
	for (unsigned i = 0; i < r->metrics; i++) {
		const struct catalog_metric *m = r->metric[i].metric;
		unsigned where = r->plan->want_pass[r->metric[i].want];
		unsigned member = r->metric[i].member;
		struct plan_pass *p;
		const char *names;
		char name[64];

		if (!m || !m->documented || where == PLAN_SPLIT)
			continue;
		p = &r->plan->pass[where];
		if (has_pair(r, p))
			continue;
		names = m->documented->events;
		for (unsigned k = 0; catalog_word(&names, name, sizeof name);
		     k++)
			put_on(r, p, member, name,
			       r->member[member].counter +
				       m->documented->counters[k]);
		qsort(p->assign, p->assigns, sizeof *p->assign, by_counter);
	}
}
