/* SPDX-License-Identifier: MIT */
/*
 * Settings of an event, as they are typed behind its name: thresholds, bursts
 * and triggers.  Whether a monitor can do them is asked of the monitor.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "catalog/names.h"
#include "request/inner.h"

enum { KEY_ROOM = 16, MOST = UINT16_MAX };

/*
 * The threshold is the only setting that an event is compared with.  With all
 * others each occurrence counts.
 */
static const char threshold[] = "threshold";

bool refine_is_setting(const char *piece)
{
	return strchr(piece, '=') != NULL;
}

/* "pmc2", "pmc2.change", "pmc2.overflow". */
static bool trigger(const struct catalog_monitor *m, const char *text,
		    uint8_t *value)
{
	const char *dot = strchr(text, '.');
	const char *when = dot ? dot + 1 : "change";
	size_t length = dot ? (size_t)(dot - text) : strlen(text);
	char name[KEY_ROOM];

	if (length >= sizeof(name) ||
	    (!name_same(when, "change") && !name_same(when, "overflow")))
		return false;
	memcpy(name, text, length);
	name[length] = '\0';
	for (unsigned i = 0; i < m->monitor->counters && i < 16; i++)
		if (name_same(m->counter[i].name, name)) {
			*value = (uint8_t)(i + (name_same(when, "change")
							? TALLY_ON_CHANGE
							: TALLY_ON_OVERFLOW));
			return true;
		}
	return false;
}

bool refine_take(const struct catalog_monitor *m, const char *piece,
		 struct tally_refine *r, struct error *err)
{
	const char *text = strchr(piece, '=') + 1;
	size_t length = (size_t)(text - 1 - piece);
	uint64_t value = 0;
	unsigned most;
	char key[KEY_ROOM] = "";

	if (length < sizeof(key))
		memcpy(key, piece, length);
	if (name_same(key, "start") || name_same(key, "stop"))
		return trigger(m, text,
			       name_same(key, "start") ? &r->start
						       : &r->stop) ||
		       error_set(err,
				 "'%s': a counter and what of it is waited "
				 "for, as in start=%s.change or "
				 "stop=%s.overflow",
				 piece, m->counter[0].name, m->counter[0].name);
	if (!name_same(key, threshold) && !name_same(key, "distance") &&
	    !name_same(key, "burst") && !name_same(key, "gap"))
		return error_set(err,
				 "'%s': settings of an event are threshold=, "
				 "burst=, gap=, distance=, start= and stop=",
				 piece);
	most = key[0] == 'b' || key[0] == 'g' ? 31 : MOST;
	if (!number_read(text, &value, err) || value > most)
		return error_set(err, "'%s': a number, 0 to %u", piece, most);
	if (name_same(key, threshold))
		r->threshold = (uint16_t)value;
	else if (name_same(key, "distance"))
		r->distance = (uint16_t)value;
	else if (name_same(key, "burst"))
		r->burst = (uint8_t)value;
	else
		r->gap = (uint8_t)value;
	return true;
}

/* Can any of the event's counters count it with these settings? */
static bool accepted(const struct catalog_monitor *m, unsigned code,
		     const struct catalog_event *row,
		     const struct tally_refine *r)
{
	for (unsigned i = 0; i < m->monitor->counters; i++) {
		const struct tally_slot slot = {
			.counter = (uint8_t)i,
			.event = (uint16_t)code,
			.refine = r,
		};
		const struct tally_setup setup = { &slot, 1, 0 };

		if ((!row || catalog_counts(m, row, i)) &&
		    tally_setup_check(m->monitor, &setup, NULL) == TALLY_OK)
			return true;
	}
	return false;
}

/* The nearest threshold that can be set, from `value` on in steps of `step`. */
static bool nearest(const struct catalog_monitor *m, const struct named *n,
		    int step, unsigned *value)
{
	for (int v = n->refine.threshold + step; v >= 0 && v <= MOST;
	     v += step) {
		const struct tally_refine r = { .threshold = (uint16_t)v };

		*value = (unsigned)v;
		if (accepted(m, n->code, n->row, &r))
			return true;
	}
	return false;
}

bool refine_compares(const struct catalog_monitor *m,
		     const struct catalog_event *row)
{
	return m->thresholds && row &&
	       catalog_has_word(m->thresholds, row->name);
}

static bool refused(const struct catalog_monitor *m, const struct named *n,
		    struct error *err)
{
	const struct tally_refine some = { .threshold = 1 };
	const struct tally_refine this = { .threshold = n->refine.threshold };
	unsigned low = 0, high = 0;

	if (!m->thresholds)
		return error_set(err,
				 "'%s': %s counts its events as they come; "
				 "leave out what is behind the colon",
				 n->said, m->name);
	if (!accepted(m, n->code, n->row, &some) && refine_compares(m, n->row))
		return error_set(err,
				 "'%s': where its threshold is set, nobody "
				 "knows; a line of the map can say it",
				 n->said);
	if (!accepted(m, n->code, n->row, &some))
		return error_set(err,
				 "'%s': %s does not compare it with a "
				 "threshold, but these: %s",
				 n->said, m->name, m->thresholds);
	if (accepted(m, n->code, n->row, &this))
		return error_set(err,
				 "'%s': %s has no such burst, distance or "
				 "trigger here; threshold=%u alone can be had",
				 n->said, m->name, n->refine.threshold);
	if (!nearest(m, n, -1, &low))
		low = 0;
	if (!nearest(m, n, 1, &high))
		return error_set(err, "'%s': the largest threshold of %s is %u",
				 n->said, m->name, low);
	return error_set(err, "'%s': %s has no such threshold, but %u and %u",
			 n->said, m->name, low, high);
}

bool refine_allowed(const struct catalog_monitor *m, const struct named *n,
		    struct error *err)
{
	return accepted(m, n->code, n->row, &n->refine) || refused(m, n, err);
}

void refine_settle(const struct catalog_monitor *m, struct named *n)
{
	if (!refine_compares(m, n->row) || n->refined)
		return;
	n->refined = accepted(m, n->code, n->row, &n->refine);
	n->unknown = !n->refined;
}

bool refine_plain(const struct tally_refine *r)
{
	return !r || !(r->threshold || r->distance || r->burst || r->gap ||
		       r->start || r->stop || r->word);
}

bool refine_same(const struct tally_refine *a, const struct tally_refine *b)
{
	return a->threshold == b->threshold && a->distance == b->distance &&
	       a->burst == b->burst && a->gap == b->gap &&
	       a->start == b->start && a->stop == b->stop && a->word == b->word;
}

/* Does the counter that a trigger waits for count in this pass? */
static bool counts(const struct plan_pass *p, unsigned counter)
{
	for (unsigned i = 0; i < p->assigns; i++)
		if (p->assign[i].counter == counter)
			return true;
	return false;
}

static bool triggered(const struct request *r, const struct plan_pass *p,
		      unsigned event, uint8_t by, struct error *err)
{
	const struct request_member *member =
		&r->member[r->origin[event].member];
	unsigned counter = by & 15u;

	if (by == TALLY_NO_TRIGGER || counts(p, member->counter + counter))
		return true;
	return error_set(err,
			 "'%s' waits for %s, which counts nothing in its pass; "
			 "put an event that is on %s beside it in braces",
			 r->event[event]->name,
			 member->monitor->counter[counter].name,
			 member->monitor->counter[counter].name);
}

bool refine_triggers(const struct request *r, struct error *err)
{
	for (unsigned k = 0; k < r->plan->passes; k++) {
		const struct plan_pass *p = &r->plan->pass[k];

		for (unsigned i = 0; i < p->assigns; i++) {
			unsigned event = p->assign[i].event;
			const struct tally_refine *e = r->event[event]->refine;

			if (e && (!triggered(r, p, event, e->start, err) ||
				  !triggered(r, p, event, e->stop, err)))
				return false;
		}
	}
	return true;
}

/* The only counter that can count the event; -1: there are several. */
static int only_counter(const struct catalog_monitor *m,
			const struct catalog_event *e)
{
	int only = -1;

	for (unsigned i = 0; i < m->monitor->counters; i++)
		if (catalog_counts(m, e, i)) {
			if (only >= 0)
				return -1;
			only = (int)i;
		}
	return only;
}

/*
 * Would the monitor refuse one setup of both, although it takes each of the two
 * alone?
 */
static bool exclude(const struct request *r, unsigned a, unsigned b)
{
	const struct catalog_monitor *m =
		r->member[r->origin[a].member].monitor;
	const struct catalog_event *e[2] = { r->event[a], r->event[b] };
	struct tally_slot slot[2];

	for (unsigned i = 0; i < 2; i++) {
		int counter = only_counter(m, e[i]);

		if (counter < 0)
			return false;
		slot[i] = (struct tally_slot){ .counter = (uint8_t)counter,
					       .event = e[i]->code,
					       .refine = e[i]->refine };
	}
	return slot[0].counter != slot[1].counter &&
	       tally_setup_check(m->monitor,
				 &(struct tally_setup){ slot, 2, 0 }, NULL);
}

bool refine_exclusions(struct request *r, struct error *err)
{
	struct storage *s = r->storage;

	for (unsigned a = 0; a < r->events; a++)
		for (unsigned b = 0; b < a; b++) {
			struct plan_exclusion *more;

			if (!r->event[a]->refine || !r->event[b]->refine ||
			    r->origin[a].member != r->origin[b].member ||
			    !exclude(r, a, b))
				continue;
			more = grown(s->exclusion, r->problem.exclusions,
				     sizeof *more, err);
			if (!more)
				return false;
			s->exclusion = more;
			more[r->problem.exclusions++] =
				(struct plan_exclusion){ (uint16_t)a,
							 (uint16_t)b };
		}
	r->problem.exclusion = s->exclusion;
	return true;
}
