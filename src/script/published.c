/* SPDX-License-Identifier: MIT */
/* Whether a document's sequence can count what is asked for, and which
 * registers it reads and writes. */
#include <string.h>

#include "catalog/published.h"
#include "script/inner.h"

/* The document has an event on each counter, everywhere, from 0. */
static bool is_plain(const struct tally_slot *slot)
{
	return !slot->levels && !slot->pair && !slot->refine &&
	       !slot->interrupt && !slot->period;
}

static bool is_cycles(const struct script *s, unsigned i)
{
	return s->slot[i].event == TALLY_EVENT_CYCLES;
}

static bool can(const struct script *s, struct error *err)
{
	unsigned events = 0;

	if (s->request->plan->passes != 1)
		return error_set(err, "--order documented: the published "
				      "sequence is one pass; ask for less");
	if (s->setup.options)
		return error_set(err,
				 "--order documented: the published "
				 "sequence has no options; leave them out");
	for (unsigned i = 0; i < s->setup.slots; i++) {
		if (!is_plain(&s->slot[i]))
			return error_set(
				err,
				"--order documented: the published sequence "
				"counts %s with no setting, pair or interrupt; "
				"leave it out",
				script_event(s, i)->name);
		events += !is_cycles(s, i);
	}
	return events ? true
		      : error_set(err, "--order documented: the published "
				       "sequence counts events beside the "
				       "cycles; ask for one");
}

bool script_published(struct script *s, struct error *err)
{
	if (!can(s, err))
		return false;
	s->published = s->monitor->published;
	for (unsigned i = 0; i < SCRIPT_PHASES; i++)
		s->phase[i].count = 0;
	s->restore.count = 0;
	return true;
}

static bool does(const struct published_step *step, bool write)
{
	return write ? step->access != PUBLISHED_COUNT
		     : step->access != PUBLISHED_WRITE;
}

bool script_published_has(const struct script *s,
			  const struct catalog_register *r, bool write)
{
	const struct catalog_published *p = s->published;

	for (unsigned i = 0; i < p->steps; i++)
		if (strcmp(p->step[i].reg, r->name) == 0 &&
		    does(&p->step[i], write))
			return true;
	return !write && (strcmp(p->counters, r->name) == 0 ||
			  strcmp(p->exists[0], r->name) == 0 ||
			  strcmp(p->exists[1], r->name) == 0);
}
