/* SPDX-License-Identifier: MIT */
/* Values over time in a record's document: a list per event and metric. */
#include <math.h>
#include <stdlib.h>

#include "record/document/inner.h"

/* A list with an entry for each interval. */
static bool begin_list(struct document *d, const char *key)
{
	const size_t wanted = d->r->series.intervals;
	size_t count = wanted;

	return (io_list(&d->x, key, SIZE_MAX, &count) && count == wanted) ||
	       io_fail(&d->x, "%s: %zu entries, and there are %zu intervals",
		       key, count, wanted);
}

/* Whole numbers up to 2^53, as all that one interval can count; null: it is
 * `none`, unless that is 0. */
static void say_whole(struct io *x, const char *key, uint64_t *to,
		      uint64_t none)
{
	bool known = !none || *to != none;
	const json_t *value;

	x->null = x->mode == IO_SCHEMA && none;
	if (x->mode == IO_WRITE)
		io_put(x, key,
		       known ? json_integer((json_int_t)*to) : json_null());
	if (x->mode == IO_SCHEMA)
		io_put(x, key,
		       json_pack("{s:s,s:i}", "type", "integer", "minimum", 0));
	if (!io_reads(x))
		return;
	value = io_entry(x);
	if ((!json_is_integer(value) || json_integer_value(value) < 0) &&
	    (!json_is_null(value) || !none))
		io_fail(x, "%s: an entry is no count", key);
	*to = json_is_null(value) ? none : (uint64_t)json_integer_value(value);
}

static void say_ends(struct document *d, const char *key)
{
	struct record_series *s = &d->r->series;

	if (!begin_list(d, key))
		return;
	for (unsigned i = 0; !d->x.failed && i < s->intervals; i++) {
		say_whole(&d->x, key, &s->end[i], 0);
		if (io_reads(&d->x) && i && s->end[i] < s->end[i - 1])
			io_fail(&d->x, "%s: time goes backwards", key);
	}
	io_leave(&d->x);
}

static void say_event_series(struct document *d, unsigned event)
{
	struct io *x = &d->x;
	struct record_series *s = &d->r->series;
	uint64_t *count = s->count + (size_t)event * s->intervals;

	if (io_tells(x))
		io_name(x, "name", &d->r->event[event].name);
	say_monitor_name(d, d->r->event[event].monitor);
	if (!begin_list(d, "counts"))
		return;
	for (unsigned i = 0; !x->failed && i < s->intervals; i++)
		say_whole(x, "counts", &count[i], RECORD_LOST);
	io_leave(x);
}

static void say_values(struct document *d, double *value)
{
	struct io *x = &d->x;

	if (!begin_list(d, "values"))
		return;
	for (unsigned i = 0; !x->failed && i < d->r->series.intervals; i++) {
		bool known = !isnan(value[i]);

		if (io_tells(x)) {
			io_known_real(x, "values", &known, &value[i]);
		} else {
			const json_t *entry = io_entry(x);

			if (!json_is_null(entry) && !json_is_number(entry))
				io_fail(x, "values: an entry is no number");
			value[i] = json_is_number(entry)
					   ? json_number_value(entry)
					   : NAN;
		}
	}
	io_leave(x);
}

static void say_phase(struct io *x, const struct record_phase *phase)
{
	unsigned first = phase->first + 1, last = phase->last + 1;
	double mean = phase->mean;

	io_small(x, "first", &first, RECORD_INTERVALS);
	io_small(x, "last", &last, RECORD_INTERVALS);
	io_real(x, "mean", &mean);
}

/* Only told: a reader has the values. */
static void say_phases(struct document *d, const double *value)
{
	struct io *x = &d->x;
	const unsigned intervals = d->r->series.intervals;
	struct record_phase *phase = calloc(intervals, sizeof *phase);
	size_t count;

	if (!phase) {
		io_no_memory(x);
		return;
	}
	count = series_phases(value, intervals, phase);
	if (io_rows(x, "phases", SIZE_MAX, &count)) {
		for (size_t i = 0; io_row(x, "phases", i, count); i++) {
			say_phase(x, &phase[i]);
			io_leave(x);
		}
		io_leave(x);
	}
	free(phase);
}

static void say_metric_series(struct document *d, unsigned metric)
{
	struct io *x = &d->x;
	struct record_series *s = &d->r->series;
	double *value = s->value + (size_t)metric * s->intervals;

	if (io_tells(x))
		io_name(x, "name", &d->r->metric[metric].name);
	say_monitor_name(d, d->r->metric[metric].monitor);
	say_values(d, value);
	if (io_tells(x))
		say_phases(d, value);
}

/* Rows are the record's own, in the same order. */
static void say_all(struct document *d, const char *key, unsigned wanted,
		    void (*say)(struct document *d, unsigned i))
{
	size_t count = wanted;

	if (!io_rows(&d->x, key, wanted, &count) || count != wanted) {
		io_fail(&d->x, "intervals: its %s are not those of the record",
			key);
		return;
	}
	for (unsigned i = 0; io_row(&d->x, key, i, wanted); i++) {
		say(d, i);
		io_leave(&d->x);
	}
	io_leave(&d->x);
}

static void say_cause(struct document *d, size_t cause)
{
	struct io *x = &d->x;
	struct record_series *s = &d->r->series;

	io_name(x, "name", &s->cause[cause]);
	if (!begin_list(d, "cycles"))
		return;
	for (unsigned i = 0; !x->failed && i < s->intervals; i++)
		say_whole(x, "cycles", &s->cycles[cause * s->intervals + i], 0);
	io_leave(x);
}

/* Of a board's ledger, where the record has that. */
static void say_causes(struct document *d)
{
	struct io *x = &d->x;
	struct record_series *s = &d->r->series;
	size_t count = s->causes;

	if (!io_perhaps(x, s->causes) ||
	    !io_rows(x, "causes", RECORD_CAUSES, &count))
		return;
	if (x->mode != IO_WRITE) {
		s->cause = io_room(x, count, sizeof *s->cause);
		s->cycles = io_room(x, count * s->intervals, sizeof *s->cycles);
		s->causes = s->cycles && s->cause ? (unsigned)count : 0;
	}
	for (size_t i = 0; io_row(x, "causes", i, count); i++) {
		say_cause(d, i);
		io_leave(x);
	}
	io_leave(x);
}

/* Room for what is read. */
static void begin_series(struct document *d, const char *end)
{
	struct record_series *s = &d->r->series;
	const size_t rows = d->r->events + (size_t)d->r->metrics;
	const size_t count =
		d->x.mode == IO_SCHEMA
			? 1
			: json_array_size(json_object_get(io_here(&d->x), end));

	if (!count || count > RECORD_INTERVALS ||
	    count * rows > RECORD_INTERVALS * (size_t)64)
		io_fail(&d->x, "intervals: none, or more than a record has");
	s->end = io_room(&d->x, count, sizeof *s->end);
	s->count = io_room(&d->x, count * d->r->events, sizeof *s->count);
	s->value = io_room(&d->x, count * d->r->metrics, sizeof *s->value);
	s->intervals = d->x.failed ? 0 : (unsigned)count;
}

/* Times are cycles, or they are told as nanoseconds. */
static void say_times(struct document *d, bool ns)
{
	io_perhaps(&d->x, true);
	io_count(&d->x, ns ? "period_ns" : "period_cycles",
		 &d->r->series.period);
	io_perhaps(&d->x, true);
	say_ends(d, ns ? "end_ns" : "end_cycles");
}

void say_series(struct document *d)
{
	struct io *x = &d->x;
	struct record_series *s = &d->r->series;

	if (!io_perhaps(x, s->intervals) || !io_object(x, "intervals"))
		return;
	if (io_reads(x))
		s->ns = !io_misses(x, "end_ns");
	if (x->mode != IO_WRITE)
		begin_series(d, s->ns ? "end_ns" : "end_cycles");
	say_times(d, s->ns);
	if (x->mode == IO_SCHEMA) {
		say_times(d, true);
		json_object_set_new(io_here(x), "anyOf",
				    json_pack("[{s:[s,s]},{s:[s,s]}]",
					      "required", "period_cycles",
					      "end_cycles", "required",
					      "period_ns", "end_ns"));
	}
	say_all(d, "events", d->r->events, say_event_series);
	say_all(d, "metrics", d->r->metrics, say_metric_series);
	say_causes(d);
	io_leave(x);
}
