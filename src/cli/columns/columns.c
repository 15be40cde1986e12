/* SPDX-License-Identifier: MIT */
/*
 * Several records as columns: `tally stat` with more than one -t measures one
 * after the other, each as if it were alone.
 */
#include "cli/columns/columns.h"

#include <stdlib.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/lists.h"
#include "cli/options/stat.h"
#include "cli/running.h"
#include "report/beside.h"

int columns_deliver(const char *verb, struct record *const *record,
		    unsigned records, enum report_form form, const char *path)
{
	struct delivery d;
	const bool good =
		deliver_begin(&d) && report_beside(d.to, record, records, form);
	const int status = deliver_end(&d, verb, path, good);

	for (unsigned i = 0; status == CLI_GOOD && i < records; i++)
		if (!record[i]->trusted)
			return cli_error(CLI_FAILED, verb,
					 "record %u is not to be trusted: %s",
					 i + 1, record[i]->verdict.why);
	return status;
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
	return cli_list_append(&o->metrics, "seconds", ',')
		       ? CLI_GOOD
		       : cli_no_memory("stat");
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

static int measure_all(struct stat_options *o, unsigned columns,
		       struct record **record)
{
	int status = CLI_GOOD;

	for (unsigned i = 0; status == CLI_GOOD && i < columns; i++) {
		char verb[160];

		snprintf(verb, sizeof verb, "stat -t %.140s", o[i].target);
		record[i] = stat_record(verb, &o[i], &status);
	}
	return status;
}

static int stat_all(int argc, char **argv, struct stat_options *o,
		    struct record **record, unsigned columns)
{
	int status = CLI_GOOD;

	for (unsigned i = 0; status == CLI_GOOD && i < columns; i++)
		status = prepare(argc, argv, i, &o[i]);
	if (status == CLI_GOOD)
		status = measure_all(o, columns, record);
	if (status == CLI_GOOD)
		status = columns_deliver("stat", record, columns, o->format,
					 o->output);
	for (unsigned i = 0; i < columns; i++) {
		record_free(record[i]);
		stat_options_free(&o[i]);
	}
	return status;
}

int columns_stat(int argc, char **argv, unsigned columns)
{
	struct stat_options *o = calloc(columns, sizeof *o);
	struct record **record = calloc(columns, sizeof(struct record *));
	int status;

	if (o && record)
		status = stat_all(argc, argv, o, record, columns);
	else
		status = cli_no_memory("stat");
	free(record);
	free(o);
	return status;
}
