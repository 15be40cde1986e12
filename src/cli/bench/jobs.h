/* SPDX-License-Identifier: MIT */
#ifndef CLI_BENCH_JOBS_H
#define CLI_BENCH_JOBS_H

#include "cli/bench/tasks.h"
#include "cli/records.h"
#include "report/jobs.h"

enum { BENCH_GLOBS = 32 };

struct bench_wish {
	const char *folder; /* of the results */
	unsigned beside;    /* jobs at a time */
	const char *glob[BENCH_GLOBS];
	unsigned globs;
	unsigned shard, shards; /* the first is 1 */
};

struct bench_job {
	struct suite_job job;
	char name[SUITE_NAME];
	char *program;  /* its file */
	char *record;   /* the file of the result */
	bool there;     /* it was there before */
	char *message;  /* what went wrong; NULL: nothing */
	double seconds; /* that it took to measure */
	struct kept kept;
};

struct bench {
	struct suite *suite;
	const char *folder;
	struct bench_job *job;
	unsigned jobs;
	char tally[1024]; /* this command's own file */
};

/* Functions with a status print what is wrong. */
int bench_make(struct bench *b, const char *path, const struct bench_wish *w);
void bench_free(struct bench *b);

int bench_print_commands(const struct bench *b);
/* Compiles what is to be compiled, measures what has not been. */
int bench_run(struct bench *b, const struct bench_wish *w);
/* Reads the records.  The caller frees the array; NULL: no memory. */
struct report_job *bench_report(struct bench *b);
/* Tells what failed, and on the stream, if there is one, how many did not. */
int bench_tell(const struct bench *b, FILE *to);

/* "folder/name", the caller's to free; NULL: no memory. */
char *bench_path(const char *folder, const char *name);

#endif
