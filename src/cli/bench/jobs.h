/* SPDX-License-Identifier: MIT */
#ifndef CLI_BENCH_JOBS_H
#define CLI_BENCH_JOBS_H

#include "cli/bench/tasks.h"
#include "cli/limit.h"
#include "cli/records.h"
#include "history/git.h"
#include "history/history.h"
#include "report/jobs.h"
#include "suite/results.h"

enum { BENCH_GLOBS = 32 };

struct bench_wish {
	const char *folder; /* of the results; NULL: the usual one */
	unsigned beside;    /* jobs at a time */
	const char *glob[BENCH_GLOBS];
	unsigned globs;
	unsigned shard, shards; /* the first is 1 */
};

struct bench_job {
	struct suite_job job;
	char name[SUITE_NAME];
	char series[SUITE_NAME]; /* of a sweep; "": it is in none */
	char *program;           /* its file */
	char *record;            /* the file of the result */
	bool there;              /* it was there before */
	char *message;           /* what went wrong; NULL: nothing */
	double seconds;          /* that it took to measure */
	struct kept kept;
};

struct bench {
	struct suite *suite;
	const char *folder;
	char usual[128];      /* where none was said */
	char label[GIT_TEXT]; /* of the sources; "": none */
	struct bench_job *job;
	unsigned jobs;
	char tally[1024]; /* this command's own file */
	char version[96]; /* its own, and the hash of files of the user's */
};

/* Begins a bench, with the folder that was said, or else the usual one, and the
 * label that was, or what git says of the suite's folder. */
void bench_place(struct bench *b, const char *suite, const char *folder,
		 const char *label);
/* Makes the folder, and the one for programs in it. */
int bench_make_folders(const struct bench *b);
/* Has another label's folder beside this one the record of the same program and
 * question?  Then it is this label's, too. */
bool bench_borrow(const struct bench *b, const char *name, const char *record);

/* Keeps what went wrong with a job, of several things the first. */
void bench_blame(struct bench_job *j, const char *message);
/* Of each job that has its record older ones go, also where the command that
 * measured it was ended before it could remove them. */
void bench_remove_others(const struct bench *b);

/* Functions with a status print what is wrong. */
int bench_make(struct bench *b, const char *path, const struct bench_wish *w);
void bench_free(struct bench *b);

int bench_print_commands(const struct bench *b);
/* Before anything is measured: will each target have what the limits are of?
 */
int bench_check(const struct bench *b, const struct limits *l);
/* Names the record of each job, and tells whether it is there.  Programs have
 * been compiled. */
int bench_name_all(struct bench *b);
/* Compiles what is to be compiled, measures what has not been. */
int bench_run(struct bench *b, const struct bench_wish *w);
/* Reads the records.  The caller frees the array; NULL: no memory. */
struct report_job *bench_report(struct bench *b);
/* Tells what failed, and on the stream, if there is one, how many did not. */
int bench_tell(const struct bench *b, FILE *to);

#endif
