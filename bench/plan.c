/* SPDX-License-Identifier: MIT */
/*
 * bench/plan.py runs this program: the planner beside brute force.  Problems of
 * so many events are drawn by a seed; each event goes on some of four counters.
 * Brute force puts the events into passes one by one, each into every pass that
 * can still count it or into a new one, and keeps the fewest passes.  For each
 * size it prints the microseconds of both, and fails where they differ in the
 * number of passes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "plan/plan.h"

enum { COUNTERS = 4, EVENTS_MOST = 14, EVENTS_LEAST = 4, PROBLEMS = 20 };

struct brute {
	unsigned allowed[EVENTS_MOST]; /* counters of each event, as bits */
	unsigned events;
	unsigned pass[EVENTS_MOST]; /* the events of each, as bits */
	unsigned best;
};

static unsigned random_state = 1;

static unsigned next_random(void)
{
	random_state = random_state * 1664525u + 1013904223u;
	return random_state >> 8;
}

/* Is there a counter for each event of the set from `event` on? */
static bool fits(const struct brute *b, unsigned set, unsigned event,
		 unsigned taken)
{
	if (event == b->events)
		return true;
	if (!(set >> event & 1))
		return fits(b, set, event + 1, taken);
	for (unsigned c = 0; c < COUNTERS; c++)
		if ((b->allowed[event] & ~taken) >> c & 1 &&
		    fits(b, set, event + 1, taken | 1u << c))
			return true;
	return false;
}

static void place(struct brute *b, unsigned event, unsigned passes)
{
	if (event == b->events && passes < b->best)
		b->best = passes;
	if (event == b->events || passes >= b->best)
		return;
	for (unsigned i = 0; i <= passes; i++) {
		b->pass[i] |= 1u << event;
		if (fits(b, b->pass[i], 0, 0))
			place(b, event + 1, i == passes ? passes + 1 : passes);
		b->pass[i] &= ~(1u << event);
	}
}

static double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static unsigned by_planner(const struct brute *b, double *spent)
{
	struct plan_event event[EVENTS_MOST];
	struct plan_want want[EVENTS_MOST];
	uint16_t index[EVENTS_MOST];
	const struct plan_problem problem = {
		.event = event,
		.events = (uint16_t)b->events,
		.counters = COUNTERS,
		.want = want,
		.wants = (uint16_t)b->events,
	};
	struct error err;
	struct plan *plan;
	unsigned passes;

	for (unsigned i = 0; i < b->events; i++) {
		index[i] = (uint16_t)i;
		event[i] = (struct plan_event){ "event",
						{ { b->allowed[i] } },
						false };
		want[i] = (struct plan_want){ "event", &index[i], 1, false };
	}
	*spent -= seconds();
	plan = plan_make(&problem, &err);
	*spent += seconds();
	if (!plan) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	passes = plan->passes;
	plan_free(plan);
	return passes;
}

static unsigned by_force(struct brute *b, double *spent)
{
	memset(b->pass, 0, sizeof b->pass);
	b->best = b->events;
	*spent -= seconds();
	place(b, 0, 0);
	*spent += seconds();
	return b->best;
}

int main(void)
{
	for (unsigned events = EVENTS_LEAST; events <= EVENTS_MOST;
	     events += 2) {
		double planner = 0, force = 0;
		struct brute b = { .events = events };

		for (unsigned i = 0; i < PROBLEMS; i++) {
			for (unsigned k = 0; k < events; k++)
				b.allowed[k] = 1 + next_random() % 15;
			if (by_planner(&b, &planner) != by_force(&b, &force)) {
				fprintf(stderr, "the passes differ\n");
				return 1;
			}
		}
		printf("%u %.2f %.2f\n", events, planner * 1e6 / PROBLEMS,
		       force * 1e6 / PROBLEMS);
	}
	return 0;
}
