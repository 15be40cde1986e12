/* SPDX-License-Identifier: MIT */
/*
 * The totals of all slots at one time.  Where counters wrap and have flags, all
 * are read between one pair of looks at the flags, by the rules of flagged.c;
 * elsewhere each is read by itself.  The totals are taken into the session's
 * own memory first, so that those of a caller change together or not at all.
 */
#include <stddef.h>

#include <tally/counting.h>

#include "inner.h"

/*
 * One right after the other, and by the same code at both ends of a switch: so
 * two counters of one event count as much of each task.
 */
__attribute__((noinline)) static void read_words(struct tally_session *s)
{
	struct tally_total *t = s->total;
	const struct tally_total *const end = t + s->setup->slots;
	struct tally_bus *bus = s->bus;
	tally_bus_getter *get = tally_getter(bus);

	for (; t < end; t++)
		t->word = t->value.bits || !tally_ops(s->monitor)->count
				  ? get(bus, &t->value)
				  : tally_session_word(
					    s, (unsigned)(t - s->total), get);
}

static void take_flagged(struct tally_session *s)
{
	tally_bus_getter *get = tally_getter(s->bus);
	const struct tally_reg *at = tally_session_flags(s);
	struct tally_total *const end = s->total + s->setup->slots;
	uint32_t generation, before = 0, after = 0, flags;

	do {
		generation = s->generation;
		flags = 0;
		if (at)
			before = (uint32_t)get(s->bus, at);
		read_words(s);
		if (at)
			after = (uint32_t)get(s->bus, at);
		for (struct tally_total *t = s->total; t < end; t++) {
			flags |= t->flag;
			t->now = (uint32_t)t->word;
			t->taken = tally_flagged_sum(t, t->word,
						     at ? &before : NULL);
		}
	} while (generation != s->generation || (before ^ after) & flags);
	s->taken_at = generation;
}

enum tally_status tally_snapshot(struct tally_session *s)
{
	if (s->state == TALLY_OPENED &&
	    tally_which(s->monitor)->counting == &tally_flagged)
		take_flagged(s);
	else
		for (unsigned i = 0; i < s->setup->slots; i++)
			s->total[i].taken = tally_session_raw(s, i);
	return s->bus->status;
}

enum tally_status tally_snapshot_again(struct tally_session *s)
{
	struct tally_total *const end = s->total + s->setup->slots;

	if (s->state != TALLY_OPENED ||
	    tally_which(s->monitor)->counting != &tally_flagged)
		return tally_snapshot(s);
	read_words(s);
	for (struct tally_total *t = s->total; t < end; t++) {
		if (t->top)
			t->taken += ((uint32_t)t->word - t->now) & t->top;
		else
			t->taken = t->word - t->base;
	}
	return s->generation == s->taken_at ? s->bus->status
					    : tally_snapshot(s);
}

enum tally_status tally_session_read_all(struct tally_session *s,
					 uint64_t *count)
{
	enum tally_status status = TALLY_OK;
	uint32_t mine;

	if (!tally_session_has_totals(s))
		return s->state == TALLY_OPENED ? TALLY_E_CORE : TALLY_E_STATE;
	do {
		mine = ++s->snapshots;
		status = tally_snapshot(s);
		for (unsigned i = 0; !status && i < s->setup->slots; i++)
			count[i] = tally_slot_taken(s, i);
	} while (mine != s->snapshots);
	return status;
}
