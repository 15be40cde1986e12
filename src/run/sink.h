/* SPDX-License-Identifier: MIT */
#ifndef RUN_SINK_H
#define RUN_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How far it is with what it does. */
struct run_done {
	double share;          /* 0..1; below 0: nobody knows */
	uint64_t instructions; /* ... but so many were executed; 0: not known */
};

struct record;

/*
 * A row of counts over time, when its interval is over.  The record is of what
 * was counted so far, and lasts until the end of the run; of its series it has
 * this interval alone.  It may be completed as that of run_measure() is.
 */
struct series_row {
	struct record *record;
	unsigned number; /* from 0 */
	uint64_t begin;  /* of the interval, as its end is told */
	/* The instruction that comes next, of a target that stopped for it. */
	bool stopped;
	uint64_t pc;
	/* All that was counted so far, as a record of its own, of a program
	 * that has not ended; NULL: no memory. */
	struct record *(*so_far)(const struct series_row *row);
	const void *of; /* for that function alone */
};

/*
 * The one for whom something is measured or gathered: takes what there is to
 * tell while it happens, and says whether it shall go on.  Each function may
 * be NULL.
 */
struct run_sink {
	void *ctx;
	/*
	 * Asked again and again, also after a signal has come.  `done`: how far
	 * it is; NULL: nothing is new.  False: it shall end, and is false from
	 * then on.
	 */
	bool (*go_on)(void *ctx, const struct run_done *done);
	/* False: it shall end. */
	bool (*row)(void *ctx, const struct series_row *row);
	/* The program's console, of the first run only, as
	 * target_control.console has it. */
	void (*console)(void *ctx, const void *bytes, size_t count,
			double patience);
};

/* NULL: nobody, so that it goes on. */
static inline bool sink_goes_on(const struct run_sink *s,
				const struct run_done *done)
{
	return !s || !s->go_on || s->go_on(s->ctx, done);
}

#endif
