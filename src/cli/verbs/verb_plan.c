/* SPDX-License-Identifier: MIT */
/*
 * `tally plan`: which events share a run, and how many runs are needed.  It
 * touches no target.
 */
#include <stdlib.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/members.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "script/script.h"

enum plan_format { PLAN_TEXT, PLAN_CSV, PLAN_JSON };

struct plan_options {
	const char *monitor;
	char *metrics;
	char *events;
	char *groups;
	unsigned max_passes;
	enum plan_format format;
	bool helped;
};

#define AT(member) offsetof(struct plan_options, member)

static const struct option_row rows[] = {
	ROW_MONITOR(AT(monitor), "NAME", "  whose counters\n"),
	ROW_METRICS(AT(metrics), "  metrics, or formulas over events; all\n"),
	ROW_EVENTS(AT(events),
		   "   events; {a,b} share a pass or are refused; all\n"),
	ROW_GROUPS(AT(groups), "   groups of metrics; all\n"),
	ROW_PASSES(AT(max_passes), "      refuse a longer plan\n"),
	ROW_JSON(AT(format), PLAN_JSON, NULL),
	ROW_CSV(AT(format), PLAN_CSV, NULL),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words plan_words = {
	"plan",
	"Usage: tally plan -m MONITOR[,MONITOR] [-M LIST] [-e LIST] [-g LIST]\n"
	"                  [--max-passes N] [--json|--csv]\n"
	"\n"
	"In how many passes, runs of the program, all this can be measured, "
	"and "
	"what\n"
	"counts where.  The events of one metric share a pass where they fit "
	"at "
	"all.\n"
	"\n",
	{ { .row = rows } },
	"\n"
	"Without a list: the monitor's overview.  Optimal means that no plan "
	"has fewer\n"
	"passes.  A refusal names the smallest set of events that cannot share "
	"a pass.\n"
	"\n"
	"Examples:\n"
	"  tally plan -m arm1176 -M cpi,dcache_miss_rate\n"
	"  tally plan -m pxa250 -e '{instruction,icache_miss},branch_miss'\n",
	.both = true,
};

static int parse(int argc, char **argv, struct plan_options *o)
{
	int status = cli_take(&plan_words, argc, argv, o);

	if (status == CLI_GOOD && o->helped) {
		cli_help(&plan_words);
		return CLI_GOOD;
	}
	if (status == CLI_GOOD && optind < argc)
		return cli_error(CLI_USAGE, "plan",
				 "'%s' is one argument too many; a plan needs "
				 "no program",
				 argv[optind]);
	return status;
}

static int print(const struct plan_options *o, const struct request *q)
{
	bool good = true;

	switch (o->format) {
	case PLAN_TEXT:
		script_plan_text(stdout, q);
		break;
	case PLAN_CSV:
		script_plan_csv(stdout, q);
		break;
	case PLAN_JSON:
		good = script_plan_json(stdout, q);
		break;
	}
	return good ? CLI_GOOD : cli_no_memory("plan");
}

static int plan_with(const struct plan_options *o)
{
	const struct request_wish wish = { o->metrics, o->events, o->groups,
					   o->max_passes };
	struct request *q;
	struct members p;
	int status;

	if (!cli_members("plan", o->monitor, &p))
		return CLI_USAGE;
	q = cli_request("plan", &p, &wish, &status);
	if (q)
		status = print(o, q);
	request_free(q);
	return status;
}

int verb_plan(int argc, char **argv)
{
	struct plan_options o = { 0 };
	int status = parse(argc, argv, &o);

	if (status == CLI_GOOD && !o.helped)
		status = plan_with(&o);
	free(o.metrics);
	free(o.events);
	free(o.groups);
	return status;
}
