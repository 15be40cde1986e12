/* SPDX-License-Identifier: MIT */
#ifndef REPORT_COLUMNS_H
#define REPORT_COLUMNS_H

#include <stdio.h>

#include "sample/sample.h"

enum { COLUMNS_SHOWN = 16 };

/* The columns of numbers that there is room for, of a table of a profile. */
struct columns {
	const uint64_t *all; /* of which the shares are told */
	bool sparse;         /* where most are 0, these have no share */
	bool metric[COLUMNS_SHOWN];
	unsigned of[COLUMNS_SHOWN];
	int width[COLUMNS_SHOWN];
	unsigned count;
	unsigned left_out;
	int used; /* characters */
};

struct columns columns_choose(const struct sample *s, const uint64_t *all,
			      int room);
/* Each prints `used` characters. */
void columns_heading(FILE *to, const struct sample *s, const struct columns *c);
void columns_numbers(FILE *to, const struct sample *s, const struct columns *c,
		     const uint64_t *cost);

/* The names of a table of all columns as CSV: `own`, which are the table's,
 * then those of events and metrics.  An event of a name that another column has
 * is told with its monitor. */
void columns_csv(FILE *to, const struct sample *s, const char *own);

#endif
