/* SPDX-License-Identifier: MIT */
/* The 64-bit counts of a session, and what keeps them whole. */
#include <tally/library.h>

#include <tally/counting.h>

#include "inner.h"

/* Apart: few slots are so, and what they need would burden the others. */
__attribute__((noinline)) uint64_t tally_session_wide(struct tally_session *s,
						      unsigned slot)
{
	return tally_ops(s->monitor)
		->count(tally_which(s->monitor), s->setup, slot, s->bus);
}

uint64_t tally_session_read(struct tally_session *s, unsigned slot)
{
	uint64_t word = tally_session_word(s, slot);
	uint32_t top = s->total[slot].top;

	return top ? word & top : word;
}

static void load_slot(struct tally_session *s, unsigned i, uint64_t value)
{
	const struct tally_monitor *m = tally_which(s->monitor);

	if (tally_ops(m)->load)
		tally_ops(m)->load(m, s->setup, i, s->bus, value);
	else
		tally_bus_write(s->bus,
				&m->counter[s->setup->slot[i].counter].reg,
				value);
}

uint64_t tally_session_preset(const struct tally_session *s, unsigned slot)
{
	uint64_t preset = 0 - s->setup->slot[slot].period;

	return s->total[slot].top ? preset & s->total[slot].top : preset;
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

__attribute__((noinline)) void
tally_session_reload(struct tally_session *s, uint32_t slots, bool running)
{
	tally_bus_write(s->bus, &s->stop.reg, s->stop.value);
	for (unsigned i = 0; slots; i++, slots >>= 1)
		if (slots & 1)
			reload(s, i);
	s->generation++;
	if (running)
		tally_bus_write(s->bus, &s->start.reg, s->start.value);
}

uint32_t tally_session_overflow(struct tally_session *s)
{
	const enum tally_session_state state = s->state;
	uint32_t slots;
	uint64_t found;

	/*
	 * Overflows are acknowledged during open() and close(), too: nobody
	 * else would.
	 */
	if (state == TALLY_CLOSED || state == TALLY_SUSPENDED ||
	    tally_bus_core(s->bus) != s->core)
		return 0;
	if (state == TALLY_OPENED && tally_which(s->monitor)->counting->poll)
		return tally_which(s->monitor)->counting->poll(s);
	found = tally_ops(s->monitor)
			->acknowledge(tally_which(s->monitor), s->setup,
				      s->start.value, s->bus);
	if (!(uint32_t)found)
		return 0;
	slots = tally_session_took(s, (uint32_t)found);
	if (state == TALLY_OPENED && slots & s->reloads)
		tally_session_reload(s, slots & s->reloads,
				     found & TALLY_RUNNING);
	else
		s->generation++;
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

	/* Its setup need not be there. */
	if (s->state == TALLY_CLOSED)
		return limit;
	for (unsigned i = 0; i < s->setup->slots; i++) {
		uint64_t cycles = tally_counter_mask(
			tally_slot_bits(s->monitor, s->setup, i));

		for (unsigned rate = rate_of(s, i); rate > 1;
		     rate = (rate + 1) / 2)
			cycles >>= 1;
		cycles <<= tally_slot_shift(s->setup, i);
		if (cycles < limit)
			limit = cycles;
	}
	return limit >> tally_which(s->monitor)->counting->early;
}

uint64_t tally_session_raw(struct tally_session *s, unsigned slot)
{
	uint64_t raw;

	if (slot <
	    s->folded) /* the counter may already count for another session */
		return 0 - s->total[slot].base;
	raw = tally_which(s->monitor)->counting->total(s, slot);
	return s->bus->status ? 0 : raw;
}

uint64_t tally_session_count(struct tally_session *s, unsigned slot)
{
	if (!tally_session_has_totals(s) || slot >= s->setup->slots)
		return 0;
	return tally_total_whole(&s->total[slot], tally_session_raw(s, slot));
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
