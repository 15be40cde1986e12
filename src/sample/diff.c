/* SPDX-License-Identifier: MIT */
/* Two profiles held against each other: see diff.h. */
#include "sample/diff.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/function_name.h"
#include "base/memory.h"

/* A row of a side, before the sides are brought together. */
struct entry {
	const char *name;
	bool cause;
	unsigned side;
	const uint64_t *cost; /* as the side's profile has its columns */
};

static int by_name(const void *x, const void *y)
{
	const struct entry *a = x, *b = y;
	int order = a->cause - b->cause;

	if (!order)
		order = strcmp(a->name, b->name);
	return order ? order : (int)a->side - (int)b->side;
}

static void match_columns(struct sample_diff *d)
{
	const struct sample *a = d->side[SAMPLE_BEFORE];
	const struct sample *b = d->side[SAMPLE_AFTER];

	for (uint32_t i = 0; i < a->columns; i++)
		for (uint32_t k = 0; k < b->columns; k++)
			if (strcmp(a->column[i].name, b->column[k].name) == 0 &&
			    strcmp(a->column[i].monitor,
				   b->column[k].monitor) == 0) {
				d->column[SAMPLE_BEFORE][d->columns] = i;
				d->column[SAMPLE_AFTER][d->columns++] = k;
				break;
			}
}

static uint32_t list_side(struct entry *entry, const struct sample *s,
			  const struct sample_table *t, unsigned side)
{
	for (uint32_t i = 0; i < t->rows; i++) {
		const struct sample_row *r = &t->row[i];
		bool cause = r->cause != SAMPLE_NONE;

		entry[i] = (struct entry){
			.name = cause ? s->cause[r->cause]
				      : s->function[r->function].name,
			.cause = cause,
			.side = side,
			.cost = r->cost,
		};
	}
	return t->rows;
}

/* Does another side have it by the same name?  Entries are sorted. */
static bool is_shared(const struct entry *entry, uint32_t entries, uint32_t at)
{
	const struct entry *e = &entry[at];

	while (at && strcmp(entry[at - 1].name, e->name) == 0)
		at--;
	for (; at < entries && strcmp(entry[at].name, e->name) == 0; at++)
		if (entry[at].side != e->side && entry[at].cause == e->cause)
			return true;
	return false;
}

/* Gives copies that one side alone has the names of what they are of.  False:
 * no memory. */
static bool pair_clones(struct sample_diff *d, struct entry *entry,
			uint32_t entries)
{
	const char **name = calloc((size_t)entries + 1, sizeof(char *));

	d->base = calloc((size_t)entries + 1, sizeof(char *));
	for (uint32_t i = 0; name && d->base && i < entries; i++) {
		char base[256];

		name[i] = entry[i].name;
		if (entry[i].cause ||
		    !function_clone_of(entry[i].name, base, sizeof base) ||
		    is_shared(entry, entries, i))
			continue;
		name[i] = d->base[d->bases] = strdup(base);
		if (!name[i])
			break;
		d->bases++;
	}
	if (!name || !d->base || (entries && !name[entries - 1])) {
		free(name);
		return false;
	}
	for (uint32_t i = 0; i < entries; i++)
		entry[i].name = name[i];
	free(name);
	qsort(entry, entries, sizeof *entry, by_name);
	return true;
}

static bool is_of(const struct sample_change *row, const struct entry *e)
{
	return row->name && row->cause == e->cause &&
	       strcmp(row->name, e->name) == 0;
}

static void add(struct sample_diff *d, const struct entry *e)
{
	struct sample_change *row = d->rows ? &d->row[d->rows - 1] : NULL;

	if (!row || !is_of(row, e)) {
		uint64_t *cost =
			d->costs + (size_t)d->rows * SAMPLE_SIDES * d->columns;

		row = &d->row[d->rows++];
		row->name = e->name;
		row->cause = e->cause;
		row->cost[SAMPLE_BEFORE] = cost;
		row->cost[SAMPLE_AFTER] = cost + d->columns;
	}
	row->there[e->side] = true;
	for (unsigned i = 0; i < d->columns; i++)
		row->cost[e->side][i] += e->cost[d->column[e->side][i]];
}

static bool bring_together(struct sample_diff *d,
			   const struct sample_table table[SAMPLE_SIDES])
{
	size_t most = (size_t)table[0].rows + table[1].rows + 1;
	struct entry *entry = calloc(most, sizeof *entry);
	uint32_t entries;
	bool good;

	if (!entry)
		return false;
	entries = list_side(entry, d->side[0], &table[0], 0);
	entries += list_side(entry + entries, d->side[1], &table[1], 1);
	qsort(entry, entries, sizeof *entry, by_name);
	good = pair_clones(d, entry, entries);
	d->row = calloc(most, sizeof *d->row);
	d->costs = calloc(most * SAMPLE_SIDES * (d->columns + 1),
			  sizeof *d->costs);
	good = good && d->row && d->costs;
	for (uint32_t i = 0; good && i < entries; i++)
		add(d, &entry[i]);
	free(entry);
	return good;
}

struct sample_diff *sample_diff_make(const struct sample *before,
				     const struct sample *after)
{
	struct sample_table table[SAMPLE_SIDES] = { 0 };
	struct sample_diff *d = calloc(1, sizeof *d);
	bool good;

	if (!d)
		return NULL;
	d->side[SAMPLE_BEFORE] = before;
	d->side[SAMPLE_AFTER] = after;
	match_columns(d);
	good = sample_rows(before, SAMPLE_FUNCTIONS, false, &table[0]) &&
	       sample_rows(after, SAMPLE_FUNCTIONS, false, &table[1]) &&
	       bring_together(d, table);
	sample_table_free(&table[0]);
	sample_table_free(&table[1]);
	if (good)
		return d;
	sample_diff_free(d);
	return NULL;
}

void sample_diff_free(struct sample_diff *d)
{
	if (!d)
		return;
	for (uint32_t i = 0; i < d->bases; i++)
		free(d->base[i]);
	free(d->base);
	free(d->row);
	free(d->costs);
	free(d);
}

uint64_t sample_diff_total(const struct sample_diff *d, unsigned side,
			   unsigned column)
{
	return d->side[side]->total[d->column[side][column]];
}

/* ---- what cannot be compared --------------------------------------------- */

static void compare(FILE *to, const char **gap, const char *name, const char *a,
		    const char *b)
{
	if (strcmp(a, b) == 0)
		return;
	fprintf(to, "%s%s: %s against %s", *gap, name, a, b);
	*gap = "; ";
}

/* Two that were stopped are compared where both came as far. */
static void end_of(const struct sample *s, char *text, size_t size)
{
	if (s->unfinished)
		snprintf(text, size,
			 "none (stopped after %" PRIu64 " instructions)",
			 s->instructions);
	else
		snprintf(text, size, "%" PRId64, s->status);
}

static void compare_all(FILE *to, const struct sample_diff *d)
{
	const struct sample *a = d->side[SAMPLE_BEFORE];
	const struct sample *b = d->side[SAMPLE_AFTER];
	char x[64], y[64];
	const char *gap = "";

	compare(to, &gap, "target", a->target, b->target);
	compare(to, &gap, "monitors", a->monitors, b->monitors);
	snprintf(x, sizeof x, "%.15g Hz", a->clock_hz);
	snprintf(y, sizeof y, "%.15g Hz", b->clock_hz);
	compare(to, &gap, "clock", x, y);
	end_of(a, x, sizeof x);
	end_of(b, y, sizeof y);
	compare(to, &gap, "program's exit status", x, y);
	compare(to, &gap, "taken", a->sampling ? "by samples" : "exactly",
		b->sampling ? "by samples" : "exactly");
}

char *sample_diff_obstacles(const struct sample_diff *d)
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	compare_all(to, d);
	if (memory_stream_end(to, &text) == 0)
		return text;
	free(text);
	return NULL;
}
