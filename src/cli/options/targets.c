/* SPDX-License-Identifier: MIT */
/* Several targets in one command.  See targets.h. */
#include "cli/options/targets.h"

#include <string.h>

#include "cli/cli.h"

/* The option that has no place in a table of one number for each target. */
static const char *out_of_place(const struct stat_options *o)
{
	const struct {
		bool given;
		const char *option;
	} row[] = {
		{ o->interval, "-I" },
		{ o->regions > 1, "all but one --region" },
		{ o->globs, "--regions" },
		{ o->run.parts.self, "--self" },
		{ o->run.truth, "--truth" },
		{ o->run.causes, "--causes" },
		{ o->dry_run, "--dry-run" },
		{ o->page, "--html" },
		{ o->openmetrics, "--openmetrics" },
		{ o->format == REPORT_LINES, "--json-lines" },
		{ o->format == REPORT_NOTES, "--notes" },
		{ o->map, "--map" },
		{ o->on_linux.said || o->on_linux.wish.shared,
		  "-p, -a, --cpu, --cgroup and --multiplex" },
	};

	for (unsigned i = 0; i < sizeof row / sizeof *row; i++)
		if (row[i].given)
			return row[i].option;
	return NULL;
}

static int check(const struct stat_options *o)
{
	const char *option = out_of_place(o);

	if (option)
		return cli_error(CLI_USAGE, "stat",
				 "several targets have a column each, of the "
				 "whole program or of one region; leave out "
				 "%s",
				 option);
	for (unsigned i = 0; i < o->target_count; i++)
		if (strncmp(o->targets[i], "linux", 5) == 0 ||
		    target_takes_command(o->targets[i]))
			return cli_error(CLI_USAGE, "stat",
					 "-t %s: a command of this computer is "
					 "measured alone; `tally report A B` "
					 "prints what was kept as columns",
					 o->targets[i]);
	if (o->program_count > 1 && o->program_count != o->target_count)
		return cli_error(CLI_USAGE, "stat",
				 "%u targets and %u programs: give one program "
				 "for all, or one for each -t, in their order",
				 o->target_count, o->program_count);
	return CLI_GOOD;
}

int targets_choose(struct stat_options *o, char **program, int programs,
		   unsigned column)
{
	const int most = o->target_count > 1 ? STAT_COLUMNS : 1;
	int status = CLI_GOOD;

	for (int i = 0; i < programs && i < most; i++)
		o->programs[o->program_count++] = program[i];
	if (programs > most)
		return cli_error(CLI_USAGE, "stat",
				 "'%s' is one argument too many; what the "
				 "program shall get comes after --",
				 program[most]);
	if (o->target_count > 1)
		status = check(o);
	if (o->target_count)
		o->target = o->targets[column];
	if (o->program_count)
		o->elf = o->programs[o->program_count > 1 ? column : 0];
	return status;
}
