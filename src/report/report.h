/* SPDX-License-Identifier: MIT */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stdio.h>

#include "record/record.h"

/*
 * A record for people (text) and for sheets (CSV by RFC 4180); for programs it
 * is its own file (record/file.h).  Every form says what was simulated.
 */
void report_text(FILE *to, const struct record *r, bool colour, bool notes);
void report_csv(FILE *to, const struct record *r);

struct report_rows;

/* Is the metric one of a layer's whose metrics are all 0?  They are folded. */
bool report_is_idle(const struct record *r, unsigned metric);

enum report_form {
	REPORT_TEXT, /* notes are counted, in one line */
	REPORT_CSV,
	REPORT_JSON,
	REPORT_NOTES, /* text, with the notes */
	REPORT_LINES, /* JSON: a line for each interval, and for the whole */
};

/* In one of the forms, its own file among them; `colour` is for text.  What of
 * it was told by rows before is left out; NULL: nothing was.  False: no memory.
 */
bool report_print(FILE *to, const struct record *r, enum report_form form,
		  bool colour, const struct report_rows *told);

/*
 * Rows over time, each when its interval is over: a table for people, of as
 * many columns as a line has room for, or rows of a sheet.  The file of JSON
 * has none.  Begin with {.to, .form}.
 */
enum { REPORT_ROW_COLUMNS = 8 };
struct report_rows {
	FILE *to;
	enum report_form form;
	unsigned rows; /* that were told */
	/* Columns of the table: metrics' numbers, or events'. */
	struct {
		unsigned place;
		bool event;
	} column[REPORT_ROW_COLUMNS];
	unsigned columns;
};
/* The only interval of the record, which began then.  False: no memory. */
bool report_row(struct report_rows *rows, const struct record *r,
		uint64_t begin);

#endif
