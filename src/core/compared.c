/* SPDX-License-Identifier: MIT */
/*
 * Counters that wrap and may set no flag; see tally/counting.h.  `now` is a
 * slot's total at the last look.  All else is as in flagged.c, by whose rules a
 * total is read first: so a wrap that did set its flag is in it, and one that
 * did not makes it fall behind `now`.
 */
#include <tally/library.h>

#include <tally/counting.h>

#include "inner.h"

/* The most that an event of these cores counts in a cycle [DDI0388I 11.4]. */
enum { RATE = 2 };

static uint64_t whole_turn(const struct tally_total *t)
{
	return (uint64_t)t->top + 1;
}

/* The slot of the cycle counter; `slots`: there is none. */
static unsigned cycles_slot(const struct tally_session *s)
{
	unsigned i = 0;

	while (i < s->setup->slots &&
	       s->setup->slot[i].event != TALLY_EVENT_CYCLES)
		i++;
	return i;
}

/* Cycles since the last look, or rather more; UINT64_MAX: nobody counts them.
 */
static uint64_t cycles_since(struct tally_session *s, unsigned cycles)
{
	const struct tally_total *t = &s->total[cycles];

	if (cycles == s->setup->slots)
		return UINT64_MAX;
	/* Of a session that is suspended they may be in memory already. */
	return tally_total_whole(t, tally_session_raw(s, cycles) - t->now +
					    (t->shift != 0));
}

/*
 * The total is the least that it can be if in that time the counter can have
 * wrapped more than once.  A handler may have found so meanwhile: nothing is
 * taken back.
 */
static void judge(struct tally_total *t, uint64_t cycles)
{
	if (cycles >= whole_turn(t) / RATE)
		t->lost = true;
}

/* Is the total behind the last one, also where that makes it negative? */
static bool has_fallen(const struct tally_total *t, uint64_t total)
{
	return (total - t->now) >> 63;
}

void tally_compared_loaded(struct tally_session *s, bool misses)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];
		const bool goes_on = s->state == TALLY_SUSPENDED;

		t->misses = misses && t->flag &&
			    s->setup->slot[i].event != TALLY_EVENT_CYCLES;
		t->now = goes_on ? 0 - t->base : 0;
		t->lost = goes_on && t->lost;
	}
}

/*
 * A wrap that is found here is counted as an overflow that was handled.  The
 * cycles up to here are read behind the counters, those from here on before.
 */
static uint32_t find_wraps(struct tally_session *s)
{
	const unsigned cycles = cycles_slot(s);
	uint64_t began = 0, since;
	uint32_t slots = 0;

	if (cycles < s->setup->slots)
		began = tally_flagged_total(s, cycles);
	for (unsigned i = s->setup->slots; i-- > 0;) {
		struct tally_total *t = &s->total[i];
		uint64_t total;

		slots <<= 1;
		if (!t->misses)
			continue;
		total = tally_flagged_total(s, i);
		if (has_fallen(t, total)) {
			t->wraps++;
			total += whole_turn(t);
			slots |= 1;
		}
		t->now = total;
	}
	since = cycles_since(s, cycles);
	for (unsigned i = 0; i < s->setup->slots; i++) {
		struct tally_total *t = &s->total[i];

		if (t->misses)
			judge(t, since);
	}
	if (cycles < s->setup->slots)
		s->total[cycles].now = began;
	return slots;
}

/* START and STOP differ by what lets the counters run. */
static bool is_running(struct tally_session *s)
{
	return tally_bus_get(s->bus, &s->start.reg) & s->start.value &
	       ~s->stop.value;
}

uint32_t tally_compared_poll(struct tally_session *s)
{
	const uint64_t found =
		tally_ops(s->monitor)
			->acknowledge(tally_which(s->monitor), s->setup,
				      s->start.value, s->bus);
	uint32_t slots = tally_session_took(s, (uint32_t)found);

	slots |= find_wraps(s);
	if (slots & s->reloads)
		tally_session_reload(s, slots & s->reloads, is_running(s));
	else
		s->generation++;
	return s->bus->status ? 0 : slots;
}

uint64_t tally_compared_total(struct tally_session *s, unsigned slot)
{
	struct tally_total *t = &s->total[slot];
	uint32_t generation;
	uint64_t total, since;

	if (!t->misses)
		return tally_flagged_total(s, slot);
	do {
		generation = s->generation;
		total = tally_flagged_total(s, slot);
		if (has_fallen(t, total))
			total += whole_turn(t);
		since = cycles_since(s, cycles_slot(s));
	} while (generation != s->generation);
	judge(t, since);
	return total;
}

/*
 * A snapshot's totals, as each by itself; but the cycles are asked for once.  A
 * poll in between moves what they are compared with, and they are taken again.
 */
void tally_compared_taken(struct tally_session *s, uint32_t generation)
{
	const uint64_t since = cycles_since(s, cycles_slot(s));

	if (generation != s->generation)
		return;
	for (struct tally_total *t = s->total; t < s->end; t++) {
		if (!t->misses)
			continue;
		if (has_fallen(t, t->taken))
			t->taken += whole_turn(t);
		judge(t, since);
	}
}

/* Of other counters nobody has said whether any may be missed. */
bool tally_session_at_least(const struct tally_session *s, unsigned slot)
{
	const struct tally_counting *counting =
		tally_which(s->monitor)->counting;

	return slot < s->setup->slots &&
	       (counting->flagged || counting->turns) && counting->poll &&
	       s->total[slot].misses && s->total[slot].lost;
}
