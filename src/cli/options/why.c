/* SPDX-License-Identifier: MIT */
/*
 * The arguments of `tally why`.
 */
#include "cli/options/why.h"

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/options/machine.h"
#include "cli/options/on_target.h"
#include "cli/writing.h"

static bool take_region(const char *text, void *to, struct error *err)
{
	struct stat_options *o = to;

	(void)err;
	o->run.region.text = text;
	o->run.region.kind = strstr(text, "..") ? REGION_RANGE : REGION_SYMBOL;
	return true;
}

#define AT(member) offsetof(struct stat_options, member)

static const struct option_row how[] = {
	ROW_SAYS("How:\n"),
	ROW_TARGET(AT(target), "TARGET", NULL),
	ROW_OWN(0, "region", take_region, "SYMBOL|FROM..TO",
		"   only there; symbol+0x10, a.c:20, 0x8000\n"),
	ROW_MONITOR(AT(monitor_name), "MONITOR", "       of the target's\n"),
	ROW_REPEAT(AT(run.repeats), "             repeats of each step     "),
	ROW_OWN('j', "jobs", stat_take_jobs, "N", "             jobs\n"),
	ROW_FLAG(0, "no-trial", AT(no_trial),
		 "       a board runs without a cause in no trial\n"),
	ROW_SAYS("  --max-insn N     of each run (10000000000)   --timeout S "
		 "(none)\n"
		 "  --max-console MIB   on the console of each run (64)\n"),
	ROWS_END,
};

static const struct option_row result[] = {
	ROW_SAYS("Result:\n"),
	ROW_FLAG(0, "all", AT(all),
		 "            every cause and answer, with whose threshold it "
		 "has\n"),
	ROW_TEXT(0, "against", AT(against), "OLD.json",
		 "   what became of an older result's causes\n"),
	ROW_JSON(AT(format), REPORT_JSON, "           all of that\n"),
	ROW_OUTPUT(AT(output), "FILE",
		   "          write the result there; FILE.json: as JSON\n"),
	ROW_QUIET(AT(quiet_program), "  drop what the program prints\n"),
	ROW_HELP(AT(help)),
	ROWS_END,
};

const struct cli_words why_words = {
	"why",
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
	"one that counts for several reasons is given to none of them.\n",
	{ { .row = how },
	  MACHINE_SET(AT(machine), machine_list),
	  { .row = result } },
	"Exit status: 0 good, 1 not measured or not to be trusted, 2 wrong "
	"usage.\n"
	"\n"
	"Example: tally why -t board:pb1176 --region matmul matmul.elf\n",
};

/* `ours`: how many words of argv come before "--". */
static int parse(int ours, char **argv, struct stat_options *o)
{
	int status = cli_take(&why_words, ours, argv, o);

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
		{ o->against, "the older result" },
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
