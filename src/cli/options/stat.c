/* SPDX-License-Identifier: MIT */
/*
 * The arguments of `tally stat`.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
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

enum {
	OPT_REGION = 256,
	OPT_MAX_PASSES,
	OPT_DIVIDE,
	OPT_DRIFT_LIMIT,
	OPT_TRUTH,
	OPT_DRY_RUN,
	OPT_JSON,
	OPT_CSV,
	OPT_HTML,
	OPT_NOTES,
	OPT_QUIET_PROGRAM,
	OPT_NO_CALIBRATE,
	OPT_CLOCK_RATIO,
	OPT_MAP,
	OPT_PASSES,
	OPT_REGIONS,
	OPT_SELF,
	OPT_INSIDE,
	OPT_CPU,
	OPT_CGROUP,
	OPT_MULTIPLEX,
	OPT_WARMUP,
	OPT_SECONDS,
};

static const struct option known[] = {
	{ "target", required_argument, NULL, 't' },
	{ "monitor", required_argument, NULL, 'm' },
	{ "metrics", required_argument, NULL, 'M' },
	{ "events", required_argument, NULL, 'e' },
	{ "groups", required_argument, NULL, 'g' },
	{ "repeat", required_argument, NULL, 'r' },
	{ "interval", required_argument, NULL, 'I' },
	{ "jobs", required_argument, NULL, 'j' },
	{ "output", required_argument, NULL, 'o' },
	{ "help", no_argument, NULL, 'h' },
	{ "region", required_argument, NULL, OPT_REGION },
	{ "max-passes", required_argument, NULL, OPT_MAX_PASSES },
	{ "divide", no_argument, NULL, OPT_DIVIDE },
	{ "drift-limit", required_argument, NULL, OPT_DRIFT_LIMIT },
	{ "truth", no_argument, NULL, OPT_TRUTH },
	{ "dry-run", no_argument, NULL, OPT_DRY_RUN },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "csv", no_argument, NULL, OPT_CSV },
	{ "html", required_argument, NULL, OPT_HTML },
	{ "notes", no_argument, NULL, OPT_NOTES },
	{ "quiet-program", no_argument, NULL, OPT_QUIET_PROGRAM },
	{ "no-calibrate", no_argument, NULL, OPT_NO_CALIBRATE },
	{ "clock-ratio", required_argument, NULL, OPT_CLOCK_RATIO },
	{ "map", required_argument, NULL, OPT_MAP },
	{ "passes", required_argument, NULL, OPT_PASSES },
	{ "regions", required_argument, NULL, OPT_REGIONS },
	{ "self", no_argument, NULL, OPT_SELF },
	{ "inside", no_argument, NULL, OPT_INSIDE },
	{ "pid", required_argument, NULL, 'p' },
	{ "all-cpus", no_argument, NULL, 'a' },
	{ "cpu", required_argument, NULL, OPT_CPU },
	{ "cgroup", required_argument, NULL, OPT_CGROUP },
	{ "warmup", required_argument, NULL, OPT_WARMUP },
	{ "seconds", required_argument, NULL, OPT_SECONDS },
	{ "multiplex", no_argument, NULL, OPT_MULTIPLEX },
	{ 0 },
};

static int usage(const char *format, const char *text)
{
	struct error err;

	error_set(&err, format, text);
	return cli_error_set(CLI_USAGE, "stat", &err);
}

/* A percentage, with or without its sign. */
static int take_real(const char *option, const char *text, double *value)
{
	char *end;

	*value = strtod(text, &end);
	if (end > text && *end == '%')
		end++;
	if (end == text || *end || !isfinite(*value) || *value < 0)
		return cli_error(CLI_USAGE, "stat",
				 "%s: '%s' is not a number of 0 or more",
				 option, text);
	return CLI_GOOD;
}

/* Handles options without an argument; false: it is none of these. */
static bool take_switch(int got, struct stat_options *o)
{
	switch (got) {
	case 'h':
		o->help = true;
		return true;
	case OPT_DIVIDE:
		o->run.divide = true;
		return true;
	case OPT_TRUTH:
		o->run.truth = true;
		return true;
	case OPT_DRY_RUN:
		o->dry_run = true;
		return true;
	case OPT_JSON:
		o->format = REPORT_JSON;
		return true;
	case OPT_CSV:
		o->format = REPORT_CSV;
		return true;
	case OPT_NOTES:
		o->format = REPORT_NOTES;
		return true;
	case OPT_QUIET_PROGRAM:
		o->quiet_program = true;
		return true;
	case OPT_NO_CALIBRATE:
		o->run.no_calibrate = true;
		return true;
	case OPT_SELF:
		o->run.parts.self = true;
		return true;
	case OPT_INSIDE:
		o->run.inside = true;
		return true;
	case OPT_MULTIPLEX:
		o->on_linux.wish.shared = true;
		return true;
	case 'a':
		o->on_linux.wish.all = o->on_linux.said = true;
		return true;
	default:
		return false;
	}
}

/* Takes options whose argument is kept as it is. */
static bool take_word(int got, struct stat_options *o)
{
	switch (got) {
	case 'm':
		o->monitor_name = optarg;
		return true;
	case 'o':
		o->output = optarg;
		return true;
	case OPT_HTML:
		o->page = optarg;
		return true;
	case 'I':
		o->interval = optarg;
		return true;
	case OPT_MAP:
		o->map = optarg;
		return true;
	case OPT_SECONDS:
		o->seconds = optarg;
		return true;
	case OPT_CGROUP:
		o->on_linux.wish.cgroup = optarg;
		o->on_linux.said = true;
		return true;
	case OPT_CPU:
		o->on_linux.wish.cpus = optarg;
		o->on_linux.said = true;
		return true;
	default:
		return false;
	}
}

static int take_region(const char **list, unsigned *count, const char *text)
{
	if (*count == RUN_PARTS)
		return cli_error(CLI_USAGE, "stat",
				 "--region %s: one run measures %d regions at "
				 "most",
				 text, RUN_PARTS);
	list[(*count)++] = text;
	return CLI_GOOD;
}

static int take_passes(struct stat_options *o)
{
	o->run.separate = strcmp(optarg, "separate") == 0;
	o->passes_said = true;
	if (o->run.separate || strcmp(optarg, "together") == 0)
		return CLI_GOOD;
	return cli_error(CLI_USAGE, "stat",
			 "--passes: '%s' is not one of together, separate",
			 optarg);
}

static int take_ratio(struct stat_options *o)
{
	struct error err;

	if (!number_ratio(optarg, &o->run.clock_ratio, &err))
		return cli_error(CLI_USAGE, "stat", "--clock-ratio: %s",
				 err.text);
	return CLI_GOOD;
}

static int take_pid(struct stat_options *o)
{
	uint64_t pid;
	int status = cli_take_number("stat", "-p", optarg, 1, INT32_MAX, &pid);

	if (status != CLI_GOOD)
		return status;
	o->on_linux.wish.pid = (pid_t)pid;
	o->on_linux.said = true;
	return CLI_GOOD;
}

static int take(int got, void *to, char **argv)
{
	struct stat_options *o = to;
	int status;

	if (take_word(got, o))
		return CLI_GOOD;
	switch (got) {
	case 't':
		return targets_take(o, optarg);
	case 'M':
		return cli_take_list("stat", &o->metrics, optarg);
	case 'e':
		return cli_take_list("stat", &o->events, optarg);
	case 'g':
		return cli_take_list("stat", &o->groups, optarg);
	case 'r':
		return cli_take_small("stat", "-r", optarg, 10000,
				      &o->run.repeats);
	case 'j':
		if (*optarg == '-')
			return usage("-j: %s is no number of jobs; JSON is "
				     "--json",
				     optarg);
		return cli_take_small("stat", "-j", optarg, 64, &o->run.jobs);
	case OPT_WARMUP:
		return cli_take_small("stat", "--warmup", optarg, WARMUP_MOST,
				      &o->run.warmup);
	case OPT_REGION:
		return take_region(o->region, &o->regions, optarg);
	case OPT_REGIONS:
		return take_region(o->glob, &o->globs, optarg);
	case OPT_MAX_PASSES:
		return cli_take_small("stat", "--max-passes", optarg, 1000,
				      &o->max_passes);
	case OPT_CLOCK_RATIO:
		return take_ratio(o);
	case OPT_PASSES:
		return take_passes(o);
	case 'p':
		return take_pid(o);
	case OPT_DRIFT_LIMIT:
		status =
			take_real("--drift-limit", optarg, &o->run.drift_limit);
		o->run.drift_limit /= 100;
		return status;
	default:
		return take_switch(got, o)
			       ? CLI_GOOD
			       : cli_bad_option("stat", got, argv, known);
	}
}

/* `ours`: how many words of argv come before "--". */
static int parse(int ours, char **argv, unsigned column, struct stat_options *o)
{
	struct cli_options given = {
		.verb = "stat",
		.letters = ":t:m:M:e:g:r:I:j:o:p:ah",
		.known = known,
		.adding = "target metrics events groups region regions",
		.set = { MACHINE_SET(&o->machine) },
	};
	int status;

	optind = 0; /* each column begins anew */
	status = cli_options_take(&given, ours, argv, take, o);
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

	*o = (struct stat_options){ .run = { .repeats = 1,
					     .drift_limit = 0.02 } };
	o->machine = machine_plain;
	while (ours < argc && strcmp(argv[ours], "--") != 0)
		ours++;
	status = parse(ours, argv, column, o);
	if (status != CLI_GOOD || o->help)
		return status;
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
