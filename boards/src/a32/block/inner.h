/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_BLOCK_INNER_H
#define BOARD_A32_BLOCK_INNER_H

#include "boards/src/a32/inner.h"
#include "boards/src/block/op.h"

/*
 * Instructions of ARM and Thumb state in blocks (block/): arch.c, and the
 * operations in alu.c, memory.c and flow.c.
 */
block_function op_quick, op_fail, op_skip;
block_function *op_flow(const struct blocks *b, const struct decoded *d);
block_function *op_alu(const struct quick *q);
block_function *op_memory(const struct blocks *b, const struct decoded *d);

/* Loads of the pc, whose address they tell, with the registers in the state
 * there; QUICK_NOT: nothing was done. */
uint32_t memory_multiple_pc(struct blocks *b, const struct block_op *o);
uint32_t memory_load_pc(struct blocks *b, const struct block_op *o);
uint32_t memory_table(struct blocks *b, const struct block_op *o);

/* The instruction of an operation, and the registers. */
static inline const struct decoded *insn_of(const struct block_op *o)
{
	return o->d;
}

/* An address as a place, in the state that the registers are in. */
static inline uint32_t place_at(const struct engine_state *s, uint32_t addr)
{
	enum { T_BIT = 5 };

	return addr | (s->cpsr >> T_BIT & 1);
}

static inline struct engine_state *state_of(const struct blocks *b)
{
	return b->s;
}

#endif
