/* SPDX-License-Identifier: MIT */
/* References of a record's document to the rest of it: by name. */
#include <string.h>

#include "record/document/inner.h"
#include "json/writer.h"

void say_monitor_name(struct document *d, unsigned monitor)
{
	if (io_tells(&d->x))
		io_name(&d->x, "monitor", &d->r->monitor[monitor].name);
}

void say_monitor_of(struct document *d, unsigned *monitor)
{
	const char *name = NULL;

	say_monitor_name(d, *monitor);
	if (io_tells(&d->x))
		return;
	*monitor = 0;
	io_text(&d->x, "monitor", &name);
	for (unsigned i = 0; name && i < d->r->monitors; i++)
		if (strcmp(d->r->monitor[i].name, name) == 0) {
			*monitor = i;
			return;
		}
	if (name)
		io_fail(&d->x, "monitor %.40s is none of `monitors`", name);
}

unsigned event_named(struct document *d, const char *name)
{
	for (unsigned i = 0; i < d->r->events; i++)
		if (strcmp(d->r->event[i].name, name) == 0)
			return i;
	io_fail(&d->x, "%.80s is none of `events`", name);
	return 0;
}

void say_event_of(struct document *d, const char *key, unsigned *event,
		  const unsigned *none)
{
	const char *name = NULL;

	if (io_tells(&d->x))
		name = d->r->events ? d->r->event[*event].name : NULL;
	if (none)
		io_string(&d->x, key, &name);
	else
		io_name(&d->x, key, &name);
	if (io_tells(&d->x))
		return;
	*event = none ? *none : 0;
	if (name && !d->x.failed)
		*event = event_named(d, name);
}

static const char *operand_name(const struct record *r, uint16_t operand)
{
	switch (operand) {
	case RECORD_CLOCK:
		return "clock_hz";
	case RECORD_RATIO:
		return "clock_ratio";
	case RECORD_MISSING:
		return NULL;
	default:
		return r->event[operand].name;
	}
}

static uint16_t operand_of(struct document *d, const json_t *value)
{
	const char *name = json_string_value(value);

	if (json_is_null(value))
		return RECORD_MISSING;
	if (!name) {
		io_fail(&d->x, "an operand is to be a text");
		return RECORD_MISSING;
	}
	if (strcmp(name, "clock_hz") == 0)
		return RECORD_CLOCK;
	if (strcmp(name, "clock_ratio") == 0)
		return RECORD_RATIO;
	return (uint16_t)event_named(d, name);
}

static void read_operands(struct document *d, const char *key, size_t size,
			  const uint16_t **operand, unsigned *operands)
{
	uint16_t *of;

	if (size > READER_EVENTS)
		io_fail(&d->x, "%s has too many names", key);
	of = io_room(&d->x, size, sizeof *of);
	for (size_t i = 0; of && i < size; i++)
		of[i] = operand_of(d, io_entry(&d->x));
	*operand = of;
	*operands = of ? (unsigned)size : 0;
}

void say_operands(struct document *d, const char *key, const uint16_t **operand,
		  unsigned *operands)
{
	struct io *x = &d->x;
	size_t size = *operands;

	if (!io_list(x, key, SIZE_MAX, &size))
		return;
	if (io_reads(x))
		read_operands(d, key, size, operand, operands);
	for (size_t i = 0; io_tells(x) && i < size; i++) {
		const char *name = x->mode == IO_WRITE
					   ? operand_name(d->r, (*operand)[i])
					   : NULL;

		io_text(x, key, &name);
	}
	io_leave(x);
}

void say_anchors(struct document *d)
{
	struct record *r = d->r;
	size_t size = r->anchors;

	if (d->x.mode != IO_SCHEMA) {
		say_operands(d, "anchors", &r->anchor, &r->anchors);
	} else if (io_list(&d->x, "anchors", size, &size)) {
		io_put(&d->x, "anchors", io_type("string"));
		io_leave(&d->x);
	}
	for (unsigned i = 0; io_reads(&d->x) && i < r->anchors; i++)
		if (r->anchor[i] >= r->events)
			io_fail(&d->x, "plan.anchors are to be events");
}

static uint16_t note_of(struct document *d, const char *id)
{
	unsigned i = 0;

	while (id && i < d->r->notes && strcmp(d->r->note[i].id, id) != 0)
		i++;
	if (!id || i == d->r->notes)
		io_fail(&d->x, "%.60s is none of `notes`", id ? id : "a note");
	return (uint16_t)i;
}

void say_notes_of(struct document *d, struct record_notes *notes)
{
	struct io *x = &d->x;
	size_t count = notes->count;
	uint16_t *index = NULL;

	if (!io_list(x, "notes", SIZE_MAX, &count))
		return;
	if (io_reads(x)) {
		index = io_room(x, count, sizeof *index);
		*notes = (struct record_notes){ index,
						index ? (unsigned)count : 0 };
	}
	for (size_t i = 0; i < count && !x->failed; i++)
		if (index)
			index[i] = note_of(d, json_string_value(io_entry(x)));
		else if (x->mode == IO_WRITE)
			io_put(x, "notes",
			       writer_text(d->r->note[notes->index[i]].id));
		else
			io_put(x, "notes", io_type("string"));
	io_leave(x);
}
