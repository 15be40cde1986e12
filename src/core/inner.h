/* SPDX-License-Identifier: MIT */
#ifndef CORE_INNER_H
#define CORE_INNER_H

#include <tally/session.h>

/* What the files of this room share. */

/* Has it written to the monitor, and not put that back?  Of any memory. */
static inline bool tally_session_touched(const struct tally_session *s)
{
	return s->touched == s;
}

/* What a slot's counter is loaded with. */
uint64_t tally_session_preset(const struct tally_session *s, unsigned slot);

/* What it stands at. */
static inline uint64_t tally_session_read(struct tally_session *s,
					  unsigned slot)
{
	const struct tally_monitor *m = s->monitor;

	if (m->ops->count)
		return m->ops->count(m, s->setup, slot, s->bus);
	return tally_bus_read(s->bus,
			      &m->counter[s->setup->slot[slot].counter].reg);
}

/* The counter whose flag tells of a slot's overflow: a pair's is the second. */
static inline unsigned tally_slot_flag(const struct tally_slot *slot)
{
	return (unsigned)slot->counter + slot->pair;
}

/* The total of a slot whose counter wraps and has a flag; see wide.c. */
static inline uint64_t tally_flagged_total(struct tally_session *s,
					   unsigned slot)
{
	unsigned bits = tally_slot_bits(s->monitor, s->setup, slot);
	unsigned flag = tally_slot_flag(&s->setup->slot[slot]);
	struct tally_total *total = &s->total[slot];
	uint32_t generation, before, after, wraps;
	uint64_t raw, base;

	do {
		generation = s->generation;
		before = s->monitor->ops->flags(s->monitor, s->bus);
		raw = tally_session_read(s, slot);
		after = s->monitor->ops->flags(s->monitor, s->bus);
		base = total->base;
		wraps = total->wraps;
		before = before >> flag & 1;
		after = after >> flag & 1;
	} while (generation != s->generation || before != after);
	return raw - base + (tally_counter_mask(bits) + 1) * (wraps + before);
}

/* A slot's total in counts of its counter, before any divider. */
uint64_t tally_session_raw(struct tally_session *s, unsigned slot);

/*
 * May the session be used, here and now?  TALLY_E_STATE: not open, or
 * suspended.  TALLY_E_CORE: the bus would reach another core's registers.
 */
enum tally_status tally_session_usable(const struct tally_session *s);

#endif
