/* SPDX-License-Identifier: MIT */
#ifndef RUN_ROWS_H
#define RUN_ROWS_H

#include "run/keep.h"

/* Intervals that are told to the sink when they are over. */
struct rows {
	struct record *record; /* NULL: none was told yet */
	unsigned number;       /* of the next one */
	uint64_t end;          /* of the last one */
};

/* The place where a target was stopped for a look; NULL: it was not. */
struct target_stop;

/*
 * Tells the newest interval of the samples' series, unless it was told, or
 * nobody wants to know.  False and `err`: out of memory, or the sink has had
 * enough.
 */
bool rows_tell(struct rows *rows, const struct samples *s,
	       const struct run_facts *f, const struct target_stop *stop,
	       struct error *err);
void rows_free(struct rows *rows);

/* A measurement that was ended before it was whole: rows that were told stay.
 */
bool rows_interrupted(const struct rows *rows, struct error *err);

#endif
