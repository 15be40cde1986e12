/* SPDX-License-Identifier: MIT */
#ifndef REPORT_PROFILE_H
#define REPORT_PROFILE_H

#include <stdio.h>

#include "sample/sample.h"

/* How a profile is shown. */
struct profile_view {
	enum sample_by by;
	bool inclusive;
	/* In place of places: the functions that call, or are called by, the
	 * one of that name; one of both at most. */
	const char *callers, *callees;
	uint32_t of;       /* that function */
	unsigned max_rows; /* of text; 0: all */
	bool rows_typed;   /* a terminal makes them no fewer */
	bool as_linked;    /* functions are called as they are linked */
	/* In place of a table: this function, instruction by instruction. */
	const char *annotate;
	bool assembly;       /* without its source */
	const char *task;    /* of its samples alone; NULL: of all */
	const char *sources; /* the folder where these are; NULL */
	const char *program; /* the file, if it is not where it was; NULL */
	bool kept;           /* it comes from a file, and not from a run */
};

/* A table for people, 80 columns wide.  False: out of memory. */
bool report_profile_text(FILE *to, const struct sample *s,
			 const struct profile_view *v);
/* All rows and all columns.  False: out of memory. */
bool report_profile_csv(FILE *to, const struct sample *s,
			const struct profile_view *v);

#endif
