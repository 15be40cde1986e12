/* SPDX-License-Identifier: MIT */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include <stddef.h>

#include "record/record.h"
#include "request/request.h"
#include "run/sink.h"
#include "target/target.h"

/*
 * Carries out a plan on a target: passes in parallel, repeats, calibration,
 * and what may be believed.
 */

struct region {
	enum region_kind kind;
	const char *text; /* as typed */
};

/*
 * Regions that are measured in one run, each beside the whole program: so
 * many at most, with those that a pattern names.
 */
enum { RUN_PARTS = 4096, RUN_INTERVALS = 10000 };

struct run_parts {
	const char *const *text; /* as typed; NULL: no more */
	const char *const *glob; /* patterns of functions' names, likewise */
	bool self;               /* without what they call */
};

struct run_options {
	struct target *target; /* with the program loaded */
	struct region region;
	struct run_parts parts; /* the region is the whole program then */
	/* Counts are taken after so many cycles, again and again, in the first
	 * repeat; 0: only at the end.  Not with parts. */
	uint64_t interval;
	unsigned repeats; /* at least 1 */
	/* Entries of the region, of each run of a target that begins anew, or
	 * runs of the command, that come before and are not counted. */
	unsigned warmup;
	unsigned jobs; /* 0: the host's cores */
	bool divide;
	double clock_ratio; /* core over platform clock; 0: the target's */
	/* Nothing is halted before the region is over, on a target that is
	 * halted for windows else. */
	bool inside;
	bool no_calibrate; /* the empty region is not taken off */
	/* Each pass is a run of its own, as where there is one of each monitor,
	 * even on a target that can count several at once. */
	bool separate;
	bool truth;
	bool causes;        /* of the ledger only those of the core's cycles */
	double drift_limit; /* relative; above it, split values are untrusted */
	const struct run_sink *sink; /* NULL: nobody wants to know */
};

/*
 * Reads the limits of a monitor that is not the same on every core, for
 * request_make().  The program is loaded, but it does not run.
 */
bool run_limits(struct target *target, const struct catalog_monitor *m,
		struct tally_limits *limits, struct error *err);

/*
 * The codes of a monitor's events that a simulated target does not model, by
 * its ledger before anything has run; none of a target without one.
 */
struct run_unmodelled {
	uint16_t code[512];
	unsigned codes;
};
bool run_unmodelled(struct target *target, const struct catalog_monitor *m,
		    struct run_unmodelled *to, struct error *err);

/*
 * Measures, and judges the result.  NULL and `err`: it could not be measured.
 * The caller fills in what made the record (.tally, .command) and how the
 * target was set up (.machine).
 */
struct record *run_measure(const struct request *request,
			   const struct run_options *options,
			   struct error *err);

#endif
