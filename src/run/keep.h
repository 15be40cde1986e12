/* SPDX-License-Identifier: MIT */
#ifndef RUN_KEEP_H
#define RUN_KEEP_H

#include "record/record.h"
#include "run/job.h"

/*
 * Makes a record of what the runs of a measurement left.  Afterwards request,
 * options and target are not needed any more.
 */

/*
 * Samples are what the runs counted.  Run (repeat * (1 + parts) + part) *
 * passes + pass belongs to that pass of that part; part 0 is the whole region.
 */
struct samples {
	const struct request *request;
	const struct run_options *options;
	unsigned runs;
	uint64_t *count; /* per run, per event of the request */
	uint64_t *bias;  /* likewise: taken off for the empty region */
	uint64_t *enabled, *running; /* likewise; NULL: always */
	bool *have; /* per run, per event: it was counted there */
	/* Likewise, of regions: of one entry, where `entry` says so. */
	uint64_t *least, *most;
	bool *entry;
	struct job_entered *entered; /* per run, of regions */
	uint64_t *truth; /* per region, JOB_TRUTHS each; NULL: not wanted */
	const struct region_list *parts; /* which there are; NULL: none */
	const struct job_series *series; /* NULL: none was wanted */
	bool *late;                      /* per run: a wrap may be lost */
	uint64_t *ran;  /* per run: instructions of the machine */
	bool *modelled; /* per event */
	uint8_t *class; /* per event, enum target_class */
	double clock_hz;
	double clock_ratio; /* 0: not known */
};

/* False: out of memory.  `request` and `runs` are set, the rest is 0. */
bool samples_make(struct samples *s);
void samples_free(struct samples *s);

/* Facts of the first run, and of all runs together. */
struct run_facts {
	struct target_truth *truth;
	unsigned truths;
	struct catalog_state conditions; /* as the target told */
	uint32_t layers; /* of a bus, on which bursts were cut short */
	/* Of each member's core; 0: not known, or nobody wants to. */
	uint32_t main_id[REQUEST_MEMBERS];
	bool program_exited;
	int program_status;
	bool unfinished; /* it ended inside the region */
	struct run_writes writes[REQUEST_MEMBERS];
	uint64_t windows;      /* times the region was entered, first pass */
	uint64_t instructions; /* executed by the first pass, whole run */
	struct target_frames frames; /* of the capture, in the first pass */
	/* Why a run was not in a sandbox; NULL: all of them were. */
	const char *unguarded;
	double seconds; /* host time of the whole measurement */
	unsigned runs;  /* of the program */
	bool together;  /* one of them counted several passes */
};

/* Everything but the judgement; NULL: out of memory. */
struct record *run_keep(const struct samples *s, const struct run_facts *f);

#endif
