/* SPDX-License-Identifier: MIT */
#ifndef HTML_PROFILE_H
#define HTML_PROFILE_H

#include <stdio.h>

#include "report/annotate.h"
#include "report/profile_diff.h"

/* A profile as such a page, with so many functions at most; 0: all; and one of
 * them beside its source; NULL: none.  Sources are in the folder, or, where it
 * is NULL, where the program says.  False: out of memory. */
bool html_profile(FILE *to, const struct sample *s, unsigned most,
		  const char *sources, const struct annotation *of);

/* Two of them, by function.  False: out of memory. */
bool html_profile_diff(FILE *to, const struct sample_diff *d,
		       const struct profile_diff_print *how);

/* ---- inside of this room only -------------------------------------------- */

/* The columns that there is room for. */
enum { HTML_EVENTS = 3, HTML_METRICS = 3 };
struct html_columns {
	unsigned event[HTML_EVENTS], events;
	unsigned metric[HTML_METRICS], metrics;
};

/* The head of a table of them, up to its first row. */
void html_costs_begin(FILE *to, const struct sample *s,
		      const struct html_columns *c, const char *what);
/* The cells of a row behind its name, and its end. */
void html_costs(FILE *to, const struct sample *s, const struct html_columns *c,
		const uint64_t *cost);
/* A function's lines with their instructions.  False: out of memory. */
bool html_annotation(FILE *to, const struct annotation *a,
		     const struct html_columns *c);

/* Is its name that of source, which alone is copied into pages? */
bool source_is_one(const char *path);
/* A file of source, as it is now, in the folder with as much of its path as
 * there is in it; NULL: where it says.  NULL: it cannot be read, or its name is
 * not that of source, which alone is copied into pages. */
struct source;
struct source *source_open(const char *folder, const char *path);
/* NULL: there is no such line, or no source. */
const char *source_line(const struct source *s, uint32_t line);
void source_close(struct source *s);

#endif
