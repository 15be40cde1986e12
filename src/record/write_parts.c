/* SPDX-License-Identifier: MIT */
/* The regions of a measurement that has several, in a record's document. */
#include "record/json.h"

static json_t *name_of(struct document *d, unsigned monitor)
{
	return text_value(d->r->monitor[monitor].name);
}

/* What one entry came to; null where that is not known. */
static json_t *entry_value(struct document *d, const struct record_part *p,
			   unsigned event)
{
	const struct record_entry *e = &p->entry[event];
	const struct reading *r = &p->event[event].reading;
	json_t *object;

	if (!p->region.entered || !reading_has_value(r))
		return json_null();
	object = json_object();
	put(d, object, "mean", json_real(record_entry_mean(p, event)));
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

		put(d, object, "name", text_value(p->event[i].name));
		put(d, object, "monitor", name_of(d, p->event[i].monitor));
		put_event_reading(d, object, &p->event[i].reading);
		put_doubts(d, object, &p->event[i].reading);
		put(d, object, "entry", entry_value(d, p, i));
		append(d, list, object);
	}
	return list;
}

static json_t *metrics_value(struct document *d, const struct record_part *p)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < d->r->metrics; i++) {
		const struct reading *r = &p->metric[i].reading;
		json_t *object = json_object();

		put(d, object, "name", text_value(p->metric[i].name));
		put(d, object, "monitor", name_of(d, p->metric[i].monitor));
		put(d, object, "value", real_value(r, r->value));
		put_range(d, object, r);
		put_doubts(d, object, r);
		append(d, list, object);
	}
	return list;
}

static json_t *part_value(struct document *d, const struct record_part *p)
{
	json_t *object = json_object();

	put(d, object, "text", text_value(p->region.text));
	put(d, object, "kind", json_string(region_word(p->region.kind)));
	put_count(d, object, "entered", p->region.entered);
	put(d, object, "ended_inside", json_boolean(p->region.ended_inside));
	put(d, object, "self", json_boolean(p->self));
	put(d, object, "events", events_value(d, p));
	put(d, object, "metrics", metrics_value(d, p));
	return object;
}

void put_parts(struct document *d, json_t *root)
{
	json_t *list;

	if (!d->r->parts)
		return;
	list = json_array();
	for (unsigned i = 0; i < d->r->parts; i++)
		append(d, list, part_value(d, &d->r->part[i]));
	put(d, root, "regions", list);
}
