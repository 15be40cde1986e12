/* SPDX-License-Identifier: MIT */
#ifndef HTML_RECORDS_H
#define HTML_RECORDS_H

#include <stdio.h>

#include "record/record.h"

enum { HTML_RECORDS = 64 }; /* of a page, at most */

/* Records that have to do with each other, each with a name of its own. */
struct html_records {
	struct record *const *record;
	const char *const *name;
	unsigned count;
};

/* All of them as one page.  False: out of memory. */
bool html_records(FILE *to, const struct html_records *all);
/* The name of one, by what distinguishes it: the words of its command that not
 * all have, or its target and program.  The caller's to free; NULL: out of
 * memory. */
char *html_record_name(const struct html_records *all, unsigned record);

#endif
