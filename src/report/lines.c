/* SPDX-License-Identifier: MIT */
/*
 * A record as lines of JSON: an object for each interval, in the order of time,
 * and one of the whole behind them, so that a program has each as soon as it is
 * there.
 */
#include <math.h>
#include <stdio.h>

#include "report/inner.h"
#include "json/writer.h"

/* A line being made. */
struct line {
	struct writer w;
	json_t *all, *metrics, *events;
};

static struct line line_begin(void)
{
	return (struct line){
		.all = json_object(),
		.metrics = json_object(),
		.events = json_object(),
	};
}

/* Ends the line, and flushes nothing.  False: no memory, or no room. */
static bool line_end(struct line *l, FILE *to)
{
	bool good;

	writer_put(&l->w, l->all, "metrics", l->metrics);
	writer_put(&l->w, l->all, "events", l->events);
	good = !l->w.failed &&
	       json_dumpf(l->all, to, JSON_COMPACT | JSON_PRESERVE_ORDER) == 0;
	json_decref(l->all);
	return good && fputc('\n', to) != EOF;
}

/* A name alone, or, of a record with several monitors, behind its own. */
static void line_put(struct line *l, const struct record *r, json_t *into,
		     unsigned monitor, const char *name, json_t *value)
{
	char key[256];

	if (r->monitors > 1 && r->monitor[monitor].name)
		snprintf(key, sizeof key, "%s:%s", r->monitor[monitor].name,
			 name);
	else
		snprintf(key, sizeof key, "%s", name);
	writer_put(&l->w, into, key, value);
}

static json_t *line_number(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

static json_t *line_count(uint64_t n)
{
	return n > INT64_MAX ? json_real((double)n)
			     : json_integer((json_int_t)n);
}

static json_t *event_number(const struct reading *r)
{
	if (!reading_has_value(r))
		return json_null();
	return r->high > r->low ? line_number(r->value) : line_count(r->count);
}

static bool line_interval(FILE *to, const struct record *r, unsigned i,
			  unsigned number_of, uint64_t begin)
{
	const struct record_series *s = &r->series;
	struct line l = line_begin();

	writer_put(&l.w, l.all, "interval", json_integer(number_of));
	writer_put(&l.w, l.all, s->ns ? "begin_ns" : "begin",
		   line_count(begin));
	writer_put(&l.w, l.all, s->ns ? "end_ns" : "end",
		   line_count(s->end[i]));
	for (unsigned m = 0; m < r->metrics; m++)
		line_put(&l, r, l.metrics, r->metric[m].monitor,
			 r->metric[m].name,
			 line_number(s->value[(size_t)m * s->intervals + i]));
	for (unsigned e = 0; e < r->events; e++) {
		const struct record_event *row = &r->event[e];
		const uint64_t n = s->count[(size_t)e * s->intervals + i];
		const bool has = reading_has_value(&row->reading);

		if (row->asked || has)
			line_put(&l, r, l.events, row->monitor, row->name,
				 n == RECORD_LOST || !has ? json_null()
							  : line_count(n));
	}
	return line_end(&l, to);
}

bool lines_row(struct report_rows *rows, const struct record *r, uint64_t begin)
{
	return line_interval(rows->to, r, 0, rows->rows, begin);
}

static bool line_whole(FILE *to, const struct record *r)
{
	struct line l = line_begin();

	writer_put(&l.w, l.all, "whole", json_true());
	writer_put(&l.w, l.all, "trusted", json_boolean(r->trusted));
	if (!r->trusted)
		writer_put(&l.w, l.all, "why", writer_text(r->verdict.why));
	writer_put(&l.w, l.all, "simulated", json_boolean(r->target.simulated));
	writer_put(&l.w, l.all, "target", writer_text(r->target.name));
	writer_put(&l.w, l.all, "program", writer_text(r->program.path));
	for (unsigned m = 0; m < r->metrics; m++) {
		const struct reading *of = &r->metric[m].reading;

		line_put(&l, r, l.metrics, r->metric[m].monitor,
			 r->metric[m].name,
			 reading_has_value(of) ? line_number(of->value)
					       : json_null());
	}
	for (unsigned e = 0; e < r->events; e++)
		if (r->event[e].asked ||
		    reading_has_value(&r->event[e].reading))
			line_put(&l, r, l.events, r->event[e].monitor,
				 r->event[e].name,
				 event_number(&r->event[e].reading));
	return line_end(&l, to);
}

/* Rows that were told are not told again. */
bool report_lines_rest(FILE *to, const struct record *r,
		       const struct report_rows *told)
{
	const struct record_series *s = &r->series;

	for (unsigned i = 0; !told && i < s->intervals; i++)
		if (!line_interval(to, r, i, i, i ? s->end[i - 1] : 0))
			return false;
	return line_whole(to, r);
}
