/* SPDX-License-Identifier: MIT */
#ifndef CORE_INNER_H
#define CORE_INNER_H

#include <tally/session.h>

/* What the files of this room share. */

/*
 * Has the session written to its monitor, and not yet put everything back?  `s`
 * may be memory that was never a session.
 */
static inline bool tally_session_touched(const struct tally_session *s)
{
	return s->touched == s;
}

/* What a slot's counter is loaded with. */
uint64_t tally_session_preset(const struct tally_session *s, unsigned slot);

/* What a slot's counter stands at. */
uint64_t tally_session_read(struct tally_session *s, unsigned slot);

/* The counter whose flag tells of a slot's overflow: a pair's is the second. */
static inline unsigned tally_slot_flag(const struct tally_slot *slot)
{
	return (unsigned)slot->counter + slot->pair;
}

/* The total of a slot whose counter wraps and has a flag. */
uint64_t tally_flagged_total(struct tally_session *s, unsigned slot);

/* A slot's total in counts of its counter, before any divider. */
uint64_t tally_session_raw(struct tally_session *s, unsigned slot);

/*
 * May the session be used, here and now?  TALLY_E_STATE: not open, or
 * suspended.  TALLY_E_CORE: the bus would reach another core's registers.
 */
enum tally_status tally_session_usable(const struct tally_session *s);

#endif
