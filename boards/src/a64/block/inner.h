/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_BLOCK_INNER_H
#define BOARD_A64_BLOCK_INNER_H

#include "boards/src/a64/inner.h"
#include "boards/src/block/op.h"

/*
 * AArch64 instructions in blocks (block/): arch.c, and the operations in alu.c,
 * memory.c and flow.c.
 */
block_function *a64_op_alu(const struct a64_quick *q);
block_function *a64_op_memory(const struct a64_quick *q);
block_function *a64_op_flow(const struct a64_insn *i);

/* The instruction of an operation, and the registers. */
static inline const struct a64_insn *insn_of(const struct block_op *o)
{
	return o->d;
}

static inline struct a64_state *state_of(const struct blocks *b)
{
	return b->s;
}

#endif
