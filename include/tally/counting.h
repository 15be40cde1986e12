/* SPDX-License-Identifier: MIT */
#ifndef TALLY_COUNTING_H
#define TALLY_COUNTING_H

#include <tally/session.h>

/*
 * How totals come of counters that are not of the usual kind: loaded with
 * their preset, wrapping, and with a flag that tells of it.  A monitor that
 * needs one of these names it in its ops; no other links them.
 */

/*
 * Counters of at most 32 bits that wrap and tell nobody: each poll adds the
 * difference to the last one.  They begin where they stand, so they need not
 * be loaded or cleared.
 */
void tally_difference_loaded(struct tally_session *s);
uint32_t tally_difference_poll(struct tally_session *s);
uint64_t tally_difference_total(struct tally_session *s, unsigned slot);

/*
 * Counters that stop at their top: a poll in time (`early` 1) takes the count
 * out of those past half of it and has them begin again (ops.load()).
 */
void tally_saturating_loaded(struct tally_session *s);
uint32_t tally_saturating_poll(struct tally_session *s);
uint64_t tally_saturating_total(struct tally_session *s, unsigned slot);

/*
 * Counters that have flags, but cannot be loaded: they count from where they
 * stand.  One at its top with its flag set may have stopped there.
 */
void tally_read_only_loaded(struct tally_session *s);
uint64_t tally_read_only_total(struct tally_session *s, unsigned slot);

/* ops.check() where a counter cannot begin anywhere: no periods. */
enum tally_status tally_check_unloaded(const struct tally_monitor *m,
				       const struct tally_setup *setup,
				       unsigned i);

#endif
