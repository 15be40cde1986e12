/* SPDX-License-Identifier: MIT */
/*
 * Which instructions did what on which path.  A profile keeps that where
 * several paths lead to a function; where one does, all that its instructions
 * did is of it; samples by themselves each say it.
 */
#include <stdlib.h>

#include "sample/sample.h"

/* A step on its way: all of a cost, or a sample's weight in one column. */
struct seen {
	struct sample_step at;
	const uint64_t *cost;
	const struct sample_single *single;
};

struct walking {
	const struct sample *s;
	struct seen *seen;
	size_t count;
	uint32_t *only; /* of each function: the path to it; NONE: several */
	bool *told;     /* of each place: it has steps */
};

static void add_seen(struct walking *w, uint32_t path, uint32_t place,
		     const uint64_t *cost, const struct sample_single *single)
{
	w->seen[w->count++] = (struct seen){ { path, place }, cost, single };
}

/* Of functions that several paths lead to. */
static void see_singles(struct walking *w)
{
	const struct sample *s = w->s;

	for (uint32_t i = 0; i < s->singles; i++) {
		const struct sample_single *one = &s->single[i];

		if (one->path && one->path != SAMPLE_NONE &&
		    one->place != SAMPLE_NONE &&
		    w->only[s->path[one->path].function] != one->path)
			add_seen(w, one->path, one->place, NULL, one);
	}
}

/* The only path to each function. */
static void find_only(struct walking *w)
{
	const struct sample *s = w->s;

	for (uint32_t i = 1; i < s->paths; i++) {
		uint32_t *only = &w->only[s->path[i].function];

		*only = *only ? SAMPLE_NONE : i;
	}
}

static void see_places(struct walking *w)
{
	const struct sample *s = w->s;

	for (uint32_t i = 0; i < s->steps; i++) {
		add_seen(w, s->step[i].path, s->step[i].place,
			 sample_cost(s, s->step_cost, i), NULL);
		w->told[s->step[i].place] = true;
	}
	for (uint32_t i = 0; i < s->places; i++) {
		const uint32_t only = w->only[s->place[i].function];

		if (only && only != SAMPLE_NONE && !w->told[i])
			add_seen(w, only, i, sample_cost(s, s->place_cost, i),
				 NULL);
	}
}

static int by_path(const void *x, const void *y)
{
	const struct sample_step *a = x, *b = y;

	if (a->path != b->path)
		return a->path < b->path ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

static void add_cost(const struct sample *s, uint64_t *to,
		     const struct seen *from)
{
	if (from->single)
		to[from->single->column] += from->single->weight;
	for (unsigned i = 0; from->cost && i < s->columns; i++)
		to[i] += from->cost[i];
}

/* Steps that are alike become one. */
static void unite(const struct walking *from, struct sample_walk *w)
{
	for (size_t i = 0; i < from->count; i++) {
		const struct seen *one = &from->seen[i];

		if (!i || by_path(one, one - 1) != 0)
			w->step[w->steps++] = one->at;
		add_cost(from->s,
			 w->cost + (size_t)(w->steps - 1) * from->s->columns,
			 one);
	}
}

/* Are these all that happened on the path? */
static bool is_whole(const struct sample *s, const struct sample_walk *w,
		     uint32_t path, uint32_t end)
{
	for (unsigned k = 0; k < s->columns; k++) {
		uint64_t sum = 0;

		for (uint32_t i = w->first[path]; i < end; i++)
			sum += sample_cost(s, w->cost, i)[k];
		if (sum != sample_cost(s, s->path_cost, path)[k])
			return false;
	}
	return true;
}

/* Takes where each path's samples begin; without those of a path that are not
 * all. */
static void take_first(const struct sample *s, struct sample_walk *w)
{
	uint32_t from = 0, kept = 0;

	for (uint32_t path = 0; path < s->paths; path++) {
		uint32_t end = from;

		while (end < w->steps && w->step[end].path == path)
			end++;
		w->first[path] = from;
		if (!is_whole(s, w, path, end)) {
			from = end;
			w->first[path] = kept;
			continue;
		}
		w->first[path] = kept;
		for (; from < end; from++, kept++) {
			w->step[kept] = w->step[from];
			for (unsigned k = 0; k < s->columns; k++)
				w->cost[(size_t)kept * s->columns + k] =
					sample_cost(s, w->cost, from)[k];
		}
	}
	w->first[s->paths] = w->steps = kept;
}

/* ---- callers ------------------------------------------------------------- */

/* Calls from one function to another. */
struct pair {
	uint32_t from, to, place;
};

static int by_pair(const void *x, const void *y)
{
	const struct pair *a = x, *b = y;

	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->to < b->to ? -1 : a->to > b->to;
}

static uint32_t only_call(const struct pair *pairs, size_t count, uint32_t from,
			  uint32_t to)
{
	const struct pair key = { .from = from, .to = to };
	const struct pair *found =
		count ? bsearch(&key, pairs, count, sizeof key, by_pair) : NULL;
	const struct pair *end = pairs + count;

	if (!found || (found > pairs && by_pair(found - 1, &key) == 0) ||
	    (found + 1 < end && by_pair(found + 1, &key) == 0))
		return SAMPLE_NONE;
	return found->place;
}

static bool take_callers(const struct sample *s, struct sample_walk *w)
{
	struct pair *pair = calloc(s->calls + (size_t)1, sizeof *pair);

	if (!pair)
		return false;
	for (uint32_t i = 0; i < s->calls; i++)
		pair[i] =
			(struct pair){ s->place[s->call[i].place].function,
				       s->call[i].function, s->call[i].place };
	qsort(pair, s->calls, sizeof *pair, by_pair);
	for (uint32_t i = 0; i < s->paths; i++)
		w->caller[i] = only_call(pair, s->calls,
					 s->path[s->path[i].parent].function,
					 s->path[i].function);
	free(pair);
	return true;
}

bool sample_walk(const struct sample *s, struct sample_walk *w)
{
	const size_t most = (size_t)s->steps + s->places + s->singles + 1;
	struct walking from = {
		.s = s,
		.seen = calloc(most, sizeof *from.seen),
		.only = calloc(s->functions + (size_t)1, sizeof *from.only),
		.told = calloc(s->places + (size_t)1, sizeof *from.told),
	};
	bool good;

	*w = (struct sample_walk){
		.step = calloc(most, sizeof *w->step),
		.cost = calloc(most * s->columns, sizeof *w->cost),
		.first = calloc(s->paths + (size_t)1, sizeof *w->first),
		.caller = calloc(s->paths + (size_t)1, sizeof *w->caller),
	};
	good = from.seen && from.only && from.told && w->step && w->cost &&
	       w->first && w->caller && take_callers(s, w);
	if (good) {
		find_only(&from);
		see_singles(&from);
		see_places(&from);
		qsort(from.seen, from.count, sizeof *from.seen, by_path);
		unite(&from, w);
		take_first(s, w);
	}
	free(from.seen);
	free(from.only);
	free(from.told);
	if (!good)
		sample_walk_free(w);
	return good;
}

void sample_walk_free(struct sample_walk *w)
{
	free(w->step);
	free(w->cost);
	free(w->first);
	free(w->caller);
	*w = (struct sample_walk){ 0 };
}
