/* SPDX-License-Identifier: MIT */
/*
 * Branches, which end a block: by one of two ways, as the predictor has
 * foretold them or not.
 */
#include "boards/src/a64/block/inner.h"
#include "boards/src/engine/condition.h"

enum { LINK = 30 };

static inline struct way *way_of(struct blocks *b, bool taken, bool foretold)
{
	return (foretold ? b->at->foretold : b->at->missed)[taken];
}

/* A direct one is taken, from there. */
static inline struct way *way_there(struct blocks *b, uint32_t at,
				    bool foretold)
{
	const bool at_hand = *b->recent == at;

	*b->recent = at;
	return !foretold ? b->at->missed[true]
	       : at_hand ? b->at->foretold[true]
			 : b->at->late;
}

/* The directions of conditional ones are asked for at once. */
static inline struct block *conditional(struct blocks *b,
					const struct block_op *o, bool taken)
{
	const uint32_t at = insn_of(o)->insn.addr;
	const bool foretold = global_direction(b->global, at, taken) == taken;

	return go(b, taken ? way_there(b, at, foretold)
			   : way_of(b, false, foretold));
}

static struct block *branch_if(struct blocks *b, const struct block_op *o)
{
	return conditional(b, o,
			   condition_holds(insn_of(o)->quick.condition,
					   state_of(b)->pstate));
}

static struct block *branch_on(struct blocks *b, const struct block_op *o)
{
	const struct a64_quick *q = &insn_of(o)->quick;
	bool set = state_of(b)->x[q->n] & q->immediate;

	return conditional(b, o, set == q->invert);
}

static struct block *direct(struct blocks *b, const struct block_op *o)
{
	const struct insn *i = &insn_of(o)->insn;

	if (i->flow == FLOW_CALL)
		state_of(b)->x[LINK] = i->addr + 4;
	return go(b,
		  way_there(b, i->addr,
			    timing_foretells(b->timing, i, true, i->target)));
}

static struct block *indirect(struct blocks *b, const struct block_op *o)
{
	const struct a64_insn *i = insn_of(o);
	uint64_t to = state_of(b)->x[i->quick.n];

	if (to > UINT32_MAX || to % 4)
		return leave(b, o);
	if (i->insn.flow == FLOW_CALL)
		state_of(b)->x[LINK] = i->insn.addr + 4;
	return go_to(b,
		     way_of(b, true,
			    timing_foretells(b->timing, &i->insn, true,
					     (uint32_t)to)),
		     (uint32_t)to);
}

block_function *a64_op_flow(const struct a64_insn *i)
{
	if (i->insn.indirect)
		return indirect;
	if (!i->insn.conditional)
		return direct;
	return i->insn.word >> 24 == 0x54 ? branch_if : branch_on;
}
