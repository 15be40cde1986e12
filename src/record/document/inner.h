/* SPDX-License-Identifier: MIT */
#ifndef RECORD_DOCUMENT_INNER_H
#define RECORD_DOCUMENT_INNER_H

#include "record/document/file.h"
#include "record/headline.h"
#include "json/io.h"

/*
 * A record's document while it is read, written or described: say_X() says the
 * members of X.  Only this room uses it.
 */
struct document {
	struct io x;
	struct record *r;
	bool old; /* it is read, and of schema 1 or 2 */
};

enum {
	READER_ROWS = 1 << 16, /* of a list, at most */
	READER_EVENTS = 1024,
};

/* ---- refs.c: names of the record's monitors, events and notes ------------ */

void say_monitor_name(struct document *d, unsigned monitor);
void say_monitor_of(struct document *d, unsigned *monitor);
/* `none`: what a file means that has no such name; null: a fault. */
void say_event_of(struct document *d, const char *key, unsigned *event,
		  const unsigned *none);
/* Reading: 0 and a fault where it is none of the record's. */
unsigned event_named(struct document *d, const char *name);
/* Events, the clock, or null: of what is missing. */
void say_operands(struct document *d, const char *key, const uint16_t **operand,
		  unsigned *operands);
void say_anchors(struct document *d);
void say_notes_of(struct document *d, struct record_notes *notes);

/* ---- readings.c: null where the reading has no value --------------------- */

/* `key`: the member that has the value; then the range over the repeats. */
void say_value(struct document *d, const char *key, struct reading *r);
void say_range(struct document *d, struct reading *r);
/* An event's: its count, too. */
void say_count(struct document *d, struct reading *r);
/* How far the target goes for it, and what there is against it. */
void say_doubts(struct document *d, const char *key, struct reading *r);
void say_count_doubts(struct document *d, struct reading *r);

/* ---- objects of the document, in its order ------------------------------- */

void say_verdict(struct document *d);
void say_headline(struct io *x, const struct headline *h);
void say_monitors(struct document *d);
void say_target(struct document *d);
void say_board(struct document *d);
/* machine.c: members of it, by the options. */
void say_machine(struct document *d);
void say_program(struct document *d);
void say_capture(struct document *d);
void say_sources(struct document *d);
void say_region(struct document *d);
void say_region_kind(struct document *d, struct record_region *region,
		     enum region_kind none);
void say_log(struct document *d);
void say_how(struct document *d);
void say_plan(struct document *d);
void say_window(struct document *d);
void say_writes(struct document *d);
void say_drift(struct document *d);
void say_conditions(struct document *d);
/* Counts, and what came of them; names of rows, which are read before. */
void say_row_names(struct document *d);
void say_rows(struct document *d);
/* The regions of a measurement that has several. */
void say_parts(struct document *d);
/* Values over time, where there are any. */
void say_series(struct document *d);

#endif
