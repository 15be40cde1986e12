/* SPDX-License-Identifier: MIT */
/*
 * Instructions on their paths, as a member of a profile's document: a row each
 * of the path, the place, and then a number for each column.
 */
#include "sample/document.h"

static bool is_behind(const struct sample_step *before,
		      const struct sample_step *s)
{
	return s->path > before->path ||
	       (s->path == before->path && s->place > before->place);
}

static void say_step(struct document *d, uint32_t i)
{
	struct io *x = &d->x;
	struct sample *s = d->s;
	struct sample_step *one = &s->step[i];
	const size_t size = 2 + (size_t)s->columns;
	size_t count = size;

	if (io_reads(x) &&
	    json_array_size(json_array_get(io_here(x), i)) != size)
		io_fail(x, "it is to be a path, a place, and a number for "
			   "each of `columns`");
	if (!io_list(x, "steps", size, &count))
		return;
	io_index(x, "path", &one->path, s->paths);
	io_index(x, "place", &one->place, s->places);
	for (unsigned k = 0; k < s->columns; k++)
		io_whole(x, "cost", &s->step_cost[(size_t)i * s->columns + k],
			 INT64_MAX);
	if (io_reads(x) && i && !is_behind(one - 1, one))
		io_fail(x, "it is not behind the one before it");
	io_leave(x);
}

void say_steps(struct document *d)
{
	struct io *x = &d->x;
	struct sample *s = d->s;
	size_t count = s->steps;

	if (!io_there(x, "steps", s->steps) ||
	    !io_list(x, "steps", SAMPLE_NONE - 1, &count))
		return;
	if (io_reads(x)) {
		s->step = io_room(x, count, sizeof *s->step);
		s->step_cost =
			io_room(x, count * s->columns, sizeof *s->step_cost);
		s->steps = (uint32_t)count;
	}
	for (uint32_t i = 0; !x->failed && i < s->steps; i++) {
		io_at_row(x, "steps", i);
		say_step(d, i);
	}
	x->list = NULL;
	io_leave(x);
}
