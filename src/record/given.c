/* SPDX-License-Identifier: MIT */
/*
 * Counts that were given come out of a log or a debugger.  Unlike a
 * measurement, they do not tell how they were counted.  So they are compared
 * with each other, and if a metric cannot be computed, the reason names the
 * counts that are missing.
 */
#include <stdio.h>
#include <string.h>

#include "catalog/names.h"
#include "record/inner.h"

bool record_is_given(const struct record *r)
{
	return !r->target.name;
}

/* A monitor's event by any of its names, where it was counted; or NULL. */
static struct record_event *counted(const struct record *r, unsigned monitor,
				    const struct catalog_monitor *m,
				    const char *name)
{
	struct error ignored;
	const struct catalog_event *row =
		name ? catalog_event(m, name, &ignored) : NULL;

	for (unsigned i = 0; row && i < r->events; i++) {
		struct record_event *e = &r->event[i];

		if (e->monitor == monitor && e->row &&
		    name_same(e->row, row->name) &&
		    reading_has_value(&e->reading))
			return e;
	}
	return NULL;
}

static void reject(struct record_event *e)
{
	if (!e)
		return;
	e->reading.doubts |= DOUBT_UNTRUSTED;
	snprintf(e->reading.why, sizeof e->reading.why,
		 "too few cycles for so many instructions: the cycle counter "
		 "has wrapped; add 2^32 (4294967296) for each overflow");
}

/*
 * A cycle counter that wrapped gives a CPI no core can have.  Other metrics of
 * these cycles may look likely, and are as wrong.
 */
static void judge_cycles(const struct record *r, unsigned monitor)
{
	struct error ignored;
	const struct catalog_monitor *m =
		catalog_monitor(r->monitor[monitor].name, &ignored);
	const struct catalog_metric *cpi =
		m ? catalog_metric(m, "cpi", &ignored) : NULL;
	struct record_event *cycles, *instructions;

	if (!cpi)
		return;
	cycles = counted(r, monitor, m, "cycles");
	instructions = counted(r, monitor, m, m->instructions);
	if (!cycles || !instructions ||
	    cycles->reading.value >= cpi->low * instructions->reading.value)
		return;
	reject(cycles);
	reject(counted(r, monitor, m, m->cycles));
}

void judge_given(struct judgement *j)
{
	for (unsigned i = 0; i < j->record->monitors; i++)
		judge_cycles(j->record, i);
}

void given_reason(enum formula_result result, const char *name, unsigned doubts,
		  char *why, size_t room)
{
	size_t used = strlen(why);

	if (doubts & DOUBT_OUT_OF_BOUNDS)
		snprintf(why + used, room - used,
			 "; if a counter has wrapped, add 2^32 (4294967296) "
			 "for each overflow");
	if (result != FORMULA_MISSING || !name)
		return;
	if (!strcmp(name, "clock_hz"))
		snprintf(why, room, "needs the core clock: --clock-hz");
	else if (!strcmp(name, "clock_ratio"))
		snprintf(why, room,
			 "needs the core clock over the platform's: "
			 "--clock-ratio");
	else
		snprintf(why, room, "needs the count of %s", name);
}
