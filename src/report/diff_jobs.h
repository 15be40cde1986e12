/* SPDX-License-Identifier: MIT */
#ifndef REPORT_DIFF_JOBS_H
#define REPORT_DIFF_JOBS_H

#include "report/diff.h"

/* A job of a suite that both sides have. */
struct diff_job {
	const char *name;
	struct diff *diff;
	const char *obstacles; /* "": it can be compared */
};

/* Jobs of two folders held against each other. */
struct diff_jobs {
	const struct diff_job *job;
	unsigned jobs;
	unsigned only[DIFF_SIDES]; /* jobs that one side alone has */
	bool all;                  /* rows without a change, too */
};

/*
 * By chance alone one of many jobs seems to change: of rows that a test told
 * from chance those stay a change that it tells in all jobs together
 * (Bonferroni).  Before anything is printed.
 */
void diff_jobs_judge(const struct diff_jobs *d);

/* A line of what came of all jobs, and the changes, worst first; false: no
 * memory. */
bool diff_jobs_text(FILE *to, const struct diff_jobs *d);
bool diff_jobs_markdown(FILE *to, const struct diff_jobs *d);
/* Commands of GitHub's runner: an annotation for each change for the worse, and
 * for each job that cannot be compared; then the line. */
bool diff_jobs_github(FILE *to, const struct diff_jobs *d);
/* Every row of every job. */
void diff_jobs_csv(FILE *to, const struct diff_jobs *d);
bool diff_jobs_json(FILE *to, const struct diff_jobs *d);

#endif
