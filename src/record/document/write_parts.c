/* SPDX-License-Identifier: MIT */
/* The regions of a measurement that has several, in a record's document. */
#include "record/document/json.h"

static json_t *name_of(struct document *d, unsigned monitor)
{
	return writer_text(d->r->monitor[monitor].name);
}

/* The value of one entry; null where that is not known. */
static json_t *entry_value(struct document *d, const struct record_part *p,
			   unsigned event)
{
	const struct record_entry *e = &p->entry[event];
	const struct reading *r = &p->event[event].reading;
	json_t *object;

	if (!p->region.entered || !reading_has_value(r))
		return json_null();
	object = json_object();
	writer_put(&d->out, object, "mean",
		   json_real(record_entry_mean(p, event)));
	if (e->known) {
		put_count(d, object, "least", e->least);
		put_count(d, object, "most", e->most);
	}
	return object;
}

static json_t *events_value(struct document *d, const struct record_part *p)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->r->events; i++) {
		json_t *object = json_object();

		writer_put(&d->out, object, "name",
			   writer_text(p->event[i].name));
		writer_put(&d->out, object, "monitor",
			   name_of(d, p->event[i].monitor));
		put_event_reading(d, object, &p->event[i].reading);
		put_doubts(d, object, &p->event[i].reading);
		writer_put(&d->out, object, "entry", entry_value(d, p, i));
		writer_append(&d->out, list, object);
	}
	return list;
}

static json_t *metrics_value(struct document *d, const struct record_part *p)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->r->metrics; i++) {
		const struct reading *r = &p->metric[i].reading;
		json_t *object = json_object();

		writer_put(&d->out, object, "name",
			   writer_text(p->metric[i].name));
		writer_put(&d->out, object, "monitor",
			   name_of(d, p->metric[i].monitor));
		writer_put(&d->out, object, "value", real_value(r, r->value));
		put_range(d, object, r);
		put_doubts(d, object, r);
		writer_append(&d->out, list, object);
	}
	return list;
}

static json_t *part_value(struct document *d, const struct record_part *p)
{
	json_t *object = json_object();

	writer_put(&d->out, object, "text", writer_text(p->region.text));
	writer_put(&d->out, object, "kind",
		   json_string(region_word(p->region.kind)));
	put_count(d, object, "entered", p->region.entered);
	writer_put(&d->out, object, "ended_inside",
		   json_boolean(p->region.ended_inside));
	writer_put(&d->out, object, "self", json_boolean(p->self));
	writer_put(&d->out, object, "events", events_value(d, p));
	writer_put(&d->out, object, "metrics", metrics_value(d, p));
	return object;
}

void put_parts(struct document *d, json_t *root)
{
	json_t *list;

	if (!d->r->parts)
		return;
	list = json_array();
	for (unsigned i = 0; i < d->r->parts; i++)
		writer_append(&d->out, list, part_value(d, &d->r->part[i]));
	writer_put(&d->out, root, "regions", list);
}
