/* SPDX-License-Identifier: MIT */
#ifndef REPORT_COLUMNS_H
#define REPORT_COLUMNS_H

#include <stdio.h>

#include "sample/sample.h"

enum { COLUMNS_SHOWN = 16 };

/*
 * Columns of numbers, of a table of a profile.  What was asked for and has no
 * room beside each other comes in several tables, one below the other.
 */
struct columns {
	const uint64_t *all; /* of which the shares are told */
	bool sparse;         /* where most are 0, these have no share */
	bool metric[COLUMNS_SHOWN];
	unsigned of[COLUMNS_SHOWN];
	int width[COLUMNS_SHOWN];
	unsigned count;
	unsigned next;     /* what the next table begins with ... */
	bool more;         /* ... if there is one */
	unsigned left_out; /* for which nobody asked */
	int used;          /* characters */
};

/* Chooses those of the table below that of `before`; NULL: of the first one. */
struct columns columns_choose(const struct sample *s, const uint64_t *all,
			      int room, const struct columns *before);
/* Has it a metric that the user defined, which a heading marks? */
bool columns_users(const struct sample *s);
/* Each prints `used` characters. */
void columns_heading(FILE *to, const struct sample *s, const struct columns *c);
void columns_numbers(FILE *to, const struct sample *s, const struct columns *c,
		     const uint64_t *cost);

/* The names of a table of all columns as CSV: `own`, which are the table's,
 * then those of events and metrics.  An event of a name that another column has
 * is told with its monitor. */
void columns_csv(FILE *to, const struct sample *s, const char *own);

#endif
