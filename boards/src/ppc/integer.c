/* SPDX-License-Identifier: MIT */
/*
 * The integer instructions of the e500 that need registers only: arithmetic,
 * logic, rotation, comparison; flow.c has the others.
 * What the architecture leaves undefined (a division by zero or out of range)
 * gives 0 (chosen).  Each operation has a function of its own, made of those
 * here for all: what depends on the operation alone is decided by the compiler.
 */
#include "boards/src/ppc/integer_ops.h"

static bool carry_out_none(struct ppc_regs *r, const struct ppc_insn *d)
{
	(void)r;
	(void)d;
	return false;
}

#define PPC_OP(name, text, primary, extended, operands, class)                 \
	static bool carry_out_##name(struct ppc_regs *r,                       \
				     const struct ppc_insn *d)                 \
	{                                                                      \
		return carry_out(r, d, PPC_##name, operands);                  \
	}
#include "boards/src/ppc/ops.def"

static bool (*const functions[PPC_OPS])(struct ppc_regs *r,
					const struct ppc_insn *d) = {
	[PPC_UNKNOWN] = carry_out_none,
	[PPC_SPE] = carry_out_none,
#define PPC_OP(name, text, primary, extended, operands, class)                 \
	[PPC_##name] = carry_out_##name,
#include "boards/src/ppc/ops.def"
};

bool ppc_integer(struct ppc_regs *r, const struct ppc_insn *d)
{
	return functions[d->op](r, d);
}
