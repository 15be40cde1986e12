/* SPDX-License-Identifier: MIT */
/* The regions of a measurement that has several, from a record's document. */
#include <string.h>

#include "record/document/reader.h"

/* Their rows are the record's own, in the same order. */
static bool has_rows(struct record_reader *f, json_t *row, const char *key,
		     size_t wanted, json_t **rows)
{
	if (reader_rows(&f->in, row, key, wanted, rows) == wanted)
		return true;
	return reader_fail(&f->in, "its %s are not those of the record", key);
}

static void same_name(struct record_reader *f, json_t *row, const char *name)
{
	const char *own = reader_name(&f->in, row, "name");

	if (!f->in.failed && strcmp(own, name) != 0)
		reader_fail(&f->in, "%.60s stands where %.60s belongs", own,
			    name);
}

static void read_events(struct record_reader *f, json_t *row,
			struct record_part *p)
{
	const struct record *r = f->to;
	json_t *rows;

	if (!has_rows(f, row, "events", r->events, &rows))
		return;
	memcpy(p->event, r->event, r->events * sizeof *p->event);
	for (unsigned i = 0; !f->in.failed && i < r->events; i++) {
		json_t *one = json_array_get(rows, i);
		json_t *entry =
			reader_member(&f->in, one, "entry", JSON_OBJECT);

		same_name(f, one, r->event[i].name);
		reader_count_reading(f, one, &p->event[i].reading);
		if (!entry || !json_object_get(entry, "least"))
			continue;
		p->entry[i] = (struct record_entry){
			.least = reader_count(&f->in, entry, "least"),
			.most = reader_count(&f->in, entry, "most"),
			.known = true,
		};
	}
}

static void read_metrics(struct record_reader *f, json_t *row,
			 struct record_part *p)
{
	const struct record *r = f->to;
	json_t *rows;

	if (!has_rows(f, row, "metrics", r->metrics, &rows))
		return;
	memcpy(p->metric, r->metric, r->metrics * sizeof *p->metric);
	for (unsigned i = 0; !f->in.failed && i < r->metrics; i++) {
		json_t *one = json_array_get(rows, i);

		same_name(f, one, r->metric[i].name);
		reader_reading(f, one, "value", &p->metric[i].reading);
	}
}

static void read_part(struct record_reader *f, json_t *row,
		      struct record_part *p)
{
	struct record *r = f->to;

	p->region = (struct record_region){
		.kind = reader_word(&f->in, row, "kind", region_word,
				    REGION_SYMBOL),
		.text = reader_name(&f->in, row, "text"),
		.entered = reader_count(&f->in, row, "entered"),
		.ended_inside = reader_bool(&f->in, row, "ended_inside"),
	};
	p->self = reader_bool(&f->in, row, "self");
	p->event = record_room(r, r->events, sizeof *p->event);
	p->metric = record_room(r, r->metrics, sizeof *p->metric);
	p->entry = record_room(r, r->events, sizeof *p->entry);
	if (r->failed)
		return;
	read_events(f, row, p);
	read_metrics(f, row, p);
}

void reader_parts(struct record_reader *f, json_t *root)
{
	struct record *r = f->to;
	json_t *rows;
	size_t count =
		reader_rows(&f->in, root, "regions", RECORD_PARTS, &rows);

	r->part = record_room(r, count, sizeof *r->part);
	for (size_t i = 0; !r->failed && !f->in.failed && i < count; i++) {
		f->in.list = "regions";
		f->in.row = i;
		read_part(f, json_array_get(rows, i), &r->part[i]);
	}
	f->in.list = NULL;
	r->parts = r->failed || f->in.failed ? 0 : (unsigned)count;
	/* Rows of counts name regions by their place. */
	for (size_t i = 0; !f->in.failed && i < r->counts; i++)
		if (r->count[i].region != RECORD_NONE &&
		    r->count[i].region >= r->parts && r->parts)
			reader_fail(&f->in, "counts[%zu] is of no region", i);
}
