/* SPDX-License-Identifier: MIT */
#ifndef HTML_PROFILE_H
#define HTML_PROFILE_H

#include <stdio.h>

#include "base/source.h"
#include "report/annotate.h"
#include "report/profile_diff.h"

/* Functions of it, instruction by instruction beside their sources. */
enum { HTML_LISTINGS = 16 };
struct html_listings {
	const struct annotation *of[HTML_LISTINGS];
	unsigned count;
	const char *why; /* there are no more; NULL: these are all */
};

/* A profile as such a page, with so many functions at most; 0: all.  False: out
 * of memory. */
bool html_profile(FILE *to, const struct sample *s, unsigned most,
		  const struct source_places *sources,
		  const struct html_listings *listings);

/* Two of them, by function.  False: out of memory. */
bool html_profile_diff(FILE *to, const struct sample_diff *d,
		       const struct profile_diff_print *how);

/* ---- inside of this room only -------------------------------------------- */

/* Columns that are beside each other in a table. */
enum { HTML_COLUMNS = 8 };
struct html_columns {
	unsigned event[HTML_COLUMNS], events;
	unsigned metric[HTML_COLUMNS], metrics;
	bool dense;    /* each share is below its count */
	bool more;     /* another table has the others ... */
	unsigned next; /* ... from here on */
};

/* Chooses those of the table behind that of `before`; NULL: of the first one.
 */
struct html_columns html_columns(const struct sample *s,
				 const struct html_columns *before);
/* How many cells html_costs() makes. */
unsigned html_columns_cells(const struct html_columns *c);

/* The head of a table of them, up to its first row. */
void html_costs_begin(FILE *to, const struct sample *s,
		      const struct html_columns *c, const char *what);
/* The cells of a row behind its name, and its end. */
void html_costs(FILE *to, const struct sample *s, const struct html_columns *c,
		const uint64_t *cost);
/* Paths of calls as a picture, where there are any.  False: out of memory. */
bool html_flame_any(const struct sample *s);
bool html_flame(FILE *to, const struct sample *s);
/* A function's lines with their instructions.  False: out of memory. */
bool html_annotation(FILE *to, const struct annotation *a);
/* Its instructions alone, in their order.  False: out of memory. */
bool html_disassembly(FILE *to, const struct annotation *a);
/* Cycles of the functions by their causes, where these were asked for. */
bool html_causes_any(const struct sample *s);
void html_causes_print(FILE *to, const struct sample *s,
		       const struct sample_table *t);
/* Contexts or tasks over time, where it says when.  False: out of memory. */
bool html_tracks_any(const struct sample *s);
bool html_tracks(FILE *to, const struct sample *s);
/* All of them for the page's script.  False: out of memory. */
bool html_listing(FILE *to, const struct html_listings *l);

/* The lines of a source as it is now; NULL and `why`: it cannot be read. */
struct source_lines;
struct source_lines *source_lines_open(const struct source_places *from,
				       const char *path, struct error *why);
/* NULL: there is no such line, or no source. */
const char *source_lines_at(const struct source_lines *s, uint32_t line);
void source_lines_close(struct source_lines *s);
/* A paragraph for a page some of whose sources could not be read. */
void source_lines_cure(FILE *to);

#endif
