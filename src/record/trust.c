/* SPDX-License-Identifier: MIT */
/*
 * Whether a result is trusted: its values, and what else is known of how it
 * came about.
 */
#include "record/inner.h"

/*
 * The ledger counts each occurrence of an event.  Fixed counters may have
 * thresholds of their own; for these the ledger counts by the thresholds that
 * were set in its run, which is the first.  Where runs vary only that one
 * can be compared.
 */
static bool comparable(const struct record *r, const struct record_event *e)
{
	unsigned pass = e->reading.pass;

	if (e->reading.doubts & (DOUBT_NO_VALUE | DOUBT_COARSE) ||
	    e->ledger == LEDGER_NO)
		return false;
	return pass == 0 ||
	       (e->ledger != LEDGER_FIRST_PASS && !r->target.varies);
}

/* The event that a row of the ledger can be held against, or NULL. */
static const struct record_event *measured(const struct record *r,
					   const struct record_event *event,
					   const struct record_truth *t)
{
	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &event[i];

		if (e->monitor == t->monitor && e->code == t->code &&
		    comparable(r, e))
			return e;
	}
	return NULL;
}

/* `event`: the record's, or those of the region that has the name `of`. */
static void judge_truth(struct record *r, const struct record_event *event,
			const char *of, struct record_truth *t)
{
	const struct record_event *e = measured(r, event, t);

	t->measured = TRUTH_NOT_MEASURED;
	/* A clock goes on outside of a region's windows. */
	if (!e || (of && e->kind == EVENT_CLOCK))
		return;
	t->measured =
		e->reading.count == t->count ? TRUTH_EQUAL : TRUTH_DIFFERS;
	if (t->measured == TRUTH_DIFFERS)
		verdict_fault(&r->verdict,
			      "%.60s%s%.60s differs from the board's own "
			      "ledger",
			      e->name, of ? " of " : "", of ? of : "");
}

static void judge_same(struct record *r)
{
	if (r->target.varies || r->drift <= 0)
		return;
	verdict_fault(&r->verdict,
		      "%s differ by %.3g %% between runs of a board that "
		      "varies nothing: what it runs, or receives, was replaced "
		      "meanwhile",
		      r->drift_anchor, 100 * r->drift);
}

static void judge_values(struct record *r)
{
	struct verdict *v = &r->verdict;

	for (unsigned i = 0; i < r->metrics; i++)
		verdict_value(
			v, r->metric[i].name, (enum asking)r->metric[i].asked,
			r->metric[i].reading.doubts, r->metric[i].reading.why);
	for (unsigned i = 0; i < r->events; i++)
		verdict_value(
			v, r->event[i].name, (enum asking)r->event[i].asked,
			r->event[i].reading.doubts, r->event[i].reading.why);
}

/* A region's values, where they are wrong: what has none need not have one. */
static void judge_part(struct record *r, const struct record_part *p)
{
	for (unsigned i = 0; i < r->metrics; i++)
		if (p->metric[i].reading.doubts & DOUBT_WRONG)
			verdict_fault(&r->verdict,
				      "%.60s of %.60s is not to be trusted: "
				      "%.100s",
				      p->metric[i].name, p->region.text,
				      p->metric[i].reading.why);
	for (unsigned i = 0; i < r->events; i++)
		if (p->event[i].reading.doubts & DOUBT_WRONG)
			verdict_fault(&r->verdict,
				      "%.60s of %.60s is not to be trusted: "
				      "%.100s",
				      p->event[i].name, p->region.text,
				      p->event[i].reading.why);
	for (unsigned i = 0; p->truth && i < r->truths; i++)
		judge_truth(r, p->event, p->region.text, &p->truth[i]);
	/* Firmware may have counted nothing but regions. */
	for (unsigned i = 0; r->log.known && i < r->events; i++)
		r->verdict.valued += reading_has_value(&p->event[i].reading);
}

/* Counts that are not in a log were not added. */
static void judge_log(struct record *r)
{
	const struct record_log *l = &r->log;

	if (l->lost || l->damaged || l->unread)
		verdict_fault(&r->verdict,
			      "counts are too small: of the log's records "
			      "%llu were lost, %llu damaged, and %llu without "
			      "a setup",
			      (unsigned long long)l->lost,
			      (unsigned long long)l->damaged,
			      (unsigned long long)l->unread);
}

/* The program's doing comes first: it explains whatever else is wrong. */
void judge_trust(struct judgement *j)
{
	struct record *r = j->record;

	for (unsigned i = 0; i < r->monitors; i++)
		if (r->monitor[i].writes)
			verdict_fault(&r->verdict,
				      "the program itself wrote %s at %s while "
				      "it counted",
				      r->monitor[i].wrote, r->monitor[i].where);
	judge_log(r);
	judge_same(r);
	judge_values(r);
	for (unsigned i = 0; i < r->parts; i++)
		judge_part(r, &r->part[i]);
	for (unsigned i = 0; i < r->identities; i++)
		if (r->identity[i].broken)
			verdict_fault(&r->verdict, "%s does not hold",
				      r->identity[i].id);
	for (unsigned i = 0; i < r->truths; i++)
		judge_truth(r, r->event, NULL, &r->truth[i]);
	r->trusted = verdict_trusted(&r->verdict);
}
