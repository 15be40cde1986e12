/* SPDX-License-Identifier: MIT */
#ifndef RUN_SYSTEM_H
#define RUN_SYSTEM_H

#include "run/run.h"

/* Measuring on a target whose operating system counts (target->counts). */

enum system_fit {
	SYSTEM_FIT,
	SYSTEM_FEWER,   /* `limits` has fewer counters now: plan anew */
	SYSTEM_REFUSED, /* ... and `err` tells */
};

/*
 * Does the kernel take each pass of the plan?  `limits` are those of the
 * request's members, in their order.
 */
enum system_fit system_fit(const struct run_options *o, const struct request *q,
			   struct tally_limits *limits, struct error *err);

/* Lists what the pass counts, and which events of the request that is; returns
 * how many, of which there is room for all. */
unsigned system_pass(const struct target *t, const struct request *q,
		     unsigned pass, struct target_count *count,
		     unsigned *which);

/* run_measure() of such a target. */
struct record *system_measure(const struct request *request,
			      const struct run_options *options,
			      struct error *err);

#endif
