/* SPDX-License-Identifier: MIT */
/* The options of `tally record` for boards and debug servers, and its help,
 * which has those for commands besides: cli/linux. */
#include <stdlib.h>

#include "base/number.h"
#include "cli/option_rows.h"
#include "cli/options/machine.h"
#include "cli/options/profile.h"
#include "cli/options/view.h"

bool record_take_period(const char *text, uint64_t *period, struct error *err)
{
	if (!number_read(text, period, err))
		return error_within(err, "-c");
	return *period || error_set(err, "-c 0: a period is at least 1 event");
}

static bool take_period(const char *text, void *to, struct error *err)
{
	struct profile_options *o = to;

	o->counted = true;
	return record_take_period(text, &o->period, err);
}

static bool take_frequency(const char *text, void *to, struct error *err)
{
	enum { MOST = 10000 };
	struct profile_options *o = to;
	char *end;

	o->hz = strtod(text, &end);
	return (end > text && !*end && o->hz > 0 && o->hz <= MOST) ||
	       error_set(err,
			 "-F %s: so often a second, more than 0 and at most %d",
			 text, MOST);
}

#define AT(member) offsetof(struct profile_options, member)

static const struct option_row what[] = {
	ROW_SAYS("What:\n"),
	ROW_TARGET(AT(target_name), "TARGET", NULL),
	ROW_EVENTS(AT(events), "   events (cycles)            "),
	ROW_MONITOR(AT(monitor_name), "MONITOR", "   the core's own\n"),
	ROW_OWN('c', "count", take_period, "PERIOD",
		"   a sample for each so many events (10000), a quarter more "
		"or less\n"
		"            by chance, so that no loop keeps step with it; "
		"the "
		"same each time\n"),
	ROW_FLAG(0, "even", AT(even),
		 "    exactly that many (a command: always; 1000000 of cycles "
		 "and of ns)\n"),
	ROW_SAYS("  -p PID    of this computer a process, or -a, --cpu LIST: "
		 "all tasks on these\n"
		 "            processors, --cgroup NAME: of a control group; "
		 "until Ctrl-C, or as\n"
		 "            long as a command takes\n"),
	ROW_OWN('F', "frequency", take_frequency, "HZ",
		"     of a command: so many samples a second, by periods of "
		"the kernel's\n"
		"            choice; -t gdb: halt it so often, until it ends, "
		"Ctrl-C or --timeout\n"),
	ROW_SAYS("How:\n"
		 "  --max-insn N     of the run (10000000000)   --timeout S "
		 "(-t gdb: 60)\n"
		 "  --max-console MIB   on its console (64)\n"),
	ROWS_END,
};

static const struct option_row result[] = {
	ROW_SAYS("Result:\n"),
	ROW_OUTPUT(AT(output), "FILE",
		   "          keep all of it there, for tally report and tally "
		   "export\n"),
	ROW_CSV(AT(form), REPORT_CSV,
		"            all rows and columns (with -o: in FILE)\n"),
	ROW_JSON(AT(form), REPORT_JSON, "           all there is\n"),
	ROW_QUIET(AT(quiet_program), "  drop what the program prints\n"),
	ROW_HELP(AT(help)),
	ROWS_END,
};

const struct cli_words record_words = {
	"record",
	"Usage: tally record -t board:NAME [WHAT] [HOW] PROG.elf [-- "
	"ARGUMENTS]\n"
	"       tally record [WHAT] [HOW] -- COMMAND [ARGUMENTS]   on this "
	"computer\n"
	"Runs a program and samples where it is whenever a counter of the "
	"monitor has\n"
	"counted so many events: as on hardware, but without a handler, and "
	"without\n"
	"disturbing the program.  (tally profile has all, exactly, and "
	"metrics.)\n",
	{ { .row = what },
	  VIEW_SET(AT(view)),
	  MACHINE_SET(AT(machine), machine_list),
	  { .row = result } },
	"Exit status: 0 good, 1 not measured, or not to the end, 2 wrong "
	"usage.\n"
	"\n"
	"Examples:\n"
	"  tally record -t board:pb1176 -e dcache_miss -c 100 app.elf\n"
	"  tally record -t board:lubbock -o app.json app.elf && tally report "
	"app.json\n"
	"  tally record -o app.json -- ./app && tally export folded app.json\n",
};
