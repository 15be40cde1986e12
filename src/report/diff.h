/* SPDX-License-Identifier: MIT */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include <stdio.h>

#include "record/diff.h"

/* Facts that are told of two sides besides their rows. */
struct diff_print {
	const char *forced; /* what makes them incomparable; "": nothing */
	bool all;           /* rows without a change, too */
	bool colour;
};

/* For people, and for a pull request. */
void diff_text(FILE *to, const struct diff *d, const struct diff_print *how);
void diff_markdown(FILE *to, const struct diff *d,
		   const struct diff_print *how);
/* For programs; every row.  False: no memory. */
void diff_csv(FILE *to, const struct diff *d);
bool diff_json(FILE *to, const struct diff *d, const char *forced);

#endif
