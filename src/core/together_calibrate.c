/* SPDX-License-Identifier: MIT */
/*
 * Calibrates: what an empty window of several sessions counts.  This is a file
 * of its own for the reason that calibrate.c gives.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/together.h>

/* These totals are those of one empty window. */
static enum tally_status keep_least(struct tally_session *s, bool first)
{
	for (unsigned i = 0; i < s->setup->slots; i++) {
		uint64_t count = tally_session_count(s, i);

		if (first || count < s->total[i].empty)
			s->total[i].empty = count;
	}
	return s->bus->status;
}

enum tally_status tally_together_calibrate(struct tally_together *t,
					   unsigned tries)
{
	if (tries == 0)
		return TALLY_E_INVALID;
	for (unsigned n = 0; n < tries; n++) {
		enum tally_status status = tally_together_reset(t);

		if (!status)
			status = tally_together_start(t);
		if (!status)
			status = tally_together_stop(t);
		for (unsigned i = 0; i < t->sessions && !status; i++)
			status = keep_least(t->session[i], n == 0);
		if (status)
			return status;
	}
	return tally_together_reset(t);
}
