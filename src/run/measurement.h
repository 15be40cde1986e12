/* SPDX-License-Identifier: MIT */
#ifndef RUN_MEASUREMENT_H
#define RUN_MEASUREMENT_H

#include "run/job.h"
#include "run/keep.h"
#include "run/rows.h"

/* A measurement while it is made: inside of this room only. */
struct measurement {
	const struct request *request;
	const struct run_options *options;
	struct region_at region;
	struct region_list parts;
	struct samples samples;
	struct run_facts facts;
	struct job_truth *truth;  /* of run 0 */
	struct job_series series; /* likewise */
	struct rows rows;         /* of it that were told */
	bool *worth;              /* per pass: it counts something modelled */
	struct job *job;          /* those in flight: `jobs` places */
	bool *busy;               /* per place */
	unsigned jobs;
	unsigned next;     /* run to be started, as samples has them */
	unsigned started;  /* runs of the program */
	unsigned planned;  /* runs as `next` counts them, those worth it */
	unsigned finished; /* of those */
	unsigned together; /* passes that share a run of the program, at most */
};

/* Passes of one repeat: of the whole region, then of each part. */
static inline unsigned of_repeat(const struct measurement *m)
{
	return m->request->plan->passes * (1 + m->parts.count);
}

/*
 * begin.c: before the first run.  False and `err`: the target cannot do it, or
 * there is no such region.
 */
bool measurement_begin(struct measurement *m, struct error *err);
/* After it is known how many passes share a run. */
bool intervals_fit(const struct measurement *m, struct error *err);
/* After all: what was named has a number; what a pattern matched need not. */
bool parts_were_entered(const struct measurement *m, struct error *err);

#endif
