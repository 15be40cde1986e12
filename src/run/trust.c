/* SPDX-License-Identifier: MIT */
/*
 * Whether a result is trusted: its values, and what else is known of how it
 * came about.
 */
#include <stdio.h>

#include "run/judge.h"

/*
 * The ledger has events as they come; those of fixed counters with thresholds
 * of their own it has as they were set in its run, the first.
 */
static bool as_in_ledger(const struct request *q,
			 const struct run_result *result, unsigned event)
{
	const struct catalog_event *e = q->event[event];
	const struct tally_monitor *m =
		q->member[q->origin[event].member].monitor->monitor;

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
				 const struct target_truth *t, unsigned *event)
{
	for (unsigned i = 0; i < q->events; i++) {
		const struct reading *e = &result->event[i];

		if (q->origin[i].member != t->monitor ||
		    q->event[i]->code != t->code ||
		    !as_in_ledger(q, result, i) ||
		    e->doubts & (DOUBT_NO_VALUE | DOUBT_COARSE))
			continue;
		/* With jitter only the ledger's own run can be compared. */
		if (options->target->facts.varies && e->pass != 0)
			continue;
		*event = i;
		return e->count == t->count ? TRUTH_EQUAL : TRUTH_DIFFERS;
	}
	return TRUTH_NOT_MEASURED;
}

const char *run_register(const struct catalog_monitor *m,
			 const struct run_writes *w, char *text, size_t room)
{
	const struct catalog_register *reg = catalog_register_at(m, w->reg);

	if (reg)
		snprintf(text, room, "%s", reg->name);
	else
		snprintf(text, room, "its register 0x%x",
			 (unsigned)w->reg.addr);
	return text;
}

static void judge_truth(const struct samples *s, struct run_result *result)
{
	unsigned event;

	for (unsigned i = 0; i < result->truths; i++)
		if (truth_verdict(s->request, s->options, result,
				  &result->truth[i], &event) == TRUTH_DIFFERS)
			verdict_fault(&result->verdict,
				      "%s differs from the board's own ledger",
				      s->request->event[event]->name);
}

static void judge_same(const struct samples *s, struct run_result *result)
{
	if (s->options->target->facts.varies || result->drift <= 0)
		return;
	verdict_fault(&result->verdict,
		      "%s differ by %.3g %% between runs of a board that "
		      "varies nothing: what it runs, or receives, was replaced "
		      "meanwhile",
		      result->drift_anchor, 100 * result->drift);
}

/* What the program did comes first: it explains whatever else is wrong. */
void judge_trust(const struct samples *s, struct run_result *result)
{
	const struct request *q = s->request;
	struct verdict *v = &result->verdict;
	char name[32];

	for (unsigned i = 0; i < q->members; i++)
		if (result->writes[i].count)
			verdict_fault(v,
				      "the program itself wrote %s at %s while "
				      "it counted",
				      run_register(q->member[i].monitor,
						   &result->writes[i], name,
						   sizeof name),
				      result->writes[i].where);
	judge_same(s, result);
	for (unsigned i = 0; i < q->metrics; i++)
		verdict_value(v, q->metric[i].name,
			      q->metric[i].named ? ASKED_BY_NAME : ASKED_AMONG,
			      result->metric[i].doubts, result->metric[i].why);
	for (unsigned i = 0; i < q->events; i++)
		verdict_value(v, q->event[i]->name, q->asked[i],
			      result->event[i].doubts, result->event[i].why);
	for (unsigned i = 0; i < q->identities; i++)
		if (result->identity[i].broken)
			verdict_fault(v, "%s does not hold",
				      q->identity[i].identity->id);
	judge_truth(s, result);
	result->trusted = verdict_trusted(v);
}
