/* SPDX-License-Identifier: MIT */
/*
 * Values over time, for people: a line for each metric with its phases, drawn
 * where the terminal can, and a table of the intervals.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/digits.h"
#include "report/inner.h"

enum { WIDTH = 80, SPARKS = 48, SHOWN_PHASES = 12 };

struct column {
	const char *name, *unit;
	const char *mark; /* behind the name */
	unsigned place;   /* of a metric or an event */
	bool event;
	int width;
	/* Of a layer: what of it, as of others beside it; NULL: of none. */
	const char *what;
	char layer[LAYER_WIDTH];
};

struct table {
	FILE *to;
	const struct record *r;
	const char *bold, *plain;
	bool draws;
	struct column *column;
	unsigned columns;
	double *value; /* of the column at hand */
	struct record_phase *phase;
};

/* As its environment says [locale(7)]. */
bool series_can_be_drawn(void)
{
	static const char *const name[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	const char *set = NULL;

	for (size_t i = 0; i < 3 && (!set || !*set); i++)
		set = getenv(name[i]);
	return set && (strstr(set, "UTF-8") || strstr(set, "utf8") ||
		       strstr(set, "UTF8") || strstr(set, "utf-8"));
}

/* At least four digits. */
static void put_value(char *to, size_t room, double value)
{
	const double size = fabs(value);

	if (isnan(value))
		snprintf(to, room, "-");
	else if (size >= 1e15)
		snprintf(to, room, "%.3e", value);
	else if (floor(value) == value)
		snprintf(to, room, "%s%s", value < 0 ? "-" : "",
			 digits_grouped((uint64_t)size).text);
	else if (size >= 1000)
		snprintf(to, room, "%s%s", value < 0 ? "-" : "",
			 digits_grouped((uint64_t)(size + 0.5)).text);
	else
		snprintf(to, room, "%.*f", size >= 1 ? 3 : 5, value);
}

static void take_column(struct table *t, const struct column *c)
{
	if (c->event)
		series_of_event(t->r, c->place, t->value);
	else
		series_of_metric(t->r, c->place, t->value);
}

static void range_of(const struct table *t, double *low, double *high)
{
	*low = *high = NAN;
	for (unsigned i = 0; i < t->r->series.intervals; i++) {
		if (isnan(t->value[i]))
			continue;
		*low = isnan(*low) ? t->value[i] : fmin(*low, t->value[i]);
		*high = isnan(*high) ? t->value[i] : fmax(*high, t->value[i]);
	}
}

/* The mean of the intervals that share a place of the line. */
static double spark(const struct table *t, unsigned place, unsigned places)
{
	const unsigned n = t->r->series.intervals;
	const unsigned from = (unsigned)((uint64_t)place * n / places);
	const unsigned to = (unsigned)((uint64_t)(place + 1) * n / places);
	double sum = 0;
	unsigned valued = 0;

	for (unsigned i = from; i < to; i++)
		if (!isnan(t->value[i])) {
			sum += t->value[i];
			valued++;
		}
	return valued ? sum / valued : NAN;
}

static void draw(const struct table *t, double high)
{
	static const char *const block[] = { "▁", "▂", "▃", "▄",
					     "▅", "▆", "▇", "█" };
	const unsigned n = t->r->series.intervals;
	const unsigned places = n < SPARKS ? n : SPARKS;

	fputs("  ", t->to);
	for (unsigned i = 0; i < places; i++) {
		const double value = spark(t, i, places);
		const double share = high > 0 && value > 0 ? value / high : 0;

		if (isnan(value))
			fputc(' ', t->to);
		else
			fputs(block[(unsigned)fmin(7, share * 8)], t->to);
	}
	fputc('\n', t->to);
}

static void print_phases(const struct table *t)
{
	const unsigned phases =
		series_phases(t->value, t->r->series.intervals, t->phase);
	char mean[48];

	if (phases < 2) {
		fputs("  one level\n", t->to);
		return;
	}
	for (unsigned i = 0; i < phases && i < SHOWN_PHASES; i++) {
		const bool one = t->phase[i].first == t->phase[i].last;

		put_value(mean, sizeof mean, t->phase[i].mean);
		fprintf(t->to, "  interval%s %u", one ? "" : "s",
			t->phase[i].first + 1);
		if (!one)
			fprintf(t->to, " to %u", t->phase[i].last + 1);
		fprintf(t->to, ": %s\n", mean);
	}
	if (phases > SHOWN_PHASES)
		fprintf(t->to, "  and %u more phases\n", phases - SHOWN_PHASES);
}

/* Is it one thing of several layers, or of no layer both? */
static bool alike(const struct column *a, const struct column *b)
{
	if (!a->what || !b->what)
		return a->what == b->what;
	return strcmp(a->what, b->what) == 0;
}

/* The value that is drawn as high as can be: of layers the most of all, so that
 * lines below each other can be compared. */
static double top_of(struct table *t, const struct column *c)
{
	double low, high, top = NAN;

	for (unsigned i = 0; i < t->columns; i++) {
		if (&t->column[i] != c &&
		    (!c->what || !alike(&t->column[i], c)))
			continue;
		take_column(t, &t->column[i]);
		range_of(t, &low, &high);
		top = fmax(top, high);
	}
	return top;
}

static void print_line(struct table *t, const struct column *c)
{
	char least[48], most[48];
	double low, high;
	const double top = top_of(t, c);

	take_column(t, c);
	range_of(t, &low, &high);
	if (isnan(low))
		return;
	put_value(least, sizeof least, low);
	put_value(most, sizeof most, high);
	fprintf(t->to, "%s%s%s%s  %s to %s%s%s\n", t->bold, c->name, c->mark,
		t->plain, least, most, *c->unit ? " " : "", c->unit);
	if (t->draws)
		draw(t, top);
	print_phases(t);
}

static void print_row(const struct table *t, unsigned from, unsigned to,
		      unsigned i)
{
	const struct record_series *s = &t->r->series;
	char text[48];

	series_time(t->to, t->r, s->end[i]);
	for (unsigned k = from; k < to; k++) {
		const struct column *c = &t->column[k];
		const size_t at = (size_t)c->place * s->intervals + i;
		double value = NAN;

		if (!c->event)
			value = s->value[at];
		else if (s->count[at] != RECORD_LOST)
			value = (double)s->count[at];
		put_value(text, sizeof text, value);
		fprintf(t->to, "  %*s", c->width, text);
	}
	fputc('\n', t->to);
}

static void print_block_head(const struct table *t, unsigned from, unsigned to)
{
	const struct column *c = &t->column[from];

	if (c->what)
		fprintf(t->to, "%s of each layer%s%s\n", c->what,
			*c->unit ? ", " : "", c->unit);
	series_time_head(t->to, t->r);
	for (unsigned k = from; k < to; k++)
		fprintf(t->to, "  %*s%s",
			t->column[k].width - (int)strlen(t->column[k].mark),
			c->what ? t->column[k].layer : t->column[k].name,
			t->column[k].mark);
	fputc('\n', t->to);
}

static void print_block(const struct table *t, unsigned from, unsigned to)
{
	print_block_head(t, from, to);
	for (unsigned i = 0; i < t->r->series.intervals; i++)
		print_row(t, from, to, i);
	fputc('\n', t->to);
}

/* As many columns beside each other as a line has room for, from one on. */
static unsigned end_of_block(const struct table *t, unsigned from)
{
	int width = TIME_WIDTH;
	unsigned to = from;

	while (to < t->columns && alike(&t->column[from], &t->column[to]) &&
	       (to == from || width + 2 + t->column[to].width < WIDTH))
		width += 2 + t->column[to++].width;
	return to;
}

static void print_table(const struct table *t)
{
	unsigned to;

	for (unsigned from = 0; from < t->columns; from = to) {
		to = end_of_block(t, from);
		print_block(t, from, to);
	}
}

static bool was_told(const struct report_rows *told, const struct column *c)
{
	for (unsigned i = 0; told && i < told->columns; i++)
		if (told->column[i].place == c->place &&
		    told->column[i].event == c->event)
			return true;
	return false;
}

static void drop_told(struct table *t, const struct report_rows *told)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < t->columns; i++)
		if (!was_told(told, &t->column[i]))
			t->column[kept++] = t->column[i];
	t->columns = kept;
}

static void add(struct table *t, const char *name, const char *unit,
		unsigned place, bool event)
{
	struct column *c = &t->column[t->columns++];
	const int least = 11;
	int length = (int)strlen(name);

	*c = (struct column){ name, unit, "", place, event, .width = least };
	if (!event) {
		c->what = layers_what(t->r, place, c->layer);
		c->mark = users_mark(&t->r->metric[place]);
		length += (int)strlen(c->mark);
	}
	/* A layer is called by its own name below what is told of it. */
	if (c->what)
		length = LAYER_WIDTH - 4;
	c->width = c->what ? length : length > least ? length : least;
}

/* Moves what is like a column up to it. */
static void gather(struct table *t, unsigned place)
{
	unsigned to = place + 1;

	for (unsigned i = to; t->column[place].what && i < t->columns; i++) {
		const struct column found = t->column[i];

		if (!alike(&t->column[place], &found))
			continue;
		memmove(&t->column[to + 1], &t->column[to],
			(i - to) * sizeof *t->column);
		t->column[to++] = found;
	}
}

/* Metrics that have a value, what is of several layers together, and events
 * that were asked for.  While it runs a value that is undefined may come. */
static void list_columns(struct table *t, bool runs)
{
	const unsigned may_come = runs ? DOUBT_UNDEFINED : 0;
	const struct record *r = t->r;

	for (unsigned i = 0; i < r->metrics; i++)
		if (reading_has_value(&r->metric[i].reading) ||
		    r->metric[i].reading.doubts & may_come)
			add(t, r->metric[i].name, r->metric[i].unit, i, false);
	for (unsigned i = 0; i < t->columns; i++)
		gather(t, i);
	for (unsigned i = 0; i < r->events; i++)
		if (r->event[i].asked &&
		    reading_has_value(&r->event[i].reading))
			add(t, r->event[i].name, "", i, true);
}

static void print_all(struct table *t, const struct report_rows *told)
{
	const struct record_series *s = &t->r->series;
	const double hz = series_hz(t->r);

	fprintf(t->to, "%u interval%s", s->intervals,
		s->intervals == 1 ? "" : "s");
	if (s->period && hz > 0)
		fprintf(t->to, " of %.6g %s",
			(double)s->period * series_units(t->r) / hz,
			series_unit(t->r));
	else if (s->period)
		fprintf(t->to, " of %s cycles", digits_grouped(s->period).text);
	else if (s->intervals > 1)
		fputs(", not equally long", t->to);
	fputs(t->r->repeats > 1 && !t->r->log.known ? " in the first repeat;\n"
						    : ";\n",
	      t->to);
	fputs("a phase ends where two in a row are more than a quarter off its "
	      "level\n\n",
	      t->to);
	for (unsigned i = 0; i < t->columns; i++)
		print_line(t, &t->column[i]);
	fputc('\n', t->to);
	drop_told(t, told);
	print_table(t);
	series_causes_print(t->to, t->r);
	layers_waits_print(t->to, t->r);
}

static struct column *columns_for(const struct record *r)
{
	return calloc(r->metrics + r->events + 1u, sizeof(struct column));
}

bool series_row(struct report_rows *rows, const struct record *r)
{
	struct table t = { .to = rows->to, .r = r, .column = columns_for(r) };
	unsigned end;

	if (!t.column)
		return false;
	list_columns(&t, true);
	end = end_of_block(&t, 0);
	if (!rows->rows) {
		for (unsigned i = 0; i < end && i < REPORT_ROW_COLUMNS; i++) {
			rows->column[i].place = t.column[i].place;
			rows->column[i].event = t.column[i].event;
			rows->columns++;
		}
		print_block_head(&t, 0, rows->columns);
	}
	print_row(&t, 0, rows->columns, 0);
	free(t.column);
	return true;
}

void series_print(FILE *to, const struct record *r, bool colour, bool draws,
		  const struct report_rows *told)
{
	struct table t = {
		.to = to,
		.r = r,
		.bold = colour ? "\033[1m" : "",
		.plain = colour ? "\033[0m" : "",
		.draws = draws,
	};

	if (!r->series.intervals)
		return;
	t.column = columns_for(r);
	t.value = calloc(r->series.intervals, sizeof *t.value);
	t.phase = calloc(r->series.intervals, sizeof *t.phase);
	if (t.column && t.value && t.phase) {
		list_columns(&t, false);
		print_all(&t, told);
	}
	free(t.column);
	free(t.value);
	free(t.phase);
}
