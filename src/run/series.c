/* SPDX-License-Identifier: MIT */
/*
 * Counts over time.  The target stops with the first instruction that ends at a
 * multiple of the interval or later, and all counts are read as they stand.  So
 * what lies between two looks adds up to the whole.
 */
#include <stdlib.h>
#include <string.h>

#include "record/record.h"
#include "run/job.h"

void series_free(struct job_series *s)
{
	free(s->end);
	free(s->count);
	free(s->cause);
	*s = (struct job_series){ 0 };
}

uint64_t series_next(const struct job *job)
{
	const uint64_t period = job->options->interval;

	return (job->cycles / period + 1) * period;
}

bool series_grow(struct job_series *s, unsigned events, struct error *err)
{
	const unsigned room = s->room ? 2 * s->room : 64;
	uint64_t *end, *count;

	if (s->looks < s->room)
		return true;
	end = reallocarray(s->end, room, sizeof *end);
	if (end)
		s->end = end;
	count = reallocarray(s->count, (size_t)room * (events + 1u),
			     sizeof *count);
	if (count)
		s->count = count;
	if (!end || !count)
		return error_no_memory(err);
	s->room = room;
	return true;
}

/* A row that is not `apart` has what stood there since the program began. */
uint64_t series_between(const struct job_series *s, unsigned events,
			unsigned interval, unsigned event)
{
	const uint64_t *now = &s->count[(size_t)interval * events + event];
	const uint64_t before =
		interval && !s->apart ? now[-(ptrdiff_t)events] : 0;

	return *now == TALLY_COUNT_LOST || before == TALLY_COUNT_LOST
		       ? RECORD_LOST
		       : *now - before;
}

uint64_t series_cause(const struct job_series *s, unsigned interval,
		      unsigned cause)
{
	const uint64_t now = s->cause[interval][cause];

	return interval ? now - s->cause[interval - 1][cause] : now;
}

void series_halve(struct job_series *s, unsigned events)
{
	for (unsigned i = 0; i < s->looks / 2; i++) {
		const uint64_t *from = s->count + (size_t)2 * i * events;
		uint64_t *to = s->count + (size_t)i * events;

		for (unsigned e = 0; e < events; e++)
			to[e] = from[e] == RECORD_LOST ||
						from[events + e] == RECORD_LOST
					? RECORD_LOST
					: from[e] + from[events + e];
		s->end[i] = s->end[2 * i + 1];
	}
	s->looks /= 2;
	s->period *= 2;
}

/* Events that several passes count are those of the first. */
static void take_pass(const struct job *job, struct job_pass *pass,
		      uint64_t *row, bool *have)
{
	for (unsigned i = 0; i < job->request->members; i++) {
		struct job_member *p = &pass->member[i];

		if (job->window.handed)
			p->session.windows = (uint32_t)job->window.count;
		for (unsigned k = 0; p->used && k < p->setup.slots; k++) {
			const unsigned event = p->event[k];

			if (have[event])
				continue;
			have[event] = true;
			row[event] = tally_session_net(&p->session, k);
		}
	}
}

static bool take(struct job *job, struct error *err)
{
	struct job_series *s = job->series;
	const unsigned events = job->request->events;
	uint64_t *row;
	bool *have;

	if (s->looks > RUN_INTERVALS)
		return error_set(err,
				 "the program is longer than %d intervals of "
				 "%llu cycles; choose a longer one with -I",
				 RUN_INTERVALS,
				 (unsigned long long)job->options->interval);
	have = calloc(events + 1u, sizeof *have);
	if (!have)
		return error_no_memory(err);
	if (!series_grow(s, events, err)) {
		free(have);
		return false;
	}
	row = s->count + (size_t)s->looks * events;
	memset(row, 0, events * sizeof *row);
	for (unsigned i = 0; i < job->passes; i++)
		take_pass(job, &job->pass[i], row, have);
	free(have);
	s->end[s->looks++] = job->cycles;
	return true;
}

/* Several stops may lie within one interval; what is over last is the rest. */
bool series_look(struct job *job, bool ended, struct error *err)
{
	const uint64_t period = job->options->interval;
	const struct job_series *s = job->series;
	uint64_t last;

	if (!s)
		return true;
	last = s->looks ? s->end[s->looks - 1] : 0;
	if (!ended && job->cycles / period == last / period)
		return true;
	return take(job, err);
}
