/* SPDX-License-Identifier: MIT */
/* Checks what a setup of an e500 core or PowerQUICC III device monitor can ask.
 */
#include <tally/library.h>

#include <stddef.h>

#include "fslpm.h"

/* The events that have a threshold. [E500CORERM 7-12; LNX] */
enum { THRESHOLD_FIRST = 76, THRESHOLD_LAST = 81 };

static bool fslpm_taken(const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];
	unsigned last = slot->counter + slot->pair;

	for (unsigned k = 0; k < i; k++) {
		const struct tally_slot *other = &setup->slot[k];

		if (slot->counter <= other->counter + (unsigned)other->pair &&
		    other->counter <= last)
			return true;
	}
	return false;
}

/* A code without a row is accepted, unless it is one that makes a pair. */
static enum tally_status fslpm_check_event(const struct tally_monitor *m,
					   const struct tally_slot *slot)
{
	const struct tally_event *event = tally_event_find(m, slot->event);
	unsigned on = slot->event >> 8;

	if (event)
		return event->counters >> slot->counter & 1 ? TALLY_OK
							    : TALLY_E_EVENT;
	if (!fslpm_facts_of(m)->first)
		return slot->event <= FSLPM_EVENT ? TALLY_OK : TALLY_E_EVENT;
	/*
	 * Any counter can count codes below 64.  A counter's own codes are 64
	 * to 127, with its number in the bits above.
	 */
	if (on)
		return on == slot->counter && (slot->event & 0xC0) == 0x40
			       ? TALLY_OK
			       : TALLY_E_EVENT;
	return slot->event < 64 ? TALLY_OK : TALLY_E_EVENT;
}

/* Does some slot start or stop counting at what this counter does? */
static bool is_trigger(const struct tally_setup *setup, unsigned counter)
{
	for (unsigned k = 0; k < setup->slots; k++) {
		const struct tally_refine *r = setup->slot[k].refine;

		if (r && ((r->start && (r->start & 15u) == counter) ||
			  (r->stop && (r->stop & 15u) == counter)))
			return true;
	}
	return false;
}

static bool good_trigger(const struct tally_monitor *m, unsigned trigger,
			 const struct tally_slot *slot)
{
	unsigned when = trigger & 0xF0, counter = trigger & 15;

	if (trigger == TALLY_NO_TRIGGER)
		return true;
	return (when == TALLY_ON_CHANGE || when == TALLY_ON_OVERFLOW) &&
	       counter < m->counters && counter != slot->counter;
}

static bool can_refine(const struct tally_monitor *m,
		       const struct tally_slot *slot)
{
	const struct tally_refine *r = slot->refine;
	bool more;

	if (!r)
		return true;
	more = r->distance || r->burst || r->gap || r->start || r->stop;
	if (tally_fslpm_scale(r) < 0 || r->burst > 31 || r->gap > 31)
		return false;
	if (fslpm_facts_of(m)->first)
		return good_trigger(m, r->start, slot) &&
		       good_trigger(m, r->stop, slot);
	return !more && slot->counter < fslpm_facts_of(m)->thresholds &&
	       slot->event >= THRESHOLD_FIRST && slot->event <= THRESHOLD_LAST;
}

/*
 * The time base's event is counted only while it is enabled.  Then it would
 * also interrupt, or freeze the counters, at every other tick.
 */
static bool disturbs(const struct tally_monitor *m,
		     const struct tally_setup *setup, unsigned i)
{
	bool there = fslpm_facts_of(m)->kept & FSLPM_TBEE;
	bool acts = setup->options & TALLY_FREEZE;

	for (unsigned k = 0; k < setup->slots; k++)
		acts |= setup->slot[k].interrupt != TALLY_SILENT;
	return there && acts && setup->slot[i].event == FSLPM_TIME_BASE &&
	       !(setup->options & TALLY_TIME_BASE);
}

enum tally_status fslpm_check(const struct tally_monitor *m,
			      const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];
	bool clock;

	if (slot->counter >= m->counters || fslpm_taken(setup, i))
		return TALLY_E_COUNTER;
	clock = fslpm_is_clock(m, slot->counter);
	if (clock && (slot->refine || slot->pair))
		return TALLY_E_FEATURE;
	if (slot->interrupt > TALLY_IRQ ||
	    slot->levels & ~(unsigned)m->levels || !can_refine(m, slot))
		return TALLY_E_FEATURE;
	if (disturbs(m, setup, i) ||
	    (slot->interrupt && is_trigger(setup, slot->counter)))
		return TALLY_E_FEATURE;
	if (slot->pair && (!m->pairs || slot->counter % 2))
		return TALLY_E_FEATURE;
	if (slot->pair && slot->counter + 1u >= m->counters)
		return TALLY_E_COUNTER;
	/* A counter of 64 bits, a clock or a pair, never overflows. */
	if ((clock || slot->pair) && (slot->interrupt || slot->period))
		return TALLY_E_FEATURE;
	if (slot->period > tally_counter_mask(31))
		return TALLY_E_INVALID;
	if (clock)
		return slot->event == TALLY_EVENT_CYCLES ? TALLY_OK
							 : TALLY_E_EVENT;
	return fslpm_check_event(m, slot);
}
