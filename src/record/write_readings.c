/* SPDX-License-Identifier: MIT */
/*
 * What a row's reading is in a record's document.  Numbers that are not to be
 * believed are null; why is in `doubts`.
 */
#include "record/json.h"

void put_doubts(struct document *d, json_t *object, const struct reading *r)
{
	json_t *list = json_array();

	for (unsigned i = 0; doubt_word(i); i++)
		if (r->doubts >> i & 1)
			append(d, list, json_string(doubt_word(i)));
	put(d, object, "class",
	    r->doubts & DOUBT_NOT_COUNTED ? json_null()
					  : json_string(class_word(r->class)));
	put(d, object, "doubts", list);
	put(d, object, "why", text_value(r->why[0] ? r->why : NULL));
	put(d, object, "pass", ordinal_value(r->pass));
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
		append(d, list, json_real(r->sample[i]));
	put(d, object, "low", real_value(r, r->low));
	put(d, object, "high", real_value(r, r->high));
	put(d, object, "samples", list);
	put(d, object, "margin95",
	    good && r->margin >= 0 ? json_real(r->margin) : json_null());
}

void put_event_reading(struct document *d, json_t *object,
		       const struct reading *r)
{
	if (reading_has_value(r))
		put_count(d, object, "count", r->count);
	else
		put(d, object, "count", json_null());
	put(d, object, "mean", real_value(r, r->value));
	put_range(d, object, r);
}
