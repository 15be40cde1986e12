/* SPDX-License-Identifier: MIT */
/* Values over time, from a record's document. */
#include <math.h>
#include <string.h>

#include "record/document/reader.h"

/* A list with an entry for each interval. */
static json_t *list_of(struct record_reader *f, json_t *object, const char *key,
		       size_t wanted)
{
	json_t *list = reader_member(&f->in, object, key, JSON_ARRAY);

	if (list && json_array_size(list) != wanted)
		reader_fail(&f->in,
			    "%s: %zu entries, and there are %zu intervals", key,
			    json_array_size(list), wanted);
	return list;
}

/* Times are cycles, unless they are told as nanoseconds. */
static const char *end_key(const struct record_reader *f)
{
	return f->to->series.ns ? "end_ns" : "end_cycles";
}

static uint64_t cycle_or(struct record_reader *f, json_t *value,
			 const char *key, uint64_t none)
{
	if (json_is_null(value) && none)
		return none;
	if (!json_is_integer(value) || json_integer_value(value) < 0)
		reader_fail(&f->in, "%s: an entry is no count", key);
	return (uint64_t)json_integer_value(value);
}

static void read_event(struct record_reader *f, json_t *row, unsigned event)
{
	struct record_series *s = &f->to->series;
	json_t *list = list_of(f, row, "counts", s->intervals);

	for (unsigned i = 0; !f->in.failed && i < s->intervals; i++)
		s->count[(size_t)event * s->intervals + i] = cycle_or(
			f, json_array_get(list, i), "counts", RECORD_LOST);
}

static void read_metric(struct record_reader *f, json_t *row, unsigned metric)
{
	struct record_series *s = &f->to->series;
	json_t *list = list_of(f, row, "values", s->intervals);

	for (unsigned i = 0; !f->in.failed && i < s->intervals; i++) {
		json_t *value = json_array_get(list, i);

		if (!json_is_null(value) && !json_is_number(value))
			reader_fail(&f->in, "values: an entry is no number");
		s->value[(size_t)metric * s->intervals + i] =
			json_is_number(value) ? json_number_value(value) : NAN;
	}
}

static void read_ends(struct record_reader *f, json_t *object)
{
	struct record_series *s = &f->to->series;
	const char *key = end_key(f);
	json_t *list = list_of(f, object, key, s->intervals);

	for (unsigned i = 0; !f->in.failed && i < s->intervals; i++) {
		s->end[i] = cycle_or(f, json_array_get(list, i), key, 0);
		if (i && s->end[i] < s->end[i - 1])
			reader_fail(&f->in, "%s: time goes backwards", key);
	}
}

/* Rows are the record's own, in the same order. */
static void read_rows(struct record_reader *f, json_t *object, const char *key,
		      unsigned wanted,
		      void (*read)(struct record_reader *f, json_t *row,
				   unsigned i))
{
	json_t *rows;

	if (reader_rows(&f->in, object, key, wanted, &rows) != wanted)
		reader_fail(&f->in,
			    "intervals: its %s are not those of the record",
			    key);
	for (unsigned i = 0; !f->in.failed && i < wanted; i++)
		read(f, json_array_get(rows, i), i);
}

void reader_series(struct record_reader *f, json_t *root)
{
	struct record *r = f->to;
	struct record_series *s = &r->series;
	json_t *object = reader_member(&f->in, root, "intervals", JSON_OBJECT);
	size_t count;

	if (!object)
		return;
	s->ns = json_object_get(object, "end_ns") != NULL;
	count = json_array_size(json_object_get(object, end_key(f)));
	if (!count || count > RECORD_INTERVALS ||
	    count * (r->events + r->metrics) > RECORD_INTERVALS * (size_t)64) {
		reader_fail(&f->in,
			    "intervals: none, or more than a record has");
		return;
	}
	s->period = reader_count(&f->in, object,
				 s->ns ? "period_ns" : "period_cycles");
	s->end = record_room(r, count, sizeof *s->end);
	s->count = record_room(r, count * r->events, sizeof *s->count);
	s->value = record_room(r, count * r->metrics, sizeof *s->value);
	if (r->failed)
		return;
	s->intervals = (unsigned)count;
	read_ends(f, object);
	read_rows(f, object, "events", r->events, read_event);
	read_rows(f, object, "metrics", r->metrics, read_metric);
}
