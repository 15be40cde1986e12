/* SPDX-License-Identifier: MIT */
/*
 * The arguments of `tally profile` and `tally record`.
 */
#include "cli/options/profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options.h"
#include "cli/options/machine.h"
#include "cli/options/on_target.h"
#include "cli/options/view.h"
#include "cli/writing.h"

static const char before[] =
	"Usage: tally profile -t board:NAME [WHAT] [HOW] PROG.elf [-- "
	"ARGUMENTS]\n"
	"Runs a program on a simulated board and says where events happen: "
	"exactly,\n"
	"in one run, and without disturbing it.  Rows are ordered by the "
	"first event.\n"
	"What (cpi, or the board's overview, if nothing is said):\n"
	"  -e LIST   events: dcache_miss,cycles; all\n"
	"  -M LIST   metrics or formulas        -g LIST  groups of metrics\n"
	"  -m MONITOR[,MONITOR]   of the board's\n"
	"How:\n"
	"  --by function|line|insn|file|inlined   what a row is "
	"(function)\n"
	"  --inclusive      of functions: with all that they call\n"
	"  --callers FUNCTION, --callees FUNCTION   who calls it, whom it "
	"calls\n"
	"  --annotate FUNCTION [--asm] [--source FOLDER]   its source, "
	"instructions\n"
	"  --max-rows N     of text (20); 0: all    --no-demangle    names as "
	"linked\n"
	"  --max-insn N     of the run (10000000000)   --timeout S (none)\n"
	"  --max-console MIB   on its console (64)\n"
	"  --timeline N     keep when the first N calls began and ended, for "
	"tally\n"
	"                   export perfetto and chrome\n";

static const char behind[] =
	"Result:\n"
	"  --csv            all rows and columns\n"
	"  --json           all there is: instructions, calls, paths of calls\n"
	"  -o FILE          write the result there; FILE.json, FILE.csv: as "
	"those\n"
	"  --quiet-program  drop what the program prints\n"
	"Exit status: 0 good, 1 not measured, or not to the end, 2 wrong "
	"usage.\n"
	"\n"
	"Examples:\n"
	"  tally profile -t board:pb1176 -e dcache_miss,cycles app.elf\n"
	"  tally profile -t board:lubbock -M cpi --by line --csv app.elf\n";

const struct cli_help profile_help = { before, machine_list, behind };

enum {
	OPT_CSV = 256,
	OPT_JSON,
	OPT_QUIET_PROGRAM,
	OPT_EVEN,
	OPT_TIMELINE,
};

#define COMMON_ROWS                                                            \
	{ "target", required_argument, NULL, 't' },                            \
		{ "monitor", required_argument, NULL, 'm' },                   \
		{ "events", required_argument, NULL, 'e' },                    \
		{ "output", required_argument, NULL, 'o' },                    \
		{ "help", no_argument, NULL, 'h' },                            \
		{ "csv", no_argument, NULL, OPT_CSV },                         \
		{ "json", no_argument, NULL, OPT_JSON },                       \
	{                                                                      \
		"quiet-program", no_argument, NULL, OPT_QUIET_PROGRAM          \
	}

static const struct option profile_known[] = {
	COMMON_ROWS,
	{ "metrics", required_argument, NULL, 'M' },
	{ "groups", required_argument, NULL, 'g' },
	{ "timeline", required_argument, NULL, OPT_TIMELINE },
	{ 0 },
};
static const struct option record_known[] = {
	COMMON_ROWS,
	{ "count", required_argument, NULL, 'c' },
	{ "frequency", required_argument, NULL, 'F' },
	{ "even", no_argument, NULL, OPT_EVEN },
	{ 0 },
};

static bool samples(const struct profile_options *o)
{
	return strcmp(o->verb, "record") == 0;
}

/* False: the option is not one of these. */
static bool take_switch(int got, struct profile_options *o)
{
	switch (got) {
	case 'h':
		o->help = true;
		return true;
	case OPT_CSV:
		o->form = REPORT_CSV;
		return true;
	case OPT_JSON:
		o->form = REPORT_JSON;
		return true;
	case OPT_QUIET_PROGRAM:
		o->quiet_program = true;
		return true;
	case OPT_EVEN:
		o->even = true;
		return true;
	default:
		return false;
	}
}

static int take_period(struct profile_options *o, const char *text)
{
	struct error err;

	o->counted = true;
	if (!number_read(text, &o->period, &err))
		return cli_error(CLI_USAGE, o->verb, "-c: %s", err.text);
	return o->period ? CLI_GOOD
			 : cli_error(CLI_USAGE, o->verb,
				     "-c 0: a period is at least 1 event");
}

static int take_timeline(struct profile_options *o, const char *text)
{
	struct error err;
	uint64_t spans;

	if (!number_read(text, &spans, &err))
		return cli_error(CLI_USAGE, o->verb, "--timeline: %s",
				 err.text);
	if (!spans || spans > BOARD_SPANS)
		return cli_error(CLI_USAGE, o->verb,
				 "--timeline %s: it is of 1 to %u calls", text,
				 (unsigned)BOARD_SPANS);
	o->spans = (uint32_t)spans;
	return CLI_GOOD;
}

static int take_frequency(struct profile_options *o, const char *text)
{
	enum { MOST = 10000 };
	char *end;

	o->hz = strtod(text, &end);
	return end > text && !*end && o->hz > 0 && o->hz <= MOST
		       ? CLI_GOOD
		       : cli_error(CLI_USAGE, o->verb,
				   "-F %s: so often a second, more than 0 and "
				   "at most %d",
				   text, MOST);
}

static int take(int got, void *to, char **argv)
{
	struct profile_options *o = to;

	switch (got) {
	case 't':
		o->target_name = optarg;
		return CLI_GOOD;
	case 'm':
		o->monitor_name = optarg;
		return CLI_GOOD;
	case 'o':
		o->output = optarg;
		return CLI_GOOD;
	case 'M':
		return cli_take_list(o->verb, &o->metrics, optarg);
	case 'e':
		return cli_take_list(o->verb, &o->events, optarg);
	case 'c':
		return take_period(o, optarg);
	case 'F':
		return take_frequency(o, optarg);
	case OPT_TIMELINE:
		return take_timeline(o, optarg);
	case 'g':
		return cli_take_list(o->verb, &o->groups, optarg);
	default:
		return take_switch(got, o)
			       ? CLI_GOOD
			       : cli_bad_option(o->verb, got, argv,
						samples(o) ? record_known
							   : profile_known);
	}
}

/* `ours`: how many words of argv come before "--". */
static int parse(int ours, char **argv, struct profile_options *o)
{
	struct cli_options given = {
		.verb = o->verb,
		.letters = samples(o) ? ":t:m:e:c:F:o:h" : ":t:m:M:e:g:o:h",
		.known = samples(o) ? record_known : profile_known,
		.adding = samples(o) ? "events" : "metrics events groups",
		.set = { VIEW_SET(&o->view), MACHINE_SET(&o->machine) },
	};
	int status = cli_options_take(&given, ours, argv, take, o);

	if (status != CLI_GOOD || o->help)
		return status;
	if (optind < ours)
		o->elf = argv[optind++];
	if (optind < ours)
		return cli_error(CLI_USAGE, o->verb,
				 "'%s' is one argument too many; what the "
				 "program shall get comes after --",
				 argv[optind]);
	return CLI_GOOD;
}

/* Halting is for what nothing else stops; there are no events then. */
static int check_halting(const struct profile_options *o)
{
	if (o->target->control && o->target->control->watch)
		return cli_error(CLI_USAGE, o->verb,
				 "-F is for a core behind a debug server; %s "
				 "is sampled by events: leave out -F",
				 o->target->facts.title);
	if (o->events || o->counted)
		return cli_error(CLI_USAGE, o->verb,
				 "-F samples by time; leave out -e and -c");
	return CLI_GOOD;
}

static int check(const struct profile_options *o)
{
	const struct writing_input input[] = {
		{ o->elf, "the program" },
		{ o->machine.pcap, "the capture" },
	};
	int status = CLI_GOOD;

	if (!o->elf)
		return cli_error(CLI_USAGE, o->verb,
				 "say which program to run, an ELF file");
	status = writing_check(o->verb, "-o", o->output,
			       strcmp(o->verb, "record") == 0
				       ? written_kept(o->form)
				       : written_of(o->form),
			       input, sizeof input / sizeof input[0]);
	if (status != CLI_GOOD)
		return status;
	if (o->spans && o->form != REPORT_JSON)
		return cli_error(CLI_USAGE, o->verb,
				 "--timeline: only the document has it; add "
				 "--json -o FILE");
	if (o->hz > 0)
		status = check_halting(o);
	return status == CLI_GOOD
		       ? view_check(o->verb, &o->view, o->form == REPORT_JSON)
		       : status;
}

/* Chooses what is shown if nothing is asked for: what cycles go to. */
static int choose_default(struct profile_options *o)
{
	const struct request_wish cpi = { .metrics = "cpi" };

	if (samples(o))
		return o->events ? CLI_GOOD
				 : cli_take_list(o->verb, &o->events, "cycles");
	if (o->metrics || o->events || o->groups)
		return CLI_GOOD;
	return request_known(o->members.member, o->members.count, &cpi)
		       ? cli_take_list(o->verb, &o->metrics, "cpi")
		       : CLI_GOOD;
}

int profile_options_parse(int argc, char **argv, struct profile_options *o)
{
	int ours = 1, status;

	*o = (struct profile_options){ .verb = argv[0],
				       .view = VIEW_DEFAULT,
				       .period = 10000 };
	o->machine = machine_plain;
	while (ours < argc && strcmp(argv[ours], "--") != 0)
		ours++;
	status = parse(ours, argv, o);
	if (status != CLI_GOOD || o->help)
		return status;
	o->form = deliver_form(o->form, o->output);
	if (strcmp(o->verb, "profile") == 0 && o->target_name &&
	    strncmp(o->target_name, "linux", 5) == 0)
		return cli_error(CLI_USAGE, o->verb,
				 "-t %s: profile counts each instruction of a "
				 "simulated board; `tally record -- COMMAND` "
				 "samples a command of this computer",
				 o->target_name);
	if (ours < argc)
		status = on_target_arguments(o->verb, argv + ours + 1,
					     argc - ours - 1, &o->command_line);
	o->machine.command_line = o->command_line;
	if (status == CLI_GOOD)
		status = on_target(o->verb,
				   &(struct on_target){ o->target_name,
							o->monitor_name,
							{ o->metrics, o->events,
							  o->groups, 0 } },
				   &o->machine, &o->target, &o->members);
	if (status == CLI_GOOD)
		status = check(o);
	return status == CLI_GOOD ? choose_default(o) : status;
}

void profile_options_free(struct profile_options *o)
{
	target_close(o->target);
	free(o->metrics);
	free(o->events);
	free(o->groups);
	free(o->command_line);
}
