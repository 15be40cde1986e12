/* SPDX-License-Identifier: MIT */
#ifndef RECORD_SERIES_H
#define RECORD_SERIES_H

#include <stdbool.h>
#include <stdint.h>

/* Counts over time, as a record has them: a part of record/record.h. */

struct record;

/*
 * Counts and metrics over time, by intervals one after the other: `end` has the
 * cycle at which each is over, or the time, where an operating system counted.
 * What there is of no value is RECORD_LOST, or not a number.
 */
struct record_series {
	unsigned intervals; /* 0: there is none */
	bool ns;            /* times are nanoseconds, not cycles */
	uint64_t period;    /* that was asked for */
	uint64_t *end;
	uint64_t *count; /* event * intervals + interval */
	double *value;   /* metric * intervals + interval, as it is shown */
	/* Causes of a simulated core's cycles, by the names that the ledger's
	 * rows have, and cause * intervals + interval; 0: there are none. */
	unsigned causes;
	const char **cause;
	uint64_t *cycles;
};

enum { RECORD_INTERVALS = 1 << 20, RECORD_CAUSES = 32 }; /* at most */

/* Intervals in which a value keeps its level: see series_phases(). */
struct record_phase {
	unsigned first, last;
	double mean;
};

/*
 * The phases of a series: one ends where two intervals in a row are both above,
 * or both below, its level by more than a quarter of it: the mean of its
 * intervals so far, but for those that were so far off alone.  Intervals
 * without a value belong to the phase that they lie in.  `phase` has room for
 * one per interval; how many there are.
 */
unsigned series_phases(const double *value, unsigned intervals,
		       struct record_phase *phase);
/* How many of its times a second has; 0: nobody knows the clock. */
double series_hz(const struct record *r);
/* Causes of cycles, those of the most of them first; and all cycles of an
 * interval. */
void series_causes_order(const struct record_series *s, unsigned *order);
uint64_t series_cycles(const struct record_series *s, unsigned interval);
/* An event's or a metric's, as numbers; not a number where there is none. */
void series_of_event(const struct record *r, unsigned event, double *value);
void series_of_metric(const struct record *r, unsigned metric, double *value);

#endif
