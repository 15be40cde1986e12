/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_BLOCK_INNER_H
#define BOARD_PPC_BLOCK_INNER_H

#include "boards/src/block/op.h"
#include "boards/src/ppc/inner.h"

/*
 * Power in blocks: arch.c, and the operations in alu.c, memory.c and flow.c.
 */
block_function ppc_op_branch;
/* NULL: it is none for blocks. */
block_function *ppc_op_registers(const struct ppc_insn *d);
block_function *ppc_op_transfer(const struct ppc_insn *d);

static inline const struct ppc_insn *power_insn(const struct block_op *o)
{
	return o->d;
}

static inline struct ppc *power_state(const struct blocks *b)
{
	return b->s;
}

#endif
