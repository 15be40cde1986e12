/* SPDX-License-Identifier: MIT */
/*
 * Places of findings: the line of a profile that has most of a cause, the
 * instructions it has, and whom it works for where its function is a helper.
 */
#include "gather/found.h"

#include <stdlib.h>
#include <string.h>

#include "catalog/helpers.h"
#include "gather/behind.h"
#include "target/told.h"

/* A place, to be sorted by its line. */
struct spot {
	const struct sample_place *at;
	uint32_t place;
};

/* A profile's places with what they have of one cause. */
struct finding_of {
	const struct sample *s;
	const char *within;
	const struct sample_walk *walk;
	unsigned column;
	uint64_t *cost;    /* of each place */
	struct spot *spot; /* places in the order of their lines */
};

/* The first column of a cause, which are in the catalogue's order. */
static unsigned first_cause(const struct sample *s)
{
	unsigned i = 0;

	while (i < s->columns && s->column[i].code != TARGET_CAUSE)
		i++;
	return i;
}

/* Costs on the paths that are within. */
static void add_within(struct finding_of *f)
{
	const struct sample_walk *w = f->walk;

	for (uint32_t path = 0; path < f->s->paths; path++) {
		if (!behind_is_within(f->s, path, f->within))
			continue;
		for (uint32_t i = w->first[path]; i < w->first[path + 1]; i++)
			f->cost[w->step[i].place] +=
				sample_cost(f->s, w->cost, i)[f->column];
	}
}

static uint64_t take_costs(struct finding_of *f)
{
	const struct sample *s = f->s;
	uint64_t sum = 0;

	memset(f->cost, 0, s->places * sizeof *f->cost);
	if (f->within)
		add_within(f);
	for (uint32_t i = 0; i < s->places; i++) {
		if (!f->within)
			f->cost[i] =
				sample_cost(s, s->place_cost, i)[f->column];
		sum += f->cost[i];
	}
	return sum;
}

static int by_line(const void *x, const void *y)
{
	const struct sample_place *a = ((const struct spot *)x)->at;
	const struct sample_place *b = ((const struct spot *)y)->at;

	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->addr < b->addr ? -1 : a->addr > b->addr;
}

static bool same_line(const struct sample_place *a,
		      const struct sample_place *b)
{
	return a->function == b->function && a->file == b->file &&
	       a->line == b->line;
}

/* The line with most: from `*first` on in the spots, its places. */
static uint64_t worst_line(const struct finding_of *f, uint32_t *first,
			   uint32_t *count)
{
	const struct sample *s = f->s;
	uint64_t most = 0;

	for (uint32_t i = 0, end; i < s->places; i = end) {
		uint64_t sum = 0;

		for (end = i; end < s->places &&
			      same_line(f->spot[i].at, f->spot[end].at);
		     end++)
			sum += f->cost[f->spot[end].place];
		if (sum <= most)
			continue;
		most = sum;
		*first = i;
		*count = end - i;
	}
	return most;
}

/* The addresses of a line's instructions; none where these are in too many
 * pieces. */
static void take_ranges(const struct spot *spot, uint32_t count,
			struct board_trial *t)
{
	enum { LONGEST = 4 }; /* an instruction's bytes */

	for (uint32_t i = 0; i < count; i++) {
		const uint64_t addr = spot[i].at->addr;

		if (t->ranges && addr <= t->range[t->ranges - 1].to) {
			t->range[t->ranges - 1].to = addr + LONGEST;
			continue;
		}
		if (t->ranges == BOARD_TRIAL_RANGES) {
			t->ranges = 0;
			return;
		}
		t->range[t->ranges].from = addr;
		t->range[t->ranges++].to = addr + LONGEST;
	}
}

static bool is_helper(const struct sample_function *f)
{
	return catalog_helper(f->linked ? f->linked : f->name) != NULL;
}

/* The function above a path that is no helper; SAMPLE_NONE: none is. */
static uint32_t user_of(const struct sample *s, uint32_t path)
{
	while (path && path < s->paths) {
		const uint32_t function = s->path[path].function;

		if (function < s->functions &&
		    !is_helper(&s->function[function]))
			return function;
		path = s->path[path].parent;
	}
	return SAMPLE_NONE;
}

/* The one that most of it is done for. */
static void take_caller(const struct finding_of *f, uint32_t function,
			struct why_finding *to)
{
	const struct sample *s = f->s;
	uint32_t most = SAMPLE_NONE;

	if (!is_helper(&s->function[function]))
		return;
	memset(f->cost, 0, s->places * sizeof *f->cost);
	for (uint32_t i = 1; i < s->paths; i++) {
		const uint32_t user =
			s->path[i].function == function &&
					behind_is_within(s, i, f->within)
				? user_of(s, i)
				: SAMPLE_NONE;

		/* No program has more functions than instructions. */
		if (user >= s->places)
			continue;
		f->cost[user] += sample_cost(s, s->path_cost, i)[f->column];
		if (most == SAMPLE_NONE || f->cost[user] > f->cost[most])
			most = user;
	}
	if (most != SAMPLE_NONE)
		behind_name(s, most, to->caller, sizeof to->caller);
}

static void name_place(const struct sample *s, const struct sample_place *p,
		       char *to, size_t size)
{
	const char *name = s->function[p->function].name;
	const char *file = NULL;

	if (p->file < s->files && p->line) {
		file = strrchr(s->file[p->file], '/');
		snprintf(to, size, "%.60s %.24s:%u", name,
			 file ? file + 1 : s->file[p->file], (unsigned)p->line);
	} else {
		snprintf(to, size, "%.90s", name);
	}
}

/*
 * The line that most of the place's waiting is for, where that is another one.
 * Of a wait nobody knows the path, so these are of all paths.
 */
static void take_maker(struct finding_of *f, const struct sample_place *at,
		       struct why_finding *to)
{
	const struct sample *s = f->s;
	const struct sample_place *maker;
	uint64_t sum = 0, most;
	uint32_t first = 0, count = 0;

	memset(f->cost, 0, s->places * sizeof *f->cost);
	for (uint32_t i = 0; i < s->waits; i++) {
		const struct sample_wait *w = &s->wait[i];

		if (w->column != f->column ||
		    !same_line(&s->place[w->place], at))
			continue;
		f->cost[w->maker] += w->cycles;
		sum += w->cycles;
	}
	most = worst_line(f, &first, &count);
	maker = f->spot[first].at;
	if (most && most >= sum / 2 && !same_line(maker, at))
		name_place(s, maker, to->maker, sizeof to->maker);
}

static void find_place(struct finding_of *f, struct why_finding *to)
{
	const uint64_t all = take_costs(f);
	uint32_t first = 0, count = 0;
	const uint64_t most = worst_line(f, &first, &count);
	const struct sample_place *p;

	if (!most)
		return;
	p = f->spot[first].at;
	to->here = (double)most / (double)all;
	name_place(f->s, p, to->place, sizeof to->place);
	take_ranges(f->spot + first, count, &to->at);
	take_maker(f, p, to);
	take_caller(f, p->function, to);
}

static void find_all(struct finding_of *f, struct why *w)
{
	unsigned count;
	const struct catalog_cause *cause = catalog_causes(&count);
	const unsigned base = first_cause(f->s);

	for (uint32_t i = 0; i < f->s->places; i++)
		f->spot[i] = (struct spot){ &f->s->place[i], i };
	qsort(f->spot, f->s->places, sizeof *f->spot, by_line);
	for (unsigned i = 0; i < w->findings; i++) {
		struct why_finding *to = &w->finding[i];

		if (!to->row.cause)
			continue;
		f->column = base + (unsigned)(to->row.cause - cause);
		if (f->column < f->s->columns)
			find_place(f, to);
	}
}

bool found_places(const struct sample *s, const char *within, struct why *w)
{
	struct sample_walk walk = { 0 };
	struct finding_of f = { .s = s, .within = within, .walk = &walk };
	bool good;

	f.cost = calloc(s->places + 1u, sizeof *f.cost);
	f.spot = calloc(s->places + 1u, sizeof *f.spot);
	good = f.cost && f.spot && (!within || sample_walk(s, &walk));
	if (good)
		find_all(&f, w);
	if (within)
		sample_walk_free(&walk);
	free(f.cost);
	free(f.spot);
	return good;
}
