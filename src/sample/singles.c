/* SPDX-License-Identifier: MIT */
/* Samples by themselves, and whose they are, in a profile's document. */
#include "sample/document.h"

static void say_task(struct document *d, struct sample_task *t)
{
	struct io *x = &d->x;

	io_text(x, "name", &t->name);
	if (io_perhaps(x, t->process))
		io_count(x, "process", &t->process);
	io_whole(x, "number", &t->number, INT64_MAX);
}

/* A list for each of what is known, with an entry for each sample: a row for
 * each would be four times as long. */
enum list { WEIGHT, COLUMN, TASK, CPU, PLACE, PATH, TIME, LISTS };

static const char *const list_key[LISTS] = {
	[WEIGHT] = "weight", [COLUMN] = "column", [TASK] = "task",
	[CPU] = "cpu",       [PLACE] = "place",   [PATH] = "path",
	[TIME] = "time_ns",
};

static void say_entry(struct document *d, enum list list,
		      struct sample_single *one)
{
	struct io *x = &d->x;
	const struct sample *s = d->s;
	const char *key = list_key[list];

	switch (list) {
	case WEIGHT:
		io_whole(x, key, &one->weight, INT64_MAX);
		break;
	case COLUMN:
		io_index(x, key, &one->column, s->columns);
		break;
	case TASK:
		io_index_or_none(x, key, &one->task, s->tasks);
		break;
	case CPU:
		io_index_or_none(x, key, &one->cpu, SAMPLE_NONE);
		break;
	case PLACE:
		io_index_or_none(x, key, &one->place, s->places);
		break;
	case PATH:
		io_index_or_none(x, key, &one->path, s->paths);
		break;
	case TIME:
		io_whole(x, key, &one->time, INT64_MAX);
		if (io_reads(x) && one > s->single && one->time < one[-1].time)
			io_fail(x, "%s: time goes backwards", key);
		break;
	case LISTS:
		break;
	}
}

/* The first list tells how many samples there are. */
static void say_list(struct document *d, enum list list)
{
	struct io *x = &d->x;
	struct sample *s = d->s;
	size_t count = s->singles;

	if (!io_list(x, list_key[list], SAMPLE_NONE - 1, &count))
		return;
	if (io_reads(x) && list == WEIGHT) {
		s->single = io_room(x, count, sizeof *s->single);
		s->singles = (uint32_t)count;
	}
	if (count != s->singles)
		io_fail(x, "%s is to have an entry for each of %lu samples",
			list_key[list], (unsigned long)s->singles);
	for (uint32_t i = 0; !x->failed && i < s->singles; i++) {
		x->list = "samples";
		x->row = i;
		say_entry(d, list, &s->single[i]);
	}
	x->list = NULL;
	io_leave(x);
}

void say_singles(struct document *d)
{
	struct io *x = &d->x;
	struct sample *s = d->s;

	if (io_reads(x) ? io_lacks(x, "samples") : !s->singles)
		return;
	IO_ROWS(d, "tasks", SAMPLE_NONE - 1, s->task, s->tasks, say_task);
	if (!io_object(x, "samples"))
		return;
	if (io_reads(x))
		s->timed = !io_misses(x, list_key[TIME]);
	for (unsigned i = 0; i < (s->timed ? LISTS : TIME); i++)
		say_list(d, (enum list)i);
	io_leave(x);
}
