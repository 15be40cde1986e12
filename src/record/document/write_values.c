/* SPDX-License-Identifier: MIT */
/* Numbers of a record as values of JSON. */
#include "record/document/json.h"

/* Jansson's integers end at 2^63. */
static json_t *count_value(uint64_t n)
{
	return n <= INT64_MAX ? json_integer((json_int_t)n)
			      : json_real((double)n);
}

void put_count(struct document *d, json_t *object, const char *key, uint64_t n)
{
	char name[64], text[24];

	writer_put(&d->out, object, key, count_value(n));
	if (n <= UINT64_C(1) << 53)
		return;
	snprintf(name, sizeof name, "%s_text", key);
	snprintf(text, sizeof text, "%llu", (unsigned long long)n);
	writer_put(&d->out, object, name, json_string(text));
}

json_t *ordinal_value(unsigned n)
{
	return n == RECORD_SPLIT ? json_null() : json_integer(n + 1);
}

json_t *operands_value(struct document *d, const uint16_t *operand,
		       unsigned operands)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < operands; i++)
		switch (operand[i]) {
		case RECORD_CLOCK:
			writer_append(&d->out, list, json_string("clock_hz"));
			break;
		case RECORD_RATIO:
			writer_append(&d->out, list,
				      json_string("clock_ratio"));
			break;
		case RECORD_MISSING:
			writer_append(&d->out, list, json_null());
			break;
		default:
			writer_append(
				&d->out, list,
				writer_text(d->r->event[operand[i]].name));
		}
	return list;
}
