/* SPDX-License-Identifier: MIT */
/*
 * Counters that stop at their top; see tally/counting.h.  `wraps` becomes 1
 * when one was found there.  What it would have counted afterwards is lost, so
 * its slot has no total from then on.
 */
#include <tally/library.h>

#include <tally/counting.h>

#include "inner.h"

static uint64_t top(const struct tally_session *s, unsigned slot)
{
	return tally_counter_mask(tally_slot_bits(s->monitor, s->setup, slot));
}

/*
 * The counter is half full: add its count to the base and let it begin from 0.
 */
static void restart(struct tally_session *s, unsigned slot)
{
	/*
	 * The window is closed, so this read has everything that was counted.
	 */
	uint64_t raw = tally_session_read(s, slot);

	if (raw == top(s, slot)) {
		s->total[slot].wraps = 1;
		return;
	}
	s->total[slot].base -= raw;
	tally_ops(s->monitor)
		->load(tally_which(s->monitor), s->setup, slot, s->bus, 0);
}

static uint32_t saturating_poll(struct tally_session *s)
{
	bool paused = false;
	uint32_t slots = 0;
	uint64_t found =
		tally_ops(s->monitor)
			->acknowledge(tally_which(s->monitor), s->setup,
				      s->start.value, s->bus);

	for (unsigned i = 0; i < s->setup->slots; i++) {
		uint64_t raw = tally_session_read(s, i);

		if (s->total[i].wraps || raw <= top(s, i) / 2)
			continue;
		if (!paused)
			tally_bus_write(s->bus, &s->stop.reg, s->stop.value);
		paused = true;
		restart(s, i);
		if (s->total[i].wraps)
			slots |= UINT32_C(1) << i;
	}
	s->generation++;
	if (paused && found & TALLY_RUNNING)
		tally_bus_write(s->bus, &s->start.reg, s->start.value);
	return slots;
}

static uint64_t saturating_total(struct tally_session *s, unsigned slot)
{
	uint32_t generation;
	uint64_t raw, count;

	do {
		generation = s->generation;
		raw = tally_session_read(s, slot);
		count = raw - s->total[slot].base;
	} while (generation != s->generation);
	if (s->total[slot].wraps || raw == top(s, slot))
		return TALLY_COUNT_LOST;
	return count;
}

/* A total that was lost before the session was suspended stays so. */
static void saturating_loaded(struct tally_session *s)
{
	for (unsigned i = 0; i < s->setup->slots; i++)
		if (0 - s->total[i].base == TALLY_COUNT_LOST)
			s->total[i].wraps = 1;
}

const struct tally_counting tally_saturating = {
	.loaded = saturating_loaded,
	.poll = saturating_poll,
	.total = saturating_total,
	.early = 1,
};
