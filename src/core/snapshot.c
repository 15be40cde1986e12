/* SPDX-License-Identifier: MIT */
/*
 * The totals of all slots at one time.  Where counters wrap and have flags, all
 * are read between one pair of looks at the flags, by the rules of flagged.c;
 * elsewhere each is read by itself.  The totals are taken into the session's
 * own memory first, so that those of a caller change together or not at all.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/counting.h>

#include "inner.h"

/* A counter that is more than one register; its total may be held. */
static uint64_t wide_word(struct tally_session *s, const struct tally_total *t)
{
	if (tally_which(s->monitor)->counting->turns && t->held)
		return t->now + t->base;
	return tally_session_wide(s, (unsigned)(t - s->total));
}

/*
 * One right after the other, and by the same code at both ends of a switch: so
 * two counters of one event count as much of each task.
 */
__attribute__((noinline)) static void read_words(struct tally_session *s)
{
	struct tally_total *t = s->total;
	const struct tally_total *const end = s->end;
	struct tally_bus *bus = s->bus;

	for (; t < end; t++)
		t->word = t->value.bits || !tally_ops(s->monitor)->count
				  ? tally_get_by(t->get, bus, &t->value)
				  : wide_word(s, t);
}

static void take_flagged(struct tally_session *s)
{
	const struct tally_counting *counting =
		tally_which(s->monitor)->counting;
	const struct tally_reg *at = tally_session_flags(s);
	const struct tally_total *const end = s->end;
	uint32_t generation, before = 0, after = 0;

	do {
		generation = s->generation;
		if (at)
			before = tally_session_get_flags(s, at);
		read_words(s);
		if (at)
			after = tally_session_get_flags(s, at);
		for (struct tally_total *t = s->total; t < end; t++)
			t->taken = tally_flagged_sum(t, t->word,
						     at ? &before : NULL);
		if (counting->poll)
			tally_compared_of(counting)->taken(s, generation);
	} while (generation != s->generation ||
		 (before ^ after) & s->flags_mine);
	s->taken_at = generation;
	s->taken_flags = before & s->flags_mine;
}

/* Can all be read between one pair of looks? */
static bool has_flags(const struct tally_session *s)
{
	return s->state == TALLY_OPENED &&
	       tally_which(s->monitor)->counting->flagged;
}

enum tally_status tally_snapshot(struct tally_session *s)
{
	if (has_flags(s))
		take_flagged(s);
	else
		for (unsigned i = 0; i < s->setup->slots; i++)
			s->total[i].taken = tally_session_raw(s, i);
	return s->bus->status;
}

enum tally_status tally_snapshot_again(struct tally_session *s)
{
	const struct tally_total *const end = s->end;

	if (!has_flags(s))
		return tally_snapshot(s);
	read_words(s);
	for (struct tally_total *t = s->total; t < end; t++) {
		if (t->top)
			t->taken += (uint32_t)(t->word - t->base - t->taken) &
				    t->top;
		else
			t->taken = t->word - t->base;
	}
	return s->generation == s->taken_at ? s->bus->status
					    : tally_snapshot(s);
}

/* Is no flag set that was not at the end of the last switch, nor cleared? */
static bool flags_stayed(const struct tally_session *s, uint32_t flags)
{
	const struct tally_total *const end = s->end;
	const struct tally_reg *at = tally_session_flags(s);
	uint32_t moved = 0;

	if (at)
		return !((tally_session_get_flags(s, at) ^ flags) &
			 s->flags_mine);
	for (const struct tally_total *t = s->total; t < end; t++)
		moved |= (uint32_t)(t->word ^ t->left) & t->flag;
	return !moved;
}

bool tally_snapshot_on(struct tally_session *s, uint32_t generation,
		       uint32_t flags)
{
	read_words(s);
	return flags_stayed(s, flags) && s->generation == generation;
}

void tally_snapshot_words(struct tally_session *s)
{
	read_words(s);
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
