/* SPDX-License-Identifier: MIT */
/*
 * `tally bench`: all jobs of a suite, side by side, into a folder.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/bench/jobs.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/limit.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/writing.h"

struct arguments {
	struct bench_wish wish;
	const char *junit;
	const char *label; /* as typed; NULL: what git says */
	struct limits limits;
	enum report_form form;
	bool list, commands, helped;
};

#define AT(member) offsetof(struct arguments, member)

static bool take_job(const char *text, void *to, struct error *err)
{
	struct bench_wish *w = &((struct arguments *)to)->wish;

	if (w->globs == BENCH_GLOBS)
		return error_set(err, "--job: %d of them are enough",
				 BENCH_GLOBS);
	w->glob[w->globs++] = text;
	return true;
}

static bool take_limit(const char *text, void *to, struct error *err)
{
	return limits_take(text, &((struct arguments *)to)->limits, err);
}

static bool take_label(const char *text, void *to, struct error *err)
{
	((struct arguments *)to)->label = text;
	return record_keep_label(NULL, text, err) ||
	       error_within(err, "--label");
}

/* "2/8": the second of eight parts. */
static bool take_shard(const char *text, void *to, struct error *err)
{
	struct bench_wish *w = &((struct arguments *)to)->wish;
	char *slash, *end = "";
	const unsigned long shard = strtoul(text, &slash, 10);
	const unsigned long shards =
		*slash == '/' ? strtoul(slash + 1, &end, 10) : 0;

	if (*text < '0' || *text > '9' || *end || !shard || shard > shards ||
	    shards > 1000000)
		return error_set(err,
				 "--shard %s: the part and how many there are "
				 "are wanted, as in 2/8",
				 text);
	w->shard = (unsigned)shard;
	w->shards = (unsigned)shards;
	return true;
}

static const struct option_row rows[] = {
	ROW_OUTPUT(AT(wish.folder), "FOLDER",
		   "  records of jobs; what is there is not done again\n"
		   "                       (tally-results, in a git repository "
		   "tally-results/LABEL)\n      "),
	ROW_OWN(0, "label", take_label, "NAME",
		"     of the sources, for `history` and `diff` (the git "
		"commit)\n  "),
	ROW_COUNT('j', "jobs", AT(wish.beside), 1000,
		  "         so many at a time (as many as processors)\n      "),
	ROW_MORE(0, "job", take_job, "NAME",
		 "       only this one; NAME may have * and ?\n      "),
	ROW_OWN(0, "shard", take_shard, "I/N",
		"      only the I-th of N parts\n      "),
	ROW_FLAG(0, "list", AT(list),
		 "           each job as a command line, and none is run\n     "
		 " "),
	ROW_FLAG(0, "commands", AT(commands),
		 "       what a job runs, and none is run\n      "),
	ROW_MORE(0, "fail-if", take_limit, "LIMIT",
		 "  exit 3 where a job is beyond it: 'cycles > 2e6'\n      "),
	ROW_CSV(AT(form), REPORT_CSV,
		"            a line for each value, on standard output\n     "
		" "),
	ROW_TEXT(0, "junit", AT(junit), "FILE",
		 "     a test case for each job, for continuous "
		 "integration\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words bench_words = {
	"bench",
	"Usage: tally bench [OPTION ...] SUITE.yaml\n"
	"\n"
	"Measures programs on targets: each combination in the suite is a "
	"job, which is\n"
	"one `tally stat`.  Compare two folders with `tally diff`.\n"
	"\n",
	{ { .row = rows } },
	"The suite:\n"
	"  targets: [board:pb1176, board:virt-a53]\n"
	"  metrics: [cpi]               events, groups, regions, repeat\n"
	"  compile: {O2: -O2, Os: -Os}  variants; options, of stat, too\n"
	"  programs:\n"
	"    boot: {elf: \"build/{board}/boot.elf\"}\n"
	"    sort: {source: sort.c, arguments: {few: \"10\", many: "
	"\"9999\"}}\n"
	"Exit status: 0 good, 1 failed or not to be trusted, 2 wrong usage, 3 "
	"--fail-if.\n"
	"Example: tally bench -o before suite.yaml; tally diff before "
	"after\n",
	.both = true,
};

static void print_list(const struct bench *b, const char *suite)
{
	for (unsigned i = 0; i < b->jobs; i++) {
		struct suite_words w = { 0 };

		suite_words_add(&w, "tally");
		for (unsigned k = 0; k < b->suite->befores; k++)
			suite_words_add(&w, b->suite->before[k]);
		suite_words_add(&w, "bench");
		suite_words_add(&w, "-o");
		suite_words_add(&w, b->folder);
		if (b->suite->label) {
			suite_words_add(&w, "--label");
			suite_words_add(&w, b->suite->label);
		}
		suite_words_add(&w, "--job");
		suite_words_add(&w, b->job[i].name);
		suite_words_add(&w, suite);
		if (!w.failed)
			suite_words_print(stdout, &w);
		suite_words_free(&w);
	}
}

static int write_junit(const struct arguments *a, const struct report_job *job,
		       unsigned jobs, const char *suite)
{
	struct delivery d;
	const bool good = deliver_begin(&d);

	if (good)
		report_jobs_junit(d.to, job, jobs, suite);
	return deliver_end(&d, "bench", a->junit, good);
}

static int print_report(const struct arguments *a, struct bench *b,
			const char *suite)
{
	struct report_job *job = bench_report(b);
	int status = CLI_GOOD, limit = CLI_GOOD;

	if (!job)
		return cli_no_memory("bench");
	if (a->form == REPORT_CSV) {
		report_jobs_csv(stdout, job, b->jobs);
	} else {
		report_jobs_text(stdout, job, b->jobs);
		report_jobs_sweeps(stdout, job, b->jobs);
	}
	if (a->junit)
		status = write_junit(a, job, b->jobs, suite);
	for (unsigned i = 0; i < b->jobs; i++) {
		const int now =
			job[i].record ? limits_judge("bench", &a->limits,
						     job[i].record, job[i].name)
				      : CLI_GOOD;

		limit = now > limit ? now : limit;
	}
	if (status == CLI_GOOD)
		status = bench_tell(b, a->form == REPORT_TEXT ? stdout : NULL);
	free(job);
	return limit > status ? limit : status;
}

static int run(const struct arguments *a, struct bench *b, const char *suite)
{
	int status = bench_check(b, &a->limits);

	if (status == CLI_GOOD)
		status = bench_make_folders(b);
	if (status == CLI_GOOD)
		status = bench_run(b, &a->wish);
	return status == CLI_GOOD ? print_report(a, b, suite) : status;
}

static int bench(const struct arguments *a, const char *path)
{
	struct bench b;
	int status;

	bench_place(&b, path, a->wish.folder, a->label);
	status = bench_make(&b, path, &a->wish);
	if (status == CLI_GOOD && a->list)
		print_list(&b, path);
	else if (status == CLI_GOOD && a->commands)
		status = bench_print_commands(&b);
	else if (status == CLI_GOOD)
		status = run(a, &b, path);
	bench_free(&b);
	return status;
}

int verb_bench(int argc, char **argv)
{
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	struct arguments a = {
		.wish = { .beside = processors > 0 ? (unsigned)processors : 1,
			  .shard = 1,
			  .shards = 1 },
		.form = REPORT_TEXT,
	};
	int status = cli_take(&bench_words, argc, argv, &a);

	if (status == CLI_GOOD && a.helped)
		cli_help(&bench_words);
	if (status != CLI_GOOD || a.helped)
		return status;
	if (optind + 1 != argc)
		return cli_error(CLI_USAGE, "bench",
				 "say which suite: tally bench SUITE.yaml");
	if (a.junit)
		status = writing_check(
			"bench", "--junit", a.junit, WRITTEN_XML,
			&(struct writing_input){ argv[optind], "the suite" },
			1);
	return status == CLI_GOOD ? bench(&a, argv[optind]) : status;
}
