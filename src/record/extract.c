/* SPDX-License-Identifier: MIT */
/* A comparison looks at this of a record, as bytes.  One function writes and
 * reads each part. */
#include "record/extract.h"

#include <stdlib.h>
#include <string.h>

/* The bytes at the beginning change when what follows does. */
static const uint32_t format = 0x7A110002;

/* Bytes that are written, where `to` is one, or else read. */
struct codec {
	FILE *to;
	const char *at, *end;
	struct record *r; /* gets what is read */
	bool failed;
};

static void code_bytes(struct codec *c, void *value, size_t size)
{
	if (c->to) {
		c->failed |= fwrite(value, 1, size, c->to) != size;
	} else if (c->failed || (size_t)(c->end - c->at) < size) {
		c->failed = true;
		memset(value, 0, size);
	} else {
		memcpy(value, c->at, size);
		c->at += size;
	}
}

#define CODE(c, value) code_bytes(c, &(value), sizeof(value))

static void code_bool(struct codec *c, bool *value)
{
	uint8_t byte = *value;

	CODE(c, byte);
	*value = byte != 0;
}

static void code_text(struct codec *c, const char **text)
{
	uint32_t length = c->to && *text ? (uint32_t)strlen(*text) + 1 : 0;
	char *room;

	CODE(c, length);
	if (c->to) {
		if (length)
			code_bytes(c, (char *)*text, length);
		return;
	}
	*text = NULL;
	if (!length || c->failed)
		return;
	if ((size_t)(c->end - c->at) < length || c->at[length - 1]) {
		c->failed = true;
		return;
	}
	room = record_room(c->r, length, 1);
	if (room)
		code_bytes(c, room, length);
	*text = room;
}

/* A number of them follow, of at least a byte each; when they are read, zeroes
 * for them. */
static void *code_array(struct codec *c, unsigned *count, void *there,
			size_t size)
{
	CODE(c, *count);
	if (c->to)
		return there;
	if (c->failed || (size_t)(c->end - c->at) < *count)
		c->failed = true;
	else if (*count)
		there = record_room(c->r, *count, size);
	if (c->failed || !*count || !there) {
		*count = 0;
		return NULL;
	}
	return there;
}

static void code_reading(struct codec *c, struct reading *reading)
{
	CODE(c, reading->value);
	CODE(c, reading->doubts);
	CODE(c, reading->pass);
	reading->sample = code_array(c, &reading->samples, reading->sample,
				     sizeof *reading->sample);
	if (reading->samples)
		code_bytes(c, reading->sample,
			   reading->samples * sizeof *reading->sample);
}

static void code_metric(struct codec *c, struct record_metric *m)
{
	code_text(c, &m->name);
	code_text(c, &m->row);
	code_text(c, &m->formula);
	code_text(c, &m->unit);
	CODE(c, m->monitor);
	CODE(c, m->direction);
	code_bool(c, &m->users);
	code_reading(c, &m->reading);
	c->failed |= m->monitor >= c->r->monitors || !m->name ||
		     (!m->formula && (m->users || !m->row));
}

static void code_event(struct codec *c, struct record_event *e)
{
	code_text(c, &e->name);
	CODE(c, e->monitor);
	CODE(c, e->code);
	CODE(c, e->asked);
	CODE(c, e->kind);
	code_reading(c, &e->reading);
	c->failed |= e->monitor >= c->r->monitors || !e->name;
}

/* Rows of a part are the record's own, with other readings. */
static void code_part(struct codec *c, struct record_part *p)
{
	struct record *r = c->r;

	code_text(c, &p->region.text);
	CODE(c, p->region.entered);
	if (!c->to) {
		p->event = record_room(r, r->events + 1, sizeof *p->event);
		p->metric = record_room(r, r->metrics + 1, sizeof *p->metric);
		c->failed |= !p->region.text || r->failed;
	}
	for (unsigned i = 0; !c->failed && i < r->events; i++) {
		if (!c->to)
			p->event[i] = r->event[i];
		code_reading(c, &p->event[i].reading);
	}
	for (unsigned i = 0; !c->failed && i < r->metrics; i++) {
		if (!c->to)
			p->metric[i] = r->metric[i];
		code_reading(c, &p->metric[i].reading);
	}
}

static void code_rows(struct codec *c)
{
	struct record *r = c->r;

	r->monitor =
		code_array(c, &r->monitors, r->monitor, sizeof *r->monitor);
	for (unsigned i = 0; i < r->monitors; i++) {
		code_text(c, &r->monitor[i].name);
		c->failed |= !r->monitor[i].name;
	}
	r->metric = code_array(c, &r->metrics, r->metric, sizeof *r->metric);
	for (unsigned i = 0; !c->failed && i < r->metrics; i++)
		code_metric(c, &r->metric[i]);
	r->event = code_array(c, &r->events, r->event, sizeof *r->event);
	for (unsigned i = 0; !c->failed && i < r->events; i++)
		code_event(c, &r->event[i]);
	r->part = code_array(c, &r->parts, r->part, sizeof *r->part);
	for (unsigned i = 0; !c->failed && i < r->parts; i++)
		code_part(c, &r->part[i]);
}

static bool put_option(void *ctx, const struct option_row *row,
		       const char *value)
{
	struct codec *c = ctx;
	const char *name = row->name;

	code_text(c, &name);
	code_text(c, &value);
	return !c->failed;
}

static const struct option_row *row_named(const char *name)
{
	for (unsigned i = 0; i < machine_row_count; i++)
		if (machine_rows[i].recorded &&
		    strcmp(machine_rows[i].name, name) == 0)
			return &machine_rows[i];
	return NULL;
}

static void take_options(struct codec *c, const char *name)
{
	while (name && !c->failed) {
		const struct option_row *row = row_named(name);
		const char *value;
		struct error ignored;

		code_text(c, &value);
		if (!value || !row ||
		    !record_take_option(c->r, row, value, &ignored))
			c->failed = true;
		code_text(c, &name);
	}
}

/* Options that were given, by name, so that a new row moves none; no name ends
 * them. */
static void code_machine(struct codec *c)
{
	const char *name = NULL;

	for (unsigned i = 0; c->to && i < machine_row_count; i++)
		if (machine_rows[i].recorded)
			option_each(&machine_rows[i], &c->r->machine,
				    put_option, c);
	code_text(c, &name);
	if (!c->to)
		take_options(c, name);
	code_text(c, &c->r->unread);
}

/* Words behind "--" are what the program was to do. */
static void code_arguments(struct codec *c)
{
	struct record *r = c->r;
	unsigned from = 0, count;
	const char **word;

	while (c->to && from < r->commands &&
	       strcmp(r->command[from], "--") != 0)
		from++;
	count = r->commands - from;
	word = code_array(c, &count, count ? (void *)(r->command + from) : NULL,
			  sizeof *word);
	for (unsigned i = 0; !c->failed && i < count; i++) {
		code_text(c, &word[i]);
		c->failed |= !word[i];
	}
	if (!c->to) {
		r->command = word;
		r->commands = count;
	}
}

static void code_target(struct codec *c)
{
	struct record_target *t = &c->r->target;

	code_text(c, &t->name);
	code_text(c, &t->title);
	code_bool(c, &t->simulated);
	code_bool(c, &t->varies);
	CODE(c, t->clock_hz);
	CODE(c, t->clock_ratio);
}

static void code_record(struct codec *c)
{
	struct record *r = c->r;
	uint32_t mark = format;
	const char *why = r->verdict.why;

	CODE(c, mark);
	c->failed |= mark != format;
	code_target(c);
	code_machine(c);
	code_arguments(c);
	code_text(c, &r->program.sha256);
	CODE(c, r->program.status);
	code_text(c, &r->capture.sha256);
	CODE(c, r->region.kind);
	code_text(c, &r->region.text);
	CODE(c, r->region.entered);
	CODE(c, r->passes);
	CODE(c, r->repeats);
	CODE(c, r->warmup);
	code_bool(c, &r->together);
	code_bool(c, &r->divided);
	code_bool(c, &r->calibrated);
	code_bool(c, &r->trusted);
	code_text(c, &why);
	if (!c->to)
		snprintf(r->verdict.why, sizeof r->verdict.why, "%s",
			 why ? why : "");
	code_rows(c);
}

bool record_extract(FILE *to, const struct record *r)
{
	/* Nothing of a record that is written changes. */
	struct record copy = *r;
	struct codec c = { .to = to, .r = &copy };

	code_record(&c);
	return !c.failed;
}

struct record *record_of_extract(const void *bytes, size_t size)
{
	struct codec c = { .at = bytes, .r = record_new() };

	if (!c.r)
		return NULL;
	c.end = c.at + size;
	code_record(&c);
	if (!c.failed && !c.r->failed && c.at == c.end)
		return c.r;
	record_free(c.r);
	return NULL;
}
