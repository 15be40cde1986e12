/* SPDX-License-Identifier: MIT */
/*
 * Counters that wrap and have a flag: 64-bit counts from narrow counters.
 *
 * A total is wraps * 2^bits + counter - base.  `wraps` and `base` change only
 * in tally_session_overflow(), which bumps `generation` last.  A reader may be
 * interrupted by it at any point, and the counter may wrap at any point, with
 * the handler yet to come.  It therefore reads the overflow flag before and
 * after the counter: if the flag was already set, the counter has wrapped and
 * the wrap is not yet in `wraps`; if it is set only afterwards, the counter
 * may be from either side, so it reads again.  If the handler ran in between,
 * it reads again too.  No assumption is made on how late the handler may be,
 * short of a second wrap.  A flag that is a bit of the counter's own register
 * is read with it at once.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/counting.h>

#include "inner.h"

uint64_t tally_flagged_total(struct tally_session *s, unsigned slot)
{
	const struct tally_total *t = &s->total[slot];
	const struct tally_reg *at = tally_session_flags(s);
	const bool flagged = at && t->flag;
	uint32_t generation, before = 0, after = 0;
	uint64_t sum;

	do {
		uint64_t word;

		generation = s->generation;
		if (flagged)
			before = tally_session_get_flags(s, at);
		word = tally_session_word(s, slot);
		if (flagged)
			after = tally_session_get_flags(s, at);
		sum = tally_flagged_sum(t, word, flagged ? &before : NULL);
	} while (generation != s->generation || (before ^ after) & t->flag);
	return sum;
}

const struct tally_counting tally_flagged = { .total = tally_flagged_total,
					      .flagged = true };
