/* SPDX-License-Identifier: MIT */
/*
 * `tally plan`: which events share a run, and how many runs are needed.  It
 * touches no target.
 */
#include <stdlib.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/members.h"
#include "cli/options.h"
#include "script/script.h"

static const char help[] =
	"Usage: tally plan -m MONITOR[,MONITOR] [-M LIST] [-e LIST] [-g LIST]\n"
	"                  [--max-passes N] [--json|--csv]\n"
	"\n"
	"In how many passes, runs of the program, all this can be measured, "
	"and "
	"what\n"
	"counts where.  The events of one metric share a pass where they fit "
	"at "
	"all.\n"
	"\n"
	"  -m, --monitor NAME  whose counters\n"
	"  -M, --metrics LIST  metrics, or formulas over events; all\n"
	"  -e, --events LIST   events; {a,b} share a pass or are refused; all\n"
	"  -g, --groups LIST   groups of metrics; all\n"
	"  --max-passes N      refuse a longer plan\n"
	"\n"
	"Without a list: the monitor's overview.  Optimal means that no plan "
	"has fewer\n"
	"passes.  A refusal names the smallest set of events that cannot share "
	"a pass.\n"
	"\n"
	"Examples:\n"
	"  tally plan -m arm1176 -M cpi,dcache_miss_rate\n"
	"  tally plan -m pxa250 -e '{instruction,icache_miss},branch_miss'\n";

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

static const struct option known[] = {
	{ "monitor", required_argument, NULL, 'm' },
	{ "metrics", required_argument, NULL, 'M' },
	{ "events", required_argument, NULL, 'e' },
	{ "groups", required_argument, NULL, 'g' },
	{ "max-passes", required_argument, NULL, 'p' },
	{ "json", no_argument, NULL, 'J' },
	{ "csv", no_argument, NULL, 'C' },
	{ "help", no_argument, NULL, 'h' },
	{ 0 },
};

static int take(int got, void *to, char **argv)
{
	struct plan_options *o = to;
	struct error err;
	uint64_t n;

	switch (got) {
	case 'h':
		o->helped = true;
		break;
	case 'm':
		o->monitor = optarg;
		break;
	case 'M':
		return cli_take_list("plan", &o->metrics, optarg);
	case 'e':
		return cli_take_list("plan", &o->events, optarg);
	case 'g':
		return cli_take_list("plan", &o->groups, optarg);
	case 'p':
		if (!number_read(optarg, &n, &err))
			return cli_error_set(CLI_USAGE, "plan", &err);
		if (n < 1 || n > 1000)
			return cli_error(CLI_USAGE, "plan",
					 "--max-passes: 1 to 1000");
		o->max_passes = (unsigned)n;
		break;
	case 'J':
		o->format = PLAN_JSON;
		break;
	case 'C':
		o->format = PLAN_CSV;
		break;
	default:
		return cli_bad_option("plan", got, argv, known);
	}
	return CLI_GOOD;
}

static int parse(int argc, char **argv, struct plan_options *o)
{
	struct cli_options given = { .verb = "plan",
				     .letters = ":m:M:e:g:h",
				     .known = known,
				     .adding = "metrics events groups" };
	int status = cli_options_take(&given, argc, argv, take, o);

	if (status == CLI_GOOD && o->helped) {
		fputs(help, stdout);
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
