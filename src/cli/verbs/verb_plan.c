/* SPDX-License-Identifier: MIT */
/*
 * `tally plan`: which events share a run, and how many runs are needed.  A
 * target is touched only where one is named: it says how many counters there
 * are, and which events.
 */
#include <stdlib.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/members.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/options/on_target.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "cli/verbs.h"
#include "run/run.h"
#include "script/script.h"
#include "target/simulated/board.h"

enum plan_format { PLAN_TEXT, PLAN_CSV, PLAN_JSON };

struct plan_options {
	const char *target; /* or NULL: nobody is asked */
	const char *elf;    /* what is loaded there, where there is a need */
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
	ROW_TARGET(AT(target), "TARGET",
		   " asked how many counters it has, and which events\n"),
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
	"       tally plan -t TARGET [-m MONITOR] ... [PROG.elf]\n"
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
	"  tally plan -t board:virt-a53 -g caches\n"
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
	if (status == CLI_GOOD && o->target && optind < argc)
		o->elf = argv[optind++];
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

/* A board has a loop where nobody names a program. */
static bool load(const struct plan_options *o, struct target *t,
		 struct error *err)
{
	if (o->elf)
		return target_load(t, o->elf, err);
	if (target_board_info(t))
		return target_board_loop(t, err);
	return !t->ops->load ||
	       error_set(err,
			 "%s wants a program that it runs when it is "
			 "asked; name its ELF file",
			 o->target);
}

/* Asks for what is not the same on every core. */
static int ask(const struct plan_options *o, struct target *t,
	       struct members *p, struct tally_limits limits[])
{
	struct error err;

	if (t->counts)
		return cli_error(CLI_USAGE, "plan",
				 "%s: its kernel deals the counters out; tally "
				 "stat -t %s counts by what it gives",
				 o->target, o->target);
	running_catch_signals(); /* the target may be halted for it */
	for (unsigned i = 0; i < p->count; i++) {
		const struct catalog_monitor *m = p->member[i].monitor;

		if (!m->monitor->ops->limits)
			continue;
		if (!load(o, t, &err) || !run_limits(t, m, &limits[i], &err))
			return cli_error_set(CLI_FAILED, "plan", &err);
		p->member[i].limits = &limits[i];
	}
	return CLI_GOOD;
}

static int plan_with(const struct plan_options *o)
{
	static const struct board_options none;
	const struct on_target what = { o->target,
					o->monitor,
					{ o->metrics, o->events, o->groups,
					  o->max_passes } };
	struct tally_limits limits[REQUEST_MEMBERS];
	struct target *target = NULL;
	struct request *q = NULL;
	struct members p = { .count = 0 };
	int status = CLI_GOOD;

	if (o->target) {
		status = on_target("plan", &what, &none, &target, &p);
		if (status == CLI_GOOD)
			status = ask(o, target, &p, limits);
	} else if (!cli_members("plan", o->monitor, &p)) {
		status = CLI_USAGE;
	}
	if (status == CLI_GOOD)
		q = cli_request("plan", &p, &what.wish, &status);
	if (q)
		status = print(o, q);
	request_free(q);
	target_close(target);
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
