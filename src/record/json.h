/* SPDX-License-Identifier: MIT */
#ifndef RECORD_JSON_H
#define RECORD_JSON_H

#include <jansson.h>

#include "record/file.h"

/*
 * What the writer's two files share: inside of this room only.
 *
 * Jansson's *_new functions take ownership of a value and refuse NULL.  So
 * after a failed allocation a member is missing; `put` counts the missing ones.
 */
struct document {
	const struct record *r;
	bool failed;
};

void put(struct document *d, json_t *object, const char *key, json_t *value);
void append(struct document *d, json_t *array, json_t *value);
/* A text that need not be UTF-8; null of NULL. */
json_t *text_value(const char *text);
/* Above 2^53, where programs round, as text beside it: KEY_text. */
void put_count(struct document *d, json_t *object, const char *key, uint64_t n);
/* A pass or a repeat, from 1; null: of several. */
json_t *ordinal_value(unsigned n);
/* The names of a formula's operands. */
json_t *operands_value(struct document *d, const uint16_t *operand,
		       unsigned operands);

/* write_rows.c: what was counted, and what came of it. */
void put_rows(struct document *d, json_t *root);

#endif
