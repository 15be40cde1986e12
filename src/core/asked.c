/* SPDX-License-Identifier: MIT */
/*
 * Counters that wrap and have a flag which no one register shows; see
 * tally/counting.h.  All is as in flagged.c, but that the driver is asked for
 * the flags, before and after.
 */
#include <tally/library.h>

#include <tally/counting.h>

#include "inner.h"

static uint32_t asked_flags(struct tally_session *s)
{
	const struct tally_monitor *m = tally_which(s->monitor);

	return tally_asking_of(m->counting)->flags(m, s->bus);
}

static uint64_t asked_mask(const struct tally_session *s, unsigned slot)
{
	return tally_counter_mask(tally_slot_bits(s->monitor, s->setup, slot));
}

/* The sum of counter, wraps that were handled, and one that was not. */
static uint64_t asked_sum(const struct tally_total *t, uint64_t mask,
			  uint64_t word, uint32_t flags)
{
	const uint64_t wraps =
		(uint64_t)t->wraps + ((t->mine & flags) != 0 ? 1 : 0);

	return (word & mask) - t->base + wraps * (mask + 1);
}

uint64_t tally_asked_total(struct tally_session *s, unsigned slot)
{
	const struct tally_total *t = &s->total[slot];
	const uint64_t mask =
		tally_counter_mask(tally_slot_bits(s->monitor, s->setup, slot));
	uint32_t generation, before, after;
	uint64_t sum;

	do {
		generation = s->generation;
		before = asked_flags(s);
		sum = asked_sum(t, mask, tally_session_read(s, slot), before);
		after = asked_flags(s);
	} while (generation != s->generation || (before ^ after) & t->mine);
	return sum;
}

/*
 * A session takes 2^64 less the period for what it loads, where a counter has
 * over 32 bits; the counter takes 2^bits less the period.
 */
static void asked_mend(struct tally_session *s, unsigned slot)
{
	const uint64_t preset = tally_session_preset(s, slot);

	s->total[slot].base += (preset & asked_mask(s, slot)) - preset;
}

void tally_asked_loaded(struct tally_session *s)
{
	for (unsigned i = 0; i < s->setup->slots; i++)
		asked_mend(s, i);
}

/* Begins a slot's next period, as tally_session_reload() does. */
static void asked_reload(struct tally_session *s, unsigned slot)
{
	const struct tally_monitor *m = tally_which(s->monitor);
	const uint64_t period = s->setup->slot[slot].period;
	const uint64_t raw = tally_session_read(s, slot);
	uint64_t next = (0 - period) & asked_mask(s, slot);

	if (raw < period)
		next += raw;
	if (tally_ops(m)->load)
		tally_ops(m)->load(m, s->setup, slot, s->bus, next);
	else
		tally_bus_write(s->bus,
				&m->counter[s->setup->slot[slot].counter].reg,
				next);
	s->total[slot].base += next - raw;
}

uint32_t tally_asked_poll(struct tally_session *s)
{
	const uint64_t found =
		tally_ops(s->monitor)
			->acknowledge(tally_which(s->monitor), s->setup,
				      s->start.value, s->bus);
	uint32_t slots = 0;

	for (unsigned i = 0; i < s->setup->slots; i++) {
		if (!(s->total[i].mine & found))
			continue;
		s->total[i].wraps++;
		if (i < 32)
			slots |= UINT32_C(1) << i;
	}
	if (slots & s->reloads)
		tally_bus_write(s->bus, &s->stop.reg, s->stop.value);
	for (unsigned i = 0; i < s->setup->slots && i < 32; i++)
		if (slots & s->reloads & UINT32_C(1) << i)
			asked_reload(s, i);
	s->generation++;
	if (slots & s->reloads && found & TALLY_RUNNING)
		tally_bus_write(s->bus, &s->start.reg, s->start.value);
	return slots;
}
