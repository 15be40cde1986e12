/* SPDX-License-Identifier: MIT */
/* An instruction of a core that issues out of order, as a step brings it: its
 * fetch, its data and its flow, around its schedule. */
#include "boards/src/outoforder/inner.h"

static void come_to_branch(struct uarch *u, const struct retired *r)
{
	struct outoforder *e = outoforder_of(u);
	const struct insn *i = r->insn;
	const bool right = cortex_a_foretells(u, i, r->passed, r->next);
	const bool keeps = outoforder_core_of(u)->at_hand;
	const bool at_hand = !keeps || e->recent == i->addr;

	cortex_a_count_branch(u, r, right);
	if (keeps && r->passed && !i->indirect)
		e->recent = i->addr;
	if (u->options.flat)
		return;
	outoforder_turn(u, i, r->passed,
			!right    ? TURN_WRONG
			: at_hand ? TURN_RIGHT
				  : TURN_LATE);
}

/* Cycles of a fetch are none of the retirement's, but of the dispatch's. */
static void fetch_behind(struct uarch *u, const struct retired *r)
{
	struct outoforder *e = outoforder_of(u);

	e->a.kept = (struct cortex_a_kept){ 0 };
	cortex_a_fetch(u, r);
	if (!e->a.kept.cycles)
		return;
	outoforder_hold(u, e->a.kept.cycles, e->a.kept.cause);
}

/* In two lines, or a pair that is misaligned over the end of 16 bytes. */
static bool lies_in_two(const struct uarch *u, const struct retired *r)
{
	const struct access *a = r->access;
	const unsigned bytes = r->insn->operands.bytes;
	const uint32_t line = cortex_a_line(u);

	if (!bytes || a->vaddr % r->element == 0)
		return false;
	return a->vaddr % line + bytes > line ||
	       (bytes == 16 && a->vaddr % 16 != 0);
}

static void move_and_schedule(struct uarch *u, const struct retired *r)
{
	struct cortex_a *a = cortex_a_of(u);
	struct outoforder_move m = { .at = r->passed ? 0 : OUTOFORDER_NOWHERE };

	if (r->accesses) {
		a->kept = (struct cortex_a_kept){ 0 };
		cortex_a_data(u, r);
		m = (struct outoforder_move){ .at = r->access[0].vaddr,
					      .split = r->element &&
						       lies_in_two(u, r),
					      .line = a->kept.line,
					      .late = a->kept.cycles,
					      .cause = a->kept.cause };
	}
	outoforder_schedule(u, r->insn, &m);
}

void outoforder_retire(struct uarch *u, const struct retired *r)
{
	const uint64_t before = u->now;
	struct outoforder *e = outoforder_of(u);

	e->a.keeps_time = !u->options.flat;
	if ((r->insn->addr & u->fetch_mask) != u->fetch_base)
		fetch_behind(u, r);
	if (u->options.flat)
		cortex_a_issue_and_move(u, r);
	else
		move_and_schedule(u, r);
	if (r->exception && r->insn->flow != FLOW_SVC) {
		forget_fetch(u);
	} else {
		cortex_a_complete(u, r);
		if (flow_changes_mode(r->insn->flow))
			cortex_a_change_mode(u, r);
		else if (r->insn->flow != FLOW_NEXT)
			come_to_branch(u, r);
	}
	settle(u, before);
}

void outoforder_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
			 const struct mapping *map)
{
	outoforder_of(u)->a.keeps_time = false;
	cortex_a_maintain(u, what, vaddr, map);
}
