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
	json_t *causes; /* NULL: there are none */
	json_t *users;  /* NULL: the user defined no metric */
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
	if (l->users)
		writer_put(&l->w, l->all, "defined_by", l->users);
	if (l->causes)
		writer_put(&l->w, l->all, "causes", l->causes);
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

/* Says of metrics that the user defined that he did. */
static void line_users(struct line *l, const struct record *r)
{
	if (record_has_users(r))
		l->users = json_object();
	for (unsigned m = 0; m < r->metrics; m++)
		if (record_metric_is_users(&r->metric[m]))
			line_put(l, r, l->users, r->metric[m].monitor,
				 r->metric[m].name, json_string("user"));
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

/* Causes that took a cycle in that interval; nothing where the record has none
 * at all. */
static void line_causes(struct line *l, const struct record_series *s,
			unsigned interval)
{
	if (s->causes)
		l->causes = json_object();
	for (unsigned c = 0; c < s->causes; c++) {
		const uint64_t n =
			s->cycles[(size_t)c * s->intervals + interval];

		if (n)
			writer_put(&l->w, l->causes, s->cause[c],
				   line_count(n));
	}
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
	line_users(&l, r);
	line_causes(&l, s, i);
	return line_end(&l, to);
}

bool lines_row(struct report_rows *rows, const struct record *r, uint64_t begin)
{
	return line_interval(rows->to, r, 0, rows->rows, begin);
}

/* Of the whole, where its intervals have them. */
static void line_all_causes(struct line *l, const struct record *r)
{
	if (r->series.causes)
		l->causes = json_object();
	for (unsigned i = 0; l->causes && i < r->truths; i++)
		if (r->truth[i].code == RECORD_CAUSE && r->truth[i].count)
			writer_put(&l->w, l->causes, r->truth[i].name,
				   line_count(r->truth[i].count));
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
	line_users(&l, r);
	line_all_causes(&l, r);
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
