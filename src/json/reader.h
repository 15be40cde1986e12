/* SPDX-License-Identifier: MIT */
#ifndef JSON_READER_H
#define JSON_READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * A document while it is read, of which nothing is believed.  The first fault
 * is kept, and whatever is read after it is 0, so it is enough to look at
 * `failed` once.
 */
struct reader {
	struct error *err;
	bool failed;
	const char *list; /* what is being read: "places"; NULL: the document */
	size_t row;
	/*
	 * Keeps a copy of a text for who wants the document.  Of NULL it notes
	 * that memory has run out, and returns NULL.
	 */
	const char *(*keep)(void *owner, const char *text);
	void *owner;
};

bool reader_fail(struct reader *f, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* ---- what may be missing, or null: then it is NULL, 0, or false ---------- */

json_t *reader_member(struct reader *f, json_t *object, const char *key,
		      json_type type);
/* The rows of a list that has objects only; `limit` of them at most. */
size_t reader_rows(struct reader *f, json_t *object, const char *key,
		   size_t limit, json_t **list);
bool reader_bool(struct reader *f, json_t *object, const char *key);
double reader_real(struct reader *f, json_t *object, const char *key);
/* KEY_text, where it is there, else KEY. */
uint64_t reader_count(struct reader *f, json_t *object, const char *key);
/* A small number that is not negative. */
unsigned reader_small(struct reader *f, json_t *object, const char *key,
		      unsigned limit);
/* From 1 in the file; `none` where it is not there. */
unsigned reader_ordinal(struct reader *f, json_t *object, const char *key,
			unsigned none, unsigned limit);
/* A text, clean for a terminal. */
const char *reader_text(struct reader *f, json_t *object, const char *key);
/* The place of a text among words; `none` where it is not there. */
unsigned reader_word(struct reader *f, json_t *object, const char *key,
		     const char *(*word)(unsigned index), unsigned none);

/* ---- what has to be there ------------------------------------------------ */

json_t *reader_needed(struct reader *f, json_t *object, const char *key,
		      json_type type);
/* Of `limit` entries at most. */
json_t *reader_list(struct reader *f, json_t *object, const char *key,
		    size_t limit);
/* A text, clean for a terminal; never NULL. */
const char *reader_name(struct reader *f, json_t *object, const char *key);
/* Reads an entry of a list, which `key` names. */
const char *reader_text_of(struct reader *f, const json_t *value,
			   const char *key);
/* A whole number from 0 to `limit`, of an entry that `key` names. */
uint64_t reader_whole(struct reader *f, const json_t *value, const char *key,
		      uint64_t limit);

#endif
