/* SPDX-License-Identifier: MIT */
#ifndef HTML_INNER_H
#define HTML_INNER_H

#include "base/xml.h"
#include "chart/chart.h"
#include "html/html.h"
#include "report/numbers.h"

/* Code that the pages share: inside of this room only. */

/* A section of a page, for its list of contents. */
struct page_section {
	const char *id, *title;
	bool there;
};

/* Everything before the heading, which the caller writes. */
void html_begin(FILE *to, const char *title);
/* The list of contents, and the beginning of what it lists. */
void html_contents(FILE *to, const struct page_section *section,
		   unsigned count);
void html_section(FILE *to, const struct page_section *section);
void html_section_end(FILE *to);
/* The text that stands before the document. */
extern const char html_document[];
/*
 * The document that the page was made of, as JSON, and the end of the page:
 * begin, write to `to`, and put it there; `good`: all of it could be written.
 * NULL or false: out of memory.
 */
struct page_json {
	FILE *to;
	char *text;
	size_t size;
};
FILE *html_json_begin(struct page_json *json);
/* Puts it into the page for its script alone, as something beside the document.
 */
bool html_json_beside(FILE *page, struct page_json *json, const char *id,
		      bool good);
bool html_json_end(FILE *page, struct page_json *json, bool good);

/* The script of every page and its hash, and what its views look like: lines,
 * and NULL behind them. */
extern const char *const html_script[];
extern const char *const html_style[];
extern const char html_script_hash[];

/* The head of a table; titles are separated by '|'.  One with a '#' in front is
 * that of numbers; one with a '>' is there where the page is wide. */
void html_table(FILE *to, const char *caption, const char *titles);
/* A table that may be wider than a phone, where it is moved, in the
 * section of that id.  After its rows comes _end(). */
void html_wide_table(FILE *to, const char *section, const char *caption,
		     const char *titles);
void html_wide_table_end(FILE *to);

/* A number as a program reads it, and as people do. */
void html_number(FILE *to, double value, const char *shown);
void html_count(FILE *to, uint64_t count);
/* "+-0.04 %" with the sign that is meant. */
void html_spread(FILE *to, const char *text);
/* Text in which an option is not broken behind its dashes. */
void html_text(FILE *to, const char *text);
/* A clause with a capital letter and a full stop. */
void html_sentence(FILE *to, const char *clause);

/* The blanks at the end, which put the points of a column below each other,
 * and a number without so many of them: as all of its column can do without. */
unsigned html_blanks(const char *shown);
void html_aligned(FILE *to, double value, const char *shown, unsigned cut);

/* A cell with a bar of that share, where the page is wide; below 0: an empty
 * one. */
void html_meter(FILE *to, double share);

/* "name" of a definition, and the beginning of what it is. */
void html_fact(FILE *to, const char *name);
void html_fact_end(FILE *to);

/* A name, which may be broken between its words where there is no room. */
void html_name(FILE *to, const char *name);
/* Says behind a metric's name that the user defined it; false: nothing. */
void html_users(FILE *to, bool is);
/* A metric's name for a picture, which says so, too; cut where it is longer. */
struct html_title {
	char text[128];
};
struct html_title html_title(const char *name, bool users);

/* As much of a name as a picture has room for. */
void html_cut(const char *name, char *cut, size_t room);

/* Cycles by their simulated causes, of those that have them.  False: out of
 * memory. */
bool html_stack_any(const struct record *r);
bool html_stacks_print(FILE *to, struct record *const *record,
		       const char *const *name, unsigned records);

/* ---- of a record --------------------------------------------------------- */

/* Of a metric in percent, 1 for 100 %; below 0: it is another one, or has no
 * value. */
double html_share(const struct record *r, unsigned metric);

/* Sections: what they have to tell; is there anything? */
bool html_pictures_any(const struct record *r);
void html_pictures_print(FILE *to, const struct record *r);
void html_metrics_print(FILE *to, const struct record *r);
/* Prints intervals, where there are any. */
void html_series_print(FILE *to, const struct record *r);
void html_events_print(FILE *to, const struct record *r);
bool html_checks_any(const struct record *r);
void html_checks_print(FILE *to, const struct record *r);
/* The board's ledger, folded away; nothing where it was not asked. */
void html_ledger_print(FILE *to, const struct record *r);
void html_plan_print(FILE *to, const struct record *r);
void html_provenance_print(FILE *to, const struct record *r);

#endif
