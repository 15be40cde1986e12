/* SPDX-License-Identifier: MIT */
/*
 * `tally compute`: metrics from counts that somebody has already, in a log or
 * from a debugger.  Nothing is known of the target they came from, so notes
 * that depend on its state are printed as conditions.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/counts.h"
#include "cli/derive.h"
#include "cli/members.h"
#include "cli/options.h"
#include "cli/rows.h"

enum { NOTES_ROOM = 64 };

/* The notes that apply, numbered from 1 by first use. */
struct footnotes {
	const struct catalog_note *note[NOTES_ROOM];
	unsigned notes;
};

struct arguments {
	const char *monitor;
	const char *metrics;
	const char *groups;
	double clock_hz;
	double clock_ratio;
	bool divided; /* the cycle counter counted every 64th cycle */
	enum rows_format format;
};

/*
 * What is known of the conditions: whether the cycles were divided, and that
 * neither Tally nor the order of a document had a part in it.
 */
static struct catalog_state state_of(bool divided)
{
	struct catalog_state s = { 0 };

	s.known[WHEN_DIVIDED] = true;
	s.holds[WHEN_DIVIDED] = divided;
	s.known[WHEN_MEASURED] = s.known[WHEN_DOCUMENTED] = true;
	return s;
}

static unsigned footnote(struct footnotes *f, const struct catalog_note *n)
{
	unsigned i;

	for (i = 0; i < f->notes; i++)
		if (f->note[i] == n)
			return i + 1;
	if (f->notes == NOTES_ROOM)
		return 0;
	f->note[f->notes++] = n;
	return f->notes;
}

/* The next note of a metric that applies, or NULL. */
static const struct catalog_note *next_note(const struct catalog_monitor *m,
					    const struct derived *x,
					    unsigned *at, bool divided)
{
	struct catalog_state state = state_of(divided);

	return x->metric ? catalog_metric_note(m, x->metric, &state, at) : NULL;
}

/* Two places as documents print them, or three digits of what is small. */
static json_t *value_text(const struct derived *x)
{
	double size = fabs(x->value);
	bool count = !strpbrk(x->metric ? x->metric->formula : x->name, "/.");

	if (x->doubts)
		return json_string(derived_text(x));
	if (count && size < 1e15)
		return json_sprintf("%.0f", x->value);
	if (size >= 1e12 || (size > 0 && size < 0.1))
		return json_sprintf("%.3g", x->value);
	return json_sprintf("%.2f", x->value);
}

static json_t *text_row(const struct catalog_monitor *m,
			const struct derived *x, struct footnotes *f,
			bool divided)
{
	unsigned at = 0;
	const struct catalog_note *n;
	json_t *notes = json_array();

	while (!x->doubts && (n = next_note(m, x, &at, divided)))
		json_array_append_new(notes,
				      json_sprintf("%u", footnote(f, n)));
	return json_pack("{s:s, s:o, s:s, s:o}", "metric", x->name, "value",
			 value_text(x), "unit",
			 x->metric && !x->doubts ? x->metric->unit : "",
			 "notes", notes);
}

static bool shown(const struct derived *x)
{
	return x->asked || !(x->doubts & DOUBT_NOT_COUNTED);
}

static bool doubtful(const struct derived *x)
{
	return !x->doubts && *x->why;
}

static const struct rows_column text_columns[] = {
	{ "metric", true, false },
	{ "value", true, true },
	{ "unit", true, false },
	{ "notes", true, false },
};

static void print_counts(const struct counts *c, bool divided)
{
	unsigned i;

	printf("%s, from counts given:", c->monitor->name);
	for (i = 0; i < c->counts; i++)
		printf("%s %s %llu", i ? "," : "", c->count[i].event->name,
		       (unsigned long long)c->count[i].value);
	puts(divided ? " (cycles times 64)\n" : "\n");
}

static void print_text(const struct derivation *d, const struct counts *c,
		       const struct arguments *a)
{
	struct footnotes f = { 0 };
	json_t *rows = json_array();
	unsigned i;

	for (i = 0; i < d->items; i++)
		if (shown(&d->item[i]))
			json_array_append_new(rows,
					      text_row(c->monitor, &d->item[i],
						       &f, a->divided));
	print_counts(c, a->divided);
	rows_print(stdout, ROWS_TEXT, NULL, "", rows, text_columns,
		   sizeof(text_columns) / sizeof(text_columns[0]));
	for (i = 0; i < d->items; i++)
		if (doubtful(&d->item[i]))
			printf("\ndoubtful: %s: %s\n", d->item[i].name,
			       d->item[i].why);
	if (f.notes)
		putchar('\n');
	for (i = 0; i < f.notes; i++)
		printf("%2u  %s%s [%s]\n", i + 1,
		       catalog_note_conditional(f.note[i]) ? "if " : "",
		       f.note[i]->text, f.note[i]->source);
}

static json_t *note_list(const struct catalog_monitor *m,
			 const struct derived *x, bool divided)
{
	unsigned at = 0;
	const struct catalog_note *n;
	json_t *list = json_array();

	while ((n = next_note(m, x, &at, divided)))
		json_array_append_new(
			list,
			json_sprintf("%s%s",
				     catalog_note_conditional(n) ? "if " : "",
				     n->text));
	return list;
}

static json_t *data_row(const struct catalog_monitor *m,
			const struct derived *x, bool divided)
{
	return json_pack("{s:s, s:s, s:o, s:s, s:s, s:s, s:s, s:o}", "monitor",
			 m->name, "metric", x->name, "value",
			 !x->doubts ? json_real(x->value) : json_null(), "unit",
			 x->metric ? x->metric->unit : "", "verdict",
			 doubtful(x) ? "doubtful" : derived_text(x), "why",
			 x->why, "source", x->metric ? x->metric->source : "",
			 "notes", note_list(m, x, divided));
}

static const struct rows_column data_columns[] = {
	{ "monitor", false, false }, { "metric", false, false },
	{ "value", false, false },   { "unit", false, false },
	{ "verdict", false, false }, { "why", false, false },
	{ "source", false, false },  { "notes", false, false },
};

static void print_data(const struct derivation *d, const struct counts *c,
		       const struct arguments *a)
{
	json_t *rows = json_array(), *counts = json_object();
	unsigned i;

	for (i = 0; i < d->items; i++)
		if (shown(&d->item[i]))
			json_array_append_new(
				rows,
				data_row(c->monitor, &d->item[i], a->divided));
	/* Counts of 2^63 and more do not fit JSON's integers here. */
	for (i = 0; i < c->counts; i++)
		json_object_set_new(
			counts, c->count[i].event->name,
			c->count[i].value <= INT64_MAX
				? json_integer((json_int_t)c->count[i].value)
				: json_real((double)c->count[i].value));
	rows_print(stdout, a->format,
		   json_pack("{s:i, s:s, s:o, s:b}", "schema", 1, "monitor",
			     c->monitor->name, "counts", counts, "divided",
			     a->divided),
		   "metrics", rows, data_columns,
		   sizeof(data_columns) / sizeof(data_columns[0]));
}

static const char help[] =
	"Usage: tally compute -m MONITOR [OPTION ...] NAME=COUNT ...\n"
	"       tally compute -m MONITOR [OPTION ...] - <LOG\n"
	"\n"
	"Metrics from counts: every one that can be had, or those asked for.\n"
	"NAME is an event, an alias or a raw code (r07).  A log has one count\n"
	"per line: NAME = COUNT, NAME: COUNT, NAME COUNT or COUNT NAME; '#'\n"
	"and \"//\" begin comments.  A value that cannot be is rejected.\n"
	"\n"
	"  -m, --monitor MONITOR  what counted; A,B: metrics of A, counts of "
	"both\n"
	"  -M, --metrics LIST     metrics or formulas: cpi,`a / b`\n"
	"  -g, --groups LIST      the metrics of groups\n"
	"      --clock-hz HZ      the core clock\n"
	"      --clock-ratio R    the core clock over the platform's: 2.5, "
	"5:2\n"
	"      --divided          cycles were counted with the divider by 64\n"
	"      --json, --csv      for programs\n"
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
	{ "help", no_argument, NULL, 'h' },
	{ 0 },
};

static int parse_clock(struct arguments *a)
{
	struct error err;
	uint64_t hz;

	if (!cli_number(optarg, &hz, &err))
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

	if (!cli_ratio(optarg, &a->clock_ratio, &err))
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
		a->format = ROWS_JSON;
		break;
	case 'c':
		a->format = ROWS_CSV;
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
				     .letters = ":m:M:g:h",
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

static bool choose(struct derivation *d, const struct catalog_monitor *m,
		   const struct arguments *a, struct error *err)
{
	if (!a->metrics && !a->groups)
		return derive_all(d, m, err);
	return (!a->metrics || derive_metrics(d, m, a->metrics, err)) &&
	       (!a->groups || derive_groups(d, m, a->groups, err));
}

static bool same_trouble(const struct derived *a, const struct derived *b)
{
	return shown(b) && a->doubts == b->doubts && !strcmp(a->why, b->why);
}

/* One line on stderr for all that have the trouble of item `first`. */
static void complain(const struct derivation *d, unsigned first)
{
	const struct derived *x = &d->item[first];
	char names[512] = "";
	size_t used = 0;
	unsigned i;

	for (i = 0; i < first; i++)
		if (same_trouble(x, &d->item[i]))
			return;
	for (i = first; i < d->items && used < sizeof(names); i++)
		if (same_trouble(x, &d->item[i]))
			used += (size_t)snprintf(
				names + used, sizeof(names) - used, "%s%s",
				used ? ", " : "", d->item[i].name);
	cli_error(CLI_FAILED, "compute", "%s: %s: %s", names, derived_text(x),
		  x->why);
}

/* What is wrong with the results; the exit status. */
static int judge(const struct derivation *d)
{
	struct verdict v = { 0 };
	unsigned i, told = 0;

	for (i = 0; i < d->items; i++) {
		const struct derived *x = &d->item[i];

		if (!shown(x))
			continue;
		verdict_value(&v, x->name, x->asked ? x->asked : ASKED_AMONG,
			      x->doubts, x->why);
		if (!x->doubts)
			continue;
		complain(d, i);
		told++;
	}
	if (verdict_trusted(&v))
		return CLI_GOOD;
	return told ? CLI_FAILED
		    : cli_error(CLI_FAILED, "compute", "%s", v.why);
}

static bool any_shown(const struct derivation *d)
{
	unsigned i;

	for (i = 0; i < d->items; i++)
		if (shown(&d->item[i]))
			return true;
	return false;
}

static int compute(const struct arguments *a, struct counts *c,
		   struct derivation *d, int argc, char **argv)
{
	struct error err;

	if (!gather(c, a, argc, argv, &err) || !choose(d, c->monitor, a, &err))
		return cli_error_set(CLI_USAGE, "compute", &err);
	derive(d, c);
	if (!any_shown(d))
		return cli_error(CLI_FAILED, "compute",
				 "no metric can be had from these counts; cpi "
				 "needs cycles and %s",
				 c->monitor->instructions);
	if (a->format == ROWS_TEXT)
		print_text(d, c, a);
	else
		print_data(d, c, a);
	return judge(d);
}

int verb_compute(int argc, char **argv)
{
	struct arguments a = { 0 };
	struct derivation d = { 0 };
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
	status = compute(&a, &c, &d, argc, argv);
	derivation_free(&d);
	counts_free(&c);
	return status;
}
