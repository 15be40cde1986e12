/* SPDX-License-Identifier: MIT */
/*
 * Counters of up to 64 bits that wrap and set no flag; see tally/counting.h.
 * `now` is where the counter stood at the last look, `base` the negative of the
 * total at that moment.  Only a poll changes them, and it moves the generation:
 * a reader that a poll came into reads again, so it never makes a total of half
 * of a word and half of another.
 */
#include <tally/library.h>

#include <tally/counting.h>

#include "inner.h"

static uint64_t free_running_since(const struct tally_session *s, unsigned slot,
				   uint64_t seen, uint64_t now)
{
	unsigned bits = tally_which(s->monitor)
				->counter[s->setup->slot[slot].counter]
				.bits;

	return (now - seen) & tally_counter_mask(bits);
}

/* The last look: read and written where the program says, whatever interrupts
 * it. */
static volatile uint64_t *free_running_seen(struct tally_total *total)
{
	return &total->now;
}

/* As of tally_difference: a poll that comes into a reset changes no total. */
static void free_running_loaded(struct tally_session *s)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		*free_running_seen(&s->total[i]) = tally_session_read(s, i);
		__atomic_signal_fence(__ATOMIC_SEQ_CST);
		if (s->state == TALLY_OPENED)
			s->total[i].base = 0;
	}
}

static uint32_t free_running_poll(struct tally_session *s)
{
	uint32_t slots = 0;

	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *total = &s->total[i];
		uint64_t seen = *free_running_seen(total);
		uint64_t now = tally_session_read(s, i);
		uint64_t since = free_running_since(s, i, seen, now);

		if (s->bus->status)
			return 0;
		total->base -= since;
		/* The counter wrapped.  Clang 14 for Arm fails at `now < seen`.
		 */
		if (since > now && i < 32)
			slots |= UINT32_C(1) << i;
		*free_running_seen(total) = now;
	}
	s->generation++;
	return slots;
}

static uint64_t free_running_total(struct tally_session *s, unsigned slot)
{
	struct tally_total *total = &s->total[slot];
	uint32_t generation;
	uint64_t count;

	do {
		uint64_t seen;

		generation = s->generation;
		seen = *free_running_seen(total);
		count = free_running_since(s, slot, seen,
					   tally_session_read(s, slot)) -
			total->base;
	} while (generation != s->generation);
	return count;
}

const struct tally_counting tally_free_running = {
	.loaded = free_running_loaded,
	.poll = free_running_poll,
	.total = free_running_total,
};
