/* SPDX-License-Identifier: MIT */
/*
 * Judges what errata of the cores that counted make of the counts: which way
 * each is wrong, and which other event's count says by how much.  A core of
 * which the revision is not known is taken for affected.
 */
#include <stdio.h>
#include <string.h>

#include "base/digits.h"
#include "catalog/errata.h"
#include "record/inner.h"

#define WRAP 4294967296.0 /* of a counter of 32 bits */

/* The erratum's name in a sentence. */
static const char *name_of(const struct catalog_erratum *e)
{
	return *e->number ? e->number : e->id;
}

/*
 * Has any counter of its monitor overflowed in its run?  Of several flags that
 * are lost the last one is seen, so where no total is that high none was.
 */
static bool overflowed(const struct judgement *j,
		       const struct record_event *event)
{
	const struct record *r = j->record;

	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];

		if (e->monitor == event->monitor &&
		    cell_at(j, event->reading.pass, i) &&
		    e->reading.high >= WRAP)
			return true;
	}
	return false;
}

static unsigned doubt_of(const struct judgement *j,
			 const struct catalog_erratum *e,
			 const struct record_event *event)
{
	switch ((enum erratum_effect)e->effect) {
	case ERRATUM_HIGH: /* of none there is none too many */
		return event->reading.high > 0 ? DOUBT_AT_MOST : 0;
	case ERRATUM_LOW:
		return DOUBT_AT_LEAST;
	case ERRATUM_WRONG:
		return DOUBT_UNTRUSTED;
	case ERRATUM_FILTERED:
		return event->filtered ? DOUBT_UNTRUSTED : 0;
	case ERRATUM_OVERFLOW:
		return overflowed(j, event) ? DOUBT_AT_LEAST : 0;
	case ERRATUM_SAMPLES:
	case ERRATUM_TOLD:
	case ERRATUM_EFFECTS:
		break;
	}
	return 0;
}

/* The event of that name in the same run, whose count has a value. */
static const struct record_event *beside(const struct judgement *j,
					 unsigned event, const char *name)
{
	const struct record *r = j->record;
	const struct record_event *own = &r->event[event];

	for (unsigned i = 0; *name && i < r->events; i++) {
		const struct record_event *e = &r->event[i];

		if (e->monitor == own->monitor && e->row && !e->filtered &&
		    strcmp(e->row, name) == 0 &&
		    !(e->reading.doubts & (DOUBT_NO_VALUE | DOUBT_WRONG)) &&
		    cell_at(j, own->reading.pass, i))
			return e;
	}
	return NULL;
}

/* Says what of a count can be taken off: by how much, or why not. */
static void say_correction(const struct judgement *j, unsigned event,
			   const struct catalog_erratum *e)
{
	struct record_event *own = &j->record->event[event];
	const struct record_event *other = beside(j, event, e->beside);
	struct reading *r = &own->reading;
	double rest;

	if (!other) {
		snprintf(r->why, sizeof r->why,
			 "erratum %.60s: %.40s is to be taken off, and no "
			 "counter was left for it in the same window",
			 name_of(e), e->beside);
		return;
	}
	rest = r->value -
	       event_mean(j, r->pass, (unsigned)(other - j->record->event));
	snprintf(r->why, sizeof r->why,
		 "erratum %.60s: without the %s of %.40s it is %s", name_of(e),
		 digits_grouped(record_whole(other->reading.value)).text,
		 e->beside, digits_grouped(record_whole(rest)).text);
}

static void judge_erratum(const struct judgement *j, unsigned event,
			  const struct catalog_erratum *e,
			  enum erratum_there there)
{
	struct record_event *own = &j->record->event[event];
	struct reading *r = &own->reading;
	const unsigned doubt = doubt_of(j, e, own);
	const struct record_event *other;

	/* Of what is wrong anyway no direction is known. */
	if (!doubt || (doubt & DOUBT_DIRECTION && r->doubts & DOUBT_WRONG))
		return;
	r->doubts |= doubt;
	if (e->takes_off) {
		other = beside(j, event, e->beside);
		if (other && there == ERRATUM_THERE)
			own->less = 1 + (unsigned)(other - j->record->event);
	}
	if (r->why[0])
		return;
	if (e->takes_off)
		say_correction(j, event, e);
	else
		snprintf(r->why, sizeof r->why, "erratum %.60s", name_of(e));
}

static void judge_event(const struct judgement *j, unsigned event)
{
	const struct record *r = j->record;
	struct record_event *own = &r->event[event];
	const struct record_monitor *on = &r->monitor[own->monitor];
	struct error ignored;
	const struct catalog_monitor *m = catalog_monitor(on->name, &ignored);
	const struct catalog_erratum *e;
	unsigned at = 0;

	own->less = 0;
	if (!m || !own->row || own->reading.doubts & DOUBT_NO_VALUE)
		return;
	while ((e = catalog_erratum(m, own->row, &at))) {
		enum erratum_there there =
			catalog_erratum_there(e, on->main_id);

		if (there != ERRATUM_NOT)
			judge_erratum(j, event, e, there);
	}
}

/* A board's model is of what the manuals say: no erratum is in it. */
void judge_errata(struct judgement *j)
{
	if (j->record->target.simulated)
		return;
	for (unsigned i = 0; i < j->record->events; i++)
		judge_event(j, i);
}
