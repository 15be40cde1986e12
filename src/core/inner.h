/* SPDX-License-Identifier: MIT */
#ifndef CORE_INNER_H
#define CORE_INNER_H

#include <tally/session.h>

/* What the files of this room share. */

/* A slot's total in counts of its counter, before any divider. */
uint64_t tally_session_raw(struct tally_session *s, unsigned slot);

/*
 * May the session be used, here and now?  TALLY_E_STATE: not open, or
 * suspended.  TALLY_E_CORE: the bus would reach another core's registers.
 */
enum tally_status tally_session_usable(const struct tally_session *s);

#endif
