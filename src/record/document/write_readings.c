/* SPDX-License-Identifier: MIT */
/*
 * A row's reading in a record's document.  Numbers that are not to be believed
 * are null; why is in `doubts`.
 */
#include "record/document/json.h"

void put_doubts(struct document *d, json_t *object, const struct reading *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; doubt_word(i); i++)
		if (r->doubts >> i & 1)
			writer_append(&d->out, list,
				      json_string(doubt_word(i)));
	writer_put(&d->out, object, "class",
		   r->doubts & DOUBT_NOT_COUNTED
			   ? json_null()
			   : json_string(class_word(r->class)));
	writer_put(&d->out, object, "doubts", list);
	writer_put(&d->out, object, "why",
		   writer_text(r->why[0] ? r->why : NULL));
	writer_put(&d->out, object, "pass", ordinal_value(r->pass));
}

json_t *real_value(const struct reading *r, double value)
{
	return reading_has_value(r) ? json_real(value) : json_null();
}

void put_range(struct document *d, json_t *object, const struct reading *r)
{
	bool good = reading_has_value(r);
	json_t *list = json_array();

	for (unsigned i = 0; good && i < r->samples; i++)
		writer_append(&d->out, list, json_real(r->sample[i]));
	writer_put(&d->out, object, "low", real_value(r, r->low));
	writer_put(&d->out, object, "high", real_value(r, r->high));
	writer_put(&d->out, object, "samples", list);
	writer_put(&d->out, object, "margin95",
		   good && r->margin >= 0 ? json_real(r->margin) : json_null());
}

void put_event_reading(struct document *d, json_t *object,
		       const struct reading *r)
{
	if (reading_has_value(r))
		put_count(d, object, "count", r->count);
	else
		writer_put(&d->out, object, "count", json_null());
	writer_put(&d->out, object, "mean", real_value(r, r->value));
	put_range(d, object, r);
}
