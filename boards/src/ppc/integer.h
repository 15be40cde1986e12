/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_INTEGER_H
#define BOARD_PPC_INTEGER_H

#include "boards/src/ppc/decode.h"

/* The registers that programs see, but for special purpose ones. */
struct ppc_regs {
	uint32_t gpr[32];
	uint32_t cr, xer, lr, ctr;
	uint32_t pc, msr;
};

#define XER_SO UINT32_C(0x80000000)
#define XER_OV UINT32_C(0x40000000)
#define XER_CA UINT32_C(0x20000000)

/* Field BO of a branch: neither a bit of CR nor CTR decides. */
enum { PPC_BO_ALWAYS = 20 };

/*
 * Carries out an instruction of the kind PPC_REGISTERS.  False: it is none of
 * those after all.
 */
bool ppc_integer(struct ppc_regs *r, const struct ppc_insn *d);

/* An instruction that moves the condition register, LR and CTR only. */
bool ppc_flow(struct ppc_regs *r, const struct ppc_insn *d);

/* Does the condition of TW or TWI hold? */
bool ppc_traps(const struct ppc_regs *r, const struct ppc_insn *d);

/*
 * Carries out a branch; true: it is taken, to *target.
 */
static inline bool ppc_branch(struct ppc_regs *r, const struct ppc_insn *d,
			      uint32_t *target)
{
	const unsigned bo = d->op == PPC_B ? PPC_BO_ALWAYS : d->t;
	bool taken = true;

	*target = d->insn.target;
	if (d->insn.indirect)
		*target = (d->op == PPC_BCLR ? r->lr : r->ctr) & ~3u;
	if (!(bo & 4))
		taken = (--r->ctr != 0) != (bo >> 1 & 1);
	if (!(bo & 16))
		taken = taken && (r->cr >> (31 - d->a) & 1) == (bo >> 3 & 1);
	if (d->insn.word & 1)
		r->lr = d->insn.addr + 4;
	return taken;
}

static inline void ppc_set_field(struct ppc_regs *r, unsigned field,
				 uint32_t bits)
{
	unsigned shift = 28 - 4 * field;

	r->cr = (r->cr & ~(UINT32_C(15) << shift)) | bits << shift;
}

#endif
