/* SPDX-License-Identifier: MIT */
#ifndef EXPLAIN_PAGE_H
#define EXPLAIN_PAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Prints members of `it`; nothing is printed for a member that is missing. */
struct page {
	FILE *to;
	const json_t *it;
	int width; /* lines are shorter than this */
	bool colour;
};

enum { TABLE_MAX = 5 }; /* columns */

struct table {
	const char *key;               /* of an array of objects */
	const char *title;             /* NULL: none */
	const char *column[TABLE_MAX]; /* their keys; the last one is wrapped */
};

/* "" where there is no such text. */
const char *page_text(const json_t *object, const char *key);

void page_heading(const struct page *p, const char *text);
/* One paragraph. */
void page_paragraph(const struct page *p, const char *key);
/* A label and a text; the text of a key; the words of a list. */
void page_line(const struct page *p, const char *label, const char *text);
void page_line_of(const struct page *p, const char *label, const char *key);
void page_line_of_list(const struct page *p, const char *label,
		       const char *key);
void page_table(const struct page *p, const struct table *t);
/* The errata of the page's subject, if it has any. */
void explain_print_errata(const struct page *p);
/* "- before text [source]" */
void page_item(const struct page *p, const char *before, const char *text,
	       const char *source);

#endif
