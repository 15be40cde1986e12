/* SPDX-License-Identifier: MIT */
#ifndef CLI_BENCH_TASKS_H
#define CLI_BENCH_TASKS_H

#include <stdbool.h>
#include <sys/types.h>

#include "cli/screen.h"
#include "suite/suite.h"

/* A command that is run, with others beside it. */
struct task {
	struct suite_words words;
	char *reads; /* where a compiler lists what it reads; NULL: nowhere */
	bool skip;   /* it need not run */
	pid_t pid;   /* 0: it does not run now */
	int said;    /* its standard error, a file without a name; -1: none */
	bool ended;
	int status;    /* the exit status; -1: by a signal, or it never ran */
	char *message; /* its last line on standard error; NULL: none */
	double began, seconds;
};

/* Runs all that need to, so many at a time, with a bar in steps of one of
 * `whole` after `done`.  False: it was interrupted, or `err` says what the
 * system refused; what ran then has been ended. */
bool tasks_run(struct task *task, unsigned tasks, unsigned beside,
	       struct screen *screen, unsigned done, unsigned whole,
	       struct error *err);
void tasks_free(struct task *task, unsigned tasks);

#endif
