/* SPDX-License-Identifier: MIT */
/*
 * Counters that nothing stops; see tally/counting.h.  While the window is
 * closed a total is `now` (`held`); while it is open it is what the counter
 * went on by since `word`, where it stood at the last look, less `base`, the
 * negative of the total at that look.  What changes is written before `held`
 * says which holds.  A poll moves the generation, and leaves alone what is
 * held: so a poll that comes in between changes no total.
 */
#include <tally/library.h>

#include <tally/counting.h>

#include "inner.h"

/* Words that change while somebody else may look: as the program says. */
static volatile uint64_t *unstopped_stood(struct tally_total *t)
{
	return &t->word;
}

static void unstopped_ordered(void)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static uint64_t unstopped_mask(const struct tally_session *s, unsigned slot)
{
	return tally_counter_mask(
		tally_which(s->monitor)
			->counter[s->setup->slot[slot].counter]
			.bits);
}

/* The total of an open window by a counter that stands at `now`. */
static uint64_t unstopped_sum(struct tally_session *s, unsigned slot,
			      uint64_t now)
{
	struct tally_total *t = &s->total[slot];

	return ((now - *unstopped_stood(t)) & unstopped_mask(s, slot)) -
	       t->base;
}

/* One total, whatever poll comes into it. */
static uint64_t unstopped_open(struct tally_session *s, unsigned slot)
{
	uint32_t generation;
	uint64_t sum;

	do {
		generation = s->generation;
		sum = unstopped_sum(s, slot, tally_session_read(s, slot));
	} while (generation != s->generation);
	return sum;
}

static void unstopped_loaded(struct tally_session *s)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];

		t->held = true;
		t->misses = false;
		t->now = s->state == TALLY_SUSPENDED ? 0 - t->base : 0;
	}
}

/*
 * The counters are read in one order at both ends: so each slot's window is as
 * long as any other's.
 */
static void unstopped_turned(struct tally_session *s, bool opens)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];
		uint64_t sum;

		if (t->held != opens)
			continue;
		sum = opens ? tally_session_read(s, i) : unstopped_open(s, i);
		if (s->bus->status)
			return;
		if (opens) {
			t->base = 0 - t->now;
			*unstopped_stood(t) = sum;
		} else {
			t->now = sum;
		}
		unstopped_ordered();
		t->held = !opens;
	}
}

static uint32_t unstopped_poll(struct tally_session *s)
{
	uint32_t slots = 0;

	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];
		uint64_t sum, now;

		if (t->held)
			continue;
		now = tally_session_read(s, i);
		if (s->bus->status)
			return 0;
		sum = unstopped_sum(s, i, now);
		/* A counter has wrapped if it went by more than it stands at.
		 */
		if (sum + t->base > (now & unstopped_mask(s, i)) && i < 32)
			slots |= UINT32_C(1) << i;
		t->base = 0 - sum;
		*unstopped_stood(t) = now;
	}
	s->generation++;
	return slots;
}

static uint64_t unstopped_total(struct tally_session *s, unsigned slot)
{
	const struct tally_total *t = &s->total[slot];

	return t->held ? t->now : unstopped_open(s, slot);
}

const struct tally_turning tally_unstopped = {
	.counting = { .loaded = unstopped_loaded,
		      .poll = unstopped_poll,
		      .total = unstopped_total,
		      .turns = true },
	.turned = unstopped_turned,
};
