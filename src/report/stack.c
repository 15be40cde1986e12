/* SPDX-License-Identifier: MIT */
/*
 * Prints where each cycle of a simulated core went, by the causes that the
 * board's ledger has, and makes a document's member of it; and prints the
 * ledger itself.
 */
#include "record/stack.h"

#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "report/inner.h"
#include "report/stack.h"

enum { WIDTH = 80, ALONE = 6 /* rows beside counts */ };

/* Causes of less than this share are summed up, unless all are wanted. */
#define SHOWN_FROM 0.001

struct columns {
	int name, cycles;
};

static int longer(int width, const char *text)
{
	const int length = (int)strlen(text);

	return length > width ? length : width;
}

static void print_row(FILE *to, const struct columns *c, const char *name,
		      uint64_t cycles, double share, const char *found)
{
	int used = fprintf(to, "  %-*s  %*s  %5.1f %%", c->name, name,
			   c->cycles, digits_grouped(cycles).text, 100 * share);

	if (found && used + 2 + (int)strlen(found) < WIDTH)
		fprintf(to, "  %s", found);
	fputc('\n', to);
}

static void print_others(FILE *to, const struct columns *c,
			 const struct stack *s, unsigned shown, unsigned some)
{
	uint64_t rest = 0;
	char name[32];

	for (unsigned i = shown; i < some; i++)
		rest += s->row[i].cycles;
	snprintf(name, sizeof name, "%u other%s", some - shown,
		 some - shown == 1 ? "" : "s");
	print_row(to, c, name, rest, (double)rest / (double)s->cycles, NULL);
}

void stack_print(FILE *to, const struct stack *s, unsigned most)
{
	static const char head[] = "simulated cause";
	struct columns c = {
		longer(0, head),
		longer((int)strlen("cycles"), digits_grouped(s->cycles).text),
	};
	unsigned some = 0, shown = 0;

	while (some < s->rows && s->row[some].cycles)
		some++;
	while (shown < some &&
	       (most == STACK_ALL ||
		(shown < most && s->row[shown].share >= SHOWN_FROM)))
		c.name = longer(c.name, s->row[shown++].name);
	fprintf(to, "  %-*s  %*s  of all\n", c.name, head, c.cycles, "cycles");
	for (unsigned i = 0; i < shown; i++)
		print_row(to, &c, s->row[i].name, s->row[i].cycles,
			  s->row[i].share, stack_found(&s->row[i]));
	if (shown < some)
		print_others(to, &c, s, shown, some);
	print_row(to, &c, "all", s->cycles, 1, "each cycle once, by the board");
}

bool stack_print_alone(FILE *to, const struct record *r)
{
	struct stack s;

	for (unsigned i = 0; i < r->truths; i++)
		if (r->truth[i].code != RECORD_CAUSE)
			return false;
	if (stack_of(r, &s)) {
		stack_print(to, &s, ALONE);
		fputc('\n', to);
	}
	return true;
}

json_t *stack_json(const struct stack *s)
{
	json_t *rows = json_array();

	for (unsigned i = 0; i < s->rows; i++) {
		const struct stack_row *row = &s->row[i];

		json_array_append_new(
			rows, json_pack("{s:s, s:s, s:I, s:f}", "cause",
					row->name, "found", stack_found(row),
					"cycles", (json_int_t)row->cycles,
					"share", row->share));
	}
	return json_pack("{s:b, s:I, s:o}", "simulated", true, "cycles",
			 (json_int_t)s->cycles, "rows", rows);
}

/* ---- over time -----------------------------------------------------------
 *
 * Cycles of each interval as shares of a row: the largest causes of all, as
 * many as a line has room for, and the rest.
 */

enum { LEAST = 6, GAP = 2, CAUSES_SHOWN = 9 };

struct causes {
	FILE *to;
	const struct record *r;
	unsigned *order; /* of the largest first */
	unsigned shown;
	int width[CAUSES_SHOWN];
};

static int cause_width(const char *name)
{
	const int length = (int)strlen(stack_name(name));

	return length < LEAST ? LEAST : length;
}

/* The rest needs a column, too, unless there is none. */
static void choose_causes(struct causes *c)
{
	const unsigned causes = c->r->series.causes;
	int used = TIME_WIDTH, rest = GAP + cause_width("others");

	series_causes_order(&c->r->series, c->order);
	while (c->shown < causes && c->shown < CAUSES_SHOWN) {
		const int width =
			cause_width(c->r->series.cause[c->order[c->shown]]);
		const bool last = c->shown + 1 == causes;

		if (used + GAP + width + (last ? 0 : rest) >= WIDTH)
			break;
		c->width[c->shown++] = width;
		used += GAP + width;
	}
}

static void share_cell(const struct causes *c, int width, uint64_t cycles,
		       uint64_t all)
{
	if (all)
		fprintf(c->to, "  %*.1f", width,
			100 * (double)cycles / (double)all);
	else
		fprintf(c->to, "  %*s", width, "-");
}

static void shares_row(const struct causes *c, unsigned interval)
{
	const struct record_series *s = &c->r->series;
	const uint64_t all = series_cycles(s, interval);
	uint64_t rest = all;

	series_time(c->to, c->r, s->end[interval]);
	for (unsigned i = 0; i < c->shown; i++) {
		const uint64_t n =
			s->cycles[(size_t)c->order[i] * s->intervals +
				  interval];

		share_cell(c, c->width[i], n, all);
		rest -= n;
	}
	if (c->shown < s->causes)
		share_cell(c, cause_width("others"), rest, all);
	fputc('\n', c->to);
}

void series_causes_print(FILE *to, const struct record *r)
{
	const struct record_series *s = &r->series;
	struct causes c = { .to = to,
			    .r = r,
			    .order = calloc(s->causes + 1u, sizeof *c.order) };

	if (s->causes && c.order) {
		choose_causes(&c);
		fputs("simulated causes of cycles, % of each interval's\n", to);
		series_time_head(to, r);
		for (unsigned i = 0; i < c.shown; i++)
			fprintf(to, "  %*s", c.width[i],
				stack_name(s->cause[c.order[i]]));
		if (c.shown < s->causes)
			fprintf(to, "  %*s", cause_width("others"), "others");
		fputc('\n', to);
		for (unsigned i = 0; i < s->intervals; i++)
			shares_row(&c, i);
		fputc('\n', to);
	}
	free(c.order);
}

/* ---- the ledger itself ------------------------------------------------------
 */

/* Columns: the catalogue's name has all it needs, the board's words what is
 * left of a line. */
enum { BESIDES = 34, WORDS = 22 };

static void ledger_row(FILE *to, const struct record_truth *t, int width,
		       bool colour)
{
	const char *class = class_word(t->class);
	const int left = WIDTH - BESIDES - width;
	const int words = left < WORDS ? left > 0 ? left : 0 : WORDS;

	fprintf(to, "%-*s  %-*.*s ", width, t->event, words, words, t->name);
	if (t->class == CLASS_NOT_MODELLED) {
		fprintf(to, "%14s\n", class);
		return;
	}
	fprintf(to, "%14s  %-*s", digits_grouped(t->count).text,
		t->measured == TRUTH_NOT_MEASURED ? 0 : 8, class);
	if (t->measured == TRUTH_EQUAL)
		fputs("  equal", to);
	else if (t->measured == TRUTH_DIFFERS)
		fprintf(to, "  %sDIFFERS%s", colour ? "\033[31m" : "",
			colour ? "\033[0m" : "");
	fputc('\n', to);
}

/* Of a region what did not happen there is left out. */
static bool ledger_lacks(const struct record_truth *t, bool of_region)
{
	return of_region && t->measured == TRUTH_NOT_MEASURED &&
	       (t->class == CLASS_NOT_MODELLED || !t->count);
}

static void ledger_rows(FILE *to, const struct record *r, bool of_region,
			bool colour)
{
	int width = 0;
	unsigned last = RECORD_MONITORS;

	for (unsigned i = 0; i < r->truths; i++)
		if ((int)strlen(r->truth[i].event) > width)
			width = (int)strlen(r->truth[i].event);
	for (unsigned i = 0; i < r->truths; i++) {
		const struct record_truth *t = &r->truth[i];

		if (ledger_lacks(t, of_region))
			continue;
		if (r->monitors > 1 && t->monitor != last)
			fprintf(to, "%s:\n", r->monitor[t->monitor].name);
		last = t->monitor;
		ledger_row(to, t, width, colour);
	}
}

void ledger_print(FILE *to, const struct record *r, bool of_region, bool colour)
{
	unsigned left = 0;

	if (!r->truths || stack_print_alone(to, r))
		return;
	fprintf(to, "%sthe board's own ledger, simulated%s\n",
		colour ? "\033[1m" : "", colour ? "\033[0m" : "");
	ledger_rows(to, r, of_region, colour);
	for (unsigned i = 0; i < r->truths; i++)
		left += ledger_lacks(&r->truth[i], of_region);
	if (left)
		fprintf(to, "%u of its rows are left out: 0, or not modelled\n",
			left);
	fputc('\n', to);
}
