/* SPDX-License-Identifier: MIT */
/* Finds the task of each sample of a log. */
#include <stdlib.h>

#include "gather/points.h"
#include "gather/taken.h"

static int by_value(const void *x, const void *y)
{
	const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	return a < b ? -1 : a > b;
}

/* Each number once, in order. */
static uint32_t numbers_of(const struct taken_sample *sample, size_t count,
			   uint32_t *number)
{
	uint32_t kept = 0;

	for (size_t i = 0; i < count; i++)
		number[i] = sample[i].task;
	qsort(number, count, sizeof *number, by_value);
	for (size_t i = 0; i < count; i++)
		if (!i || number[i] != number[kept - 1])
			number[kept++] = number[i];
	return kept;
}

static uint32_t task_of(const uint32_t *number, uint32_t count, uint32_t task)
{
	const uint32_t *found =
		bsearch(&task, number, count, sizeof task, by_value);

	return found ? (uint32_t)(found - number) : SAMPLE_NONE;
}

/* Does the firmware tell its tasks apart? */
static bool any_task(const struct dump *d)
{
	for (size_t i = 0; i < d->rows; i++)
		if (d->row[i].kind == TALLY_LOG_TASK ||
		    (d->row[i].kind == TALLY_LOG_SAMPLE && d->row[i].task))
			return true;
	return false;
}

static void name_tasks(struct sample *s, const struct dump *d,
		       const uint32_t *number)
{
	for (size_t i = 0; i < d->rows; i++) {
		const struct dump_row *r = &d->row[i];
		const uint32_t which =
			r->kind == TALLY_LOG_TASK
				? task_of(number, s->tasks, r->task)
				: SAMPLE_NONE;

		if (which != SAMPLE_NONE)
			s->task[which].name = sample_text(s, r->text);
	}
}

bool taken_tasks(struct sample *s, const struct dump *d,
		 const struct taken_sample *sample, size_t count)
{
	uint32_t *number;

	if (!any_task(d))
		return true;
	number = sample_room(s, count, sizeof *number);
	s->task = sample_room(s, count, sizeof *s->task);
	s->single = sample_room(s, count, sizeof *s->single);
	if (s->failed)
		return false;
	s->tasks = numbers_of(sample, count, number);
	for (uint32_t i = 0; i < s->tasks; i++)
		s->task[i].number = number[i];
	name_tasks(s, d, number);
	for (size_t i = 0; i < count; i++) {
		const uint32_t place = points_place(s, sample[i].addr);

		s->single[i] = (struct sample_single){
			.weight = sample[i].weight,
			.task = task_of(number, s->tasks, sample[i].task),
			.cpu = SAMPLE_NONE,
			.column = sample[i].column,
			.place = place,
			/* Each function is a path of its own. */
			.path = place == SAMPLE_NONE
					? SAMPLE_NONE
					: s->place[place].function + 1,
		};
	}
	s->singles = (uint32_t)count;
	return !s->failed;
}
