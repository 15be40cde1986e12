/* SPDX-License-Identifier: MIT */
/* The 64-bit counts of a session, and what keeps them whole. */
#include <tally/counting.h>

#include "inner.h"

/* A divided cycle counter advances once per 64 cycles [DAI0195B 2]. */
enum { DIVIDER_SHIFT = 6 };

static bool divided(const struct tally_session *s, unsigned slot)
{
	return s->setup->options & TALLY_DIVIDE &&
	       s->setup->slot[slot].event == TALLY_EVENT_CYCLES;
}

uint64_t tally_session_read(struct tally_session *s, unsigned slot)
{
	const struct tally_monitor *m = s->monitor;

	if (m->ops->count)
		return m->ops->count(m, s->setup, slot, s->bus);
	return tally_bus_read(s->bus,
			      &m->counter[s->setup->slot[slot].counter].reg);
}

static void load_slot(struct tally_session *s, unsigned i, uint64_t value)
{
	const struct tally_monitor *m = s->monitor;

	if (m->ops->load)
		m->ops->load(m, s->setup, i, s->bus, value);
	else
		tally_bus_write(s->bus,
				&m->counter[s->setup->slot[i].counter].reg,
				value);
}

uint64_t tally_session_preset(const struct tally_session *s, unsigned slot)
{
	return tally_preset(s->setup->slot[slot].period,
			    tally_slot_bits(s->monitor, s->setup, slot));
}

/*
 * Begin a slot's next period.  What the counter ran over the end of the last
 * one counts towards it.
 */
static void reload(struct tally_session *s, unsigned i)
{
	const struct tally_slot *slot = &s->setup->slot[i];
	uint64_t raw = tally_session_read(s, i);
	uint64_t next = tally_session_preset(s, i);

	/*
	 * A handler that is late by a whole period or more begins a whole new
	 * one.
	 */
	if (raw < slot->period)
		next += raw;
	load_slot(s, i, next);
	s->total[i].base += next - raw;
}

uint32_t tally_session_overflow(struct tally_session *s)
{
	uint32_t slots = 0;
	uint64_t found;
	uint32_t counters;
	bool paused = false;
	bool settled = s->state == TALLY_OPENED;

	/*
	 * Overflows are acknowledged during open() and close(), too: nobody
	 * else would.
	 */
	if (s->state == TALLY_CLOSED || s->state == TALLY_SUSPENDED ||
	    tally_bus_core(s->bus) != s->core)
		return 0;
	if (settled && s->monitor->counting->poll)
		return s->monitor->counting->poll(s);
	found = s->monitor->ops->acknowledge(s->monitor, s->start.value,
					     s->bus);
	counters = (uint32_t)found;
	if (!counters)
		return 0;
	for (unsigned i = 0; i < s->setup->slots; i++) {
		if (!(counters >> tally_slot_flag(&s->setup->slot[i]) & 1))
			continue;
		slots |= UINT32_C(1) << i;
		s->total[i].wraps++;
		if (!settled || !s->setup->slot[i].period)
			continue;
		/* What is counted between the read and the write is lost. */
		if (!paused)
			tally_bus_write(s->bus, &s->stop.reg, s->stop.value);
		paused = true;
		reload(s, i);
	}
	s->generation++;
	/*
	 * Open the window only if it was open: a program may open and close it
	 * by a write of its own (TALLY_REGION), of which the session knows
	 * nothing.
	 */
	if (paused && found & TALLY_RUNNING)
		tally_bus_write(s->bus, &s->start.reg, s->start.value);
	return slots;
}

/* How often in a cycle a code without a row may count: chosen. */
enum { RATE_UNKNOWN = 64 };

static unsigned rate_of(const struct tally_session *s, unsigned i)
{
	uint16_t code = s->setup->slot[i].event;
	const struct tally_event *event = tally_event_find(s->monitor, code);

	if (event)
		return event->rate;
	return code == TALLY_EVENT_CYCLES ? 1 : RATE_UNKNOWN;
}

uint64_t tally_session_poll_limit(const struct tally_session *s)
{
	uint64_t limit = UINT64_MAX;

	for (unsigned i = 0; i < s->setup->slots; i++) {
		uint64_t cycles = tally_counter_mask(
			tally_slot_bits(s->monitor, s->setup, i));

		for (unsigned rate = rate_of(s, i); rate > 1;
		     rate = (rate + 1) / 2)
			cycles >>= 1;
		if (divided(s, i))
			cycles <<= DIVIDER_SHIFT;
		if (cycles < limit)
			limit = cycles;
	}
	return limit >> s->monitor->counting->early;
}

uint64_t tally_session_raw(struct tally_session *s, unsigned slot)
{
	uint64_t raw;

	if (slot <
	    s->folded) /* the counter may already count for another session */
		return 0 - s->total[slot].base;
	raw = s->monitor->counting->total(s, slot);
	return s->bus->status ? 0 : raw;
}

/*
 * Can totals be read?  Those of a suspended session are in memory, so they can
 * be read on any core.
 */
static bool has_totals(const struct tally_session *s)
{
	return s->state >= TALLY_SUSPENDING ||
	       tally_session_usable(s) == TALLY_OK;
}

uint64_t tally_session_count(struct tally_session *s, unsigned slot)
{
	uint64_t count;

	if (!has_totals(s) || slot >= s->setup->slots)
		return 0;
	count = tally_session_raw(s, slot);
	return divided(s, slot) ? count << DIVIDER_SHIFT : count;
}

uint64_t tally_session_net(struct tally_session *s, unsigned slot)
{
	uint64_t count = tally_session_count(s, slot);
	uint64_t empty;

	if (count == 0 || count == TALLY_COUNT_LOST)
		return count;
	empty = s->total[slot].empty * s->windows;
	return count > empty ? count - empty : 0;
}
