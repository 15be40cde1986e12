/* SPDX-License-Identifier: MIT */
/* Blocks and steps in turn. */
#include <stdlib.h>

#include "boards/src/block/inner.h"
#include "boards/src/block/shares.h"

/* Monitors and lines, as machine_lines_due() has them; and the clock. */
static void look(struct machine *m, struct blocks *b)
{
	if (m->clocked)
		machine_clock(m);
	if (!blocks_due(b))
		return;
	blocks_settle(b);
	machine_watched(m);
	if (monitors_update(m) ||
	    uarch_ledger(m->uarch)->n[LEDGER_CYCLES] >= m->lines_at)
		b->steps->lines(m);
	blocks_looked(b);
}

/* So many go by steps; false: the last one has begun. */
static bool rest(struct blocks *b, void *s, uint32_t most)
{
	const uint64_t before = b->m->instructions;
	bool done;

	blocks_settle(b);
	done = b->steps->many(b->m, s, most);
	blocks_rested(b, b->m->instructions - before);
	return done;
}

static void bring(void *ctx)
{
	shares_settle(ctx);
}

/* Is a profile on of which blocks can tell? */
static void look_for_profile(struct blocks *b)
{
	struct profile *p = profile_by_ways(b->m);

	if (p == b->profile)
		return;
	if (p && !b->shares)
		b->shares = calloc(1, sizeof(*b->shares));
	if (!b->shares)
		return;
	blocks_forget(b);
	b->profile = p;
	b->apart = b->replays || p;
	if (!p)
		return;
	timing_tell_waits(b->timing);
	for (unsigned i = 0; i < TIMING_PLACES; i++)
		b->shares->maker[i] = timing_maker(b->timing, false, i);
	b->shares->moved = shares_moved(b);
	profile_brought_by(p, bring, b);
}

/*
 * Blocks are gone through as far as they go.  One is looked for where the
 * program arrives by a branch, and behind an instruction at which one was left.
 */
bool blocks_go(struct blocks *b, void *s)
{
	enum block_step step = BLOCK_STEPPED;
	bool arrives = true, left = false;
	uint32_t most;

	blocks_begin(b);
	look_for_profile(b);
	for (;;) {
		most = blocks_rest(b);
		if (most) {
			if (!rest(b, s, most))
				return false;
		} else if (arrives && blocks_run(b, s)) {
			left = true;
			look(b->m, b);
		}
		step = b->steps->one(b->m, s);
		if (step > BLOCK_ARRIVED)
			break;
		blocks_stepped(b);
		look(b->m, b);
		arrives = left || step == BLOCK_ARRIVED;
		left = false;
	}
	blocks_settle(b);
	return step == BLOCK_NOT_READY;
}
