/* SPDX-License-Identifier: MIT */
/*
 * The instructions that EL0 may not do [DDI0487 D1.6, D17.2], of those that the
 * machine has a part in; loads, stores and fetches ask the page tables.
 * Semihosting is not for EL0, either (chosen).
 */
#include "boards/src/a64/inner.h"

#define REG(crn, crm, op2) TALLY_SYS(3, 3, crn, crm, op2)

enum { EITHER, READ, WRITE };

/* Bits that let EL0 in: of SCTLR_EL1, and of CNTKCTL_EL1. */
enum {
	UMA = 1 << 9,
	DZE = 1 << 14,
	UCT = 1 << 15,
	NTWI = 1 << 16,
	UCI = 1 << 26,
	PCTEN = 1 << 0,
	VCTEN = 1 << 1,
	VTEN = 1 << 8,
	PTEN = 1 << 9,
};

static const struct {
	uint32_t reg;
	uint8_t direction;
	uint32_t sctlr, cntkctl; /* any of them; none: always */
} rows[] = {
	{ REG(0, 0, 1), READ, UCT, 0 },            /* CTR */
	{ REG(0, 0, 7), READ, 0, 0 },              /* DCZID */
	{ REG(4, 2, 0), EITHER, 0, 0 },            /* NZCV */
	{ REG(4, 2, 1), EITHER, UMA, 0 },          /* DAIF */
	{ REG(4, 4, 0), EITHER, 0, 0 },            /* FPCR */
	{ REG(4, 4, 1), EITHER, 0, 0 },            /* FPSR */
	{ REG(13, 0, 2), EITHER, 0, 0 },           /* TPIDR_EL0 */
	{ REG(13, 0, 3), READ, 0, 0 },             /* TPIDRRO_EL0 */
	{ REG(14, 0, 0), READ, 0, PCTEN | VCTEN }, /* CNTFRQ */
	{ REG(14, 0, 1), READ, 0, PCTEN },         /* CNTPCT */
	{ REG(14, 0, 2), READ, 0, VCTEN },         /* CNTVCT */
	{ REG(14, 2, 0), EITHER, 0, PTEN },        /* CNTP_TVAL */
	{ REG(14, 2, 1), EITHER, 0, PTEN },        /* CNTP_CTL */
	{ REG(14, 2, 2), EITHER, 0, PTEN },        /* CNTP_CVAL */
	{ REG(14, 3, 0), EITHER, 0, VTEN },        /* CNTV_TVAL */
	{ REG(14, 3, 1), EITHER, 0, VTEN },        /* CNTV_CTL */
	{ REG(14, 3, 2), EITHER, 0, VTEN },        /* CNTV_CVAL */
};

static enum a64_verdict register_at_el0(const struct machine *m, uint32_t w)
{
	const struct a64_system *s = &a64_of(m)->system;
	const uint32_t name = w >> 5 & 0xffff;
	const uint8_t direction = w & 1u << 21 ? READ : WRITE;

	if ((name >> 11 & 7) != 3)
		return A64_REFUSED;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (rows[i].reg != name)
			continue;
		if (rows[i].direction && rows[i].direction != direction)
			return A64_REFUSED;
		return (!rows[i].sctlr && !rows[i].cntkctl) ||
				       s->sctlr & rows[i].sctlr ||
				       s->cntkctl & rows[i].cntkctl
			       ? A64_ALLOWED
			       : A64_TRAPPED;
	}
	/* The monitor asks its own PMUSERENR. */
	return (name >> 7 & 15) == 9 || (name >> 7 & 15) == 14 ? A64_ALLOWED
							       : A64_REFUSED;
}

/* The operations by address are for EL0 if SCTLR_EL1 says so. */
static enum a64_verdict maintenance_at_el0(const struct machine *m,
					   const struct a64_insn *d)
{
	const uint64_t sctlr = a64_of(m)->system.sctlr;

	if ((d->insn.word >> 16 & 7) != 3)
		return A64_REFUSED;
	return sctlr & (d->zero_line ? DZE : UCI) ? A64_ALLOWED : A64_TRAPPED;
}

/* MSR of an immediate: DAIFSet and DAIFClr, if SCTLR_EL1 says so. */
static enum a64_verdict restate_at_el0(const struct machine *m, uint32_t w)
{
	if ((w >> 16 & 7) != 3 || (w >> 6 & 3) != 3)
		return A64_REFUSED;
	return a64_of(m)->system.sctlr & UMA ? A64_ALLOWED : A64_TRAPPED;
}

enum a64_verdict a64_el0_verdict(const struct machine *m,
				 const struct a64_insn *d)
{
	switch ((enum a64_special)d->special) {
	case A64_REGISTER:
		return register_at_el0(m, d->insn.word);
	case A64_MAINTENANCE:
		return maintenance_at_el0(m, d);
	case A64_HLT:
	case A64_ERET:
	case A64_NOT_HERE:
		return A64_REFUSED;
	case A64_WFI:
		return a64_of(m)->system.sctlr & NTWI ? A64_ALLOWED
						      : A64_TRAPPED;
	case A64_PLAIN:
	case A64_SVC:
	case A64_BRK:
	case A64_HINT:
	case A64_ISB:
	default:
		return d->restate ? restate_at_el0(m, d->insn.word)
				  : A64_ALLOWED;
	}
}
