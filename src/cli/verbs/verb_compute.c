/* SPDX-License-Identifier: MIT */
/*
 * `tally compute`: metrics from counts that the user has already, from a log or
 * a debugger.  They become a record without a target, which is judged and
 * printed as that of a measurement is.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/members.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "cli/writing.h"
#include "gather/counts.h"
#include "gather/given.h"
#include "report/report.h"

struct arguments {
	const char *monitor;
	const char *metrics;
	const char *groups;
	double clock_hz;
	double clock_ratio;
	const char *output; /* NULL: standard output */
	bool divided;       /* the cycle counter counted every 64th cycle */
	enum report_form form;
	bool helped;
};

static bool take_clock(const char *text, void *to, struct error *err)
{
	uint64_t hz;

	if (!number_read(text, &hz, err))
		return error_within(err, "--clock-hz");
	((struct arguments *)to)->clock_hz = (double)hz;
	return hz || error_set(err, "--clock-hz: a clock of 0 Hz cannot be; "
				    "give the core clock");
}

#define AT(member) offsetof(struct arguments, member)

static const struct option_row rows[] = {
	ROW_MONITOR(AT(monitor), "MONITOR",
		    "  what counted; A,B: metrics of A, counts of both\n"),
	ROW_TEXT('M', "metrics", AT(metrics), "LIST",
		 "     metrics or formulas: cpi,`a / b`\n"),
	ROW_TEXT('g', "groups", AT(groups), "LIST",
		 "      the metrics of groups\n      "),
	ROW_OWN(0, "clock-hz", take_clock, "HZ",
		"      the core clock\n      "),
	ROW_RATIO(AT(clock_ratio),
		  "    the core clock over the platform's: 2.5, 5:2\n      "),
	ROW_FLAG(0, "divided", AT(divided),
		 "          cycles were counted with the divider by 64\n"
		 "      "),
	ROW_JSON(AT(form), REPORT_JSON, ", "),
	ROW_CSV(AT(form), REPORT_CSV, "      for programs        "),
	ROW_NOTES(AT(form), "  in full\n"),
	ROW_OUTPUT(AT(output), "FILE",
		   "      write the result there; FILE.json, FILE.csv: as "
		   "those\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words compute_words = {
	"compute",
	"Usage: tally compute -m MONITOR [OPTION ...] NAME=COUNT ...\n"
	"       tally compute -m MONITOR [OPTION ...] - <LOG\n"
	"\n"
	"Metrics from counts: every one that can be had, or those asked for.\n"
	"NAME is an event, an alias or a raw code (r07).  A log has one count\n"
	"per line: NAME = COUNT, NAME: COUNT, NAME COUNT or COUNT NAME; '#'\n"
	"and \"//\" begin comments.  What cannot be is marked, and says why.\n"
	"\n",
	{ { .row = rows } },
	"\n"
	"Examples:\n"
	"  tally compute -m pxa250 cycles=0x100000020 instruction=0x6AAAAAAA\n"
	"  tally compute -m arm1176 -M cpi,dcache_miss_rate - <counts.txt\n",
	.both = true,
};

static bool gather(struct counts *c, const struct arguments *a, int argc,
		   char **argv, struct error *err)
{
	unsigned k;
	int i;

	c->clock_hz = a->clock_hz;
	c->clock_ratio = a->clock_ratio;
	for (i = optind; i < argc; i++)
		if (strcmp(argv[i], "-") == 0
			    ? !counts_read(c, stdin, err)
			    : !counts_argument(c, argv[i], err))
			return false;
	if (!c->counts)
		return error_set(err, "no counts; give NAME=COUNT, or - for a "
				      "log on standard input");
	for (k = 0; a->divided && k < c->counts; k++) {
		if (c->count[k].event->code != TALLY_EVENT_CYCLES)
			continue;
		if (c->count[k].value > UINT64_MAX / 64)
			return error_set(err, "64 times the cycles do not fit "
					      "64 bits; were they counted with "
					      "the divider?");
		c->count[k].value *= 64;
	}
	return true;
}

/* "missing", "undefined" or "rejected"; NULL: nothing is wrong with it. */
static const char *trouble(const struct reading *r)
{
	if (r->doubts & DOUBT_NOT_COUNTED)
		return "missing";
	if (r->doubts & DOUBT_UNDEFINED)
		return "undefined";
	return r->doubts & DOUBT_WRONG ? "rejected" : NULL;
}

static bool same_trouble(const struct reading *a, const struct reading *b)
{
	const char *one = trouble(a), *other = trouble(b);

	return one && other && !strcmp(one, other) && !strcmp(a->why, b->why);
}

/* Prints one line on stderr for all metrics that have the same trouble as
 * metric `first`; nothing if an earlier metric has it, whose line names this
 * one. */
static void complain(const struct record *r, unsigned first)
{
	const struct reading *x = &r->metric[first].reading;
	char names[512] = "";
	size_t used = 0;

	for (unsigned i = 0; i < first; i++)
		if (same_trouble(x, &r->metric[i].reading))
			return;
	for (unsigned i = first; i < r->metrics && used < sizeof(names); i++)
		if (same_trouble(x, &r->metric[i].reading))
			used += (size_t)snprintf(
				names + used, sizeof(names) - used, "%s%s",
				used ? ", " : "", r->metric[i].name);
	cli_error(CLI_FAILED, "compute", "%s: %s: %s", names, trouble(x),
		  x->why);
}

/* Prints what is wrong with the results; returns the exit status. */
static int blame(const struct record *r)
{
	bool told = false;

	for (unsigned i = 0; i < r->metrics; i++)
		if (trouble(&r->metric[i].reading)) {
			complain(r, i);
			told = true;
		}
	if (r->trusted)
		return CLI_GOOD;
	return told ? CLI_FAILED
		    : cli_error(CLI_FAILED, "compute", "%s", r->verdict.why);
}

/* `instructions`: the event that counts them; NULL: none of the monitor does.
 */
static int report(const struct arguments *a, struct record *r,
		  const char *instructions)
{
	int status;

	if (!r->metrics && instructions)
		return cli_error(CLI_FAILED, "compute",
				 "no metric can be had from these counts; cpi "
				 "needs cycles and %s",
				 instructions);
	if (!r->metrics)
		return cli_error(CLI_FAILED, "compute",
				 "no metric can be had from these counts; "
				 "`tally list metrics -m %s` says what each "
				 "needs",
				 r->monitor[0].name);
	if (!record_judge(r) || !cli_sign(r))
		return cli_no_memory("compute");
	status = deliver_record("compute", r, deliver_form(a->form, a->output),
				a->output, NULL);
	return status == CLI_GOOD ? blame(r) : status;
}

/* Refuses an output file that is the log on standard input. */
static int check_output(const struct arguments *a, int argc, char **argv)
{
	for (int i = optind; a->output && i < argc; i++)
		if (strcmp(argv[i], "-") == 0 &&
		    output_same_open(a->output, STDIN_FILENO))
			return writing_refuse("compute", "-o", a->output,
					      "the log");
	return writing_check("compute", "-o", a->output,
			     written_of(deliver_form(a->form, a->output)), NULL,
			     0);
}

static int compute(const struct arguments *a, struct counts *c, int argc,
		   char **argv)
{
	const struct given_wish wish = { a->metrics, a->groups, a->divided };
	struct record *r = NULL;
	struct error err;
	int status;

	if (gather(c, a, argc, argv, &err))
		r = given_record(c, &wish, &err);
	if (!r)
		return cli_error_set(CLI_USAGE, "compute", &err);
	status = report(a, r, c->monitor->instructions);
	record_free(r);
	return status;
}

int verb_compute(int argc, char **argv)
{
	struct arguments a = { 0 };
	struct counts c = { 0 };
	struct members p;
	int status = cli_take(&compute_words, argc, argv, &a);

	if (status == CLI_GOOD && a.helped)
		cli_help(&compute_words);
	if (status != CLI_GOOD || a.helped)
		return status;
	if (!cli_members("compute", a.monitor, &p))
		return CLI_USAGE;
	c.monitor = p.member[0].monitor;
	for (unsigned i = 1; i < p.count; i++)
		c.other[i - 1] = p.member[i].monitor;
	status = check_output(&a, argc, argv);
	if (status == CLI_GOOD)
		status = compute(&a, &c, argc, argv);
	counts_free(&c);
	return status;
}
