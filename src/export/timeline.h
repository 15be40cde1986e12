/* SPDX-License-Identifier: MIT */
#ifndef EXPORT_TIMELINE_H
#define EXPORT_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "record/record.h"

/*
 * Counts over time as viewers of traces have them: a group for each monitor,
 * and in it tracks, of values or of slices.  Inside of this room only.
 */
struct timeline_track {
	unsigned group; /* from 1 */
	unsigned id;    /* from 1, of all groups */
	bool values;    /* else slices */
	const char *name;
	const char *unit; /* of values; "" */
};

/* What is told, to one format: each track before what is in it, and that in the
 * order of time. */
struct timeline {
	const struct record *record;
	void *to;
	void (*group)(const struct timeline *t, unsigned group,
		      const char *name);
	void (*track)(const struct timeline *t, const struct timeline_track *k);
	/* From this cycle on, to the next one that is told. */
	void (*value)(const struct timeline *t, const struct timeline_track *k,
		      uint64_t cycle, double value);
	void (*slice)(const struct timeline *t, const struct timeline_track *k,
		      const char *name, uint64_t from, uint64_t to);
};

/* Tells all of a record with intervals.  False: out of memory. */
bool timeline_tell(const struct timeline *t);
/* A cycle's time; where the clock is not known, a microsecond for each. */
double timeline_microseconds(const struct record *r, uint64_t cycle);

#endif
