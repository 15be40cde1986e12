/* SPDX-License-Identifier: MIT */
#ifndef JSON_WRITER_H
#define JSON_WRITER_H

#include <jansson.h>
#include <stdbool.h>

/*
 * A document of Tally's being made.  Jansson's *_new functions take ownership
 * of a value and refuse NULL, so after a failed allocation a member is missing:
 * that is noted here, and looked at when the document is whole.
 */
struct writer {
	bool failed;
};

void writer_put(struct writer *w, json_t *object, const char *key,
		json_t *value);
void writer_append(struct writer *w, json_t *array, json_t *value);

/* A text that need not be UTF-8; null of NULL. */
json_t *writer_text(const char *text);

#endif
