/* SPDX-License-Identifier: MIT */
/*
 * The arguments of `tally stat`.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "boards/src/board.h"
#include "catalog/ahb_map.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options.h"
#include "cli/options/machine.h"
#include "cli/options/on_target.h"
#include "cli/options/stat.h"
#include "cli/options/targets.h"
#include "cli/options/window.h"
#include "cli/output.h"
#include "cli/writing.h"

static int usage(const char *format, const char *text)
{
	struct error err;

	error_set(&err, format, text);
	return cli_error_set(CLI_USAGE, "stat", &err);
}

/* `ours`: how many words of argv come before "--". */
static int parse(int ours, char **argv, unsigned column, struct stat_options *o)
{
	int status;

	optind = 0; /* each column begins anew */
	status = cli_take(&stat_words, ours, argv, o);
	if (status != CLI_GOOD || o->help)
		return status;
	status = targets_choose(o, argv + optind, ours - optind, column);
	return status == CLI_GOOD ? window_regions(o) : status;
}

/* The file of a command that is named by its place. */
static const char *command_file(const struct stat_options *o)
{
	char *const *word = o->on_linux.wish.command;

	return word && strchr(word[0], '/') ? word[0] : NULL;
}

/* The file of --openmetrics is one by itself, and replaced again and again. */
static int check_rows_file(const struct stat_options *o)
{
	if (!o->openmetrics)
		return CLI_GOOD;
	if (!o->interval)
		return cli_error(CLI_USAGE, "stat",
				 "--openmetrics is replaced at each row of -I; "
				 "say how long an interval is, or make it of a "
				 "record: tally export openmetrics");
	if (strcmp(o->openmetrics, "-") == 0)
		return cli_error(CLI_USAGE, "stat",
				 "--openmetrics -: only a file can be replaced "
				 "whole; name one, or read --json-lines");
	if ((o->output && output_collides(o->output, o->openmetrics)) ||
	    (o->page && output_collides(o->page, o->openmetrics)))
		return cli_error(CLI_USAGE, "stat",
				 "--openmetrics %s: the result would be "
				 "written over it; name two files",
				 o->openmetrics);
	return CLI_GOOD;
}

/* Refuses an output file that is the program or another file that is read. */
static int check_output(const struct stat_options *o)
{
	const struct writing_input input[] = {
		{ o->elf, "the program" },
		{ o->map, "the map" },
		{ o->machine.pcap, "the capture" },
		{ command_file(o), "the command" },
	};
	const unsigned inputs = sizeof input / sizeof input[0];
	int status;

	if (o->output && o->page && output_collides(o->output, o->page))
		return cli_error(CLI_USAGE, "stat",
				 "-o %s and --html %s: one would be written "
				 "over the other; name two files",
				 o->output, o->page);
	if (o->enough > 0 && o->interval)
		return cli_error(CLI_USAGE, "stat",
				 "-r auto measures several times over, and -I "
				 "tells each interval of one; say how many "
				 "repeats");
	status = check_rows_file(o);
	if (status == CLI_GOOD)
		status = writing_check("stat", "--openmetrics", o->openmetrics,
				       WRITTEN_OTHER, input, inputs);
	if (status != CLI_GOOD)
		return status;
	status = writing_check("stat", "-o", o->output, written_of(o->format),
			       input, inputs);
	return status == CLI_GOOD ? writing_check("stat", "--html", o->page,
						  WRITTEN_PAGE, input, inputs)
				  : status;
}

/* Takes what runs on a target with registers: a program, and its words. */
static int take_program(struct stat_options *o, char **words, int count)
{
	int status = CLI_GOOD;

	if (!o->elf && !o->dry_run && !o->target && count && o->monitor_name)
		return usage("-m %s is of a target with registers, and what is "
			     "behind -- runs on this computer, whose own "
			     "monitor is counted there: leave out -m",
			     o->monitor_name);
	if (!o->elf && !o->dry_run)
		return usage("say which program to run, an ELF file%s",
			     !o->target ? " with -t board:NAME, or a command "
					  "of this computer behind --"
			     : count ? ", before --: what is behind it are the "
				       "program's arguments"
				     : "");
	if (o->on_linux.said || o->on_linux.wish.shared)
		return usage("-p, -a, --cpu, --cgroup and --multiplex are for "
			     "-t linux%s; leave them out",
			     "");
	if (count)
		status = on_target_arguments("stat", words, count,
					     &o->command_line);
	o->machine.command_line = o->command_line;
	return status;
}

static int find_target(struct stat_options *o)
{
	const struct on_target what = {
		o->target,
		o->monitor_name,
		{ o->metrics, o->events, o->groups, 0 },
	};

	return on_target("stat", &what, &o->machine, &o->run.target,
			 &o->members);
}

int stat_options_parse(int argc, char **argv, unsigned column,
		       struct stat_options *o)
{
	int ours = 1;
	int status, words;
	bool here, beside;

	*o = (struct stat_options){ .run = { .drift_limit = 0.02 },
				    .verb = "stat" };
	o->machine = machine_plain;
	while (ours < argc && strcmp(argv[ours], "--") != 0)
		ours++;
	status = parse(ours, argv, column, o);
	if (status != CLI_GOOD || o->help)
		return status;
	if (!o->run.repeats)
		o->run.repeats = o->machine.layouts ? o->machine.layouts : 1;
	o->format = deliver_form(o->format, o->output);
	words = ours < argc ? argc - ours - 1 : 0;
	here = linux_meant(o, words > 0);
	if (here && !o->target)
		o->target = "linux";
	beside = linux_beside(o);
	if (!here && !beside)
		status = take_program(o, argv + ours + 1, words);
	else if (!linux_command(&o->on_linux, o->elf, argv + ours + 1, words))
		status = cli_no_memory("stat");
	if (status == CLI_GOOD)
		status = find_target(o);
	if (status == CLI_GOOD && here)
		status = linux_options_set(o);
	if (status == CLI_GOOD && beside)
		status = linux_beside_set(o);
	if (status == CLI_GOOD && o->run.warmup)
		status = window_warmup(o);
	if (status == CLI_GOOD && o->seconds)
		status = window_seconds(o);
	if (status == CLI_GOOD && o->map &&
	    !cli_members_map("stat", &o->members, o->map, &o->mapped))
		status = CLI_USAGE;
	if (status == CLI_GOOD && o->interval)
		status = window_interval(o);
	return status == CLI_GOOD ? check_output(o) : status;
}

void stat_options_free(struct stat_options *o)
{
	target_close(o->run.target);
	free(o->metrics);
	free(o->events);
	free(o->groups);
	free(o->command_line);
	free(o->on_linux.words);
	catalog_map_free(o->mapped);
}
