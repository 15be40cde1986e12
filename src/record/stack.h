/* SPDX-License-Identifier: MIT */
#ifndef RECORD_STACK_H
#define RECORD_STACK_H

#include "catalog/causes.h"
#include "record/record.h"

/*
 * A stack has each cycle of a simulated core once, by its cause: the board's
 * ledger has them, of the first run.  They are no events of a monitor.
 */
enum { STACK_ROWS = 32 };

/* A row at or above this share of the cycles stands out: Tally's choice. */
#define STACK_FROM 0.1

struct stack_row {
	const char *name;                  /* "data, memory" */
	const struct catalog_cause *cause; /* NULL: a board's that is newer */
	uint64_t cycles;
	double share; /* of all, 0 to 1 */
};

struct stack {
	uint64_t cycles;
	struct stack_row row[STACK_ROWS]; /* the largest first */
	unsigned rows;
};

/* False: the record has none, or no cycle went by. */
bool stack_of(const struct record *r, struct stack *s);

/* The name of a ledger's row without "cause: ". */
const char *stack_name(const char *row);

/* "go into multiplications": what a row says of its share. */
const char *stack_found(const struct stack_row *row);

#endif
