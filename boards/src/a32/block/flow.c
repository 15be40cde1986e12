/* SPDX-License-Identifier: MIT */
/*
 * Conditions and ends of blocks.  A branch that the predictor foretells for
 * sure is part of a way; the model itself is asked about all others.
 */
#include "boards/src/a32/block/inner.h"
#include "boards/src/a32/decode/bits.h"
#include "boards/src/engine/condition.h"

struct block *op_quick(struct blocks *b, const struct block_op *o)
{
	state_of(b)->r[PC] = insn_of(o)->insn.addr + 8;
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
	return holds(b, o) ? o[1].run(b, o + 1) : go(b, o->way);
}

/* The model is told of the flow, and time goes by. */
static struct block *lost(struct blocks *b, const struct block_op *o,
			  struct way *next, bool passed, uint32_t pc)
{
	const struct block *v = b->at;
	const struct insn *i = &insn_of(o)->insn;
	struct mapping map = v->map;
	const struct access read = { .size = 4 };
	const struct retired r = {
		.insn = i,
		.fetch = &map,
		.passed = passed,
		.next = pc,
		.accesses = i->class == CLASS_LOAD ||
			    i->class == CLASS_LOAD_MULTIPLE,
		.access = &read,
	};
	uint64_t before;

	map.paddr += i->addr - v->pc;
	way_gone(b, v->end[passed]);
	before = b->now;
	b->now = timing_flow(b->timing, &r, before);
	return go_on(b, next, pc, b->now - before);
}

struct block *op_branch(struct blocks *b, const struct block_op *o)
{
	const struct insn *i = &insn_of(o)->insn;
	bool taken = insn_of(o)->condition == 14 || holds(b, o);
	bool call = taken && i->flow == FLOW_CALL;
	struct way *w = b->at->foretold[taken];

	if (call)
		state_of(b)->r[LR] = i->addr + 4;
	else if (b->predicts &&
		 predictor_sure(b->predictor, i->addr, taken,
				i->conditional && i->target > i->addr))
		return go(b, w);
	return lost(b, o, w, taken, w->pc);
}

/* Carried out, and where the program goes; QUICK_NOT: nothing was done. */
static uint32_t jumps(struct blocks *b, const struct decoded *d)
{
	uint32_t to = QUICK_NOT;

	if (d->quick.kind == QUICK_MULTIPLE)
		return memory_multiple_pc(b, &d->quick, &to) ? to : QUICK_NOT;
	if (d->quick.kind == QUICK_LOAD_PC)
		return memory_load_pc(b, d, &to) ? to : QUICK_NOT;
	state_of(b)->r[PC] = d->insn.addr + 8;
	return d->quick.run(b->m, b->s, d);
}

struct block *op_jump(struct blocks *b, const struct block_op *o)
{
	const uint32_t to = jumps(b, o->d);

	if (to == QUICK_NOT)
		return leave(b, o);
	return lost(b, o, b->at->end[1], true, to);
}

/* The way of a flow that is foretold, or not. */
static inline struct way *guessed(const struct blocks *b, bool taken,
				  bool right)
{
	return (right ? b->at->foretold : b->at->missed)[taken];
}

struct block *op_branch_guessed(struct blocks *b, const struct block_op *o)
{
	const struct insn *i = &insn_of(o)->insn;
	bool taken = insn_of(o)->condition == 14 || holds(b, o), right;

	if (taken && i->flow == FLOW_CALL)
		state_of(b)->r[LR] = i->addr + 4;
	else if (b->predicts && i->conditional)
		return go(b, guessed(b, taken,
				     global_direction(b->global, i->addr,
						      taken) == taken));
	right = timing_foretells(b->timing, i, taken,
				 taken ? i->target : i->addr + 4);
	return go(b, guessed(b, taken, right));
}

struct block *op_jump_guessed(struct blocks *b, const struct block_op *o)
{
	const struct insn *i = &insn_of(o)->insn;
	const bool taken = insn_of(o)->condition == 14 || holds(b, o);
	const uint32_t to = taken ? jumps(b, o->d) : i->addr + 4;
	bool right;

	if (to == QUICK_NOT)
		return leave(b, o);
	right = timing_foretells(b->timing, i, taken, to);
	return go_to(b, guessed(b, taken, right), to);
}
