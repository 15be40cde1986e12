/* SPDX-License-Identifier: MIT */
#ifndef REPORT_PROFILE_DIFF_H
#define REPORT_PROFILE_DIFF_H

#include <stdio.h>

#include "sample/diff.h"

/* How much of it is told. */
struct profile_diff_print {
	const char *forced; /* what makes them incomparable; "": nothing */
	bool all;           /* functions without a change, too */
};

/* For people, and for a pull request: a table for each event that was asked
 * for, most changed first.  False: no memory. */
bool profile_diff_text(FILE *to, const struct sample_diff *d,
		       const struct profile_diff_print *how);
bool profile_diff_markdown(FILE *to, const struct sample_diff *d,
			   const struct profile_diff_print *how);
/* For programs: every function and every event. */
void profile_diff_csv(FILE *to, const struct sample_diff *d);
bool profile_diff_json(FILE *to, const struct sample_diff *d,
		       const char *forced);

/* ---- what the forms for people share ------------------------------------- */

/* Is the event shown to people?  Those that were asked for, and what orders the
 * profile. */
bool profile_diff_shown(const struct sample_diff *d, unsigned column);
/* The rows in the order of their change of that event, and how many there are
 * to show.  The caller's to free; NULL: no memory. */
uint32_t *profile_diff_order(const struct sample_diff *d, unsigned column,
			     bool all, uint32_t *shown);

/* Is one program on both sides, by its hash? */
bool profile_diff_same_program(const struct sample_diff *d);

/* "+4.00 %", "new", "gone", "from 0", "0" */
struct profile_change {
	char text[32];
};
struct profile_change profile_diff_change(uint64_t before, uint64_t after);
struct profile_change profile_diff_row(const struct sample_change *row,
				       unsigned column);

#endif
