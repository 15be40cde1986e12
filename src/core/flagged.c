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
 * short of a second wrap.
 */
#include <stddef.h>

#include <tally/counting.h>

#include "inner.h"

uint64_t tally_flagged_total(struct tally_session *s, unsigned slot)
{
	unsigned bits = tally_slot_bits(s->monitor, s->setup, slot);
	unsigned flag = tally_slot_flag(&s->setup->slot[slot]);
	struct tally_total *total = &s->total[slot];
	uint32_t generation, before, after, wraps;
	uint64_t raw, base;

	do {
		generation = s->generation;
		before = s->monitor->ops->flags(s->monitor, s->bus);
		raw = tally_session_read(s, slot);
		after = s->monitor->ops->flags(s->monitor, s->bus);
		base = total->base;
		wraps = total->wraps;
		before = before >> flag & 1;
		after = after >> flag & 1;
	} while (generation != s->generation || before != after);
	return raw - base + (tally_counter_mask(bits) + 1) * (wraps + before);
}

const struct tally_counting tally_flagged = { .total = tally_flagged_total };
