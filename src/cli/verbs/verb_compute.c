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
#include "cli/options.h"
#include "cli/output.h"
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
};

static const char help[] =
	"Usage: tally compute -m MONITOR [OPTION ...] NAME=COUNT ...\n"
	"       tally compute -m MONITOR [OPTION ...] - <LOG\n"
	"\n"
	"Metrics from counts: every one that can be had, or those asked for.\n"
	"NAME is an event, an alias or a raw code (r07).  A log has one count\n"
	"per line: NAME = COUNT, NAME: COUNT, NAME COUNT or COUNT NAME; '#'\n"
	"and \"//\" begin comments.  What cannot be is marked, and says why.\n"
	"\n"
	"  -m, --monitor MONITOR  what counted; A,B: metrics of A, counts of "
	"both\n"
	"  -M, --metrics LIST     metrics or formulas: cpi,`a / b`\n"
	"  -g, --groups LIST      the metrics of groups\n"
	"      --clock-hz HZ      the core clock\n"
	"      --clock-ratio R    the core clock over the platform's: 2.5, "
	"5:2\n"
	"      --divided          cycles were counted with the divider by 64\n"
	"      --json, --csv      for programs        --notes  in full\n"
	"  -o, --output FILE      write the result there; FILE.json, FILE.csv: "
	"as those\n"
	"\n"
	"Examples:\n"
	"  tally compute -m pxa250 cycles=0x100000020 instruction=0x6AAAAAAA\n"
	"  tally compute -m arm1176 -M cpi,dcache_miss_rate - <counts.txt\n";

enum { OPTION_CLOCK = 256, OPTION_RATIO };

static const struct option options[] = {
	{ "monitor", required_argument, NULL, 'm' },
	{ "metrics", required_argument, NULL, 'M' },
	{ "groups", required_argument, NULL, 'g' },
	{ "clock-hz", required_argument, NULL, OPTION_CLOCK },
	{ "clock-ratio", required_argument, NULL, OPTION_RATIO },
	{ "divided", no_argument, NULL, 'd' },
	{ "json", no_argument, NULL, 'j' },
	{ "csv", no_argument, NULL, 'c' },
	{ "notes", no_argument, NULL, 'n' },
	{ "output", required_argument, NULL, 'o' },
	{ "help", no_argument, NULL, 'h' },
	{ 0 },
};

static int parse_clock(struct arguments *a)
{
	struct error err;
	uint64_t hz;

	if (!number_read(optarg, &hz, &err))
		return cli_error(CLI_USAGE, "compute", "--clock-hz: %s",
				 err.text);
	if (!hz)
		return cli_error(CLI_USAGE, "compute",
				 "--clock-hz: a clock of 0 Hz cannot be; give "
				 "the core clock");
	a->clock_hz = (double)hz;
	return -1;
}

static int parse_ratio(struct arguments *a)
{
	struct error err;

	if (!number_ratio(optarg, &a->clock_ratio, &err))
		return cli_error(CLI_USAGE, "compute", "--clock-ratio: %s",
				 err.text);
	return -1;
}

static int parse_one(int got, char **argv, struct arguments *a)
{
	switch (got) {
	case 'm':
		a->monitor = optarg;
		break;
	case 'M':
		a->metrics = optarg;
		break;
	case 'g':
		a->groups = optarg;
		break;
	case OPTION_CLOCK:
		return parse_clock(a);
	case OPTION_RATIO:
		return parse_ratio(a);
	case 'd':
		a->divided = true;
		break;
	case 'j':
		a->form = REPORT_JSON;
		break;
	case 'c':
		a->form = REPORT_CSV;
		break;
	case 'n':
		a->form = REPORT_NOTES;
		break;
	case 'o':
		a->output = optarg;
		break;
	case 'h':
		fputs(help, stdout);
		return CLI_GOOD;
	default:
		return cli_bad_option("compute", got, argv, options);
	}
	return -1;
}

static int parse(int argc, char **argv, struct arguments *a)
{
	struct cli_options given = { .verb = "compute",
				     .letters = ":m:M:g:o:h",
				     .known = options,
				     .adding = "" };
	int got, status = -1;

	opterr = 0;
	while (status < 0 && (got = cli_option(&given, argc, argv)) != -1)
		status = parse_one(got, argv, a);
	return status;
}

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
				a->output);
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
	int status = parse(argc, argv, &a);

	if (status >= 0)
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
