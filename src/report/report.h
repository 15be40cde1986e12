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

/* Is the metric one of a layer's whose metrics are all 0?  They are folded. */
bool report_is_idle(const struct record *r, unsigned metric);

enum report_form {
	REPORT_TEXT, /* notes are counted, in one line */
	REPORT_CSV,
	REPORT_JSON,
	REPORT_NOTES, /* text, with the notes */
};

/* In one of the forms, its own file among them; `colour` is for text.  False:
 * no memory. */
bool report_print(FILE *to, const struct record *r, enum report_form form,
		  bool colour);

#endif
