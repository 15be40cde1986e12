/* SPDX-License-Identifier: MIT */
/*
 * The software behind a program's cycles: on each path of calls whether its
 * last function is a compiler's or a library's helper, and which function of
 * the program it works for.
 */
#include "gather/behind.h"

#include <stdlib.h>
#include <string.h>

struct helpers {
	const struct sample *s;
	const struct catalog_helper *row; /* of the catalogue */
	unsigned rows;
	uint8_t *of;    /* per function: 1 + its row; 0: it is the program's */
	uint64_t *cost; /* per row and function of the program, that calls */
	uint64_t all;
};

static uint64_t *cost_at(const struct helpers *h, unsigned row,
			 uint32_t function)
{
	return h->cost + (size_t)row * h->s->functions + function;
}

/* The function that is nearest above and none of these. */
static uint32_t caller(const struct helpers *h, uint32_t path)
{
	const struct sample *s = h->s;

	while (path && path < s->paths) {
		const uint32_t function = s->path[path].function;

		if (function < s->functions && !h->of[function])
			return function;
		path = s->path[path].parent;
	}
	return SAMPLE_NONE;
}

static bool is_named(const struct sample_function *f, const char *name)
{
	return strcmp(f->name, name) == 0 ||
	       (f->linked && strcmp(f->linked, name) == 0);
}

bool behind_is_within(const struct sample *s, uint32_t path, const char *name)
{
	while (name && path && path < s->paths) {
		const uint32_t function = s->path[path].function;

		if (function < s->functions &&
		    is_named(&s->function[function], name))
			return true;
		path = s->path[path].parent;
	}
	return !name;
}

static void add_path(struct helpers *h, uint32_t path)
{
	const uint64_t cost = sample_cost(h->s, h->s->path_cost, path)[0];
	const uint32_t function = h->s->path[path].function;
	uint32_t by;

	h->all += cost;
	if (function >= h->s->functions || !h->of[function])
		return;
	by = caller(h, path);
	*cost_at(h, h->of[function] - 1u, by == SAMPLE_NONE ? function : by) +=
		cost;
}

void behind_name(const struct sample *s, uint32_t function, char *to,
		 size_t size)
{
	const struct sample_function *f = &s->function[function];
	const char *file = f->file < s->files && f->line
				   ? strrchr(s->file[f->file], '/')
				   : NULL;

	if (f->file < s->files && f->line)
		snprintf(to, size, "%.60s %.24s:%u", f->name,
			 file ? file + 1 : s->file[f->file], (unsigned)f->line);
	else
		snprintf(to, size, "%.90s", f->name);
}

/* Keeps the rows that stand out, the largest first. */
static void keep_row(const struct helpers *h, unsigned row, struct why *w)
{
	uint64_t sum = 0, most = 0;
	uint32_t by = 0;
	unsigned at = w->behinds;
	struct why_behind b = { .helper = &h->row[row] };

	for (uint32_t i = 0; i < h->s->functions; i++) {
		const uint64_t cost = *cost_at(h, row, i);

		sum += cost;
		if (cost > most) {
			most = cost;
			by = i;
		}
	}
	b.share = h->all ? (double)sum / (double)h->all : 0;
	if (b.share < WHY_BEHIND_FROM)
		return;
	if (!h->of[by]) /* else nobody of the program's calls it */
		behind_name(h->s, by, b.caller, sizeof b.caller);
	b.others = (double)most < 0.9 * (double)sum;
	while (at > 0 && w->behind[at - 1].share < b.share)
		at--;
	if (at == WHY_BEHINDS)
		return;
	if (w->behinds < WHY_BEHINDS)
		w->behinds++;
	memmove(&w->behind[at + 1], &w->behind[at],
		(w->behinds - at - 1u) * sizeof b);
	w->behind[at] = b;
}

static uint8_t row_of(const struct helpers *h, const struct sample_function *f)
{
	const struct catalog_helper *row =
		catalog_helper(f->linked ? f->linked : f->name);

	return row ? (uint8_t)(1 + (row - h->row)) : 0;
}

bool behind_of(const struct sample *s, const char *within, struct why *w)
{
	struct helpers h = { .s = s };
	bool good;

	h.row = catalog_helpers(&h.rows);
	h.of = calloc(s->functions + 1u, 1);
	h.cost = calloc((size_t)h.rows * s->functions + 1u, sizeof *h.cost);
	good = h.of && h.cost;
	w->behinds = 0;
	for (uint32_t i = 0; good && i < s->functions; i++)
		h.of[i] = row_of(&h, &s->function[i]);
	for (uint32_t i = 0; good && i < s->paths; i++)
		if (behind_is_within(s, i, within))
			add_path(&h, i);
	for (unsigned i = 0; good && i < h.rows; i++)
		keep_row(&h, i, w);
	free(h.of);
	free(h.cost);
	return good;
}
