/* SPDX-License-Identifier: MIT */
/*
 * Interrupts, as Power calls them all: what each saves where, what of the MSR
 * stays, the vector at IVPR[32-47] || IVORn[48-59] || 0b0000 [E500CORERM 2-19,
 * REGBOOKE; QEMU's ppce500 does the same with what it has of them].
 * A vector that holds no instruction means that the program does not handle
 * it.  Of several that may be taken at once, the order is: critical, external,
 * decrementer, monitor (chosen).
 */
#include "boards/src/pmu/e500.h"
#include "boards/src/ppc/inner.h"

#include <string.h>

static bool populated(struct machine *m, uint32_t vector)
{
	const struct ppc_page *page =
		ppc_mmu_lookup(ppc_of(m)->mmu, vector, false);
	uint32_t word;

	if (page->miss || !ppc_mmu_allows(page, MMU_EXECUTE, false) ||
	    !page->place || page->place->kind == PLACE_DEVICE)
		return false;
	memcpy(&word, m->memory + ppc_mmu_map(page, vector).paddr, 4);
	return word != 0 && word != UINT32_MAX;
}

static void save(struct machine *m, enum ppc_vector what, uint32_t back)
{
	struct ppc *p = ppc_of(m);
	struct ppc_system *s = &p->system;

	if (what == PPC_MACHINE_CHECK) {
		s->mcsrr0 = back;
		s->mcsrr1 = p->regs.msr;
	} else if (what == PPC_CRITICAL || what == PPC_WATCHDOG ||
		   what == PPC_DEBUG) {
		s->csrr0 = back;
		s->csrr1 = p->regs.msr;
	} else {
		s->srr0 = back;
		s->srr1 = p->regs.msr;
	}
}

/* The bits of the MSR that an interrupt leaves. */
static uint32_t kept(enum ppc_vector what)
{
	if (what == PPC_MACHINE_CHECK)
		return 0;
	if (what == PPC_CRITICAL || what == PPC_WATCHDOG || what == PPC_DEBUG)
		return MSR_ME;
	return MSR_ME | MSR_CE | MSR_DE;
}

bool ppc_exception(struct machine *m, enum ppc_vector what, uint32_t back)
{
	struct ppc *p = ppc_of(m);
	uint32_t vector =
		(p->system.ivpr & 0xffff0000) | (p->system.ivor[what] & 0xfff0);

	if (!populated(m, vector) ||
	    (what == PPC_MACHINE_CHECK && !(p->regs.msr & MSR_ME)))
		return false;
	save(m, what, back);
	if (what == PPC_MONITOR)
		pmu_taken(m->pmu);
	machine_leave(m);
	p->regs.pc = vector;
	machine_enter(m, vector);
	ppc_set_msr(m, p->regs.msr & kept(what));
	pmu_update(m->pmu);
	ppc_lines(m);
	return true;
}

static bool most_urgent(const struct machine *m, enum ppc_vector *what)
{
	const struct ppc *p = ppc_of(m);
	uint32_t msr = p->regs.msr;
	bool enabled = msr & MSR_EE;

	if (p->critical && (msr & MSR_CE))
		*what = PPC_CRITICAL;
	else if (enabled && p->external)
		*what = PPC_EXTERNAL;
	else if (enabled && p->system.tsr & TSR_DIS && p->system.tcr & TCR_DIE)
		*what = PPC_DECREMENTER;
	else if (enabled && m->monitors.line[0])
		*what = PPC_MONITOR;
	else
		return false;
	return true;
}

bool ppc_interrupt(struct machine *m, uint32_t addr)
{
	static const char *const names[] = {
		[PPC_CRITICAL] = "a critical interrupt",
		[PPC_EXTERNAL] = "an external interrupt",
		[PPC_DECREMENTER] = "the decrementer's interrupt",
		[PPC_MONITOR] = "the performance monitor's interrupt",
	};
	enum ppc_vector what = PPC_EXTERNAL;
	char where[160];

	if (!most_urgent(m, &what)) {
		ppc_of(m)->asking = false;
		return false;
	}
	if (what == PPC_EXTERNAL)
		uarch_note(m->uarch, LEDGER_EXC_EXTERNAL);
	else if (what == PPC_CRITICAL)
		uarch_note(m->uarch, LEDGER_EXC_CRITICAL);
	if (!ppc_exception(m, what, addr))
		machine_fault(m, addr,
			      "%s at %s, but no handler is at its vector",
			      names[what],
			      machine_where(m, addr, where, sizeof(where)));
	return true;
}

void ppc_return(struct machine *m, uint32_t to, uint32_t msr)
{
	ppc_of(m)->regs.pc = to & ~3u;
	ppc_set_msr(m, msr);
}
