/* SPDX-License-Identifier: MIT */
/*
 * The arguments of `tally profile` and `tally record`.
 */
#include "cli/options/profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/options/machine.h"
#include "cli/options/on_target.h"
#include "cli/options/view.h"
#include "cli/writing.h"
#include "export/export.h"

static bool take_timeline(const char *text, void *to, struct error *err)
{
	uint64_t spans;

	if (!number_read(text, &spans, err))
		return error_within(err, "--timeline");
	if (!spans || spans > BOARD_SPANS)
		return error_set(err, "--timeline %s: it is of 1 to %u calls",
				 text, (unsigned)BOARD_SPANS);
	((struct profile_options *)to)->spans = (uint32_t)spans;
	return true;
}

#define AT(member) offsetof(struct profile_options, member)

static const struct option_row what[] = {
	ROW_SAYS("What (cpi, or the board's overview, if nothing is said):\n"),
	ROW_TARGET(AT(target_name), "TARGET", NULL),
	ROW_EVENTS(AT(events), "   events: dcache_miss,cycles; all\n"),
	ROW_METRICS(AT(metrics), "   metrics or formulas        "),
	ROW_GROUPS(AT(groups), "  groups of metrics\n"),
	ROW_FLAG(0, "causes", AT(causes),
		 "   why the core's cycles went by: simulated causes, no "
		 "events\n"),
	ROW_MONITOR(AT(monitor_name), "MONITOR[,MONITOR]",
		    "   of the board's\n"),
	ROW_SAYS("How:\n"
		 "  --max-insn N     of the run (10000000000)   --timeout S "
		 "(none)\n"
		 "  --max-console MIB   on its console (64)\n"),
	ROW_OWN(0, "timeline", take_timeline, "N",
		"     keep when the first N calls began and ended, for tally\n"
		"                   export perfetto and chrome\n"),
	ROWS_END,
};

static const struct option_row result[] = {
	ROW_SAYS("Result:\n"),
	ROW_CSV(AT(form), REPORT_CSV, "            all rows and columns\n"),
	ROW_JSON(AT(form), REPORT_JSON,
		 "           all there is: instructions, calls, paths of "
		 "calls\n"),
	ROW_TEXT(0, "format", AT(format_name), "gcc",
		 "     a note for each line, for editors; or one that export "
		 "has\n"),
	ROW_OUTPUT(AT(output), "FILE",
		   "          write the result there; FILE.json, FILE.csv: as "
		   "those\n"),
	ROW_QUIET(AT(quiet_program), "  drop what the program prints\n"),
	ROW_HELP(AT(help)),
	ROWS_END,
};

const struct cli_words profile_words = {
	"profile",
	"Usage: tally profile -t board:NAME [WHAT] [HOW] PROG.elf [-- "
	"ARGUMENTS]\n"
	"Runs a program on a simulated board and says where events happen: "
	"exactly,\n"
	"in one run, and without disturbing it.  Rows are ordered by the "
	"first event.\n",
	{ { .row = what },
	  /* Nobody says of which task an instruction is. */
	  { .row = view_rows, .without = "task", .at = AT(view) },
	  MACHINE_SET(AT(machine), machine_list),
	  { .row = result } },
	"Exit status: 0 good, 1 not measured, or not to the end, 2 wrong "
	"usage.\n"
	"\n"
	"Examples:\n"
	"  tally profile -t board:pb1176 -e dcache_miss,cycles app.elf\n"
	"  tally profile -t board:lubbock -M cpi --by line --csv app.elf\n",
};

/* Finds the format; it is of the whole profile, and no table. */
static int check_form(struct profile_options *o)
{
	const struct profile_view *v = &o->view;
	struct error err;

	if (!o->format_name)
		return CLI_GOOD;
	o->format = export_format(o->format_name, &err);
	if (!o->format)
		return cli_error(CLI_USAGE, o->verb, "--format: %s", err.text);
	if (!o->format->write)
		return cli_error(CLI_USAGE, o->verb, "--format %s: %s %s",
				 o->format_name, o->format_name,
				 o->format->otherwise);
	if (o->format->over_time)
		return cli_error(CLI_USAGE, o->verb,
				 "--format %s: it is of calls over time; keep "
				 "them with --timeline N --json -o FILE, and "
				 "make it with tally export %s FILE",
				 o->format_name, o->format_name);
	if (o->form != REPORT_TEXT)
		return cli_error(CLI_USAGE, o->verb,
				 "--format is a form of its own; leave out "
				 "--csv and --json");
	if (v->by != SAMPLE_FUNCTIONS || v->inclusive || v->callers ||
	    v->callees || v->annotate)
		return cli_error(
			CLI_USAGE, o->verb,
			"--format has rows of its own; leave out --by, "
			"--inclusive, --callers, --callees and "
			"--annotate");
	return deliver_format_check(o->verb, o->format, o->output);
}

static enum written kind_written(const struct profile_options *o)
{
	if (o->format)
		return deliver_written(o->format);
	return strcmp(o->verb, "record") == 0 ? written_kept(o->form)
					      : written_of(o->form);
}

static bool samples(const struct profile_options *o)
{
	return strcmp(o->verb, "record") == 0;
}

/* `ours`: how many words of argv come before "--". */
static int parse(int ours, char **argv, struct profile_options *o)
{
	const struct cli_words *words =
		samples(o) ? &record_words : &profile_words;
	int status = cli_take(words, ours, argv, o);

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
	status = writing_check(o->verb, "-o", o->output, kind_written(o), input,
			       sizeof input / sizeof input[0]);
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

static int take_default(const struct profile_options *o, char **list,
			const char *name)
{
	return text_append(list, name, ',') ? CLI_GOOD : cli_no_memory(o->verb);
}

/* Chooses what is shown if nothing is asked for: what cycles go to. */
static int choose_default(struct profile_options *o)
{
	const struct request_wish cpi = { .metrics = "cpi" };
	const char *cycles = o->members.member[0].monitor->cycles;

	if (samples(o))
		return o->events ? CLI_GOOD
				 : take_default(o, &o->events, "cycles");
	if (o->metrics || o->events || o->groups)
		return CLI_GOOD;
	if (o->causes && cycles)
		return take_default(o, &o->events, cycles);
	return request_known(o->members.member, o->members.count, &cpi)
		       ? take_default(o, &o->metrics, "cpi")
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
	status = check_form(o);
	if (status != CLI_GOOD)
		return status;
	if (!o->format)
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
