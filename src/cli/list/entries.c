/* SPDX-License-Identifier: MIT */
/*
 * Entries that `tally list` shows on a terminal.  A metric's topic is the first
 * group that has it, but the overview; an event's is that of the first metric
 * that is made of it.
 */
#include "cli/list/entries.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/wrap.h"

enum { NAME = 26 };

#define BOLD  "\033[1m"
#define PLAIN "\033[0m"

static const char *text_of(const json_t *row, const char *key)
{
	const char *text = json_string_value(json_object_get(row, key));

	return text ? text : "";
}

void entry_print(FILE *to, const char *name, const char *text, int width)
{
	int column = fprintf(to, "  %s", name);

	if (column > NAME - 2) {
		fputc('\n', to);
		column = 0;
	}
	fprintf(to, "%*s", NAME - column, "");
	wrap_print(to, text, NAME, NAME, width + 1);
}

static bool in_name(char c)
{
	return c == '_' || c == '-' || (c >= '0' && c <= '9') ||
	       (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Does a formula name the event? */
static bool names(const char *formula, const char *event)
{
	size_t length = strlen(event);

	for (const char *at = strstr(formula, event); at;
	     at = strstr(at + 1, event))
		if ((at == formula || !in_name(at[-1])) && !in_name(at[length]))
			return true;
	return false;
}

static bool has_event(const struct catalog_monitor *m,
		      const struct catalog_group *g, const char *event)
{
	for (unsigned i = 0; i < m->metrics; i++)
		if (catalog_has_word(g->metrics, m->metric[i].name) &&
		    names(m->metric[i].formula, event))
			return true;
	return false;
}

/* The place of its group; that of none is behind all. */
static unsigned topic_of(const struct catalog_monitor *m, const json_t *row)
{
	const char *name = text_of(row, "name");
	bool metric = json_object_get(row, "formula") != NULL;

	for (unsigned i = 0; i < m->groups; i++) {
		const struct catalog_group *g = &m->group[i];

		if (strcmp(g->name, m->overview) == 0)
			continue;
		if (metric ? catalog_has_word(g->metrics, name)
			   : has_event(m, g, name))
			return i;
	}
	return m->groups;
}

/* The columns that are shown elsewhere, or have no place in an entry. */
static bool is_told(const struct kind *kind, const char *key)
{
	return catalog_has_word("name title description metrics formula",
				key) ||
	       (strcmp(key, "monitor") == 0 && !kind->boards);
}

static void put_cell(FILE *to, const json_t *cell)
{
	for (size_t i = 0; i < json_array_size(cell); i++)
		fprintf(to, "%s%s", i ? " " : "",
			json_string_value(json_array_get(cell, i)));
	if (json_is_integer(cell))
		fprintf(to, "%" JSON_INTEGER_FORMAT, json_integer_value(cell));
	else if (json_is_string(cell))
		fputs(json_string_value(cell), to);
}

static bool is_empty(const json_t *cell)
{
	return !cell || json_is_null(cell) ||
	       (json_is_string(cell) && !*json_string_value(cell)) ||
	       (json_is_array(cell) && !json_array_size(cell)) ||
	       json_array_size(cell) > 8;
}

/* "title: formula (0x07, pmn0 pmn1)" */
static void put_text(FILE *to, const struct kind *kind, const json_t *row)
{
	const json_t *metrics = json_object_get(row, "metrics");
	const char *gap = " (";

	fputs(*text_of(row, "title") ? text_of(row, "title")
				     : text_of(row, "description"),
	      to);
	if (*text_of(row, "formula"))
		fprintf(to, ": %s", text_of(row, "formula"));
	if (json_is_array(metrics)) {
		fputs(": ", to);
		put_cell(to, metrics);
	}
	for (size_t i = 0; i < kind->columns; i++) {
		const char *key = kind->column[i].key;
		const json_t *cell = json_object_get(row, key);

		if (!kind->column[i].text || is_told(kind, key) ||
		    is_empty(cell))
			continue;
		fputs(gap, to);
		if (json_is_integer(cell) || json_is_true(cell))
			fprintf(to, json_is_true(cell) ? "%s" : "%s ", key);
		put_cell(to, cell);
		gap = ", ";
	}
	if (*gap == ',')
		fputc(')', to);
}

static void print_entry(FILE *to, const struct kind *kind, const json_t *row,
			int width)
{
	char *text = NULL;
	size_t size;
	FILE *all = memory_stream(&text, &size);

	if (!all)
		return;
	put_text(all, kind, row);
	if (memory_stream_end(all, &text) == 0)
		entry_print(to,
			    *text_of(row, "name") ? text_of(row, "name")
						  : text_of(row, "monitor"),
			    text, width);
	free(text);
}

static void heading(FILE *to, const char *text, bool colour)
{
	fprintf(to, "%s%s%s\n", colour ? BOLD : "", text, colour ? PLAIN : "");
}

/* Of one monitor: the rows from `first` to `last`, by topic. */
static void print_topics(FILE *to, const struct kind *kind, json_t *rows,
			 size_t first, size_t last, int width)
{
	struct error ignored;
	const struct catalog_monitor *m = catalog_monitor(
		text_of(json_array_get(rows, first), "monitor"), &ignored);
	unsigned *topic = calloc(last - first + 1, sizeof *topic);

	for (size_t i = first; m && topic && i < last; i++)
		topic[i - first] = topic_of(m, json_array_get(rows, i));
	for (unsigned t = 0; m && topic && t <= m->groups; t++) {
		bool begun = false;

		for (size_t i = first; i < last; i++) {
			if (topic[i - first] != t)
				continue;
			if (!begun)
				fprintf(to, " %s:\n",
					t < m->groups ? m->group[t].title
						      : "other");
			begun = true;
			print_entry(to, kind, json_array_get(rows, i), width);
		}
	}
	free(topic);
}

/* The first row of another monitor. */
static size_t next_monitor(const json_t *rows, size_t from)
{
	const char *name = text_of(json_array_get(rows, from), "monitor");
	size_t i = from;

	while (i < json_array_size(rows) &&
	       strcmp(text_of(json_array_get(rows, i), "monitor"), name) == 0)
		i++;
	return i;
}

void entries_print(FILE *to, const struct kind *kind, json_t *rows, int width,
		   bool colour)
{
	bool topics = strcmp(kind->name, "events") == 0 ||
		      strcmp(kind->name, "metrics") == 0;
	bool alone = strcmp(kind->name, "monitors") == 0 || kind->boards;
	size_t last;

	for (size_t i = 0; i < json_array_size(rows); i = last) {
		last = alone ? i + 1 : next_monitor(rows, i);
		if (!alone)
			heading(to, text_of(json_array_get(rows, i), "monitor"),
				colour);
		if (topics)
			print_topics(to, kind, rows, i, last, width);
		else
			for (size_t k = i; k < last; k++)
				print_entry(to, kind, json_array_get(rows, k),
					    width);
		if (!alone && last < json_array_size(rows))
			fputc('\n', to);
	}
}
