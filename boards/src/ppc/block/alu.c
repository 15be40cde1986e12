/* SPDX-License-Identifier: MIT */
/* Arithmetic and moves between registers in blocks: what integer.c does, and on
 * to the next. */
#include "boards/src/ppc/integer_ops.h"

#include "boards/src/ppc/block/inner.h"

#define PPC_OP(name, text, primary, extended, operands, class)                 \
	static struct block *registers_##name(struct blocks *b,                \
					      const struct block_op *o)        \
	{                                                                      \
		(void)carry_out(&power_state(b)->regs, power_insn(o),          \
				PPC_##name, operands);                         \
		return o[1].run(b, o + 1);                                     \
	}
#include "boards/src/ppc/ops.def"

static block_function *const functions[PPC_OPS] = {
#define PPC_OP(name, text, primary, extended, operands, class)                 \
	[PPC_##name] = registers_##name,
#include "boards/src/ppc/ops.def"
};

/* Of those without operands, or one: the ones of flow.c. */
static bool is_flow(unsigned op)
{
	switch (op) {
	case PPC_MCRF:
	case PPC_MCRXR:
	case PPC_MFCR:
	case PPC_MTCRF:
	case PPC_MFSPR:
	case PPC_MTSPR:
	case PPC_CRNOR:
	case PPC_CRANDC:
	case PPC_CRXOR:
	case PPC_CRNAND:
	case PPC_CRAND:
	case PPC_CREQV:
	case PPC_CRORC:
	case PPC_CROR:
		return true;
	default:
		return false;
	}
}

block_function *ppc_op_registers(const struct ppc_insn *d)
{
	switch (d->operands) {
	case OP_T_AI:
	case OP_T_ZI:
	case OP_T_A:
	case OP_T_AB:
	case OP_T_ZB:
	case OP_A_S:
	case OP_A_SB:
	case OP_A_SA:
	case OP_AI:
	case OP_AB:
		return functions[d->op];
	default:
		return is_flow(d->op) ? functions[d->op] : NULL;
	}
}
