/* SPDX-License-Identifier: MIT */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/*
 * The planner says which events fit on the counters together, in how many
 * passes, and why not.  It is pure: it knows nothing of any monitor, and reads
 * and writes nothing.
 *
 * A problem has events, each with the set of counters that can count it; wants,
 * each a set of events that belong together (a metric's, a group's, or a single
 * one); and anchors, events that ride in every pass (cycles on a fixed counter,
 * and instructions where a counter is left over).
 */
enum { PLAN_COUNTERS_MAX = 128, PLAN_EVENTS_MAX = 1024 };
/* Each want is a set of events; of a want that is split, each event is one. */
enum { PLAN_SETS_MAX = UINT16_MAX - 1 };

struct plan_counters { /* a set, so that an index cannot pass for one */
	uint64_t word[PLAN_COUNTERS_MAX / 64];
};

struct plan_event {
	const char *name;
	struct plan_counters counters; /* any one of these counts it */
	bool pair; /* takes its counter i (even) and i + 1, both in the set:
		      chained */
};

struct plan_want {
	const char *name;
	const uint16_t *event; /* indices into plan_problem.event, no repeats */
	uint16_t events;
	bool must_share; /* an event group {a,b}: refuse rather than split */
};

/* Two events that may not be selected together, whatever the counters. */
struct plan_exclusion {
	uint16_t a, b;
};

struct plan_problem {
	const struct plan_event *event;
	uint16_t events;
	uint16_t counters; /* how many the monitor has */
	const struct plan_want *want;
	uint16_t wants;
	const uint16_t *anchor; /* must ride in every pass */
	uint16_t anchors;
	const uint16_t *rider; /* ride where a counter is left over */
	uint16_t riders;
	const struct plan_exclusion *exclusion;
	uint16_t exclusions;
	uint16_t max_passes; /* 0: as many as it takes */
	uint32_t effort;     /* search nodes at most; 0: a sensible default */
	/* Names of the counters, for messages; NULL: their numbers are used. */
	const char *const *counter_name;
};

struct plan_assignment {
	uint16_t event; /* index into plan_problem.event */
	uint16_t counter;
};

struct plan_pass {
	struct plan_assignment *assign; /* ascending counter */
	uint16_t assigns;
};

struct plan {
	struct plan_pass *pass;
	uint16_t passes;
	uint16_t at_least;   /* proven lower bound; == passes: optimal */
	uint16_t *want_pass; /* per want: the pass that holds all its events,
				or PLAN_SPLIT */
	uint32_t nodes;      /* how much was searched */
};

#define PLAN_SPLIT 0xFFFF

/*
 * Makes the plan with the fewest passes in which the events of every want share
 * a pass, where they fit into one at all.  A want that fits into no pass is
 * split over several, unless it must_share; its events stay together as far as
 * that costs no further pass.  Where several wants have an event, it may be
 * counted in several passes.  Without wants there are no passes.  The same
 * problem always has the same plan.
 *
 * NULL and `err`: no counter can count an event; a must_share want, or the
 * anchors with one event, cannot fit (the message names the smallest set of
 * events that conflict, and why); more than max_passes are needed; there are
 * more than PLAN_SETS_MAX sets.
 */
struct plan *plan_make(const struct plan_problem *problem, struct error *err);
void plan_free(struct plan *plan);

/*
 * Finds the smallest set of the given events that cannot be counted together,
 * with the anchors beside them, and writes it to `conflict`, which has room for
 * `events`. Returns how many they are; 0: they all fit, or the problem is not
 * one.  No set is smaller, unless finding that out takes more than 200000
 * trials (never on a real monitor): then none of the set can be left out.
 */
uint16_t plan_conflict(const struct plan_problem *problem,
		       const uint16_t *event, uint16_t events,
		       uint16_t *conflict);

/* Writes the plan in one line, "3 passes (optimal)", and returns `text`. */
const char *plan_line(char *text, size_t room, const struct plan *plan);

#endif
