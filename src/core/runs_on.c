/* SPDX-License-Identifier: MIT */
/*
 * Counters that may count on while the window is closed; see tally/counting.h.
 * A total is `now` while it is held, whatever `base` is, and else the counter
 * less `base`.  What changes is written before `held` says which holds, so that
 * who reads in between has the one or the other, and both are right.
 */
#include <tally/library.h>

#include <tally/counting.h>

#include "inner.h"

static bool is_runs_on(const struct tally_session *s, unsigned slot)
{
	return tally_which(s->monitor)
		       ->counter[s->setup->slot[slot].counter]
		       .fixed == TALLY_RUNS_ON;
}

static uint64_t runs_on_reads(struct tally_session *s, unsigned slot)
{
	return tally_ops(s->monitor)
		->count(tally_which(s->monitor), s->setup, slot, s->bus);
}

static void runs_on_ordered(void)
{
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
}

/* This read is for a driver that has to learn how its counter is read. */
static void runs_on_loaded(struct tally_session *s)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];

		t->held = is_runs_on(s, i);
		if (!t->held)
			continue;
		(void)runs_on_reads(s, i);
		t->now = s->state == TALLY_SUSPENDED ? 0 - t->base : 0;
	}
}

static void runs_on_turned(struct tally_session *s, bool opens)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];
		uint64_t stands;

		if (!is_runs_on(s, i) || t->held != opens)
			continue;
		stands = runs_on_reads(s, i);
		if (s->bus->status)
			return;
		if (opens)
			t->base = stands - t->now;
		else
			t->now = stands - t->base;
		runs_on_ordered();
		t->held = !opens;
	}
}

static uint64_t runs_on_total(struct tally_session *s, unsigned slot)
{
	const struct tally_total *t = &s->total[slot];

	return t->held ? t->now : tally_flagged_total(s, slot);
}

const struct tally_turning tally_runs_on = {
	.counting = { .loaded = runs_on_loaded,
		      .total = runs_on_total,
		      .flagged = true,
		      .turns = true },
	.turned = runs_on_turned,
};
