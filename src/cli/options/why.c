/* SPDX-License-Identifier: MIT */
/*
 * The arguments of `tally why`.
 */
#include "cli/options/why.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options.h"
#include "cli/options/machine.h"
#include "cli/options/on_target.h"
#include "cli/writing.h"

static const char before[] =
	"Usage: tally why -t board:NAME [HOW] PROG.elf [-- ARGUMENTS]\n"
	"Measures where a program's time goes.  A board has a cause for each "
	"cycle, and\n"
	"begins with them: simulated causes, no events of a monitor.  Then, "
	"and "
	"on\n"
	"hardware at once, it follows the monitor's questions: the largest "
	"shares, then\n"
	"what may be behind those that stand out.  What no event tells is not "
	"said, and\n"
	"one that counts for several reasons is given to none of them.\n"
	"How:\n"
	"  --region SYMBOL|FROM..TO   only there; symbol+0x10, a.c:20, 0x8000\n"
	"  -m MONITOR       of the target's\n"
	"  -r N             repeats of each step     -j N             jobs\n"
	"  --max-insn N     of each run (10000000000)   --timeout S (none)\n"
	"  --max-console MIB   on the console of each run (64)\n";

static const char behind[] =
	"Result:\n"
	"  --all            every answer, with whose threshold it has\n"
	"  --json           all of that\n"
	"  -o FILE          write the result there; FILE.json: as JSON\n"
	"  --quiet-program  drop what the program prints\n"
	"Exit status: 0 good, 1 not measured or not to be trusted, 2 wrong "
	"usage.\n"
	"\n"
	"Example: tally why -t board:pb1176 --region matmul matmul.elf\n";

const struct cli_help why_help = { before, machine_list, behind };

enum {
	OPT_REGION = 256,
	OPT_ALL,
	OPT_JSON,
	OPT_QUIET_PROGRAM,
};

static const struct option known[] = {
	{ "target", required_argument, NULL, 't' },
	{ "monitor", required_argument, NULL, 'm' },
	{ "repeat", required_argument, NULL, 'r' },
	{ "jobs", required_argument, NULL, 'j' },
	{ "output", required_argument, NULL, 'o' },
	{ "help", no_argument, NULL, 'h' },
	{ "region", required_argument, NULL, OPT_REGION },
	{ "all", no_argument, NULL, OPT_ALL },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "quiet-program", no_argument, NULL, OPT_QUIET_PROGRAM },
	{ 0 },
};

static int take(int got, void *to, char **argv)
{
	struct stat_options *o = to;

	switch (got) {
	case 't':
		o->target = optarg;
		return CLI_GOOD;
	case 'm':
		o->monitor_name = optarg;
		return CLI_GOOD;
	case 'o':
		o->output = optarg;
		return CLI_GOOD;
	case 'r':
		return cli_take_small("why", "-r", optarg, 10000,
				      &o->run.repeats);
	case 'j':
		return cli_take_small("why", "-j", optarg, 64, &o->run.jobs);
	case 'h':
		o->help = true;
		return CLI_GOOD;
	case OPT_REGION:
		o->run.region.text = optarg;
		o->run.region.kind =
			strstr(optarg, "..") ? REGION_RANGE : REGION_SYMBOL;
		return CLI_GOOD;
	case OPT_ALL:
		o->all = true;
		return CLI_GOOD;
	case OPT_JSON:
		o->format = REPORT_JSON;
		return CLI_GOOD;
	case OPT_QUIET_PROGRAM:
		o->quiet_program = true;
		return CLI_GOOD;
	default:
		return cli_bad_option("why", got, argv, known);
	}
}

/* `ours`: how many words of argv come before "--". */
static int parse(int ours, char **argv, struct stat_options *o)
{
	struct cli_options given = { .verb = "why",
				     .letters = ":t:m:r:j:o:h",
				     .known = known,
				     .adding = "",
				     .set = { MACHINE_SET(&o->machine) } };
	int status = cli_options_take(&given, ours, argv, take, o);

	if (status != CLI_GOOD || o->help)
		return status;
	if (optind < ours)
		o->elf = argv[optind++];
	if (optind < ours)
		return cli_error(CLI_USAGE, "why",
				 "'%s' is one argument too many; what the "
				 "program shall get comes after --",
				 argv[optind]);
	if (o->target && strncmp(o->target, "linux", 5) == 0)
		return cli_error(CLI_USAGE, "why",
				 "-t %s: why asks a monitor's own questions; "
				 "of a command of this computer `tally stat -- "
				 "COMMAND` has an overview, and `tally record "
				 "-- COMMAND` says where",
				 o->target);
	if (!o->elf && !o->target)
		return cli_error(CLI_USAGE, "why",
				 "say which program to run, an ELF file, and "
				 "where: tally why -t board:NAME PROG.elf; of "
				 "a command of this computer `tally stat -- "
				 "COMMAND` has an overview");
	if (!o->elf)
		return cli_error(CLI_USAGE, "why",
				 "say which program to run, an ELF file");
	return CLI_GOOD;
}

static int check_output(const struct stat_options *o)
{
	const struct writing_input input[] = {
		{ o->elf, "the program" },
		{ o->machine.pcap, "the capture" },
	};

	return writing_check("why", "-o", o->output, written_of(o->format),
			     input, sizeof input / sizeof input[0]);
}

int why_options_parse(int argc, char **argv, struct stat_options *o)
{
	const struct request_wish overview = { 0 };
	int ours = 1;
	int status;

	*o = (struct stat_options){ .run = { .repeats = 1,
					     .drift_limit = 0.02 } };
	o->machine = machine_plain;
	while (ours < argc && strcmp(argv[ours], "--") != 0)
		ours++;
	status = parse(ours, argv, o);
	if (status != CLI_GOOD || o->help)
		return status;
	o->format = deliver_form(o->format, o->output);
	if (ours < argc)
		status = on_target_arguments("why", argv + ours + 1,
					     argc - ours - 1, &o->command_line);
	o->machine.command_line = o->command_line;
	if (status == CLI_GOOD)
		status = on_target("why",
				   &(struct on_target){ o->target,
							o->monitor_name,
							overview },
				   &o->machine, &o->run.target, &o->members);
	return status == CLI_GOOD ? check_output(o) : status;
}
