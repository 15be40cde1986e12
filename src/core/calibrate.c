/* SPDX-License-Identifier: MIT */
/*
 * Calibrates: what an empty region counts.  This is a file of its own so that
 * start and stop are called here, as they are where users call them: inlined
 * they would cost less, and the measured overhead would be too small.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/session.h>

enum tally_status tally_session_calibrate(struct tally_session *s,
					  unsigned tries)
{
	return tally_session_calibrate_as(s, tries, NULL);
}

enum tally_status
tally_session_calibrate_as(struct tally_session *s, unsigned tries,
			   void (*empty)(struct tally_session *s))
{
	if (tries == 0)
		return TALLY_E_INVALID;
	for (unsigned n = 0; n < tries; n++) {
		enum tally_status status = tally_session_reset(s);

		if (status)
			return status;
		if (empty) {
			empty(s);
		} else {
			/*
			 * The two calls stand side by side here, as they do
			 * around a user's empty region.
			 */
			(void)tally_session_start(s);
			(void)tally_session_stop(s);
		}
		for (unsigned i = 0; i < s->setup->slots; i++) {
			uint64_t count = tally_session_count(s, i);

			if (n == 0 || count < s->total[i].empty)
				s->total[i].empty = count;
		}
		if (s->bus->status) {
			/* Should it run still, the next reset stops it. */
			s->running = false;
			return s->bus->status;
		}
	}
	return tally_session_reset(s);
}
