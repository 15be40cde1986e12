/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_BLOCK_INNER_H
#define BOARD_A32_BLOCK_INNER_H

#include "boards/src/a32/inner.h"
#include "boards/src/block/op.h"

/*
 * Instructions of ARM state in blocks (block/): arch.c, and the operations in
 * alu.c, memory.c and flow.c.
 */
block_function op_quick, op_fail, op_skip, op_branch, op_jump;
/* On a core whose flows take time by nothing but whether they are foretold. */
block_function op_branch_guessed, op_jump_guessed;
block_function *op_alu(const struct quick *q);
block_function *op_memory(const struct blocks *b, const struct decoded *d);

/* Loads of the pc, which gets its value in *pc; false: nothing was done. */
bool memory_multiple_pc(struct blocks *b, const struct quick *q, uint32_t *pc);
bool memory_load_pc(struct blocks *b, const struct decoded *d, uint32_t *pc);

/* The instruction of an operation, and the registers. */
static inline const struct decoded *insn_of(const struct block_op *o)
{
	return o->d;
}

static inline struct engine_state *state_of(const struct blocks *b)
{
	return b->s;
}

#endif
