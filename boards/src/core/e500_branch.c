/* SPDX-License-Identifier: MIT */
/*
 * The e500's branch target buffer, and what a branch puts into the ledger.
 */
#include "boards/src/core/e500_inner.h"

#include <stddef.h>

enum { NO_BRANCH = 1, WEAKLY_TAKEN = 2, STRONGLY_TAKEN = 3 };

void e500_btb_clear(struct e500_state *e)
{
	for (unsigned set = 0; set < e->btb_sets; set++)
		for (unsigned way = 0; way < E500_BTB_WAYS; way++)
			e->btb[set][way].branch = NO_BRANCH;
}

static struct e500_btb_entry *look_up(struct e500_state *e, uint32_t addr)
{
	struct e500_btb_entry *set = e->btb[addr / 4 & (e->btb_sets - 1)];

	for (unsigned way = 0; way < E500_BTB_WAYS; way++)
		if (set[way].branch == addr)
			return &set[way];
	return NULL;
}

static void allocate(struct e500_state *e, uint32_t addr, uint32_t target)
{
	unsigned set = addr / 4 & (e->btb_sets - 1), way = e->btb_next[set];

	e->btb[set][way] =
		(struct e500_btb_entry){ addr, target, STRONGLY_TAKEN };
	e->btb_next[set] = (uint8_t)((way + 1) % E500_BTB_WAYS);
}

/* The entry predicts the branch; then it learns.  True: it was right. */
static bool predicted(struct uarch *u, struct e500_btb_entry *b, bool taken,
		      uint32_t next)
{
	bool said = b->history >= WEAKLY_TAKEN, right;

	count(u, LEDGER_BRANCH_MISS_DIRECTION, said != taken);
	right = said == taken && (!taken || b->target == next);
	if (taken) {
		b->target = next;
		if (b->history < STRONGLY_TAKEN)
			b->history++;
	} else if (b->history > 0) {
		b->history--;
	}
	return right;
}

bool uarch_foretells(struct uarch *u, const struct insn *i, bool taken,
		     uint32_t next)
{
	struct e500_btb_entry *b = NULL;

	if (u->control.branch_prediction)
		b = look_up(e500_of(u), i->addr);
	if (b ? predicted(u, b, taken, next) : !taken)
		return true;
	count(u, LEDGER_BTB_HITS_PSEUDO, b || !taken);
	count(u, LEDGER_BTB_MISS_UNCONDITIONAL, !b && !i->conditional);
	if (!b && taken && u->control.branch_prediction)
		allocate(e500_of(u), i->addr, next);
	return false;
}

void e500_go_on(struct uarch *u, const struct insn *i, bool taken, bool right)
{
	count(u, LEDGER_BRANCHES, 1);
	count(u, LEDGER_BRANCHES_TAKEN, taken);
	if (taken)
		e500_of(u)->group_bytes = 0;
	if (right) {
		count(u, LEDGER_BTB_HITS_PSEUDO, 1);
		return;
	}
	count(u, LEDGER_BRANCH_MISS, 1);
	if (u->t.mispredict)
		e500_stall(u, flow_cause(i), u->now + u->t.mispredict);
}

void e500_branch(struct uarch *u, const struct retired *r)
{
	bool right = uarch_foretells(u, r->insn, r->passed, r->next);

	e500_go_on(u, r->insn, r->passed, right);
}
