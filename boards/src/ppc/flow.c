/* SPDX-License-Identifier: MIT */
/*
 * The condition register, moves of LR and CTR, and the condition of a trap.
 */
#include "boards/src/ppc/integer.h"

static uint32_t cr_bit(const struct ppc_regs *r, unsigned bit)
{
	return r->cr >> (31 - bit) & 1;
}

static bool cr_logic(struct ppc_regs *r, const struct ppc_insn *d)
{
	uint32_t a = cr_bit(r, d->a), b = cr_bit(r, d->b), to;

	switch (d->op) {
	case PPC_CRAND:
		to = a & b;
		break;
	case PPC_CRANDC:
		to = a & ~b;
		break;
	case PPC_CROR:
		to = a | b;
		break;
	case PPC_CRORC:
		to = a | ~b;
		break;
	case PPC_CRXOR:
		to = a ^ b;
		break;
	case PPC_CRNAND:
		to = ~(a & b);
		break;
	case PPC_CRNOR:
		to = ~(a | b);
		break;
	case PPC_CREQV:
		to = ~(a ^ b);
		break;
	default:
		return false;
	}
	r->cr = (r->cr & ~(UINT32_C(1) << (31 - d->t))) |
		(to & 1) << (31 - d->t);
	return true;
}

static bool cr_moves(struct ppc_regs *r, const struct ppc_insn *d)
{
	uint32_t w = d->insn.word, keep = 0;

	switch (d->op) {
	case PPC_MCRF:
		ppc_set_field(r, d->t >> 2,
			      r->cr >> (28 - 4 * (d->a >> 2)) & 15);
		return true;
	case PPC_MCRXR:
		ppc_set_field(r, d->t >> 2, r->xer >> 28);
		r->xer &= ~(XER_SO | XER_OV | XER_CA);
		return true;
	case PPC_MFCR:
		r->gpr[d->t] = r->cr;
		return true;
	case PPC_MTCRF:
		for (unsigned i = 0; i < 8; i++)
			if (w & 1u << (12 + i))
				keep |= UINT32_C(15) << 4 * i;
		r->cr = (r->cr & ~keep) | (r->gpr[d->t] & keep);
		return true;
	default:
		return false;
	}
}

/* LR and CTR; others are the machine's. */
static bool special_moves(struct ppc_regs *r, const struct ppc_insn *d)
{
	uint32_t *special = d->a == 8 ? &r->lr : &r->ctr;

	if (d->kind != PPC_REGISTERS)
		return false;
	if (d->op == PPC_MFSPR)
		r->gpr[d->t] = *special;
	else if (d->op == PPC_MTSPR)
		*special = r->gpr[d->t];
	else
		return false;
	return true;
}

bool ppc_traps(const struct ppc_regs *r, const struct ppc_insn *d)
{
	uint32_t a = r->gpr[d->a];
	uint32_t b = d->op == PPC_TWI ? d->immediate : r->gpr[d->b];

	return (d->t & 16 && (int32_t)a < (int32_t)b) ||
	       (d->t & 8 && (int32_t)a > (int32_t)b) || (d->t & 4 && a == b) ||
	       (d->t & 2 && a < b) || (d->t & 1 && a > b);
}

bool ppc_flow(struct ppc_regs *r, const struct ppc_insn *d)
{
	return cr_logic(r, d) || cr_moves(r, d) || special_moves(r, d);
}
