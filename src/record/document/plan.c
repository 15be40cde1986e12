/* SPDX-License-Identifier: MIT */
/* How a record was measured, in its document: passes, and the window. */
#include <string.h>

#include "record/document/inner.h"
#include "json/writer.h"

static void read_pass(struct document *d, json_t *row, struct record_pass *pass)
{
	struct record_assignment *assign =
		io_room(&d->x, json_object_size(row), sizeof *assign);
	const char *counter;
	json_t *event;
	unsigned i = 0;

	if (!assign)
		return;
	json_object_foreach(row, counter, event)
	{
		assign[i].counter = d->x.keep->text(d->r, counter);
		if (!json_is_string(event))
			io_fail(&d->x, "plan.pass: an event is to be a text");
		else
			assign[i].event = (uint16_t)event_named(
				d, json_string_value(event));
		i++;
	}
	*pass = (struct record_pass){ assign, i };
}

/* Its members are counters, each with its event. */
static void say_pass(struct document *d, struct record_pass *pass)
{
	struct io *x = &d->x;

	if (io_reads(x))
		read_pass(d, io_here(x), pass);
	else if (x->mode == IO_SCHEMA)
		io_put_others(x, io_type("string"));
	else
		for (unsigned i = 0; i < pass->assigns; i++)
			io_name(x, pass->assign[i].counter,
				&d->r->event[pass->assign[i].event].name);
}

static void say_want(struct document *d, struct record_want *w)
{
	io_name(&d->x, "name", &w->name);
	io_ordinal(&d->x, "pass", &w->pass, RECORD_SPLIT, RECORD_SPLIT);
	say_operands(d, "events", &w->event, &w->events);
}

void say_plan(struct document *d)
{
	struct io *x = &d->x;
	struct record *r = d->r;
	bool optimal = r->passes == r->at_least;

	if (!io_object(x, "plan"))
		return;
	if (io_tells(x))
		io_small(x, "passes", &r->passes, READER_ROWS);
	io_small(x, "at_least", &r->at_least, READER_ROWS);
	if (io_tells(x))
		io_bool(x, "optimal", &optimal);
	if (io_perhaps(x, r->multiplexed))
		io_bool(x, "multiplexed", &r->multiplexed);
	IO_ROWS(d, "pass", READER_ROWS, r->pass, r->passes, say_pass);
	IO_ROWS(d, "wants", READER_ROWS, r->want, r->wants, say_want);
	say_anchors(d);
	io_leave(x);
}

/* Monitors that a file does not name keep their places. */
static void read_order(struct document *d, size_t count)
{
	uint8_t *order = io_room(&d->x, d->r->monitors, 1);

	for (unsigned i = 0; order && i < d->r->monitors; i++) {
		const char *name =
			i < count ? json_string_value(io_entry(&d->x)) : NULL;

		order[i] = (uint8_t)i;
		for (unsigned k = 0; name && k < d->r->monitors; k++)
			if (strcmp(name, d->r->monitor[k].name) == 0)
				order[i] = (uint8_t)k;
	}
	d->r->order = order;
}

static void say_order(struct document *d)
{
	struct io *x = &d->x;
	const struct record *r = d->r;
	size_t count = r->monitors;

	if (!io_list(x, "order", SIZE_MAX, &count))
		return;
	if (io_reads(x))
		read_order(d, count);
	for (size_t i = 0; io_tells(x) && i < count; i++)
		io_name(x, "order",
			&d->r->monitor[r->order ? r->order[i] : i].name);
	io_leave(x);
}

/* How the monitors were started and stopped. */
void say_window(struct document *d)
{
	struct io *x = &d->x;
	bool is = !record_is_given(d->r) && !d->r->log.known;
	bool still = record_stood_still(d->r);
	const char *why = record_skew(d->r);
	int64_t skew = 0;

	if (io_reads(x))
		read_order(d, 0);
	if (!io_known_object(x, "window", &is))
		return;
	say_order(d);
	if (io_tells(x)) {
		if (io_or_null(x, "skew_cycles", &still))
			io_signed(x, "skew_cycles", &skew);
		io_name(x, "why", &why);
	}
	io_leave(x);
}

/* Writes of the program to the monitors that counted. */
void say_writes(struct document *d)
{
	struct io *x = &d->x;
	struct record *r = d->r;
	size_t count = 0;
	unsigned monitor = 0;

	for (unsigned i = 0; i < r->monitors; i++)
		count += r->monitor[i].writes != 0;
	if (!io_rows(x, "program_wrote", RECORD_MONITORS, &count))
		return;
	for (size_t i = 0; io_row(x, "program_wrote", i, count); i++) {
		struct record_monitor *m;

		while (x->mode == IO_WRITE && !r->monitor[monitor].writes)
			monitor++;
		say_monitor_of(d, &monitor);
		m = &r->monitor[monitor++];
		io_name(x, "register", &m->wrote);
		io_name(x, "where", &m->where);
		io_count(x, "writes", &m->writes);
		io_leave(x);
	}
	io_leave(x);
}
