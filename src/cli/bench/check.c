/* SPDX-License-Identifier: MIT */
/* Looks at what can be known of a suite's limits before it is measured. */
#include <stdlib.h>
#include <string.h>

#include "cli/bench/jobs.h"
#include "cli/cli.h"

/* The first job of its target and its options speaks for the others. */
static bool is_like_before(const struct bench *b, unsigned job)
{
	const struct suite_job *j = &b->job[job].job;

	for (unsigned i = 0; i < job; i++)
		if (b->job[i].job.target == j->target &&
		    b->job[i].job.options == j->options)
			return true;
	return false;
}

static bool dry_words(const struct bench *b, unsigned job,
		      const struct limits *l, struct task *t, struct error *err)
{
	t->skip = is_like_before(b, job);
	if (t->skip)
		return true;
	if (!suite_job_ask(b->suite, &b->job[job].job, b->tally, &t->words,
			   err))
		return false;
	suite_words_add(&t->words, "--dry-run");
	for (unsigned i = 0; i < l->count; i++) {
		suite_words_add(&t->words, "--fail-if");
		suite_words_add(&t->words, l->limit[i].text);
	}
	return !t->words.failed || error_no_memory(err);
}

/* A target that cannot be asked so early is told of when it is measured. */
static int tell(const struct bench_job *j, const struct task *t)
{
	const char *why = t->message ? strstr(t->message, "--fail-if") : NULL;

	if (t->status != CLI_USAGE || !why)
		return CLI_GOOD;
	return cli_error(CLI_USAGE, "bench", "%s: %s", j->name, why);
}

int bench_check(const struct bench *b, const struct limits *l)
{
	struct task *task;
	struct screen screen;
	struct error err = { "" };
	bool good = true;
	int status = CLI_GOOD;

	if (!l->count)
		return CLI_GOOD;
	task = calloc(b->jobs + 1, sizeof *task);
	if (!task)
		return cli_no_memory("bench");
	for (unsigned i = 0; good && i < b->jobs; i++)
		good = dry_words(b, i, l, &task[i], &err);
	screen_begin(&screen, "asking", true);
	good = good && tasks_run(task, b->jobs, 1, &screen, 0, b->jobs, &err);
	screen_wipe(&screen);
	if (!good)
		status = *err.text ? cli_error_set(CLI_USAGE, "bench", &err)
				   : cli_error(CLI_FAILED, "bench",
					       "interrupted");
	for (unsigned i = 0; status == CLI_GOOD && i < b->jobs; i++)
		status = tell(&b->job[i], &task[i]);
	tasks_free(task, b->jobs);
	return status;
}
