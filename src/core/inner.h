/* SPDX-License-Identifier: MIT */
#ifndef CORE_INNER_H
#define CORE_INNER_H

#include <tally/counting.h>
#include <tally/only.h>
#include <tally/session.h>

/* Functions that the files of this room share. */

/*
 * Has the session written to its monitor, and not yet put everything back?  `s`
 * may be memory that was never a session.
 */
static inline bool tally_session_touched(const struct tally_session *s)
{
	return s->touched == s;
}

/*
 * May the session be used, here and now?  TALLY_E_STATE: not open, or
 * suspended.  TALLY_E_CORE: the bus would reach another core's registers.
 */
static inline enum tally_status
tally_session_usable(const struct tally_session *s)
{
	if (s->state != TALLY_OPENED)
		return TALLY_E_STATE;
	return tally_bus_core(s->bus) == s->core ? TALLY_OK : TALLY_E_CORE;
}

/*
 * Can totals be read?  Those of a suspended session are in memory, so they can
 * be read on any core.
 */
static inline bool tally_session_has_totals(const struct tally_session *s)
{
	return s->state >= TALLY_SUSPENDING ||
	       tally_session_usable(s) == TALLY_OK;
}

/* The value that a slot's counter is loaded with. */
TALLY_INNER uint64_t tally_session_preset(const struct tally_session *s,
					  unsigned slot);

/* Reads what a slot's counter stands at. */
TALLY_INNER uint64_t tally_session_read(struct tally_session *s, unsigned slot);

/* Reads it where that is not one access of one register: ops.count(). */
TALLY_INNER uint64_t tally_session_wide(struct tally_session *s, unsigned slot);

/* Reads it with its flag, where that is a bit of the same register. */
static inline uint64_t tally_session_word(struct tally_session *s,
					  unsigned slot)
{
	const struct tally_total *t = &s->total[slot];

	return t->value.bits || !tally_ops(s->monitor)->count
		       ? tally_get_by(t->get, s->bus, &t->value)
		       : tally_session_wide(s, slot);
}

/*
 * The window is about to be opened, or has just been closed: of use to counters
 * that do not stop with it.
 */
static inline void tally_session_turned(struct tally_session *s, bool opens)
{
	const struct tally_counting *counting =
		tally_which(s->monitor)->counting;

	if (counting->turns)
		tally_turning_of(counting)->turned(s, opens);
}

/* A divided cycle counter advances once per 64 cycles [DAI0195B 2]. */
enum { TALLY_DIVIDER = 6 };

static inline uint8_t tally_slot_shift(const struct tally_setup *setup,
				       unsigned slot)
{
	return setup->options & TALLY_DIVIDE &&
			       setup->slot[slot].event == TALLY_EVENT_CYCLES
		       ? TALLY_DIVIDER
		       : 0;
}

/* Counts of a total's counter as what they stand for. */
static inline uint64_t tally_total_whole(const struct tally_total *t,
					 uint64_t raw)
{
	return t->shift ? raw << TALLY_DIVIDER : raw;
}

/*
 * The totals of all slots at one time, in total[].taken, before any divider.
 * Not nested.
 */
TALLY_INNER enum tally_status tally_snapshot(struct tally_session *s);

/*
 * Takes another snapshot, soon after: the counters have not wrapped twice
 * since, and where no handler ran either, what they moved by is all there is to
 * it.
 */
TALLY_INNER enum tally_status tally_snapshot_again(struct tally_session *s);

/*
 * Takes what the counters of an open session stand at, in total[].word.  on():
 * have they gone on from total[].left without an overflow, as far as these two
 * of the session at that time tell?
 */
TALLY_INNER void tally_snapshot_words(struct tally_session *s);
TALLY_INNER bool tally_snapshot_on(struct tally_session *s, uint32_t generation,
				   uint32_t flags);

/* A slot's total at the last snapshot. */
static inline uint64_t tally_slot_taken(const struct tally_session *s,
					unsigned slot)
{
	return tally_total_whole(&s->total[slot], s->total[slot].taken);
}

/* The counter whose flag tells of a slot's overflow: a pair's is the second. */
static inline unsigned tally_slot_flag(const struct tally_slot *slot)
{
	return (unsigned)slot->counter + slot->pair;
}

/* The register with the flags of all counters, or NULL. */
static inline const struct tally_reg *
tally_session_flags(const struct tally_session *s)
{
	return TALLY_KNOWN(tally_ops(s->monitor)->flags_at
				   ? tally_ops(s->monitor)
					     ->flags_at(tally_which(s->monitor))
				   : NULL,
			   s->flags);
}

/* What it holds. */
static inline uint32_t tally_session_get_flags(const struct tally_session *s,
					       const struct tally_reg *at)
{
	return (uint32_t)tally_get_by(s->get_flags, s->bus, at);
}

/* The total of a slot whose counter wraps and has a flag. */
TALLY_INNER uint64_t tally_flagged_total(struct tally_session *s,
					 unsigned slot);

/*
 * The sum that a counter's word and the flags that were read with it (NULL:
 * they are in the word) come to, if the generation is the same before and
 * after.
 */
static inline uint64_t tally_flagged_sum(const struct tally_total *t,
					 uint64_t word, const uint32_t *flags)
{
	uint32_t wraps = t->wraps;

	if (!t->top)
		return word - t->base;
	if (t->flag & (flags ? *flags : (uint32_t)word))
		wraps++;
	return ((uint32_t)word & t->top) - t->base + (uint64_t)wraps * t->top +
	       wraps;
}

/*
 * Begin the next periods of these slots.  What is counted meanwhile is lost to
 * all alike: the window is closed, and opened again if it was open.  A program
 * may open and close it by a write of its own (TALLY_REGION), of which the
 * session knows nothing.
 */
TALLY_INNER void tally_session_reload(struct tally_session *s, uint32_t slots,
				      bool running);

/* Overflows that were acknowledged, by slot; and a slot's total has them. */
static inline uint32_t tally_session_took(struct tally_session *s,
					  uint32_t found)
{
	uint32_t slots = 0;

	for (unsigned i = s->setup->slots; i-- > 0;) {
		struct tally_total *total = &s->total[i];

		slots <<= 1;
		if (!(total->mine & found))
			continue;
		slots |= 1;
		total->wraps++;
	}
	return slots;
}

/* A slot's total in counts of its counter, before any divider. */
TALLY_INNER uint64_t tally_session_raw(struct tally_session *s, unsigned slot);

#endif
