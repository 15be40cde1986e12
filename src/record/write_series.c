/* SPDX-License-Identifier: MIT */
/* Values over time in a record's document: a list per event and metric. */
#include <math.h>
#include <stdlib.h>

#include "record/json.h"

static json_t *name_of(struct document *d, unsigned monitor)
{
	return text_value(d->r->monitor[monitor].name);
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
		append(d, list,
		       count_or_null(
			       s->count[(size_t)event * s->intervals + i]));
	put(d, object, "name", text_value(d->r->event[event].name));
	put(d, object, "monitor", name_of(d, d->r->event[event].monitor));
	put(d, object, "counts", list);
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

		put(d, object, "first", json_integer(phase[i].first + 1));
		put(d, object, "last", json_integer(phase[i].last + 1));
		put(d, object, "mean", json_real(phase[i].mean));
		append(d, list, object);
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
		append(d, list,
		       isnan(value[i]) ? json_null() : json_real(value[i]));
	put(d, object, "name", text_value(d->r->metric[metric].name));
	put(d, object, "monitor", name_of(d, d->r->metric[metric].monitor));
	put(d, object, "values", list);
	put(d, object, "phases", phases_value(d, value, phase));
	return object;
}

static void put_lists(struct document *d, json_t *object,
		      struct record_phase *phase)
{
	const struct record *r = d->r;
	json_t *end = json_array(), *events = json_array();
	json_t *metrics = json_array();

	for (unsigned i = 0; i < r->series.intervals; i++)
		append(d, end, json_integer((json_int_t)r->series.end[i]));
	for (unsigned i = 0; i < r->events; i++)
		append(d, events, event_value(d, i));
	for (unsigned i = 0; i < r->metrics; i++)
		append(d, metrics, metric_value(d, i, phase));
	put(d, object, r->series.ns ? "end_ns" : "end_cycles", end);
	put(d, object, "events", events);
	put(d, object, "metrics", metrics);
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
	put(d, object, s->ns ? "period_ns" : "period_cycles",
	    json_integer((json_int_t)s->period));
	if (phase)
		put_lists(d, object, phase);
	d->failed |= !phase;
	free(phase);
	put(d, root, "intervals", object);
}
