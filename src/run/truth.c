/* SPDX-License-Identifier: MIT */
/*
 * What was measured against what the board itself knows.
 */
#include "run/run.h"

/*
 * The ledger has events as they come; those of fixed counters with thresholds
 * of their own it has as they were set in its run, the first.
 */
static bool as_in_ledger(const struct request *q,
			 const struct run_result *result, unsigned event)
{
	const struct catalog_event *e = q->event[event];
	const struct tally_monitor *m =
		q->part[q->origin[event].part].monitor->monitor;

	if (!e->refine)
		return !e->levels;
	for (unsigned i = 0; i < m->counters; i++)
		if (m->counter[i].fixed && m->counter[i].event == e->code)
			return result->event[event].pass == 0;
	return !e->levels && refine_plain(e->refine);
}

enum truth_verdict truth_verdict(const struct request *q,
				 const struct run_options *options,
				 const struct run_result *result,
				 const struct board_truth *t, unsigned *event)
{
	for (unsigned i = 0; i < q->events; i++) {
		const struct reading *e = &result->event[i];

		if (q->origin[i].part != t->monitor ||
		    q->event[i]->code != t->code ||
		    !as_in_ledger(q, result, i) ||
		    e->doubts & (DOUBT_NO_VALUE | DOUBT_COARSE))
			continue;
		/* With jitter only the ledger's own run can be compared. */
		if (options->machine.jitter && e->pass != 0)
			continue;
		*event = i;
		return e->count == t->count ? TRUTH_EQUAL : TRUTH_DIFFERS;
	}
	return TRUTH_NOT_MEASURED;
}
