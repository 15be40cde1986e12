/* SPDX-License-Identifier: MIT */
/*
 * Counters whose wraps are messages; see tally/counting.h.  A total is
 * wraps * 2^bits + value - base.  While the window is closed (`held`) the value
 * is `now`, what the counter stood at behind STOP; messages that come late are
 * still its wraps.  A counter without messages is free running.
 */
#include <tally/library.h>

#include <tally/counting.h>

#include "inner.h"

/* A counter that has messages has a flag in its view: what one stands for. */
static bool is_told(const struct tally_total *t)
{
	return t->flag != 0;
}

static uint64_t streamed_mask(const struct tally_session *s, unsigned slot)
{
	return tally_counter_mask(
		tally_which(s->monitor)
			->counter[s->setup->slot[slot].counter]
			.bits);
}

static void streamed_ordered(void)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static void streamed_loaded(struct tally_session *s)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];

		t->held = is_told(t);
		t->misses = t->held;
		/* A total that was the least it can be stays so. */
		t->lost = s->state == TALLY_SUSPENDED && t->lost;
		t->now = t->held ? 0 : tally_session_read(s, i);
	}
}

static void streamed_clear(struct tally_session *s, unsigned slot)
{
	const struct tally_monitor *m = tally_which(s->monitor);

	if (tally_ops(m)->load)
		tally_ops(m)->load(m, s->setup, slot, s->bus, 0);
	else
		tally_bus_write(s->bus,
				&m->counter[s->setup->slot[slot].counter].reg,
				0);
}

/*
 * A counter is cleared ahead of the write that opens the window and may clear
 * it as well: what it stood at is taken into the base.
 */
static void streamed_turned(struct tally_session *s, bool opens)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];
		uint64_t stands = 0;

		if (!is_told(t) || t->held != opens)
			continue;
		if (opens)
			streamed_clear(s, i);
		else
			stands = tally_session_read(s, i);
		if (s->bus->status)
			return;
		if (opens)
			t->base -= t->now;
		else
			t->now = stands;
		streamed_ordered();
		t->held = !opens;
	}
}

static uint32_t streamed_poll(struct tally_session *s)
{
	uint32_t slots = 0;

	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];
		uint64_t now, since;

		if (is_told(t))
			continue;
		now = tally_session_read(s, i);
		if (s->bus->status)
			return 0;
		since = (now - t->now) & streamed_mask(s, i);
		t->base -= since;
		if (since > now && i < 32)
			slots |= UINT32_C(1) << i;
		t->now = now;
	}
	s->generation++;
	return slots;
}

static uint64_t streamed_sum(struct tally_session *s, unsigned slot)
{
	const struct tally_total *t = &s->total[slot];

	if (!is_told(t))
		return ((tally_session_read(s, slot) - t->now) &
			streamed_mask(s, slot)) -
		       t->base;
	return (t->held ? t->now : tally_session_read(s, slot)) +
	       (uint64_t)t->wraps * t->flag - t->base;
}

static uint64_t streamed_total(struct tally_session *s, unsigned slot)
{
	uint32_t generation;
	uint64_t sum;

	do {
		generation = s->generation;
		sum = streamed_sum(s, slot);
	} while (generation != s->generation);
	return sum;
}

const struct tally_turning tally_streamed = {
	.counting = { .loaded = streamed_loaded,
		      .poll = streamed_poll,
		      .total = streamed_total,
		      .turns = true },
	.turned = streamed_turned,
};

void tally_session_told(struct tally_session *s, uint32_t counters, bool gap)
{
	if (s->state == TALLY_CLOSED ||
	    tally_which(s->monitor)->counting != &tally_streamed.counting)
		return;
	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];

		if (!is_told(t))
			continue;
		t->lost |= gap;
		if (!(t->mine & counters))
			continue;
		if (i < s->folded) /* its total is all in its base */
			t->base -= t->flag;
		else
			t->wraps++;
	}
	s->generation++;
}
