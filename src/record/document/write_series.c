/* SPDX-License-Identifier: MIT */
/* Values over time in a record's document: a list per event and metric. */
#include <math.h>
#include <stdlib.h>

#include "record/document/json.h"

static json_t *name_of(struct document *d, unsigned monitor)
{
	return writer_text(d->r->monitor[monitor].name);
}

/* Whole numbers up to 2^53, as all that one interval can count. */
static json_t *count_or_null(uint64_t n)
{
	return n == RECORD_LOST ? json_null() : json_integer((json_int_t)n);
}

static json_t *event_value(struct document *d, unsigned event)
{
	const struct record_series *s = &d->r->series;
	json_t *object = json_object(), *list = json_array();

	for (unsigned i = 0; i < s->intervals; i++)
		writer_append(
			&d->out, list,
			count_or_null(
				s->count[(size_t)event * s->intervals + i]));
	writer_put(&d->out, object, "name",
		   writer_text(d->r->event[event].name));
	writer_put(&d->out, object, "monitor",
		   name_of(d, d->r->event[event].monitor));
	writer_put(&d->out, object, "counts", list);
	return object;
}

static json_t *phases_value(struct document *d, const double *value,
			    struct record_phase *phase)
{
	const unsigned phases =
		series_phases(value, d->r->series.intervals, phase);
	json_t *list = json_array();

	for (unsigned i = 0; i < phases; i++) {
		json_t *object = json_object();

		writer_put(&d->out, object, "first",
			   json_integer(phase[i].first + 1));
		writer_put(&d->out, object, "last",
			   json_integer(phase[i].last + 1));
		writer_put(&d->out, object, "mean", json_real(phase[i].mean));
		writer_append(&d->out, list, object);
	}
	return list;
}

static json_t *metric_value(struct document *d, unsigned metric,
			    struct record_phase *phase)
{
	const struct record_series *s = &d->r->series;
	const double *value = s->value + (size_t)metric * s->intervals;
	json_t *object = json_object(), *list = json_array();

	for (unsigned i = 0; i < s->intervals; i++)
		writer_append(&d->out, list,
			      isnan(value[i]) ? json_null()
					      : json_real(value[i]));
	writer_put(&d->out, object, "name",
		   writer_text(d->r->metric[metric].name));
	writer_put(&d->out, object, "monitor",
		   name_of(d, d->r->metric[metric].monitor));
	writer_put(&d->out, object, "values", list);
	writer_put(&d->out, object, "phases", phases_value(d, value, phase));
	return object;
}

static void put_lists(struct document *d, json_t *object,
		      struct record_phase *phase)
{
	const struct record *r = d->r;
	json_t *end = json_array(), *events = json_array();
	json_t *metrics = json_array();

	for (unsigned i = 0; i < r->series.intervals; i++)
		writer_append(&d->out, end,
			      json_integer((json_int_t)r->series.end[i]));
	for (unsigned i = 0; i < r->events; i++)
		writer_append(&d->out, events, event_value(d, i));
	for (unsigned i = 0; i < r->metrics; i++)
		writer_append(&d->out, metrics, metric_value(d, i, phase));
	writer_put(&d->out, object, r->series.ns ? "end_ns" : "end_cycles",
		   end);
	writer_put(&d->out, object, "events", events);
	writer_put(&d->out, object, "metrics", metrics);
}

void put_series(struct document *d, json_t *root)
{
	const struct record_series *s = &d->r->series;
	struct record_phase *phase;
	json_t *object;

	if (!s->intervals)
		return;
	phase = calloc(s->intervals, sizeof *phase);
	object = json_object();
	writer_put(&d->out, object, s->ns ? "period_ns" : "period_cycles",
		   json_integer((json_int_t)s->period));
	if (phase)
		put_lists(d, object, phase);
	d->out.failed |= !phase;
	free(phase);
	writer_put(&d->out, root, "intervals", object);
}
