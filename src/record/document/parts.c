/* SPDX-License-Identifier: MIT */
/* The regions of a measurement that has several, in a record's document. */
#include <string.h>

#include "record/document/inner.h"

/* The name of a row, which is to be that of the record's own row. */
static void say_same_name(struct document *d, const char *name)
{
	const char *own = name;

	io_name(&d->x, "name", &own);
	if (io_reads(&d->x) && !d->x.failed && strcmp(own, name) != 0)
		io_fail(&d->x, "%.60s stands where %.60s belongs", own, name);
}

/* The value of one entry; null where that is not known. */
static void say_entry(struct document *d, const struct record_part *p,
		      unsigned event)
{
	struct io *x = &d->x;
	struct record_entry *e = &p->entry[event];
	bool is = p->region.entered &&
		  reading_has_value(&p->event[event].reading);
	double mean = is ? record_entry_mean(p, event) : 0;

	if (!io_known_object(x, "entry", &is))
		return;
	if (io_tells(x))
		io_real(x, "mean", &mean);
	if (io_reads(x))
		e->known = !io_misses(x, "least");
	if (io_perhaps(x, e->known))
		io_count(x, "least", &e->least);
	if (io_perhaps(x, e->known))
		io_count(x, "most", &e->most);
	io_leave(x);
}

/* Rows are the record's own, in the same order. */
static bool begin_rows(struct document *d, const char *key, size_t wanted)
{
	size_t count = wanted;

	if (io_rows(&d->x, key, wanted, &count) && count == wanted)
		return true;
	return io_fail(&d->x, "its %s are not those of the record", key);
}

static void say_part_events(struct document *d, struct record_part *p)
{
	struct io *x = &d->x;
	const struct record *r = d->r;

	if (!begin_rows(d, "events", r->events))
		return;
	for (unsigned i = 0; io_row(x, "events", i, r->events); i++) {
		say_same_name(d, r->event[i].name);
		say_monitor_name(d, p->event[i].monitor);
		say_count(d, &p->event[i].reading);
		say_count_doubts(d, &p->event[i].reading);
		say_entry(d, p, i);
		io_leave(x);
	}
	io_leave(x);
}

static void say_part_metrics(struct document *d, struct record_part *p)
{
	struct io *x = &d->x;
	const struct record *r = d->r;

	if (!begin_rows(d, "metrics", r->metrics))
		return;
	for (unsigned i = 0; io_row(x, "metrics", i, r->metrics); i++) {
		struct reading *one = &p->metric[i].reading;

		say_same_name(d, r->metric[i].name);
		say_monitor_name(d, p->metric[i].monitor);
		say_value(d, "value", one);
		say_range(d, one);
		say_doubts(d, "value", one);
		io_leave(x);
	}
	io_leave(x);
}

/* The ledger's rows of it, where these were asked for. */
static void say_part_truth(struct document *d, struct record_part *p)
{
	struct io *x = &d->x;
	const struct record *r = d->r;

	if (!io_there(x, "truth", p->truth))
		return;
	if (io_reads(x))
		p->truth = io_room(x, r->truths, sizeof *p->truth);
	if (x->failed || !begin_rows(d, "truth", r->truths))
		return;
	for (unsigned i = 0; io_row(x, "truth", i, r->truths); i++) {
		struct record_truth none = { 0 };
		struct record_truth *t = p->truth ? &p->truth[i] : &none;
		bool known;

		if (io_reads(x))
			*t = r->truth[i];
		known = t->class != CLASS_NOT_MODELLED;
		say_same_name(d, t->name);
		say_monitor_name(d, t->monitor);
		if (io_or_null(x, "count", &known))
			io_count(x, "count", &t->count);
		io_word(x, "measured", &t->measured, truth_word,
			TRUTH_NOT_MEASURED);
		io_leave(x);
	}
	io_leave(x);
}

/* Each has the record's rows, with readings of its own. */
static void begin_part(struct document *d, struct record_part *p)
{
	const struct record *r = d->r;

	p->event = io_room(&d->x, r->events, sizeof *p->event);
	p->metric = io_room(&d->x, r->metrics, sizeof *p->metric);
	p->entry = io_room(&d->x, r->events, sizeof *p->entry);
	if (d->x.failed)
		return;
	memcpy(p->event, r->event, r->events * sizeof *p->event);
	memcpy(p->metric, r->metric, r->metrics * sizeof *p->metric);
}

static void say_part(struct document *d, struct record_part *p)
{
	struct io *x = &d->x;

	if (x->mode != IO_WRITE)
		begin_part(d, p);
	io_name(x, "text", &p->region.text);
	say_region_kind(d, &p->region, REGION_SYMBOL);
	io_count(x, "entered", &p->region.entered);
	io_bool(x, "ended_inside", &p->region.ended_inside);
	io_bool(x, "self", &p->self);
	if (x->failed)
		return;
	say_part_events(d, p);
	say_part_metrics(d, p);
	say_part_truth(d, p);
}

void say_parts(struct document *d)
{
	struct record *r = d->r;

	if (io_perhaps(&d->x, r->parts))
		IO_ROWS(d, "regions", RECORD_PARTS, r->part, r->parts,
			say_part);
	/* Rows of counts name regions by their place. */
	for (size_t i = 0; io_reads(&d->x) && i < r->counts; i++)
		if (r->count[i].region != RECORD_NONE &&
		    r->count[i].region >= r->parts && r->parts)
			io_fail(&d->x, "counts[%zu] is of no region", i);
}
