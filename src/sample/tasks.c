/* SPDX-License-Identifier: MIT */
/*
 * Sums up by task: what happened by task, and a profile of one task's samples
 * alone.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "sample/inner.h"

bool sample_has_tasks(const struct sample *s)
{
	uint32_t i = 0;

	while (i < s->singles && s->single[i].task == SAMPLE_NONE)
		i++;
	return i < s->singles;
}

char *sample_task_text(const struct sample *s, uint32_t task)
{
	const struct sample_task *t = &s->task[task];
	char *text = NULL;

	return asprintf(&text, t->name ? "%s%s%" PRIu64 ")" : "%s%s%" PRIu64,
			t->name ? t->name : "task", t->name ? " (" : " ",
			t->number) < 0
		       ? NULL
		       : text;
}

/* ---- by task ------------------------------------------------------------- */

/* Counts that no single sample accounts for are the last cause's. */
static void take_rest(const struct sample *s, struct sample_row *rest)
{
	memcpy(rest->cost, s->total, s->columns * sizeof *rest->cost);
	for (uint32_t i = 0; i < s->singles; i++) {
		uint64_t *left = &rest->cost[s->single[i].column];

		*left -= s->single[i].weight < *left ? s->single[i].weight
						     : *left;
	}
}

/* The most of the first column first; who is not known behind the others. */
static int by_cost(const void *x, const void *y)
{
	const struct sample_row *a = x, *b = y;

	if (a->cost[0] != b->cost[0])
		return a->cost[0] < b->cost[0] ? 1 : -1;
	return a->task < b->task ? -1 : a->task > b->task;
}

static bool is_empty(const struct sample *s, const struct sample_row *r)
{
	unsigned i = 0;

	while (i < s->columns && !r->cost[i])
		i++;
	return i == s->columns && !r->count;
}

bool sample_task_rows(const struct sample *s, struct sample_table *t)
{
	/* All tasks, who is not known, and the rest. */
	const uint32_t nobody = s->tasks, rest = s->tasks + 1;
	uint32_t kept = 0;

	*t = (struct sample_table){
		.row = calloc(rest + (size_t)1, sizeof *t->row),
		.costs = calloc((rest + (size_t)1) * s->columns,
				sizeof *t->costs),
	};
	if (!t->row || !t->costs) {
		sample_table_free(t);
		return false;
	}
	for (uint32_t i = 0; i <= rest; i++)
		t->row[i] = (struct sample_row){
			.function = SAMPLE_NONE,
			.file = SAMPLE_NONE,
			.place = SAMPLE_NONE,
			.inlined = SAMPLE_NONE,
			.cause = i == rest && s->causes ? s->causes - 1
							: SAMPLE_NONE,
			.task = i < nobody ? i : SAMPLE_NONE,
			.cost = t->costs + (size_t)i * s->columns,
		};
	for (uint32_t i = 0; i < s->singles; i++) {
		const struct sample_single *one = &s->single[i];
		struct sample_row *to =
			&t->row[one->task == SAMPLE_NONE ? nobody : one->task];

		to->cost[one->column] += one->weight;
		to->count++;
	}
	take_rest(s, &t->row[rest]);
	for (uint32_t i = 0; i <= rest; i++)
		if (!is_empty(s, &t->row[i]))
			t->row[kept++] = t->row[i];
	t->rows = kept;
	qsort(t->row, t->rows, sizeof *t->row, by_cost);
	return true;
}

/* ---- of one task --------------------------------------------------------- */

/* By its name, its number, or both as they are shown. */
static bool is_called(const struct sample *s, uint32_t task, const char *name)
{
	const struct sample_task *t = &s->task[task];
	char *shown, number[24];
	bool same;

	snprintf(number, sizeof number, "%" PRIu64, t->number);
	if (strcmp(name, number) == 0 ||
	    (t->name && strcmp(name, t->name) == 0))
		return true;
	shown = sample_task_text(s, task);
	same = shown && strcmp(name, shown) == 0;
	free(shown);
	return same;
}

/* Which tasks are meant; false and `err`: none is. */
static bool choose(struct sample *s, const char *name, bool *chosen,
		   struct error *err)
{
	struct nearest near = { 0 };
	bool any = false;

	for (uint32_t i = 0; i < s->tasks; i++) {
		chosen[i] = is_called(s, i, name);
		any = any || chosen[i];
		if (s->task[i].name)
			nearest_offer(&near, name, s->task[i].name);
	}
	if (any)
		return true;
	if (near.best)
		return error_set(err,
				 "no sample is of a task %s; did you mean "
				 "%s?",
				 name, near.best);
	return error_set(err, "no sample is of a task %s; --by task has them",
			 name);
}

static void clear(uint64_t *cost, size_t count)
{
	if (count)
		memset(cost, 0, count * sizeof *cost);
}

/* Everything that was added up of samples. */
static void forget(struct sample *s)
{
	clear(s->place_cost, (size_t)s->places * s->columns);
	clear(s->path_cost, (size_t)s->paths * s->columns);
	clear(s->total, s->columns);
	for (uint32_t i = 0; i < s->places; i++)
		s->place[i].count = 0;
	for (uint32_t i = 0; i < s->paths; i++)
		s->path[i].count = 0;
}

static void add_single(struct sample *s, const struct sample_single *one)
{
	s->total[one->column] += one->weight;
	if (one->place == SAMPLE_NONE) {
		s->cause_cost[one->column] += one->weight;
		s->cause_count[0]++;
	} else {
		s->place_cost[(size_t)one->place * s->columns + one->column] +=
			one->weight;
		s->place[one->place].count++;
	}
	if (one->path != SAMPLE_NONE) {
		s->path_cost[(size_t)one->path * s->columns + one->column] +=
			one->weight;
		s->path[one->path].count++;
	}
}

/* Places and paths that none of the samples was at go. */
static void drop_places(struct sample *s, uint32_t *now)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < s->places; i++) {
		if (!s->place[i].count)
			continue;
		now[i] = kept;
		s->place[kept] = s->place[i];
		memmove(s->place_cost + (size_t)kept++ * s->columns,
			s->place_cost + (size_t)i * s->columns,
			s->columns * sizeof *s->place_cost);
	}
	s->places = kept;
	for (uint32_t i = 0; i < s->singles; i++)
		if (s->single[i].place != SAMPLE_NONE)
			s->single[i].place = now[s->single[i].place];
}

static void drop_paths(struct sample *s, uint32_t *now, bool *used)
{
	uint32_t kept = 0;

	for (uint32_t i = s->paths; i-- > 0;) {
		used[i] = used[i] || !i || s->path[i].count;
		if (used[i])
			used[s->path[i].parent] = true;
	}
	for (uint32_t i = 0; i < s->paths; i++) {
		if (!used[i])
			continue;
		now[i] = kept;
		s->path[kept] = s->path[i];
		s->path[kept].parent = now[s->path[i].parent];
		memmove(s->path_cost + (size_t)kept++ * s->columns,
			s->path_cost + (size_t)i * s->columns,
			s->columns * sizeof *s->path_cost);
	}
	s->paths = kept;
	for (uint32_t i = 0; i < s->singles; i++)
		if (s->single[i].path != SAMPLE_NONE)
			s->single[i].path = now[s->single[i].path];
}

/* Makes room for what is of no instruction, and nothing else; and how many
 * there are. */
static bool make_room(struct sample *s, const char *name)
{
	struct sample_sampling *how = sample_room(s, 1, sizeof *how);

	s->of_task = sample_text(s, name);
	s->cause = sample_room(s, 1, sizeof *s->cause);
	s->cause_cost = sample_room(s, s->columns, sizeof *s->cause_cost);
	s->cause_count = sample_room(s, 1, sizeof *s->cause_count);
	if (s->failed)
		return false;
	/* A file may have samples of what it calls exact. */
	if (s->sampling) {
		*how = *s->sampling;
		how->samples = s->singles;
		s->sampling = how;
	}
	s->cause[0] = "of no instruction that is known";
	s->causes = 1;
	s->calls = 0;
	return true;
}

bool sample_of_task(struct sample *s, const char *name, struct error *err)
{
	const size_t most = (size_t)s->places + s->paths + s->tasks;
	uint32_t *now = sample_room(s, most, sizeof *now);
	bool *chosen = sample_room(s, most, sizeof *chosen);
	uint32_t kept = 0;

	if (!now || !chosen)
		return error_no_memory(err);
	if (!choose(s, name, chosen, err))
		return false;
	for (uint32_t i = 0; i < s->singles; i++)
		if (s->single[i].task != SAMPLE_NONE &&
		    chosen[s->single[i].task])
			s->single[kept++] = s->single[i];
	s->singles = kept;
	if (!make_room(s, name))
		return error_no_memory(err);
	forget(s);
	for (uint32_t i = 0; i < s->singles; i++)
		add_single(s, &s->single[i]);
	memset(chosen, 0, most * sizeof *chosen);
	drop_places(s, now);
	drop_paths(s, now, chosen);
	/* The profile is another document from now on. */
	json_decref(s->document);
	s->document = NULL;
	return true;
}
