/* SPDX-License-Identifier: MIT */
/*
 * `tally report`: prints a record from its file just as `stat` or `compute`
 * printed it.
 */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/records.h"
#include "report/report.h"

static const char help[] =
	"Usage: tally report [OPTION ...] FILE\n"
	"\n"
	"Prints a record that `tally stat --json -o FILE` or `tally compute "
	"--json\n"
	">FILE` kept, as it was printed when it was made; - is standard "
	"input.\n"
	"doc/results.md says what is in one.\n"
	"\n"
	"      --json, --csv   for programs: the record itself, or a table\n"
	"      --judge         judge the counts anew, by what this Tally "
	"knows, "
	"and say\n"
	"                      on standard error what changed\n"
	"\n"
	"Exit status: 0 good, 1 not to be trusted, or no record, 2 wrong "
	"usage.\n"
	"\n"
	"Examples:\n"
	"  tally report run.json\n"
	"  tally report --csv run.json\n";

struct arguments {
	enum report_form form;
	bool judge;
};

static const struct option options[] = {
	{ "json", no_argument, NULL, 'j' },
	{ "csv", no_argument, NULL, 'c' },
	{ "judge", no_argument, NULL, 'J' },
	{ "help", no_argument, NULL, 'h' },
	{ 0 },
};

static int report(const char *path, const struct arguments *a)
{
	struct error err;
	struct record *r = record_of_path(path, &err);
	int status = CLI_GOOD;

	if (!r)
		return cli_error_set(CLI_FAILED, "report", &err);
	if (a->judge && !r->counts)
		status =
			cli_error(CLI_FAILED, "report",
				  "%s has no counts that could be judged anew, "
				  "as no file of schema 1 or 2 has; leave out "
				  "--judge",
				  path);
	else if ((a->judge && !record_judge_again(r, stderr)) ||
		 !report_print(stdout, r, a->form, cli_colour(stdout)))
		status = cli_no_memory("report");
	else if (!r->trusted)
		status = cli_error(CLI_FAILED, "report",
				   "not to be trusted: %s", r->verdict.why);
	record_free(r);
	return status;
}

int verb_report(int argc, char **argv)
{
	struct arguments a = { 0 };
	struct cli_options given = { .verb = "report",
				     .letters = ":h",
				     .known = options,
				     .adding = "" };
	int got;

	opterr = 0;
	while ((got = cli_option(&given, argc, argv)) != -1)
		switch (got) {
		case 'j':
			a.form = REPORT_JSON;
			break;
		case 'c':
			a.form = REPORT_CSV;
			break;
		case 'J':
			a.judge = true;
			break;
		case 'h':
			fputs(help, stdout);
			return CLI_GOOD;
		default:
			return cli_bad_option("report", got, argv, options);
		}
	if (optind + 1 != argc)
		return cli_error(CLI_USAGE, "report",
				 "one record is printed: tally report FILE");
	return report(argv[optind], &a);
}
