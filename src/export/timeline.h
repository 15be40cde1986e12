/* SPDX-License-Identifier: MIT */
#ifndef EXPORT_TIMELINE_H
#define EXPORT_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "record/record.h"
#include "sample/sample.h"

/*
 * A timeline is what happened over time as viewers of traces have it: groups,
 * and in them tracks, of values or of slices.  Of counts a monitor is a group,
 * of calls the program.  Inside of this room only.
 */
struct timeline_track {
	unsigned group; /* from 1 */
	unsigned id;    /* from 1, of all groups */
	bool values;    /* else slices */
	const char *name;
	const char *unit; /* of values; "" */
};

/* A format is told: each track before what is in it, and that in the order of
 * time. */
struct timeline {
	double clock_hz; /* of its cycles; not more than 0: not known */
	void *to;
	void (*group)(const struct timeline *t, unsigned group,
		      const char *name);
	void (*track)(const struct timeline *t, const struct timeline_track *k);
	/* From this cycle on, to the next one that is told. */
	void (*value)(const struct timeline *t, const struct timeline_track *k,
		      uint64_t cycle, double value);
	/* A slice is told where it begins and where it ends; those of a track
	 * are within each other. */
	void (*begin)(const struct timeline *t, const struct timeline_track *k,
		      const char *name, uint64_t from, uint64_t to);
	void (*end)(const struct timeline *t, const struct timeline_track *k,
		    uint64_t to);
	/* A moment, which took no time. */
	void (*moment)(const struct timeline *t, const struct timeline_track *k,
		       const char *name, uint64_t cycle);
};

/* Tells all of a record with intervals.  False: out of memory. */
bool timeline_tell_counts(const struct timeline *t, const struct record *r);
/* Tells the calls of a profile that has them.  False: out of memory. */
bool timeline_tell_calls(const struct timeline *t, const struct sample *s);
/* Tells the samples of a profile that has their times, which are nanoseconds: a
 * clock of 1 GHz.  False: out of memory. */
bool timeline_tell_moments(const struct timeline *t, const struct sample *s);
/* A cycle's time; where the clock is not known, a microsecond for each. */
double timeline_microseconds(const struct timeline *t, uint64_t cycle);

/* The end of a name, as far as there is room. */
enum { TIMELINE_NAME = 256 };
void timeline_add(char *name, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
