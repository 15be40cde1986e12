/* SPDX-License-Identifier: MIT */
/*
 * A pipeline that issues in order, and its way to the ledger.  A cycle in which
 * anything issues is of CAUSE_ISSUE, but for one that another unit's lack has
 * ended, which is of CAUSE_UNITS; one in which nothing does is of whatever is
 * waited for.  `now` is the cycle that is being filled, and enters the ledger
 * when the next one begins.
 *
 * What of it is chosen:
 * - A miss keeps everything waiting until its line is there.
 * - A branch that is taken ends its cycle.
 * - Behind a taken one `taken` cycles are empty, unless it is direct and the
 *   last direct one that was taken, too: its target's code is at hand.
 */
#include "boards/src/inorder/inner.h"

bool inorder_init(struct uarch *u)
{
	inorder_of(u)->slots = FRESH;
	inorder_of(u)->recent = 1;
	return cortex_a_init(u);
}

static bool begun(const struct uarch *u)
{
	return (inorder_of(u)->slots & SLOTS) != (FRESH & SLOTS);
}

/* The cycle is over, whatever of it is still free. */
static void end_cycle(struct uarch *u)
{
	spend(u, CAUSE_ISSUE, begun(u));
	inorder_of(u)->slots = FRESH;
}

/* Time has gone by since, and not by issuing. */
static void end_if_late(struct uarch *u, uint64_t before)
{
	if (u->now != before)
		end_cycle(u);
}

/* When a reader in that role may issue. */
static uint64_t ready_for(const struct uarch *u, unsigned place, unsigned role)
{
	const struct inorder *e = inorder_of(u);
	const struct inorder_core *c = inorder_core_of(u);
	const unsigned early =
		c->later[role] + c->earlier[e->why[place] >> CAUSE_BITS][role];

	return e->ready[place] > early ? e->ready[place] - early : 0;
}

/* Waits until then for what another has made, or keeps. */
static void wait_for_place(struct uarch *u, unsigned place, uint64_t at)
{
	const struct inorder *e = inorder_of(u);
	uint64_t from;

	end_cycle(u);
	from = u->now;
	wait_for(u, e->why[place] & ((1 << CAUSE_BITS) - 1), at,
		 e->maker[place]);
	count(u, LEDGER_STALL_BACKEND, u->now - from);
	count(u, LEDGER_STALL, u->now - from);
}

/* Registers of a list that is stored. */
static unsigned stored_list(const struct insn *i)
{
	return i->class == CLASS_STORE_MULTIPLE ? i->operands.list : 0;
}

static void wait_for_all(struct uarch *u, const struct insn *i,
			 const struct inorder_row *row)
{
	const struct operands *f = &i->operands;
	uint64_t last = row->unit ? ready_for(u, row->unit, ROLE_ADDRESS) : 0;
	unsigned place = row->unit;

	for (unsigned k = 0; k < f->reads; k++) {
		uint64_t at = ready_for(u, f->read[k], f->role[k]);

		if (at > last) {
			last = at;
			place = f->read[k];
		}
	}
	for (unsigned left = stored_list(i); left; left &= left - 1) {
		const unsigned reg = (unsigned)__builtin_ctz(left);
		uint64_t at = ready_for(u, reg, ROLE_STORED);

		if (at > last) {
			last = at;
			place = reg;
		}
	}
	if (last > u->now)
		wait_for_place(u, place, last);
}

/* In this cycle, or in the next if there is no room. */
static void fill_cycle(struct uarch *u, unsigned takes)
{
	struct inorder *e = inorder_of(u);
	unsigned taken = e->slots + takes;

	if (taken & FULL) {
		bool both = (e->slots & SLOTS) > (FRESH & SLOTS) + 1;

		spend(u, both ? CAUSE_ISSUE : CAUSE_UNITS, 1);
		taken = FRESH + takes;
	}
	e->slots = taken;
}

/* By itself until its last cycle; how many come before that. */
static unsigned issue_alone(struct uarch *u, const struct insn *i,
			    const struct inorder_row *row)
{
	const unsigned cycles = (row->cycles ? row->cycles : 1u) +
				(row->by_list ? i->transfers / 2u : 0u);

	if (row->first && begun(u)) {
		spend(u, CAUSE_UNITS, 1);
		inorder_of(u)->slots = FRESH;
	}
	if (cycles == 1)
		return 0;
	end_cycle(u);
	spend(u, u->longer[i->class], cycles - 1);
	return cycles - 1;
}

/* A load or store has parts on both sides of such a boundary at once. */
static bool splits(const struct inorder_core *c, const struct retired *r)
{
	for (unsigned i = 0; i < r->accesses; i++) {
		const struct access *a = &r->access[i];
		const unsigned within = c->within[a->write];

		if (within && a->size <= c->widest &&
		    a->vaddr % within + a->size > within)
			return true;
	}
	return false;
}

static void keep_place(struct uarch *u, unsigned place, uint64_t until,
		       unsigned bypass, enum cause cause)
{
	struct inorder *e = inorder_of(u);

	e->ready[place] = until;
	e->why[place] = (uint8_t)(bypass << CAUSE_BITS | cause);
	e->maker[place] = u->here;
}

/* When the last of its results is there for whoever reads it first. */
static uint64_t done_at(const struct inorder *e, const struct operands *f,
			uint64_t done)
{
	for (unsigned k = 0; k < f->writes; k++)
		if (e->ready[f->write[k]] > done)
			done = e->ready[f->write[k]];
	return done;
}

static enum cause kept_by(const struct inorder_row *row)
{
	return row->unit == PLACE_DIVIDER      ? CAUSE_DIVIDE
	       : row->unit == PLACE_MULTIPLIER ? CAUSE_MULTIPLY
					       : CAUSE_UNITS;
}

/* Of a list that is loaded the first comes in the first cycle, and then two
 * in each. */
static void load_list(struct uarch *u, const struct insn *i,
		      const struct inorder_row *row, uint64_t from)
{
	unsigned k = 1;

	if (i->class != CLASS_LOAD_MULTIPLE)
		return;
	for (unsigned left = i->operands.list; left; left &= left - 1)
		keep_place(u, (unsigned)__builtin_ctz(left),
			   from + row->latency + k++ / 2, row->bypass,
			   u->result[i->class]);
}

static void make_results(struct uarch *u, const struct insn *i,
			 const struct inorder_row *row, uint64_t from,
			 bool split)
{
	const struct inorder_core *c = inorder_core_of(u);
	const struct operands *f = &i->operands;
	const unsigned more = split ? c->split : 0;

	for (unsigned k = 0; k < f->writes; k++)
		if (f->updates && k + 1u == f->writes)
			keep_place(u, f->write[k], from + c->base, 0,
				   CAUSE_SLOW_ALU);
		else
			keep_place(u, f->write[k],
				   from + row->latency + more +
					   (uint64_t)k * row->second,
				   split ? 0
				   : k   ? row->second_bypass
					 : row->bypass,
				   u->result[i->class]);
}

/* Its time, and what its data add. */
static void issue_and_move(struct uarch *u, const struct retired *r)
{
	const struct inorder_core *c = inorder_core_of(u);
	const struct operands *f = &r->insn->operands;
	const struct inorder_row *row = &c->row[f->inorder];
	const bool split = splits(c, r);
	const unsigned interval = (row->interval ? row->interval : 1u) +
				  (split ? c->split_interval : 0u);
	const uint64_t came = u->now;
	unsigned before;
	uint64_t issued, began;

	wait_for_all(u, r->insn, row);
	before = issue_alone(u, r->insn, row);
	fill_cycle(u, row->takes + (f->wide ? FLOATS : 0u));
	issued = began = u->now;
	if (r->accesses)
		cortex_a_data(u, r);
	if (split)
		spend(u, CAUSE_UNITS, c->replay);
	end_if_late(u, issued);
	/* A line that came late is there one cycle before the next issues. */
	if (u->now != issued)
		issued = u->now - 1;
	if (interval > 1)
		keep_place(u, row->unit, issued + interval, 0, kept_by(row));
	make_results(u, r->insn, row, issued, split && c->split);
	load_list(u, r->insn, row, issued - before);
	u->passage = (struct uarch_passage){
		true, came, began, done_at(inorder_of(u), f, issued + 1), 0
	};
	if (row->more) {
		end_cycle(u);
		spend(u, u->longer[r->insn->class], row->more);
	}
}

void inorder_execute(struct uarch *u, const struct retired *r)
{
	if ((r->insn->addr & u->fetch_mask) != u->fetch_base) {
		cortex_a_look_up(u, r->insn->addr);
		count(u, LEDGER_L1I_ACCESS, 1);
	}
	if (u->options.flat)
		cortex_a_issue_and_move(u, r);
	else
		issue_and_move(u, r);
	cortex_a_complete(u, r);
}

/* Of a direct branch that is taken. */
static void keep_target(struct uarch *u, const struct insn *i)
{
	if (inorder_core_of(u)->at_hand && !i->indirect)
		inorder_of(u)->recent = i->addr;
}

/* The target of a branch that was foretold. */
static void go_there(struct uarch *u, const struct insn *i)
{
	struct inorder *e = inorder_of(u);
	const unsigned late = inorder_core_of(u)->taken;
	const bool at_hand = !i->indirect && e->recent == i->addr;

	keep_target(u, i);
	if (u->options.flat)
		return;
	end_cycle(u);
	if (at_hand)
		return;
	spend(u, CAUSE_BRANCH_LATE, late);
	count(u, LEDGER_STALL_FRONTEND, late);
	count(u, LEDGER_STALL, late);
}

void inorder_branch(struct uarch *u, const struct retired *r, bool right)
{
	const uint64_t before = u->now;

	cortex_a_branch(u, r, right);
	if (right && r->passed)
		go_there(u, r->insn);
	else if (r->passed)
		keep_target(u, r->insn);
	if (!right)
		end_if_late(u, before);
}

static void go_on_behind(struct uarch *u, const struct retired *r)
{
	const uint64_t before = u->now;

	if (!flow_changes_mode(r->insn->flow)) {
		inorder_branch(
			u, r,
			cortex_a_foretells(u, r->insn, r->passed, r->next));
		return;
	}
	cortex_a_change_mode(u, r);
	end_if_late(u, before);
}

void inorder_retire(struct uarch *u, const struct retired *r)
{
	const uint64_t before = u->now;

	if ((r->insn->addr & u->fetch_mask) != u->fetch_base) {
		cortex_a_fetch(u, r);
		end_if_late(u, before);
	}
	if (u->options.flat)
		cortex_a_issue_and_move(u, r);
	else
		issue_and_move(u, r);
	if (r->exception && r->insn->flow != FLOW_SVC) {
		forget_fetch(u);
	} else {
		cortex_a_complete(u, r);
		if (r->insn->flow != FLOW_NEXT)
			go_on_behind(u, r);
	}
	settle(u, before);
}

void inorder_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		      const struct mapping *map)
{
	const uint64_t before = u->now;

	cortex_a_maintain(u, what, vaddr, map);
	if (!u->options.flat)
		end_if_late(u, before);
}
