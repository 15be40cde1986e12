/* SPDX-License-Identifier: MIT */
/*
 * Instructions on their paths, as a member of a profile's document: a row each
 * of the path, the place, and then a number for each column.
 */
#include <jansson.h>

#include "sample/inner.h"

enum { PATH, PLACE, COST }; /* of a row */

static json_t *step_value(const struct sample *s, uint32_t step)
{
	const uint64_t *cost = sample_cost(s, s->step_cost, step);
	json_t *row = json_array();
	bool good = true;

	good &= !json_array_append_new(row, json_integer(s->step[step].path));
	good &= !json_array_append_new(row, json_integer(s->step[step].place));
	for (unsigned i = 0; i < s->columns; i++)
		good &= !json_array_append_new(
			row, json_integer((json_int_t)cost[i]));
	if (good)
		return row;
	json_decref(row);
	return NULL;
}

json_t *steps_value(const struct sample *s)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < s->steps; i++)
		if (json_array_append_new(list, step_value(s, i))) {
			json_decref(list);
			return NULL;
		}
	return list;
}

static uint64_t number(struct reader *in, const json_t *row, size_t i,
		       const char *what, uint64_t count)
{
	if (!count)
		reader_fail(in, "%s is of a list that is empty", what);
	return in->failed ? 0
			  : reader_whole(in, json_array_get(row, i), what,
					 count - 1);
}

static bool is_behind(const struct sample_step *before,
		      const struct sample_step *s)
{
	return s->path > before->path ||
	       (s->path == before->path && s->place > before->place);
}

static void read_step(struct reader *in, struct sample *s, const json_t *row)
{
	struct sample_step *one = &s->step[s->steps];
	uint64_t *cost = s->step_cost + (size_t)s->steps * s->columns;

	if (json_array_size(row) != COST + (size_t)s->columns) {
		reader_fail(in, "it is to be a path, a place, and a number for "
				"each of `columns`");
		return;
	}
	one->path = (uint32_t)number(in, row, PATH, "path", s->paths);
	one->place = (uint32_t)number(in, row, PLACE, "place", s->places);
	for (unsigned i = 0; i < s->columns; i++)
		cost[i] = reader_whole(in, json_array_get(row, COST + i),
				       "cost", INT64_MAX);
	if (s->steps && !is_behind(one - 1, one))
		reader_fail(in, "it is not behind the one before it");
	s->steps++;
}

void steps_read(struct reader *in, struct sample *s, json_t *root)
{
	json_t *list;
	size_t count;

	if (!json_object_get(root, "steps"))
		return;
	in->list = NULL;
	list = reader_list(in, root, "steps", SAMPLE_NONE - 1);
	count = json_array_size(list);
	s->step = sample_room(s, count, sizeof *s->step);
	s->step_cost = sample_room(s, count * s->columns, sizeof *s->step_cost);
	in->list = "steps";
	for (size_t i = 0; i < count && !s->failed && !in->failed; i++) {
		in->row = i;
		read_step(in, s, json_array_get(list, i));
	}
	in->list = NULL;
}
