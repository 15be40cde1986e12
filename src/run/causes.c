/* SPDX-License-Identifier: MIT */
/*
 * Causes of a simulated core's cycles over time: at each look what its ledger
 * has of the windows so far.
 */
#include <stdlib.h>
#include <string.h>

#include "run/job.h"

/* The windows that are over, and of an open one what went by so far; those that
 * the target opened and closed it tells apart. */
static uint64_t in_windows(const struct job *job, unsigned row, unsigned cause,
			   uint64_t now)
{
	const struct job_truth *t = job->truth;
	const bool over = job->window.count > (job->window.open ? 1u : 0u);
	uint64_t sum = t->cause[cause];

	if (over)
		sum += t->row[row].count;
	if (job->window.open)
		sum += now - t->before[row].count;
	return sum;
}

static bool room_for_causes(struct job_series *s, struct error *err)
{
	void *more;

	if (s->cause_room == s->room)
		return true;
	more = reallocarray(s->cause, s->room, sizeof *s->cause);
	if (!more)
		return error_no_memory(err);
	s->cause = more;
	s->cause_room = s->room;
	return true;
}

/* The rows of `after` are those of the window's end, which is not yet. */
bool causes_look(struct job *job, struct error *err)
{
	struct job_series *s = job->series;
	uint64_t *to;
	struct target_truth *row;
	unsigned rows, causes = 0;

	if (!s || !job->truth || !s->looks || s->cause_looks == s->looks)
		return true;
	row = job->truth->after;
	if (!room_for_causes(s, err) || !job_truth_read(job, row, &rows, err))
		return false;
	s->cause_looks = s->looks;
	to = s->cause[s->looks - 1];
	memset(to, 0, sizeof s->cause[0]);
	for (unsigned i = 0; i < rows && causes < TARGET_CAUSES; i++) {
		if (row[i].code != TARGET_CAUSE)
			continue;
		memcpy(s->cause_name[causes], row[i].name, sizeof row[i].name);
		to[causes] = in_windows(job, i, causes, row[i].count);
		causes++;
	}
	s->causes = causes;
	return true;
}
