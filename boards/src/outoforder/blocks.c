/* SPDX-License-Identifier: MIT */
/*
 * A core that issues out of order, asked in blocks: see core/timing.h.  What is
 * in its window is no state that blocks could share, so that a walk only finds
 * what a way counts, and cycles beyond which it cannot go; its time is found
 * when it has been gone.
 */
#include "boards/src/core/timing.h"
#include "boards/src/outoforder/inner.h"

/* Cycles from the newest that has retired to the next one's dispatch, and until
 * ports are free that are kept: blocks begin where it is no more. */
enum { AHEAD_MOST = 32 };

static bool tell_fetched(const struct uarch *u, uint32_t pc,
			 struct timing_state *s)
{
	const struct outoforder *e = outoforder_of(u);

	s->fetched = (pc & u->fetch_mask) == u->fetch_base;
	return e->walks || e->front <= u->now + AHEAD_MOST;
}

static void take_fetched(struct uarch *u, uint32_t pc,
			 const struct timing_state *s)
{
	if (s->fetched)
		cortex_a_look_up(u, pc);
	else
		forget_fetch(u);
	if (outoforder_of(u)->walks && !u->options.flat)
		u->now += AHEAD_MOST;
}

static void begin_counting(struct uarch *second, const struct uarch *u)
{
	(void)u;
	outoforder_of(second)->walks = true;
}

/* As long as it can take where it is the oldest, and its data are at hand. */
static unsigned longest_of(const struct uarch *u, const struct insn *i)
{
	const struct outoforder_core *c = outoforder_core_of(u);
	const struct outoforder_row *row = &c->row[i->operands.outoforder];
	const unsigned uses = row->uses > row->wide ? row->uses : row->wide;

	return uses + row->slots + row->latency + row->more + c->forward +
	       c->updates + row->second * i->operands.writes + c->taken +
	       2 * outoforder_pairs(i) + 2u;
}

static void count_all(struct uarch *u, const struct retired *r)
{
	if ((r->insn->addr & u->fetch_mask) != u->fetch_base) {
		cortex_a_look_up(u, r->insn->addr);
		count(u, LEDGER_L1I_ACCESS, 1);
	}
	if (u->options.flat) {
		cortex_a_issue_and_move(u, r);
	} else {
		if (r->accesses)
			cortex_a_data(u, r);
		u->now += longest_of(u, r->insn);
	}
	cortex_a_complete(u, r);
}

static void count_turn(struct uarch *u, const struct retired *r, bool right)
{
	cortex_a_count_branch(u, r, right);
	if (!right)
		u->now += u->t.mispredict;
}

static uint32_t *recent_turn(const struct uarch *u)
{
	return &outoforder_of(u)->recent;
}

static uint64_t lines_under_way(const struct uarch *u)
{
	return outoforder_of(u)->last_fill;
}

#define OUTOFORDER_BLOCKS                                                      \
	CORTEX_A_BLOCKS, .pretend = begin_counting, .execute = count_all,      \
			 .lose = count_turn, .state = tell_fetched,            \
			 .take_up = take_fetched, .plan = outoforder_plan,     \
			 .plan_size = sizeof(struct outoforder_plan),          \
			 .replay = outoforder_schedule_gone,                   \
			 .under_way = lines_under_way

const struct uarch_blocks outoforder_blocks = { OUTOFORDER_BLOCKS,
						.recent_branch = recent_turn,
						.width = 3 };
const struct uarch_blocks outoforder_blocks_no_target = { OUTOFORDER_BLOCKS,
							  .width = 2 };
