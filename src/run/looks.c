/* SPDX-License-Identifier: MIT */
/* Counts over time, as a kernel tells them.  See looks.h. */
#include "run/looks.h"

#include <stdlib.h>
#include <string.h>

bool looks_begin(struct looks *l, unsigned events, unsigned counts,
		 uint64_t period)
{
	l->series = (struct job_series){ .period = period, .apart = true };
	l->events = events;
	l->last = calloc(counts + 1u, sizeof *l->last);
	l->have = calloc(events + 1u, sizeof *l->have);
	return l->last && l->have;
}

void looks_free(struct looks *l)
{
	series_free(&l->series);
	free(l->last);
	free(l->have);
}

/*
 * The count of a counter since the last look.  One that shares counted a part
 * of the time, which stands for all of it; one that did not count at all has no
 * number.  A clock that is not read meanwhile is RECORD_LOST.
 */
static uint64_t between(const struct target_count *before,
			const struct target_count *now)
{
	const uint64_t value = now->value - before->value;
	const uint64_t enabled = now->enabled - before->enabled;
	const uint64_t running = now->running - before->running;

	if (now->value == RECORD_LOST || before->value == RECORD_LOST ||
	    now->value < before->value || (enabled && !running))
		return RECORD_LOST;
	if (running >= enabled)
		return value;
	return (uint64_t)((double)value * (double)enabled / (double)running +
			  0.5);
}

static bool same_interval(const struct job_series *s, uint64_t now)
{
	const uint64_t last = s->looks ? s->end[s->looks - 1] : 0;

	return now / s->period == last / s->period;
}

bool looks_take(struct looks *l, const struct target_count *c,
		const unsigned *event, unsigned counts, uint64_t now, bool last,
		struct error *err)
{
	struct job_series *s = &l->series;
	uint64_t *row;

	if (s->looks == RUN_INTERVALS && !same_interval(s, now))
		series_halve(s, l->events);
	if (!last && same_interval(s, now))
		return true;
	if (!series_grow(s, l->events, err))
		return false;
	row = s->count + (size_t)s->looks * l->events;
	memset(row, 0xff, l->events * sizeof *row);
	memset(l->have, 0, l->events * sizeof *l->have);
	for (unsigned i = 0; i < counts; i++) {
		/* Events that several passes count are those of the first. */
		if (!l->have[event[i]])
			row[event[i]] = between(&l->last[i], &c[i]);
		l->have[event[i]] = true;
		l->last[i] = c[i];
	}
	s->end[s->looks++] = now;
	return true;
}
