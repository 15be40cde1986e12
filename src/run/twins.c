/* SPDX-License-Identifier: MIT */
/*
 * Two names of one thing must agree: a counter that missed something does not
 * show it, but two of them do not miss the same.
 */
#include <stdio.h>

#include "request/inner.h"
#include "run/judge.h"

/* The code of what it counts, whichever counter does. */
static unsigned counted(const struct request *q, unsigned event)
{
	const struct catalog_monitor *m =
		q->member[q->origin[event].member].monitor;
	const struct catalog_event *twin;
	struct error ignored;

	if (q->event[event]->code != TALLY_EVENT_CYCLES || !m->cycles)
		return q->event[event]->code;
	twin = catalog_event(m, m->cycles, &ignored);
	return twin ? twin->code : TALLY_EVENT_CYCLES;
}

static bool same_refine(const struct tally_refine *a,
			const struct tally_refine *b)
{
	return a && b ? refine_same(a, b) : refine_plain(a ? a : b);
}

/* Is it one thing, counted in one way? */
static bool twins(const struct request *q, unsigned a, unsigned b)
{
	return q->origin[a].member == q->origin[b].member &&
	       counted(q, a) == counted(q, b) &&
	       q->event[a]->levels == q->event[b]->levels &&
	       same_refine(q->event[a]->refine, q->event[b]->refine);
}

/* Can it be held against another? */
static bool comparable(const struct reading *r)
{
	return !(r->doubts & (DOUBT_NO_VALUE | DOUBT_COARSE | DOUBT_UNTRUSTED));
}

/*
 * A run of each in which they differ: with jitter, whose runs are not alike, it
 * is one run.
 */
static bool differ(const struct samples *s, unsigned a, unsigned b,
		   uint64_t *count_a, uint64_t *count_b)
{
	size_t events = s->request->events;

	for (unsigned i = 0; i < s->runs; i++)
		for (unsigned k = 0; k < s->runs; k++) {
			size_t at_a = i * events + a;
			size_t at_b = k * events + b;

			if ((i != k && s->options->target->facts.varies) ||
			    !s->have[at_a] || !s->have[at_b] ||
			    s->count[at_a] == s->count[at_b])
				continue;
			*count_a = s->count[at_a];
			*count_b = s->count[at_b];
			return true;
		}
	return false;
}

static void doubt(struct reading *r, const struct catalog_event *own,
		  uint64_t count, const struct catalog_event *other,
		  uint64_t other_count)
{
	r->doubts |= DOUBT_UNTRUSTED;
	snprintf(r->why, sizeof r->why,
		 "%.40s counted %llu and %.40s %llu, which are the same thing",
		 own->name, (unsigned long long)count, other->name,
		 (unsigned long long)other_count);
}

static void judge_pair(const struct samples *s, struct run_result *result,
		       unsigned a, unsigned b)
{
	const struct catalog_event *const *e = s->request->event;
	uint64_t count_a, count_b;

	if (!twins(s->request, a, b) || !comparable(&result->event[a]) ||
	    !comparable(&result->event[b]) ||
	    !differ(s, a, b, &count_a, &count_b))
		return;
	doubt(&result->event[a], e[a], count_a, e[b], count_b);
	doubt(&result->event[b], e[b], count_b, e[a], count_a);
}

void judge_twins(const struct samples *s, struct run_result *result)
{
	for (unsigned a = 0; a < s->request->events; a++)
		for (unsigned b = a + 1; b < s->request->events; b++)
			judge_pair(s, result, a, b);
}
