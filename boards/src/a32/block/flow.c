/* SPDX-License-Identifier: MIT */
/*
 * Conditions and ends of blocks.  A branch that the predictor foretells for
 * sure is part of a way; the model itself is asked about all others.
 */
#include "base/rare.h"
#include "boards/src/a32/block/inner.h"
#include "boards/src/a32/decode/bits.h"
#include "boards/src/engine/condition.h"

struct block *op_quick(struct blocks *b, const struct block_op *o)
{
	state_of(b)->r[PC] = insn_of(o)->quick.pc;
	(void)insn_of(o)->quick.run(b->m, b->s, o->d);
	return o[1].run(b, o + 1);
}

static bool holds(const struct blocks *b, const struct block_op *o)
{
	return condition_holds(insn_of(o)->condition, state_of(b)->cpsr);
}

/* An instruction that takes as long whether or not it is carried out. */
struct block *op_skip(struct blocks *b, const struct block_op *o)
{
	o += holds(b, o) ? 1 : 2;
	return o->run(b, o);
}

/* If not carried out, the block ends with it. */
struct block *op_fail(struct blocks *b, const struct block_op *o)
{
	if (holds(b, o))
		return o[1].run(b, o + 1);
	moves_at(b, o, UINT32_MAX); /* nowhere */
	return go(b, o->way);
}

/* The model is told of the flow to a place, and time goes by. */
static APART struct block *lost(struct blocks *b, const struct block_op *o,
				bool passed, uint32_t to)
{
	struct way *w = b->at->end[passed];
	const struct block *v = b->at;
	const struct insn *i = &insn_of(o)->insn;
	struct mapping map = v->map;
	static const struct access read = { .size = 4 };
	const struct retired r = {
		.insn = i,
		.fetch = &map,
		.passed = passed,
		.next = block_address(to),
		.accesses = i->class == CLASS_LOAD ||
			    i->class == CLASS_LOAD_MULTIPLE,
		.access = &read,
	};
	uint64_t before;

	map.paddr += i->addr - v->pc;
	way_gone(b, w);
	before = b->now;
	b->now = timing_flow(b->timing, &r, before);
	blocks_counted(b, o->n, b->now - before);
	return go_on(b, w, to, b->now - before);
}

/* Calls leave where they return to, and BLX the state. */
static inline void call(struct blocks *b, const struct decoded *d)
{
	(void)d->quick.run(b->m, b->s, d);
}

static APART struct block *call_lost(struct blocks *b, const struct block_op *o)
{
	call(b, o->d);
	return lost(b, o, true, b->at->end[true]->place.at);
}

static ALWAYS struct block *branch(struct blocks *b, const struct block_op *o,
				   bool taken)
{
	const struct insn *i = &insn_of(o)->insn;

	if (taken && i->flow == FLOW_CALL)
		return call_lost(b, o);
	if (b->predicts &&
	    predictor_sure(b->predictor, i->addr, taken,
			   i->conditional && i->target > i->addr))
		return go(b, b->at->foretold[taken]);
	return lost(b, o, taken, b->at->end[taken]->place.at);
}

static struct block *op_branch(struct blocks *b, const struct block_op *o)
{
	return branch(b, o, insn_of(o)->condition == 14 || holds(b, o));
}

/* CBZ and CBNZ */
static inline bool zero_tells(const struct blocks *b, const struct block_op *o)
{
	const struct decoded *d = o->d;

	return (state_of(b)->r[d->insn.word & 7] == 0) == d->if_zero;
}

static struct block *op_branch_zero(struct blocks *b, const struct block_op *o)
{
	return branch(b, o, zero_tells(b, o));
}

/* Carried out: the address where the program goes, with the registers in the
 * state there; QUICK_NOT: nothing was done. */
static uint32_t jumps(struct blocks *b, const struct block_op *o)
{
	const struct decoded *d = o->d;

	state_of(b)->r[PC] = d->quick.pc;
	switch ((enum quick_kind)d->quick.kind) {
	case QUICK_MULTIPLE:
		return memory_multiple_pc(b, o);
	case QUICK_LOAD_PC:
		return memory_load_pc(b, o);
	case QUICK_TABLE:
		return memory_table(b, o);
	case QUICK_OTHER:
	case QUICK_ALU:
	case QUICK_LOAD:
	case QUICK_STORE:
	case QUICK_PAIR:
	default:
		return d->quick.run(b->m, b->s, d);
	}
}

static struct block *op_jump(struct blocks *b, const struct block_op *o)
{
	const uint32_t to = jumps(b, o);

	if (to == QUICK_NOT)
		return leave(b, o);
	return lost(b, o, true, place_at(b->s, to));
}

/* The way of a flow that is foretold, or not. */
static inline struct way *guessed(const struct blocks *b, bool taken,
				  bool right)
{
	return (right ? b->at->foretold : b->at->missed)[taken];
}

/* Of calls, and where there is no condition to be foretold. */
static APART struct block *flow_guessed(struct blocks *b,
					const struct block_op *o, bool taken)
{
	const struct insn *i = &insn_of(o)->insn;
	bool right;

	if (taken && i->flow == FLOW_CALL)
		call(b, o->d);
	right = timing_foretells(b->timing, i, taken,
				 taken ? i->target : i->addr + i->size);
	return go(b, guessed(b, taken, right));
}

static ALWAYS struct block *branch_guessed(struct blocks *b,
					   const struct block_op *o, bool taken)
{
	const struct insn *i = &insn_of(o)->insn;

	if (!b->predicts || !i->conditional || (taken && i->flow == FLOW_CALL))
		return flow_guessed(b, o, taken);
	return go(b, guessed(b, taken,
			     global_direction(b->global, i->addr, taken) ==
				     taken));
}

static struct block *op_branch_guessed(struct blocks *b,
				       const struct block_op *o)
{
	return branch_guessed(b, o, insn_of(o)->condition == 14 || holds(b, o));
}

static struct block *op_branch_zero_guessed(struct blocks *b,
					    const struct block_op *o)
{
	return branch_guessed(b, o, zero_tells(b, o));
}

static struct block *op_jump_guessed(struct blocks *b, const struct block_op *o)
{
	const struct insn *i = &insn_of(o)->insn;
	const bool taken = insn_of(o)->condition == 14 || holds(b, o);
	const uint32_t to = taken ? jumps(b, o) : i->addr + i->size;
	bool right;

	if (to == QUICK_NOT)
		return leave(b, o);
	if (!taken)
		moves_at(b, o, UINT32_MAX); /* nowhere */
	right = timing_foretells(b->timing, i, taken, to);
	return go_to(b, guessed(b, taken, right), place_at(b->s, to));
}

/* On some cores flows take time by nothing but whether they are foretold. */
block_function *op_flow(const struct blocks *b, const struct decoded *d)
{
	static block_function *const functions[2][3] = {
		{ op_branch, op_branch_zero, op_jump },
		{ op_branch_guessed, op_branch_zero_guessed, op_jump_guessed },
	};
	const unsigned what = d->insn.indirect               ? 2
			      : d->if_zero || d->if_not_zero ? 1
							     : 0;

	return functions[timing_guesses(b->timing)][what];
}
