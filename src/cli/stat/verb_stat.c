/* SPDX-License-Identifier: MIT */
/*
 * `tally stat`: measure a program on a target.  The result goes to standard
 * output, what the program says to standard error.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options/stat.h"
#include "cli/running.h"
#include "cli/stat/columns.h"
#include "cli/stat/enough.h"
#include "cli/stat/measured.h"
#include "report/report.h"
#include "script/script.h"

/* The page goes where the result would. */
static bool is_page_alone(const struct stat_options *o)
{
	return o->page && strcmp(o->page, "-") == 0 && !o->output;
}

/* Can intervals be told on standard output when they are over?  A file is
 * written when all of it is known, and so is the document of JSON. */
static bool tells_rows(const struct stat_options *o)
{
	return o->run.interval && !o->output && !is_page_alone(o) &&
	       o->format != REPORT_JSON;
}

/* The page is besides, unless it goes where the result would. */
static int report(const struct stat_options *o, struct record *r,
		  const struct report_rows *told)
{
	const struct kept kept = { .record = r };
	int status = CLI_GOOD;

	if (told->rows)
		status = deliver_rest("stat", r, told);
	else if (!is_page_alone(o))
		status = deliver_record("stat", r, o->format, o->output,
					"--notes has all");
	if (o->page && deliver_page("stat", &kept, NULL, o->page) != CLI_GOOD)
		status = CLI_FAILED;
	if (o->unwritten)
		status = CLI_FAILED;
	if (status == CLI_GOOD && !r->trusted)
		return cli_error(CLI_FAILED, "stat", "not to be trusted: %s",
				 r->verdict.why);
	return status == CLI_GOOD ? limits_judge("stat", &o->budgets, r, NULL)
				  : status;
}

static int dry_run(const struct stat_options *o, const struct request *q)
{
	const struct script_wishes w = {
		.options = o->run.divide ? TALLY_DIVIDE : 0,
		.name = "tally",
	};
	struct error err;

	if (!script_print(stdout, q, &w, &err))
		return cli_error_set(CLI_FAILED, "stat", &err);
	return CLI_GOOD;
}

static int stat_dry(struct stat_options *o)
{
	int status;
	struct request *q = stat_request("stat", o, &status);

	if (q)
		status = dry_run(o, q);
	request_free(q);
	return status;
}

static int stat_with(struct stat_options *o)
{
	struct report_rows rows = { .to = stdout, .form = o->format };
	int status;
	struct request *q = stat_request("stat", o, &status);
	struct record *r = NULL;

	if (q)
		r = enough_measure("stat", o, q, tells_rows(o) ? &rows : NULL);
	if (q)
		status = r ? report(o, r, &rows) : CLI_FAILED;
	record_free(r);
	request_free(q);
	return status;
}

int verb_stat(int argc, char **argv)
{
	struct stat_options o;
	int status = stat_options_parse(argc, argv, 0, &o);

	if (status == CLI_GOOD && o.help)
		cli_help(&stat_words);
	else if (status == CLI_GOOD && o.target_count > 1)
		status = columns_stat(argc, argv, o.target_count);
	else if (status == CLI_GOOD)
		status = o.dry_run ? stat_dry(&o) : stat_with(&o);
	status = running_left("stat", o.run.target, status);
	stat_options_free(&o);
	return status;
}
