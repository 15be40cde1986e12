/* SPDX-License-Identifier: MIT */
/*
 * Labelled lines, tables and lists, wrapped to the page's width.
 */
#include "explain/page.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/wrap.h"

enum {
	LABEL = 15,     /* columns of a label and the blanks around it */
	LAST_LEAST = 24 /* columns left for a table's last column */
};

const char *page_text(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

/* "a, b, c"; the caller frees it. */
static char *joined(const json_t *list)
{
	char *text = NULL;
	size_t size, i;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	for (i = 0; i < json_array_size(list); i++)
		fprintf(to, "%s%s", i ? ", " : "",
			json_string_value(json_array_get(list, i)));
	return memory_stream_end(to, &text) ? NULL : text;
}

void page_heading(const struct page *p, const char *text)
{
	fprintf(p->to, "\n%s%s%s\n", p->colour ? "\033[1m" : "", text,
		p->colour ? "\033[0m" : "");
}

void page_line(const struct page *p, const char *label, const char *text)
{
	if (!*text)
		return;
	fprintf(p->to, "  %-*s", LABEL - 2, label);
	wrap_print(p->to, text, LABEL, LABEL, p->width);
}

void page_line_of(const struct page *p, const char *label, const char *key)
{
	page_line(p, label, page_text(p->it, key));
}

void page_line_of_list(const struct page *p, const char *label, const char *key)
{
	const json_t *list = json_object_get(p->it, key);
	char *text = json_array_size(list) ? joined(list) : NULL;

	if (text)
		page_line(p, label, text);
	free(text);
}

/* The paragraph before the labels. */
void page_paragraph(const struct page *p, const char *key)
{
	const char *text = page_text(p->it, key);

	if (!*text)
		return;
	fputs("  ", p->to);
	wrap_print(p->to, text, 2, 2, p->width);
	fputc('\n', p->to);
}

static unsigned columns_of(const struct table *t)
{
	unsigned n = 0;

	while (n < TABLE_MAX && t->column[n])
		n++;
	return n;
}

static const char *cell(const json_t *row, const char *column)
{
	const char *text = page_text(row, column);

	return *text ? text : "-";
}

static int page_column_width(const json_t *rows, const char *column)
{
	size_t i, width = strlen(column);

	for (i = 0; i < json_array_size(rows); i++) {
		size_t n = strlen(cell(json_array_get(rows, i), column));

		width = n > width ? n : width;
	}
	return (int)width;
}

static void print_row(const struct page *p, const struct table *t,
		      const json_t *rows, const json_t *row, unsigned columns)
{
	int at = 2;
	unsigned c;

	fputs("  ", p->to);
	for (c = 0; c + 1 < columns && t->column[c]; c++) {
		int width = page_column_width(rows, t->column[c]);

		fprintf(p->to, "%-*s  ", width,
			row ? cell(row, t->column[c]) : t->column[c]);
		at += width + 2;
	}
	/* If it would be too narrow, the last column goes below the others. */
	if (at + LAST_LEAST > p->width) {
		fprintf(p->to, "\n%*s", at = 6, "");
	}
	wrap_print(p->to, row ? cell(row, t->column[c]) : t->column[c], at, at,
		   p->width);
}

/* Is a column equal to the first one, in every row? */
static bool repeats(const json_t *rows, const char *first, const char *column)
{
	size_t i;

	for (i = 0; i < json_array_size(rows); i++) {
		const json_t *row = json_array_get(rows, i);

		if (strcmp(cell(row, first), cell(row, column)) != 0)
			return false;
	}
	return true;
}

/* The table without columns that repeat the first.  The last one stays. */
static struct table told_once(const struct table *t, const json_t *rows)
{
	struct table shown = { .key = t->key, .title = t->title };
	unsigned c, n = 0, columns = columns_of(t);

	for (c = 0; c < columns; c++)
		if (c == 0 || c + 1 == columns ||
		    !repeats(rows, t->column[0], t->column[c]))
			shown.column[n++] = t->column[c];
	return shown;
}

void page_table(const struct page *p, const struct table *whole)
{
	const json_t *rows = json_object_get(p->it, whole->key);
	const struct table once = told_once(whole, rows);
	const struct table *t = &once;
	unsigned columns = columns_of(t);
	size_t i;

	if (!json_is_array(rows) || !json_array_size(rows))
		return;
	if (t->title)
		page_heading(p, t->title);
	print_row(p, t, rows, NULL, columns);
	for (i = 0; i < json_array_size(rows); i++)
		print_row(p, t, rows, json_array_get(rows, i), columns);
}

void page_item(const struct page *p, const char *before, const char *text,
	       const char *source)
{
	char whole[1024];

	snprintf(whole, sizeof(whole), "%s%s%s%s%s", before, text,
		 *source ? " [" : "", source, *source ? "]" : "");
	fputs("  - ", p->to);
	wrap_print(p->to, whole, 4, 4, p->width);
}
