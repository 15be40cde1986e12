/* SPDX-License-Identifier: MIT */
/*
 * Which of an instruction's costs are of which path of calls.  A site knows the
 * path of its newest costs; only when another path comes to it is what it has
 * gained since then put aside as a step of the old one.  So an instruction that
 * one path alone leads to costs nothing here.
 */
#include <stdlib.h>
#include <string.h>

#include "base/rare.h"
#include "boards/src/machine/profile_inner.h"

/* Steps have room of their own: where there is no more, places and paths are
 * whole without them. */
enum { MOST_STEPS = 1 << 17 };
static const size_t MOST_BYTES = (size_t)64 << 20;

static bool grow(const struct profile *p, uint64_t **cost, uint32_t *room,
		 uint32_t wanted)
{
	const size_t each = p->columns * sizeof(uint64_t);
	uint64_t *grown;

	if (wanted > MOST_BYTES / each)
		return false;
	grown = reallocarray(*cost, wanted, each);
	if (!grown)
		return false;
	memset(grown + (size_t)*room * p->columns, 0, (wanted - *room) * each);
	*cost = grown;
	*room = wanted;
	return true;
}

static bool grow_steps(struct profile *p)
{
	struct profile_steps *s = &p->steps;
	const uint32_t wanted = s->room ? s->room * 2 : 256;
	void *grown;

	if (s->count < s->room)
		return true;
	if (s->count == MOST_STEPS)
		return false;
	grown = reallocarray(s->step, wanted, sizeof *s->step);
	if (!grown)
		return false;
	s->step = grown;
	return grow(p, &s->cost, &s->room, wanted);
}

/* PROFILE_NONE: there is no room. */
static uint32_t step_of(struct profile *p, uint32_t path, uint32_t site)
{
	struct profile_steps *s = &p->steps;
	uint32_t *known = profile_map_at(&s->of, path, site);

	if (!known)
		return PROFILE_NONE;
	if (*known != PROFILE_NONE)
		return *known;
	if (!grow_steps(p))
		return PROFILE_NONE;
	s->step[s->count] = (struct profile_step){ path, site, s->count };
	s->of.used++;
	return *known = s->count++;
}

/* There is room for what other paths have of a site. */
static bool room_before(struct profile *p, uint32_t site)
{
	struct profile_steps *s = &p->steps;

	return site < s->before_room ||
	       grow(p, &s->before, &s->before_room, p->site_room);
}

/* A site's gain is its path's. */
static bool put_aside(struct profile *p, uint32_t site)
{
	struct profile_steps *s = &p->steps;
	const uint64_t *cost = p->cost + (size_t)site * p->columns;
	uint64_t *before, *to;
	uint32_t step;

	if (!room_before(p, site))
		return false;
	step = step_of(p, p->site[site].path, site);
	if (step == PROFILE_NONE)
		return false;
	before = s->before + (size_t)site * p->columns;
	to = s->cost + (size_t)step * p->columns;
	for (unsigned i = 0; i < p->columns; i++) {
		to[i] += cost[i] - before[i];
		before[i] = cost[i];
	}
	return true;
}

/* Part of the steps would be false: none is told. */
static RARE void give_up(struct profile_steps *s)
{
	steps_free(s);
	*s = (struct profile_steps){ .full = true };
}

APART void steps_move(struct profile *p, uint32_t site, uint32_t path)
{
	if (!p->steps.full && !put_aside(p, site))
		give_up(&p->steps);
	p->site[site].path = path;
	p->site[site].moved = true;
}

void steps_add(struct profile *p, uint32_t path, uint32_t site, unsigned cost,
	       uint64_t by)
{
	struct profile_steps *s = &p->steps;
	uint32_t step;

	if (p->site[site].path == path)
		return;
	p->site[site].moved = true;
	if (s->full)
		return;
	step = room_before(p, site) ? step_of(p, path, site) : PROFILE_NONE;
	if (step == PROFILE_NONE) {
		give_up(s);
		return;
	}
	s->before[(size_t)site * p->columns + cost] += by;
	s->cost[(size_t)step * p->columns + cost] += by;
}

/* How many paths lead to each function; false: no memory. */
static bool count_paths(const struct profile *p, struct profile_map *paths)
{
	for (uint32_t i = 1; i < p->nodes; i++) {
		uint32_t *count = profile_map_at(paths, p->node[i].function, 0);

		if (!count)
			return false;
		if (*count == PROFILE_NONE) {
			*count = 0;
			paths->used++;
		}
		++*count;
	}
	return true;
}

/* Is all that the site did of the only path to its function? */
static bool is_alone(const struct profile *p, struct profile_map *paths,
		     const struct profile_site *site)
{
	const uint32_t function = p->node[site->path].function;
	const uint32_t *count = profile_map_at(paths, function, 0);

	return !site->moved && site->function.addr == function && count &&
	       *count == 1;
}

static int by_path(const void *x, const void *y)
{
	const struct profile_step *a = x, *b = y;

	if (a->path != b->path)
		return a->path < b->path ? -1 : 1;
	return a->site < b->site ? -1 : a->site > b->site;
}

void steps_end(struct profile *p)
{
	struct profile_map paths = { .room = 0 };
	bool good = !p->steps.full && count_paths(p, &paths);

	for (uint32_t i = 0; good && i < p->sites; i++)
		if (!is_alone(p, &paths, &p->site[i]))
			good = put_aside(p, i);
	profile_map_free(&paths);
	if (!good)
		give_up(&p->steps);
	if (p->steps.count)
		qsort(p->steps.step, p->steps.count, sizeof *p->steps.step,
		      by_path);
}

void steps_free(struct profile_steps *s)
{
	free(s->step);
	free(s->cost);
	free(s->before);
	profile_map_free(&s->of);
}
