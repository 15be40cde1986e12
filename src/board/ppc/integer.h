/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_INTEGER_H
#define BOARD_PPC_INTEGER_H

#include "board/ppc/decode.h"

/* What programs see of the core but for special purpose registers. */
struct ppc_regs {
	uint32_t gpr[32];
	uint32_t cr, xer, lr, ctr;
	uint32_t pc, msr;
};

#define XER_SO UINT32_C(0x80000000)
#define XER_OV UINT32_C(0x40000000)
#define XER_CA UINT32_C(0x20000000)

/*
 * Carries out an instruction that needs nothing but registers; *next, which
 * comes as the address behind it, changes for a branch that is taken.  False:
 * it is none of those.
 */
bool ppc_integer(struct ppc_regs *r, const struct ppc_insn *d, uint32_t *next);

/* The same for branches and the condition register only. */
bool ppc_flow(struct ppc_regs *r, const struct ppc_insn *d, uint32_t *next);

/* Will this branch, not yet executed, be taken? */
bool ppc_taken(const struct ppc_regs *r, const struct ppc_insn *d);

/* Does the condition of TW or TWI hold? */
bool ppc_traps(const struct ppc_regs *r, const struct ppc_insn *d);

static inline void ppc_set_field(struct ppc_regs *r, unsigned field,
				 uint32_t bits)
{
	unsigned shift = 28 - 4 * field;

	r->cr = (r->cr & ~(UINT32_C(15) << shift)) | bits << shift;
}

#endif
