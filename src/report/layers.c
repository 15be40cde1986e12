/* SPDX-License-Identifier: MIT */
/*
 * Metrics that a monitor has for each of its layers, as a table: a layer in a
 * row, the metrics beside each other, in blocks that fit a screen.
 */
#include <string.h>

#include "report/inner.h"

enum { WIDTH = 80, NAME_WIDTH = 8, COLUMNS = 64, NUMBER = 14 };

struct layers {
	const struct record *r;
	struct note_list *notes;
	bool unfolded;               /* notes' numbers are shown */
	const char *column[COLUMNS]; /* "occupancy" */
	unsigned first[COLUMNS];     /* a metric of it */
	int width[COLUMNS];
	unsigned columns;
	char line[1024]; /* the one at hand */
	size_t used;
};

static const struct record_metric *metric(const struct record *r, unsigned i)
{
	return &r->metric[i];
}

const char *layers_what(const struct record *r, unsigned i,
			char layer[LAYER_WIDTH])
{
	const struct record_metric *q = metric(r, i);
	const char *list = r->monitor[q->monitor].layers;

	while (q->row && list && catalog_word(&list, layer, LAYER_WIDTH)) {
		size_t length = strlen(layer);

		if (strncmp(q->row, layer, length) == 0 &&
		    q->row[length] == '_')
			return q->row + length + 1;
	}
	return NULL;
}

static const char *what_of(const struct record *r, unsigned i)
{
	char layer[LAYER_WIDTH];

	return layers_what(r, i, layer);
}

/* A number that needs no words: others stand in lines of their own. */
static bool is_plain(const struct record *r, unsigned i)
{
	const struct reading *reading = &r->metric[i].reading;

	return reading_has_value(reading) && reading->high <= reading->low &&
	       !(reading->doubts & ~(unsigned)DOUBT_OF_ALL);
}

bool layers_have(const struct record *r, unsigned i)
{
	const char *what = what_of(r, i);

	if (!what || !is_plain(r, i))
		return false;
	for (unsigned k = 0; k < r->metrics; k++) {
		const char *other = what_of(r, k);

		if (k != i && other && is_plain(r, k) &&
		    strcmp(other, what) == 0)
			return true;
	}
	return false;
}

/* Has it numbers in the table, and are all of them 0? */
static bool is_idle(const struct record *r, const char *layer)
{
	char other[LAYER_WIDTH];
	bool any = false;

	for (unsigned i = 0; i < r->metrics; i++) {
		if (!layers_what(r, i, other) || strcmp(other, layer) != 0 ||
		    !layers_have(r, i))
			continue;
		if (metric(r, i)->reading.value != 0)
			return false;
		any = true;
	}
	return any;
}

bool report_is_idle(const struct record *r, unsigned i)
{
	char layer[LAYER_WIDTH];

	return !record_is_given(r) && layers_have(r, i) &&
	       layers_what(r, i, layer) && is_idle(r, layer);
}

static void find_columns(struct layers *l)
{
	for (unsigned i = 0; i < l->r->metrics; i++) {
		unsigned k = 0;

		if (!layers_have(l->r, i))
			continue;
		while (k < l->columns &&
		       strcmp(l->column[k], what_of(l->r, i)) != 0)
			k++;
		if (k < l->columns || k == COLUMNS)
			continue;
		l->column[k] = what_of(l->r, i);
		l->first[k] = i;
		l->columns++;
	}
}

/* "[1][4]", of all layers.  Room for 5 * NOTES_MAX. */
static void notes_of_column(struct layers *l, unsigned column, char *text)
{
	bool has[NOTES_MAX + 1] = { false };
	unsigned number[NOTES_MAX];

	for (unsigned i = 0; i < l->r->metrics; i++) {
		unsigned count;

		if (!layers_have(l->r, i) ||
		    strcmp(what_of(l->r, i), l->column[column]) != 0)
			continue;
		count = notes_add(l->notes, &metric(l->r, i)->notes, number);
		while (count-- > 0)
			has[number[count]] = true;
	}
	*text = 0;
	for (unsigned n = 1; n <= NOTES_MAX; n++)
		if (has[n] && l->unfolded)
			sprintf(text + strlen(text), "[%u]", n);
}

static int width_of(struct layers *l, unsigned column)
{
	char notes[5 * NOTES_MAX];
	size_t width = strlen(l->column[column]);
	size_t unit = strlen(metric(l->r, l->first[column])->unit);

	notes_of_column(l, column, notes);
	if (width < strlen(notes))
		width = strlen(notes);
	if (width < unit)
		width = unit;
	return (int)(width < NUMBER ? NUMBER : width) + 2;
}

/* The metric of a layer in a column; as many as there are: none. */
static unsigned find(const struct layers *l, const char *layer, unsigned column)
{
	size_t length = strlen(layer);
	unsigned i;

	for (i = 0; i < l->r->metrics; i++) {
		const char *name = metric(l->r, i)->row;

		if (layers_have(l->r, i) && strncmp(name, layer, length) == 0 &&
		    name[length] == '_' &&
		    strcmp(what_of(l->r, i), l->column[column]) == 0)
			break;
	}
	return i;
}

static void add(struct layers *l, int width, const char *text)
{
	size_t room = sizeof(l->line) - l->used;
	int n = snprintf(l->line + l->used, room, "%*s", width, text);

	if (n > 0)
		l->used += (size_t)n < room ? (size_t)n : room - 1;
}

/* Without the blanks that stand for a fraction. */
static void end_line(struct layers *l, FILE *to)
{
	while (l->used > 0 && l->line[l->used - 1] == ' ')
		l->used--;
	fprintf(to, "%.*s\n", (int)l->used, l->line);
	l->used = 0;
}

/* A layer that has none of the columns is left out. */
static void print_row(struct layers *l, FILE *to, const char *layer,
		      unsigned from, unsigned end)
{
	unsigned none = l->r->metrics, found = 0;

	add(l, -NAME_WIDTH, layer);
	for (unsigned k = from; k < end; k++) {
		unsigned i = find(l, layer, k);
		char mark[2] = " ";

		found += i < none;
		if (i < none)
			mark[0] = class_mark(metric(l->r, i)->reading.class);
		add(l, l->width[k] - 1,
		    i < none ? number_of_metric(metric(l->r, i)).text
			     : "-       ");
		add(l, 1, mark);
	}
	if (found)
		end_line(l, to);
	l->used = 0;
}

static void print_head(struct layers *l, FILE *to, unsigned from, unsigned end)
{
	char notes[5 * NOTES_MAX];

	add(l, -NAME_WIDTH, "LAYER_");
	for (unsigned k = from; k < end; k++)
		add(l, l->width[k], l->column[k]);
	end_line(l, to);
	add(l, NAME_WIDTH, "");
	for (unsigned k = from; k < end; k++)
		add(l, l->width[k], metric(l->r, l->first[k])->unit);
	end_line(l, to);
	if (!l->unfolded)
		return;
	add(l, NAME_WIDTH, "");
	for (unsigned k = from; k < end; k++) {
		notes_of_column(l, k, notes);
		add(l, l->width[k], notes);
	}
	end_line(l, to);
}

/* Layers that did nothing are left out of what was measured. */
static void print_idle(const struct layers *l, FILE *to)
{
	const char *list =
		l->r->monitor[metric(l->r, l->first[0])->monitor].layers;
	char layer[LAYER_WIDTH];
	char names[256] = "";
	unsigned idle = 0;

	while (catalog_word(&list, layer, sizeof(layer))) {
		if (!is_idle(l->r, layer))
			continue;
		snprintf(names + strlen(names), sizeof(names) - strlen(names),
			 "%s%s", idle++ ? ", " : "", layer);
	}
	if (idle)
		fprintf(to, "%u layer%s idle: %s\n\n", idle,
			idle == 1 ? "" : "s", names);
}

static void print_block(struct layers *l, FILE *to, unsigned from, unsigned end)
{
	unsigned part = metric(l->r, l->first[from])->monitor;
	const char *list = l->r->monitor[part].layers;
	char layer[LAYER_WIDTH];

	print_head(l, to, from, end);
	while (catalog_word(&list, layer, sizeof(layer)))
		if (record_is_given(l->r) || !is_idle(l->r, layer))
			print_row(l, to, layer, from, end);
	fputc('\n', to);
}

void layers_print(FILE *to, const struct record *r, struct note_list *notes,
		  bool unfolded)
{
	struct layers l = { .r = r, .notes = notes, .unfolded = unfolded };
	unsigned from = 0;

	find_columns(&l);
	for (unsigned k = 0; k < l.columns; k++)
		l.width[k] = width_of(&l, k);
	while (from < l.columns) {
		unsigned end = from;
		int used = NAME_WIDTH;

		while (end < l.columns &&
		       (end == from || used + l.width[end] <= WIDTH))
			used += l.width[end++];
		print_block(&l, to, from, end);
		from = end;
	}
	if (l.columns && !record_is_given(r))
		print_idle(&l, to);
}
