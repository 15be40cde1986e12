/* SPDX-License-Identifier: MIT */
#ifndef RECORD_DOCUMENT_JSON_H
#define RECORD_DOCUMENT_JSON_H

#include <jansson.h>

#include "record/document/file.h"
#include "json/writer.h"

/* Code that the files of the writer share: inside of this room only. */
struct document {
	const struct record *r;
	struct writer out;
};

/* Above 2^53, where programs round, as text beside it: KEY_text. */
void put_count(struct document *d, json_t *object, const char *key, uint64_t n);
/* A pass or a repeat, from 1; null: of several. */
json_t *ordinal_value(unsigned n);
/* The names of a formula's operands. */
json_t *operands_value(struct document *d, const uint16_t *operand,
		       unsigned operands);

/* write_rows.c: what was counted, and what came of it. */
void put_rows(struct document *d, json_t *root);

/* write_readings.c: null where the reading has no value. */
json_t *real_value(const struct reading *r, double value);
/* Over the repeats. */
void put_range(struct document *d, json_t *object, const struct reading *r);
/* An event's count, mean and range. */
void put_event_reading(struct document *d, json_t *object,
		       const struct reading *r);
/* How far the target goes for it, and what there is against it. */
void put_doubts(struct document *d, json_t *object, const struct reading *r);

/* write_parts.c: the regions of a measurement that has several. */
void put_parts(struct document *d, json_t *root);

/* write_series.c: values over time, where there are any. */
void put_series(struct document *d, json_t *root);

#endif
