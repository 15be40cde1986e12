/* SPDX-License-Identifier: MIT */
#ifndef REPORT_JOBS_H
#define REPORT_JOBS_H

#include "report/report.h"

/* A job of a suite, and what came of it. */
struct report_job {
	const char *name;
	const struct record *record; /* NULL: there is none */
	const char *path;            /* of the record */
	const char *state;           /* "measured", "was there", "failed" */
	const char *message;         /* of a failure; NULL: none */
	double seconds;              /* in which it was measured; 0: not now */
	/* Of a sweep: the name that its jobs share, what it goes over,
	 * "dcache=4K..64K,4way", and where in it this one is, in which unit. */
	const char *series, *axis, *unit; /* NULL: it is in none */
	unsigned at;
};

/*
 * A line for each job: its cycles where they were counted, and its metrics, or
 * else its events, as many as fit.  CSV has all of them, each value in a line
 * of its own.
 */
void report_jobs_text(FILE *to, const struct report_job *job, unsigned jobs);
void report_jobs_csv(FILE *to, const struct report_job *job, unsigned jobs);
/*
 * A chart of cycles for each sweep, with its knee: the smallest value from
 * which on a larger one has at most a twentieth of the difference left to save;
 * where cycles rise with it, the largest up to which at most a twentieth is
 * lost.
 */
void report_jobs_sweeps(FILE *to, const struct report_job *job, unsigned jobs);
/* JUnit's XML, which continuous integration reads: a test case for each. */
void report_jobs_junit(FILE *to, const struct report_job *job, unsigned jobs,
		       const char *suite);

#endif
