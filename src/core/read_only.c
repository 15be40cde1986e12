/* SPDX-License-Identifier: MIT */
/*
 * Counters that cannot be loaded; see tally/counting.h.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/counting.h>

#include "inner.h"

static void read_only_loaded(struct tally_session *s)
{
	unsigned slots = s->setup->slots;

	for (unsigned i = 0; i < slots; i++)
		s->total[i].seen = (uint32_t)tally_session_read(s, i);
	/*
	 * Change all bases or none: after a failure the caller does this again.
	 */
	for (unsigned i = 0; i < slots && !s->bus->status; i++) {
		struct tally_total *t = &s->total[i];

		/* A total that was lost when it was folded stays so. */
		t->lost = 0 - t->base == TALLY_COUNT_LOST;
		t->base += t->seen;
	}
}

/*
 * The counter stands at its top and has overflowed.  Either it wrapped and
 * counted 2^bits - 1 more, or it stopped there.  No document says that it
 * wraps, so this gives no count.
 */
static uint64_t read_only_total(struct tally_session *s, unsigned slot)
{
	unsigned bits = tally_slot_bits(s->monitor, s->setup, slot);
	uint64_t top = tally_counter_mask(bits);
	uint64_t count = tally_flagged_total(s, slot);

	if (s->total[slot].lost || (count + s->total[slot].base > top &&
				    tally_session_read(s, slot) == top))
		return TALLY_COUNT_LOST;
	return count;
}

const struct tally_counting tally_read_only = {
	.loaded = read_only_loaded,
	.total = read_only_total,
};

enum tally_status tally_check_unloaded(const struct tally_monitor *m,
				       const struct tally_setup *setup,
				       unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];
	const struct tally_event *event = tally_event_find(m, slot->event);

	if (slot->counter >= m->counters)
		return TALLY_E_COUNTER;
	for (unsigned k = 0; k < i; k++)
		if (setup->slot[k].counter == slot->counter)
			return TALLY_E_COUNTER;
	if (slot->interrupt > (m->silent ? TALLY_SILENT : TALLY_IRQ) ||
	    slot->levels || slot->pair || slot->period || slot->refine)
		return TALLY_E_FEATURE;
	if (m->counter[slot->counter].fixed)
		return slot->event == m->counter[slot->counter].event
			       ? TALLY_OK
			       : TALLY_E_EVENT;
	return event && event->counters >> slot->counter & 1 ? TALLY_OK
							     : TALLY_E_EVENT;
}
