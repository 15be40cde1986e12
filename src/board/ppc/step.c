/* SPDX-License-Identifier: MIT */
/*
 * One e500 instruction after another: what it did is told to the model and the
 * monitor when it is complete, and breakpoints, limits and interrupts come in
 * between.
 */
#include "board/pmu/e500.h"
#include "board/ppc/inner.h"

#include <string.h>

#include "base/rare.h"

static APART void note_durations(struct machine *m,
				 const struct uarch_duration *took,
				 unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		pmu_took(m->pmu, took[i].item, took[i].cycles);
}

static ALWAYS void over(struct machine *m, uint32_t next, bool exception)
{
	const struct uarch_duration *took;
	unsigned count;

	machine_retire(m, next, exception);
	took = uarch_durations(m->uarch, &count);
	if (count)
		note_durations(m, took, count);
	ppc_of(m)->now = NULL;
	if (machine_lines_due(m))
		ppc_lines(m);
}

void ppc_retire(struct machine *m, uint32_t next, bool exception)
{
	over(m, next, exception);
	m->flight.operation = OPERATION_NONE;
}

/* No instruction can be had from there. */
static RARE void no_instruction(struct machine *m, uint32_t addr,
				enum ppc_vector vector, const char *why)
{
	struct ppc *p = ppc_of(m);
	const struct ppc_page *page;
	char where[160];

	if (vector == PPC_INSN_TLB) {
		ppc_mmu_missed(p->mmu, addr, p->regs.msr & MSR_IS);
		uarch_note(m->uarch, LEDGER_L2MMU_MISSES);
	} else if (vector == PPC_INSN_STORAGE) {
		p->system.esr = 0;
	} else {
		p->system.mcsr = MCSR_FETCH;
		page = ppc_mmu_lookup(p->mmu, addr, p->regs.msr & MSR_IS);
		p->system.mcar = (uint32_t)page->physical | (addr & 0xfff);
	}
	if (!ppc_exception(m, vector, addr))
		machine_fault(m, addr,
			      "the program went to 0x%08x, %s, from %s",
			      (unsigned)addr, why,
			      machine_where(m, m->last, where, sizeof(where)));
}

/* Where the instruction is; false if it cannot be had. */
static bool fetch(struct machine *m, uint32_t addr)
{
	struct ppc *p = ppc_of(m);
	const struct ppc_page *page;

	if (m->fetch_known && m->fetch_vpage == addr >> 12) {
		m->fetch.paddr = (m->fetch.paddr & ~0xfffu) | (addr & 0xfff);
		return true;
	}
	page = ppc_mmu_lookup(p->mmu, addr, p->regs.msr & MSR_IS);
	if (page->miss) {
		no_instruction(m, addr, PPC_INSN_TLB,
			       "for which no TLB has an entry");
		return false;
	}
	if (!ppc_mmu_allows(page, MMU_EXECUTE, p->regs.msr & MSR_PR)) {
		no_instruction(m, addr, PPC_INSN_STORAGE,
			       "which its TLB entry does not allow");
		return false;
	}
	if (!page->place || page->place->kind == PLACE_DEVICE) {
		no_instruction(m, addr, PPC_MACHINE_CHECK,
			       "where this board has no memory");
		return false;
	}
	if (page->little) {
		machine_fault(
			m, addr,
			"the program went to 0x%08x, a little-endian page, "
			"from which this board takes no instructions",
			(unsigned)addr);
		return false;
	}
	m->fetch = ppc_mmu_map(page, addr);
	m->fetch_known = true;
	m->fetch_vpage = addr >> 12;
	return true;
}

/* What the machine has a part in; false: it is over already. */
static APART bool execute_elsewhere(struct machine *m, const struct ppc_insn *d)
{
	enum ppc_result result;

	if (d->system && (ppc_of(m)->regs.msr & MSR_PR)) {
		ppc_program(m, ESR_PPR);
		return false;
	}
	result = ppc_access(m, d);
	if (result == PPC_NOT_MINE)
		result = ppc_special(m, d);
	return result == PPC_DONE;
}

static void execute(struct machine *m, const struct ppc_insn *d)
{
	struct ppc *p = ppc_of(m);
	uint32_t next = d->insn.addr + 4;
	bool done = false;

	p->now = d;
	m->flight.insn = &d->insn;
	m->flight.element = d->element;
	m->flight.passed = !d->insn.conditional || ppc_taken(&p->regs, d);
	if (d->kind == PPC_REGISTERS)
		done = ppc_integer(&p->regs, d, &next);
	else if (d->kind == PPC_TRANSFER)
		done = ppc_transfer(m, d);
	if (!done && !execute_elsewhere(m, d))
		return;
	p->regs.pc = next;
	over(m, next, false);
	m->flight.operation = OPERATION_NONE;
}

static void step(struct machine *m)
{
	struct ppc *p = ppc_of(m);
	uint32_t addr = p->regs.pc, word;

	if (m->instructions >= m->attention && machine_look_around(m, addr))
		return;
	if (machine_breaks_near(m, addr) && machine_at_breakpoint(m, addr))
		return;
	if (p->asking && ppc_interrupt(m, addr))
		return;
	if (!fetch(m, addr))
		return;
	memcpy(&word, m->memory + m->fetch.paddr, sizeof(word));
	m->step_over = false;
	execute(m, ppc_decode(p->decoder, addr, __builtin_bswap32(word)));
}

void ppc_run(struct machine *m)
{
	while (!m->stopped)
		step(m);
}
