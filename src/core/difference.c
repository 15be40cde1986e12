/* SPDX-License-Identifier: MIT */
/*
 * Counters that wrap and set no flag; see tally/counting.h.  `seen` is where
 * the counter stood at the last look, `base` the negative of the total at that
 * moment.  Only a poll changes them, and it moves the generation.
 */
#include <tally/library.h>

#include <tally/counting.h>

#include "inner.h"

static uint32_t since(const struct tally_session *s, unsigned slot,
		      uint32_t seen, uint32_t now)
{
	unsigned bits = tally_which(s->monitor)
				->counter[s->setup->slot[slot].counter]
				.bits;

	return (now - seen) & (uint32_t)tally_counter_mask(bits);
}

static uint32_t stands_at(struct tally_session *s, unsigned slot)
{
	return (uint32_t)tally_session_read(s, slot);
}

/* A poll may come at any point of a reset: the total begins when `seen` is
 * right, not before. */
static void difference_loaded(struct tally_session *s)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		s->total[i].seen = stands_at(s, i);
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		if (s->state == TALLY_OPENED)
			s->total[i].base = 0;
	}
}

static uint32_t difference_poll(struct tally_session *s)
{
	uint32_t slots = 0;

	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *total = &s->total[i];
		uint32_t now = stands_at(s, i);

		if (s->bus->status)
			return 0;
		total->base -= since(s, i, total->seen, now);
		if (now < total->seen && i < 32)
			slots |= UINT32_C(1) << i;
		total->seen = now;
	}
	s->generation++;
	return slots;
}

static uint64_t difference_total(struct tally_session *s, unsigned slot)
{
	struct tally_total *total = &s->total[slot];
	uint32_t generation;
	uint64_t count;

	do {
		uint32_t seen;

		generation = s->generation;
		seen = total->seen;
		count = since(s, slot, seen, stands_at(s, slot)) - total->base;
	} while (generation != s->generation);
	return count;
}

const struct tally_counting tally_difference = {
	.loaded = difference_loaded,
	.poll = difference_poll,
	.total = difference_total,
};
