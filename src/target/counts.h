/* SPDX-License-Identifier: MIT */
#ifndef TARGET_COUNTS_H
#define TARGET_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* The face of a target whose operating system counts; see target.h. */

struct catalog_event;
struct tally_limits;
struct target;
struct target_stop;

/* An event that an operating system counts, and what it came to. */
struct target_count {
	unsigned monitor; /* of facts.monitor */
	const struct catalog_event *event;
	bool raw;      /* no table has its code */
	unsigned pass; /* those of one are counted at the same time */
	uint64_t value;
	/* How long it was to count, and how long it did; 0 and 0: all along. */
	uint64_t enabled, running;
};

/* The name of one part of a run, such as a thread. */
enum { TARGET_PART_NAME = 64 };

/* How a run is counted. */
struct target_counting {
	/* Asked again and again, with `ctx`; false: it shall end.  NULL: it
	 * goes on to its end. */
	bool (*go_on)(void *ctx);
	/* Each so many nanoseconds, and at the end, the counts are filled as
	 * they stand and looked at; a time that is known at the end alone is
	 * UINT64_MAX until then.  0: at the end only, and nobody looks. */
	uint64_t period;
	/* `now`: since the beginning, in ns.  False and `err`: enough. */
	bool (*look)(void *ctx, uint64_t now, bool last, struct error *err);
	/* Counts of a part, after the end, where they are told apart: a thread,
	 * or a core.  A time of no part is UINT64_MAX.  NULL: nobody asks. */
	bool (*part)(void *ctx, const char *name, bool thread,
		     const struct target_count *c, struct error *err);
	void *ctx;
};

/* A run that is sampled. */
struct target_sampled {
	const uint64_t *period;   /* of each event */
	uint64_t hz;              /* not by periods: so often a second; 0 */
	uint64_t *total;          /* what each came to */
	unsigned count;           /* events */
	bool (*go_on)(void *ctx); /* as target_counting has it */
	void *ctx;
};
struct perf_taking; /* perf/ring.h */

/*
 * An operating system programs the counters here: there are no registers, and a
 * run of the program is one call.
 */
struct target_counts {
	/* Tells what of the monitor there is here, and may be counted. */
	bool (*limits)(struct target *t, unsigned monitor,
		       struct tally_limits *limits, struct error *err);
	/* An event that is in no table, by a name that the system knows; it
	 * stays with the target.  NULL: it knows none. */
	const struct catalog_event *(*named)(struct target *t, unsigned monitor,
					     const char *name);
	/* Why there is less than there might be, a clause; NULL: there is not.
	 */
	const char *(*lacks)(const struct target *t);
	/* Can the events of one pass be counted at once?  No: `err` tells, and
	 * `*monitor` whose they are. */
	bool (*fits)(struct target *t, struct target_count *c, unsigned count,
		     unsigned *monitor, struct error *err);
	/*
	 * Counts a run of the program, or what runs until somebody stops it.
	 * It ends with TARGET_STOP_EXIT, or TARGET_STOP_HALTED.
	 */
	bool (*run)(struct target *t, struct target_count *c, unsigned count,
		    const struct target_counting *how, struct target_stop *end,
		    struct error *err);
	/* Takes samples of the command; NULL: it cannot. */
	bool (*sample)(struct target *t, const struct target_count *c,
		       const struct target_sampled *how, struct perf_taking *to,
		       struct target_stop *end, struct error *err);
	bool shared; /* several passes may share a run: they take turns */
};

#endif
