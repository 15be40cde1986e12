/* SPDX-License-Identifier: MIT */
#ifndef RECORD_DOCUMENT_READER_H
#define RECORD_DOCUMENT_READER_H

#include "record/document/file.h"
#include "json/reader.h"

/* A record's document while it is read.  Only this room uses it. */
struct record_reader {
	struct reader in;
	struct record *to;
	bool old; /* schema 1 or 2 */
};

enum {
	READER_ROWS = 1 << 16, /* of a list, at most */
	READER_EVENTS = 1024,
};

/* Finds a name among the record's; a fault where it is not. */
unsigned reader_monitor(struct record_reader *f, json_t *object);
unsigned reader_event(struct record_reader *f, const char *name);
/* Names of events, clocks, or null. */
const uint16_t *reader_operands(struct record_reader *f, json_t *object,
				const char *key, unsigned *count);

/* read_rows.c: everything that is a list, the events first. */
void reader_events(struct record_reader *f, json_t *root);
void reader_results(struct record_reader *f, json_t *root);
/* `value`: the member that has it. */
void reader_reading(struct record_reader *f, json_t *row, const char *value,
		    struct reading *r);
/* An event's: its count, too. */
void reader_count_reading(struct record_reader *f, json_t *row,
			  struct reading *r);

/* read_parts.c: several regions, after everything else. */
void reader_parts(struct record_reader *f, json_t *root);
/* read_series.c: values over time, likewise. */
void reader_series(struct record_reader *f, json_t *root);

#endif
