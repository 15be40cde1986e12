/* SPDX-License-Identifier: MIT */
/* The task of each sample of a command, and when it was taken. */
#include <stdlib.h>
#include <string.h>

#include "gather/linux/places.h"
#include "gather/points.h"

static bool same_name(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

/* The thread's task; one that was not there is added.  There is room. */
static uint32_t task_of(struct sample *s, const struct perf_taking *t,
			const struct perf_taken *one)
{
	const char *name = perf_thread_name(t, one->tid, one->time);

	/* A task without a number is what a processor does in its own time. */
	if (!name && !one->tid)
		name = "idle";
	for (uint32_t i = s->tasks; i-- > 0;)
		if (s->task[i].number == one->tid &&
		    s->task[i].process == one->pid &&
		    same_name(s->task[i].name, name))
			return i;
	s->task[s->tasks] = (struct sample_task){
		.name = sample_text(s, name),
		.process = one->pid,
		.number = one->tid,
	};
	return s->tasks++;
}

bool singles_fill(struct sample *s, const struct perf_taking *t,
		  const uint32_t *leaf, const uint64_t *addr)
{
	s->single = sample_room(s, t->takens, sizeof *s->single);
	s->task = sample_room(s, t->takens, sizeof *s->task);
	if (s->failed)
		return false;
	for (size_t i = 0; i < t->takens; i++) {
		const struct perf_taken *one = &t->taken[i];

		s->single[i] = (struct sample_single){
			.time = one->time - t->taken[0].time,
			.weight = one->weight,
			.task = task_of(s, t, one),
			.cpu = one->cpu,
			.column = one->event,
			.place = points_place(s, addr[i]),
			.path = leaf[i],
		};
	}
	s->singles = (uint32_t)t->takens;
	s->timed = true;
	return !s->failed;
}
