/* SPDX-License-Identifier: MIT */
/*
 * Counts that cannot be, or are no more than what is left of a larger number.
 * One rule keeps the word exact from them, whatever was measured and whoever
 * prints it: doc/errors.md, "What is not exact".
 */
#include <stdio.h>
#include <string.h>

#include "base/digits.h"
#include "record/inner.h"

/* An event as it comes, without a level or a setting behind its name. */
static bool is_plain(const struct record_event *e)
{
	size_t own = strlen(e->name), row = e->row ? strlen(e->row) : 0;

	return row && own >= row && strcmp(e->name + own - row, e->row) == 0;
}

static bool is_row(const struct record_event *e, const char *row)
{
	return row && e->row && strcmp(e->row, row) == 0;
}

static const struct catalog_monitor *monitor_of(const struct record *r,
						const struct record_event *e)
{
	struct error ignored;

	return catalog_monitor(r->monitor[e->monitor].name, &ignored);
}

static bool is_cycles(const struct catalog_monitor *m,
		      const struct record_event *e)
{
	return e->code == TALLY_EVENT_CYCLES || is_row(e, m->cycles);
}

/* Has it a number that nothing speaks against so far? */
static bool is_told(const struct record_event *e)
{
	return !(e->reading.doubts & (DOUBT_NO_VALUE | DOUBT_WRONG));
}

/* In a repeat at least. */
static bool is_none(const struct record_event *e)
{
	return !(e->reading.low > 0);
}

/*
 * Did the core execute instructions while it was counted?  A program that a
 * board ran did, and so did a region that was entered.  Of what a kernel or
 * firmware counted as a whole it is not known.
 */
static bool was_entered(const struct record *r)
{
	if (r->region.kind != REGION_WHOLE)
		return r->region.entered;
	return r->program.path && !record_by_kernel(r) && !r->log.known;
}

/* A region of so few instructions that a core may issue and retire all of an
 * entry's with those around it. */
static bool is_short(const struct record *r, const struct catalog_monitor *m,
		     unsigned monitor)
{
	enum { ISSUED_AT_ONCE = 4 };

	for (unsigned i = 0; i < r->events && r->region.kind != REGION_WHOLE;
	     i++)
		if (r->event[i].monitor == monitor && is_plain(&r->event[i]) &&
		    is_row(&r->event[i], m->instructions) &&
		    is_told(&r->event[i]))
			return r->event[i].reading.high <=
			       ISSUED_AT_ONCE * (double)r->region.entered;
	return false;
}

/*
 * A 0 may be right where something was taken off, where a step is 64 cycles,
 * where firmware took off what its windows take, where the monitor has a
 * slower clock than the core, or of a region that is short.
 */
static bool may_be_none(const struct record *r, const struct catalog_monitor *m,
			const struct record_event *e)
{
	return e->reading.empty || e->step > 1 || r->log.known ||
	       m->device_tree || is_short(r, m, e->monitor);
}

static void reject(const struct record *r, const struct catalog_monitor *m,
		   struct record_event *e, const char *beside)
{
	e->reading.doubts |=
		may_be_none(r, m, e) ? DOUBT_INEXACT : DOUBT_UNTRUSTED;
	snprintf(e->reading.why, sizeof e->reading.why,
		 "none was counted %s, where there must have been some",
		 beside);
}

/* The cycles that the monitor counted, or NULL. */
static const struct record_event *cycles_of(const struct record *r,
					    const struct catalog_monitor *m,
					    unsigned monitor)
{
	for (unsigned i = 0; i < r->events; i++)
		if (r->event[i].monitor == monitor && is_plain(&r->event[i]) &&
		    is_cycles(m, &r->event[i]) && is_told(&r->event[i]))
			return &r->event[i];
	return NULL;
}

/* Cycles pass where a core executes instructions, and the other way round. */
static void judge_none(const struct record *r, struct record_event *e)
{
	const struct catalog_monitor *m = monitor_of(r, e);
	const bool counts_instructions = m && is_row(e, m->instructions);
	const struct record_event *cycles;
	char beside[64];

	if (!m || !is_plain(e) || !is_told(e) || !is_none(e) ||
	    !(is_cycles(m, e) || counts_instructions))
		return;
	cycles = counts_instructions ? cycles_of(r, m, e->monitor) : NULL;
	if (cycles && !is_none(cycles))
		snprintf(beside, sizeof beside, "beside %s cycles",
			 digits_grouped(record_whole(cycles->reading.value))
				 .text);
	else if (r->region.kind == REGION_WHOLE && was_entered(r))
		snprintf(beside, sizeof beside, "of a program that ran");
	else if (was_entered(r))
		snprintf(beside, sizeof beside, "in a region that was entered");
	else
		return;
	reject(r, m, e, beside);
}

/* Nobody takes what a model made for exact. */
static void doubt(struct record_event *e, const char *why)
{
	struct reading *r = &e->reading;

	if (e->class != CLASS_EXACT ||
	    r->doubts & (DOUBT_NO_VALUE | DOUBT_WRONG | DOUBT_INEXACT))
		return;
	r->doubts |= DOUBT_INEXACT;
	if (!r->why[0])
		snprintf(r->why, sizeof r->why, "%s", why);
}

/* Doubts a count of which looking at the region is no small part. */
static void judge_rest(const struct judgement *j, unsigned event)
{
	const struct record *r = j->record;
	const uint64_t times = r->region.entered ? r->region.entered : 1;
	char why[sizeof r->event[event].reading.why];

	for (unsigned run = 0; run < j->runs; run++) {
		const struct record_count *c = cell_at(j, run, event);

		if (!c || c->bias <= c->value / times)
			continue;
		snprintf(why, sizeof why,
			 "%s of each entry were taken off for the empty "
			 "region, more than is left",
			 digits_grouped(c->bias).text);
		doubt(&r->event[event], why);
		return;
	}
}

/* Is what looking costs nothing, or the same in each of two runs or more? */
static bool is_cost_known(const struct judgement *j, unsigned event,
			  uint64_t *least, uint64_t *most)
{
	unsigned runs = 0;

	*least = *most = 0;
	for (unsigned run = 0; run < j->runs; run++) {
		const struct record_count *c = cell_at(j, run, event);

		if (!c)
			continue;
		*least = runs && *least < c->bias ? *least : c->bias;
		*most = *most > c->bias ? *most : c->bias;
		runs++;
	}
	return !*most || (runs > 1 && *least == *most);
}

/*
 * A core is halted to be looked at over a link.  Its counters may go on then,
 * with a clock of several cores or an emulator's, for as long as the link
 * takes.
 */
static void judge_cost(const struct judgement *j, unsigned event)
{
	uint64_t least, most;
	char why[sizeof j->record->event[event].reading.why];

	if (!record_by_link(j->record) ||
	    is_cost_known(j, event, &least, &most))
		return;
	if (least < most)
		snprintf(why, sizeof why,
			 "what was taken off for the empty region is not the "
			 "same in each run, from %s to %s",
			 digits_grouped(least).text, digits_grouped(most).text);
	else
		snprintf(why, sizeof why,
			 "%s were taken off for the empty region, and one run "
			 "does not tell whether it is the same each time; -r 2 "
			 "does",
			 digits_grouped(most).text);
	doubt(&j->record->event[event], why);
}

/* Of runs that differ too much only what is the same in each is one count. */
static void judge_spread(const struct record *r, struct record_event *e)
{
	const struct reading *reading = &e->reading;
	char why[sizeof reading->why];

	if (!r->drift_anchor || !(r->drift > r->drift_limit) ||
	    (reading->samples > 1 && !(reading->low < reading->high)))
		return;
	snprintf(why, sizeof why,
		 "%.60s differ by %.3g %% between the runs, and the limit is "
		 "%.3g %%",
		 r->drift_anchor, 100 * r->drift, 100 * r->drift_limit);
	doubt(e, why);
}

void judge_inexact(struct judgement *j)
{
	struct record *r = j->record;

	for (unsigned i = 0; i < r->events && !record_is_given(r); i++) {
		judge_none(r, &r->event[i]);
		judge_rest(j, i);
		judge_cost(j, i);
		judge_spread(r, &r->event[i]);
	}
}

static void settle(struct reading *r)
{
	if (r->class == CLASS_EXACT &&
	    r->doubts & (DOUBT_WRONG | DOUBT_INEXACT | DOUBT_SCALED |
			 DOUBT_DIRECTION))
		r->class = CLASS_DOUBTED;
}

void judge_classes(struct judgement *j)
{
	struct record *r = j->record;

	for (unsigned i = 0; i < r->events; i++)
		settle(&r->event[i].reading);
	for (unsigned i = 0; i < r->metrics; i++)
		settle(&r->metric[i].reading);
}
