/* SPDX-License-Identifier: MIT */
/*
 * Several records as columns: `tally stat` with more than one -t measures one
 * after the other, each as if it were alone.
 */
#include "cli/stat/columns.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options/stat.h"
#include "cli/running.h"
#include "cli/stat/enough.h"
#include "cli/stat/measured.h"
#include "html/records.h"
#include "report/beside.h"

static int tell_untrusted(const char *verb, struct record *const *record,
			  unsigned records)
{
	for (unsigned i = 0; i < records; i++)
		if (!record[i]->trusted)
			return cli_error(CLI_FAILED, verb,
					 "record %u is not to be trusted: %s",
					 i + 1, record[i]->verdict.why);
	return CLI_GOOD;
}

int columns_deliver(const char *verb, struct record *const *record,
		    unsigned records, enum report_form form, const char *path)
{
	struct delivery d;
	const bool good =
		deliver_begin(&d) && report_beside(d.to, record, records, form);
	const int status = deliver_end(&d, verb, path, good);

	return status == CLI_GOOD ? tell_untrusted(verb, record, records)
				  : status;
}

int columns_page(const char *verb, struct record *const *record,
		 unsigned records, char *const *name, const char *path)
{
	const char *shown[HTML_RECORDS];
	char *own[HTML_RECORDS] = { NULL };
	const struct html_records all = { record, shown, records };
	struct delivery d;
	bool good = true;
	int status;

	if (records > HTML_RECORDS)
		return cli_error(CLI_USAGE, verb,
				 "a page has at most %d records, and these "
				 "are %u; give it a part of them",
				 HTML_RECORDS, records);
	for (unsigned i = 0; good && i < records; i++) {
		if (!name[i])
			good = (own[i] = html_record_name(&all, i));
		shown[i] = name[i] ? name[i] : own[i];
	}
	good = deliver_begin(&d) && good && html_records(d.to, &all);
	for (unsigned i = 0; i < records; i++)
		free(own[i]);
	status = deliver_end(&d, verb, strcmp(path, "-") ? path : NULL, good);
	return status == CLI_GOOD ? tell_untrusted(verb, record, records)
				  : status;
}

/* How long it takes is what boards are compared by, so it is in the overview
 * of several where the monitor has it. */
static int add_seconds(struct stat_options *o)
{
	struct error unknown;

	if (o->metrics || o->events || o->groups || o->members.count != 1 ||
	    !catalog_metric(o->members.member[0].monitor, "seconds", &unknown))
		return CLI_GOOD;
	o->overview = true;
	return text_append(&o->metrics, "seconds", ',') ? CLI_GOOD
							: cli_no_memory("stat");
}

/* All targets, with what becomes of each. */
struct all {
	struct stat_options o[STAT_COLUMNS];
	struct request *request[STAT_COLUMNS];
	struct record *record[STAT_COLUMNS];
	unsigned columns;
};

/* Rows that cores of every kind have: how they got on, what they lost by. */
static const char in_common[] =
	"cpi dcache_mpki icache_mpki dtlb_mpki itlb_mpki branch_mpki";

/* Overviews of different monitors have hardly a row in common, so that theirs
 * is one of rows that can be compared. */
static void overview_in_common(struct all *a)
{
	const struct catalog_monitor *first = a->o->members.member[0].monitor;
	bool differ = false;

	for (unsigned i = 1; i < a->columns; i++)
		differ |= a->o[i].members.member[0].monitor != first;
	for (unsigned i = 0; differ && i < a->columns; i++)
		if (a->o[i].members.count == 1)
			a->o[i].in_common = in_common;
}

/* A program that does not run on its target is found before any is run. */
static int prepare(int argc, char **argv, unsigned column,
		   struct stat_options *o)
{
	int status = stat_options_parse(argc, argv, column, o);
	struct error err;

	if (status == CLI_GOOD)
		status = add_seconds(o);
	if (status != CLI_GOOD || target_load(o->run.target, o->elf, &err))
		return status;
	error_within(&err, "%s", o->target);
	if (o->program_count == 1)
		return cli_error(CLI_FAILED, "stat",
				 "%s; one program for each -t, in their order, "
				 "is possible, too",
				 err.text);
	return cli_error_set(CLI_FAILED, "stat", &err);
}

static void name_column(char verb[160], const struct stat_options *o)
{
	snprintf(verb, 160, "stat -t %.140s", o->target);
}

/* Plans for all before any is run, so that what one cannot count is found. */
static int plan_all(struct all *a)
{
	int status = CLI_GOOD;

	for (unsigned i = 0; status == CLI_GOOD && i < a->columns; i++) {
		char verb[160];

		name_column(verb, &a->o[i]);
		a->request[i] = stat_request(verb, &a->o[i], &status);
	}
	return status;
}

/* How many were measured before one could not be. */
static unsigned measure_all(struct all *a)
{
	for (unsigned i = 0; i < a->columns; i++) {
		char verb[160];

		name_column(verb, &a->o[i]);
		a->record[i] =
			enough_measure(verb, &a->o[i], a->request[i], NULL);
		if (!a->record[i])
			return i;
	}
	return a->columns;
}

/* Targets that were measured are delivered, also where another could not be. */
static int stat_all(int argc, char **argv, struct all *a)
{
	int status = CLI_GOOD;
	unsigned measured;

	for (unsigned i = 0; status == CLI_GOOD && i < a->columns; i++)
		status = prepare(argc, argv, i, &a->o[i]);
	if (status == CLI_GOOD) {
		overview_in_common(a);
		status = plan_all(a);
	}
	if (status != CLI_GOOD)
		return status;
	measured = measure_all(a);
	if (measured)
		status = columns_deliver("stat", a->record, measured,
					 a->o->format, a->o->output);
	for (unsigned i = 0; i < measured; i++) {
		const int now = limits_judge("stat", &a->o[i].budgets,
					     a->record[i], a->o[i].target);

		status = now > status ? now : status;
	}
	return measured == a->columns ? status : CLI_FAILED;
}

int columns_stat(int argc, char **argv, unsigned columns)
{
	struct all *a = calloc(1, sizeof *a);
	int status;

	if (!a)
		return cli_no_memory("stat");
	a->columns = columns;
	status = stat_all(argc, argv, a);
	for (unsigned i = 0; i < columns; i++) {
		record_free(a->record[i]);
		request_free(a->request[i]);
		status = running_left("stat", a->o[i].run.target, status);
		stat_options_free(&a->o[i]);
	}
	free(a);
	return status;
}
