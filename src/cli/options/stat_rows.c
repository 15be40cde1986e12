/* SPDX-License-Identifier: MIT */
/*
 * The options of `tally stat`, and its help.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/option_rows.h"
#include "cli/options/machine.h"
#include "cli/options/stat.h"
#include "cli/options/targets.h"
#include "record/record.h"

static bool take_target(const char *text, void *to, struct error *err)
{
	struct stat_options *o = to;

	if (o->target_count == STAT_COLUMNS)
		return error_set(err,
				 "-t %s: one command measures %d targets at "
				 "most",
				 text, STAT_COLUMNS);
	o->targets[o->target_count++] = text;
	return true;
}

static bool add_region(const char **list, unsigned *count, const char *text,
		       struct error *err)
{
	if (*count == RUN_PARTS)
		return error_set(err,
				 "--region %s: one run measures %d regions at "
				 "most",
				 text, RUN_PARTS);
	list[(*count)++] = text;
	return true;
}

static bool take_region(const char *text, void *to, struct error *err)
{
	struct stat_options *o = to;

	return add_region(o->region, &o->regions, text, err);
}

static bool take_regions(const char *text, void *to, struct error *err)
{
	struct stat_options *o = to;

	return add_region(o->glob, &o->globs, text, err);
}

bool stat_take_jobs(const char *text, void *to, struct error *err)
{
	static const struct option_row row = {
		.name = "jobs", .letter = 'j', .kind = OPTION_COUNT, .value = 64
	};
	struct stat_options *o = to;

	if (*text == '-')
		return error_set(err,
				 "-j: %s is no number of jobs; JSON is --json",
				 text);
	return option_take(&row, text, &o->run.jobs, err);
}

/* A percentage, with or without its sign. */
static bool take_drift(const char *text, void *to, struct error *err)
{
	double *value = &((struct stat_options *)to)->run.drift_limit;
	char *end;

	*value = strtod(text, &end);
	if (end > text && *end == '%')
		end++;
	if (end == text || *end || !isfinite(*value) || *value < 0)
		return error_set(err,
				 "--drift-limit: '%s' is not a number of 0 or "
				 "more",
				 text);
	*value /= 100;
	return true;
}

static bool take_passes(const char *text, void *to, struct error *err)
{
	struct stat_options *o = to;

	o->run.separate = strcmp(text, "separate") == 0;
	o->passes_said = true;
	return o->run.separate || strcmp(text, "together") == 0 ||
	       error_set(err, "--passes: '%s' is not one of together, separate",
			 text);
}

/* A number, or "auto", with the interval that is wanted: "auto:0.5%". */
static bool take_repeat(const char *text, void *to, struct error *err)
{
	static const struct option_row row =
		ROW_REPEAT(offsetof(struct stat_options, run.repeats), NULL);
	struct stat_options *o = to;
	char none[] = "", *end = none;

	if (strncmp(text, "auto", strlen("auto")) != 0)
		return option_take(&row, text, to, err);
	text += strlen("auto");
	o->enough = 0.01;
	if (!*text)
		return true;
	o->enough = *text == ':' ? strtod(text + 1, &end) / 100 : 0;
	return (o->enough > 0 && o->enough <= 1 && strcmp(end, "%") == 0) ||
	       error_set(err,
			 "-r auto%s: the interval is a percentage, as in "
			 "-r auto:0.5%%",
			 text);
}

static bool take_limit(const char *text, void *to, struct error *err)
{
	return limits_take(text, &((struct stat_options *)to)->budgets, err);
}

static bool label_take(const char *text, void *to, struct error *err)
{
	((struct stat_options *)to)->label = text;
	return record_keep_label(NULL, text, err) ||
	       error_within(err, "--label");
}

static bool take_pid(const char *text, void *to, struct error *err)
{
	struct linux_arguments *a = &((struct stat_options *)to)->on_linux;

	a->said = true;
	return linux_pid(text, &a->wish.pid, err);
}

static void machine(FILE *out)
{
	machine_names(out, "Machine (board -h):", true);
}

#define AT(member)   offsetof(struct stat_options, member)
#define WISH(member) AT(on_linux.wish.member)
#define SAID         (1 + AT(on_linux.said))

static const struct option_row what[] = {
	ROW_SAYS("What (an overview if nothing is said):\n"),
	ROW_METRICS(AT(metrics), "   metrics or formulas: "
				 "cpi,(icache_miss+dcache_miss)/cycles\n"),
	ROW_EVENTS(AT(events), "   events; {a,b} share a pass; all    "),
	ROW_GROUPS(AT(groups), "  groups of metrics\n"),
	ROW_MORE(0, "region", take_region, "SYMBOL|FROM..TO",
		 "   only there; symbol+0x10, a.c:20, 0x8000\n"
		 "  --region A --region B, "),
	ROW_MORE(0, "regions", take_regions, "'GLOB'", "   one run; "),
	ROW_FLAG(0, "self", AT(run.parts.self), ": its own code\n"),
	ROW_FLAG(0, "inside", AT(run.inside),
		 "  gdb: a function by what is left on the core, without a "
		 "halt for it\n"),
	ROW_TEXT('I', "interval", AT(interval), "100us",
		 "  over time; 10000c: cycles of a board    "),
	ROW_TEXT(0, "seconds", AT(seconds), "S", "  of a probe\n"),
	ROW_SAYS("How:\n"),
	ROW_MORE('t', "target", take_target, "TARGET", NULL),
	ROW_MONITOR(AT(monitor_name), "MONITOR[,MONITOR]",
		    "   of the board's    "),
	ROW_OWN('r', "repeat", take_repeat, "N|auto[:1%]", "  repeats  "),
	ROW_OWN('j', "jobs", stat_take_jobs, "N", "  jobs\n"),
	ROW_COUNT(0, "warmup", AT(run.warmup), WARMUP_MOST,
		  "  leave out first entries, runs   "),
	ROW_PASSES(AT(max_passes), "   "),
	ROW_FLAG(0, "divide", AT(run.divide), "  by 64\n"),
	ROW_OWN(0, "passes", take_passes, "together|separate",
		"  of a board in a run   "),
	ROW_OWN(0, "drift-limit", take_drift, "%", "  between (2)\n"),
	ROW_FLAG(0, "no-calibrate", AT(run.no_calibrate), "   "),
	ROW_MAP(AT(map), "  of arm926pxp-ahb   "),
	ROW_RATIO(AT(run.clock_ratio), "  core/platform\n"),
	ROW_SAYS("  --max-insn N (10000000000)   --timeout S (-t gdb: 60)   "
		 "--max-console MIB (64)\n"
		 "Where Linux counts: "),
	ROW_OWN('p', "pid", take_pid, "PID", "  a process   "),
	ROW_ALL_CPUS(WISH(all), SAID, ", "),
	ROW_WHOM("cpu", WISH(cpus), SAID, "LIST", "  all tasks on these\n"),
	ROW_WHOM("cgroup", WISH(cgroup), SAID, "NAME",
		 "  its tasks, there or on all   "),
	ROW_FLAG(0, "multiplex", WISH(shared), "  one run, extrapolated\n"),
	{ .name = "per-thread",
	  .kind = OPTION_VALUE,
	  .value = LINUX_BY_THREAD,
	  .place = WISH(by),
	  .said = SAID,
	  .help = "  a row for each thread of -p   " },
	{ .name = "per-core",
	  .kind = OPTION_VALUE,
	  .value = LINUX_BY_CORE,
	  .place = WISH(by),
	  .said = SAID,
	  .help = "  for each core of -a\n" },
	ROWS_END,
};

static const struct option_row result[] = {
	ROW_SAYS("Result: "),
	ROW_JSON(AT(format), REPORT_JSON, " "),
	ROW_VALUE("json-lines", AT(format), REPORT_LINES, " "),
	ROW_CSV(AT(format), REPORT_CSV, " "),
	ROW_NOTES(AT(format), " "),
	ROW_OUTPUT(AT(output), "FILE[.json|.csv]", " "),
	ROW_PAGE(AT(page), "\n"),
	ROW_TEXT(0, "openmetrics", AT(openmetrics), "FILE",
		 "  each row of -I, for Prometheus   "),
	ROW_QUIET(AT(quiet_program), "\n"),
	ROW_FLAG(0, "truth", AT(run.truth), "  the ledger  "),
	ROW_FLAG(0, "causes", AT(run.causes), " "),
	ROW_FLAG(0, "dry-run", AT(dry_run), " "),
	ROW_OWN(0, "label", label_take, "NAME", " "),
	ROW_MORE(0, "fail-if", take_limit, "'cycles > 2e6'", "\n"),
	ROW_HELP(AT(help)),
	ROWS_END,
};

const struct cli_words stat_words = {
	"stat",
	"Usage: tally stat -t board:NAME [WHAT] [HOW] PROG.elf [-- ARGUMENTS]\n"
	"       tally stat -t board:A A.elf -t board:B B.elf ...   (a column "
	"for each)\n"
	"       tally stat -t gdb|openocd:HOST:PORT,MONITOR[=BASE],"
	"scratch=ADDRESS ...\n"
	"       tally stat [-t linux] [WHAT] [HOW] -- COMMAND [ARGUMENT ...]\n"
	"       tally stat -t devmem:MONITOR=ADDRESS|uio:/dev/uioN,MONITOR ... "
	"-- COMMAND\n",
	{ { .row = what },
	  MACHINE_SET_REPEATED(AT(machine), machine),
	  { .row = result } },
	"Exit status: 0 good, 1 not measured or trusted, 2 wrong usage, 3 by "
	"--fail-if.\n"
	"Examples:\n"
	"  tally stat -t board:lubbock -e all --region crc32 --csv crc32.elf\n"
	"  tally stat -e instructions:u,page-faults -r 5 -- sort words.txt\n",
};
