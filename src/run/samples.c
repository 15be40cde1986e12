/* SPDX-License-Identifier: MIT */
/* The memory for what the runs of a measurement count. */
#include <stdlib.h>

#include "run/keep.h"

/* Is the ledger wanted of each region, too? */
static bool has_truth(const struct samples *s)
{
	const struct run_options *o = s->options;

	return s->parts && s->parts->count && (o->truth || o->causes) &&
	       o->target->control && o->target->control->truth_of;
}

bool samples_make(struct samples *s)
{
	const unsigned events = s->request->events;
	const size_t cells = (size_t)s->runs * events;

	s->count = calloc(cells, sizeof *s->count);
	s->bias = calloc(cells, sizeof *s->bias);
	s->have = calloc(cells, sizeof *s->have);
	s->least = calloc(cells, sizeof *s->least);
	s->most = calloc(cells, sizeof *s->most);
	s->entry = calloc(cells, sizeof *s->entry);
	s->entered = calloc(s->runs, sizeof *s->entered);
	s->late = calloc(s->runs, sizeof *s->late);
	s->ran = calloc(s->runs, sizeof *s->ran);
	s->modelled = calloc(events, sizeof *s->modelled);
	s->class = calloc(events, sizeof *s->class);
	if (has_truth(s))
		s->truth = calloc((size_t)s->parts->count * JOB_TRUTHS,
				  sizeof *s->truth);
	return s->count && s->bias && s->have && s->least && s->most &&
	       s->entry && s->entered && s->late && s->ran && s->modelled &&
	       s->class && (s->truth || !has_truth(s));
}

void samples_free(struct samples *s)
{
	free(s->count);
	free(s->bias);
	free(s->have);
	free(s->least);
	free(s->most);
	free(s->entry);
	free(s->entered);
	free(s->truth);
	free(s->late);
	free(s->ran);
	free(s->modelled);
	free(s->class);
}
