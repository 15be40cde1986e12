/* SPDX-License-Identifier: MIT */
#ifndef RECORD_READER_H
#define RECORD_READER_H

#include <jansson.h>

#include "record/file.h"

/*
 * A document while it is read.  The first fault is kept, and whatever is read
 * after it is 0, so it is enough to look at `failed` once.  Only this room uses
 * it.
 */
struct reader {
	struct record *to;
	struct error *err;
	bool failed;
	bool old;       /* schema 1 or 2 */
	char where[96]; /* "metrics[2]": what is being read */
};

enum {
	READER_ROWS = 1 << 16, /* of a list, at most */
	READER_EVENTS = 1024,
};

bool reader_fail(struct reader *f, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A member of that type, or NULL: it is not there, or it is null. */
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
/* A text, clean for a terminal; NULL: it is not there. */
const char *reader_text(struct reader *f, json_t *object, const char *key);
/* One that has to be there. */
const char *reader_name(struct reader *f, json_t *object, const char *key);
/* The place of a text among words; `none` where it is not there. */
unsigned reader_word(struct reader *f, json_t *object, const char *key,
		     const char *(*word)(unsigned index), unsigned none);

/* Where a name is among the record's; a fault where it is not. */
unsigned reader_monitor(struct reader *f, json_t *object);
unsigned reader_event(struct reader *f, const char *name);
/* Names of events, clocks, or null. */
const uint16_t *reader_operands(struct reader *f, json_t *object,
				const char *key, unsigned *count);

/* read_rows.c: everything that is a list, the events first. */
void reader_events(struct reader *f, json_t *root);
void reader_results(struct reader *f, json_t *root);
/* `value`: the member that has it. */
void reader_reading(struct reader *f, json_t *row, const char *value,
		    struct reading *r);

/* read_parts.c: several regions, after everything else. */
void reader_parts(struct reader *f, json_t *root);
/* read_series.c: values over time, likewise. */
void reader_series(struct reader *f, json_t *root);

#endif
