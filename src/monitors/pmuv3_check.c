/* SPDX-License-Identifier: MIT */
/* PMUv3: what a slot may ask for, before any core is looked at. */
#include <stddef.h>

#include "pmuv3.h"

/* Does an earlier slot use a counter that this slot needs? */
static bool taken(const struct tally_setup *setup, unsigned i)
{
	unsigned first = setup->slot[i].counter;
	unsigned last = first + setup->slot[i].pair;

	for (unsigned k = 0; k < i; k++) {
		unsigned counter = setup->slot[k].counter;

		if (counter <= last && counter + setup->slot[k].pair >= first)
			return true;
	}
	return false;
}

/* A pair begins with an even counter, and both count events. */
static enum tally_status check_pair(const struct tally_monitor *m,
				    const struct tally_setup *setup,
				    const struct tally_slot *slot)
{
	if (setup->options & TALLY_WIDE)
		return TALLY_E_FEATURE;
	if (slot->counter & 1 || slot->counter + 2u >= m->counters)
		return TALLY_E_COUNTER;
	return TALLY_OK;
}

/* A code without a row is accepted, unchecked. */
static enum tally_status check_event(const struct tally_monitor *m,
				     const struct tally_slot *slot)
{
	const struct tally_event *event;

	if (m->counter[slot->counter].fixed)
		return slot->event == TALLY_EVENT_CYCLES ? TALLY_OK
							 : TALLY_E_EVENT;
	if (slot->event == TALLY_EVENT_CYCLES)
		return TALLY_E_EVENT;
	event = tally_event_find(m, slot->event);
	return !event || event->counters >> slot->counter & 1 ? TALLY_OK
							      : TALLY_E_EVENT;
}

enum tally_status pmuv3_check(const struct tally_monitor *m,
			      const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];

	if (slot->counter >= m->counters || taken(setup, i))
		return TALLY_E_COUNTER;
	if (slot->interrupt > (m->silent ? TALLY_SILENT : TALLY_IRQ) ||
	    slot->levels & ~(unsigned)m->levels || slot->refine)
		return TALLY_E_FEATURE;
	/*
	 * A divided cycle counter sets its flag after 32 bits and not after its
	 * 64.
	 */
	if (setup->options & TALLY_DIVIDE && m->counter[slot->counter].fixed &&
	    (slot->period || slot->interrupt))
		return TALLY_E_FEATURE;
	if (slot->pair) {
		enum tally_status status = check_pair(m, setup, slot);

		if (status)
			return status;
	}
	if (slot->period > tally_counter_mask(tally_slot_bits(m, setup, i)))
		return TALLY_E_INVALID;
	return check_event(m, slot);
}
