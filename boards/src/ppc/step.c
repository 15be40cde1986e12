/* SPDX-License-Identifier: MIT */
/*
 * One e500 instruction after another: what it did is told to the model and the
 * monitor when it is complete, and breakpoints, limits and interrupts come in
 * between.
 */
#include "boards/src/ppc/inner.h"

#include <string.h>

#include "base/rare.h"

static ALWAYS void over_with_lines(struct machine *m)
{
	ppc_over(m);
	if (machine_lines_due(m))
		ppc_lines(m);
}

void ppc_retire(struct machine *m, uint32_t next, bool exception)
{
	machine_retire(m, next, exception);
	over_with_lines(m);
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

/* From another page; false if it cannot be had. */
static APART bool fetch_elsewhere(struct machine *m, uint32_t addr)
{
	struct ppc *p = ppc_of(m);
	const struct ppc_page *page;

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

/* The instruction is looked for; false if it cannot be had. */
static ALWAYS bool fetch(struct machine *m, uint32_t addr)
{
	if (!m->fetch_known || m->fetch_vpage != addr >> 12)
		return fetch_elsewhere(m, addr);
	m->fetch.paddr = (m->fetch.paddr & ~0xfffu) | (addr & 0xfff);
	return true;
}

/* The machine has a part in it; false: it is over already. */
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

/* The usual instructions; false: nothing is done.  *next: where the program
 * goes. */
static ALWAYS bool execute_quickly(struct machine *m, const struct ppc_insn *d,
				   uint32_t *next)
{
	struct ppc_regs *r = &ppc_of(m)->regs;
	uint32_t target;

	switch ((enum ppc_kind)d->kind) {
	case PPC_REGISTERS:
		return ppc_integer(r, d);
	case PPC_TRANSFER:
		return ppc_transfer(m, d);
	case PPC_BRANCH:
		m->flight.passed = ppc_branch(r, d, &target);
		if (m->flight.passed)
			*next = target;
		return true;
	case PPC_ELSEWHERE:
	default:
		return false;
	}
}

/* A usual instruction is carried out; false: it is none, and nothing is done.
 */
static ALWAYS bool execute_usual(struct machine *m, const struct ppc_insn *d)
{
	struct ppc *p = ppc_of(m);
	uint32_t next = d->insn.addr + 4;

	p->now = d;
	m->flight.insn = &d->insn;
	m->flight.element = d->element;
	m->flight.passed = true;
	if (!execute_quickly(m, d, &next))
		return false;
	p->regs.pc = next;
	m->flight.next = next;
	m->flight.exception = false;
	uarch_retire_usual(m->uarch, &m->flight);
	machine_retired(m);
	ppc_over(m);
	return true;
}

/* An instruction is carried out; the result is where the program goes. */
static ALWAYS uint32_t execute(struct machine *m, const struct ppc_insn *d,
			       uint32_t addr)
{
	struct ppc *p = ppc_of(m);

	if (execute_usual(m, d)) {
		if (machine_lines_due(m))
			ppc_lines(m);
	} else if (execute_elsewhere(m, d)) {
		p->regs.pc = addr + 4;
		ppc_retire(m, addr + 4, false);
	}
	return p->regs.pc;
}

/* The instruction at an address, whose word is read where it stands. */
static ALWAYS const struct ppc_insn *decoded(struct machine *m, uint32_t addr)
{
	struct ppc *p = ppc_of(m);
	const struct ppc_insn *d = &p->decoded[addr / 4 % PPC_DECODED];
	uint32_t word;

	memcpy(&word, m->memory + m->fetch.paddr, sizeof(word));
	word = __builtin_bswap32(word);
	return d->key == ppc_decoded_key(addr, word)
		       ? d
		       : ppc_decode(p->decoder, addr, word);
}

/* One instruction is carried out; the result is where the next one is. */
static ALWAYS uint32_t step(struct machine *m, uint32_t addr)
{
	struct ppc *p = ppc_of(m);

	if ((m->instructions >= m->attention && machine_look_around(m, addr)) ||
	    (machine_breaks_near(m, addr) && machine_at_breakpoint(m, addr)) ||
	    (p->asking && ppc_interrupt(m, addr)) || !fetch(m, addr))
		return p->regs.pc;
	m->step_over = false;
	return execute(m, decoded(m, addr), addr);
}

/* From a page that was looked up lately; false: it has to be, or may not be
 * fetched from. */
static APART bool fetch_near(struct machine *m, uint32_t addr)
{
	struct ppc *p = ppc_of(m);
	const struct ppc_page *page =
		ppc_page_at_hand(p->pages, addr, p->regs.msr & MSR_IS);

	if (!page || !ppc_page_of_code(page, p->regs.msr & MSR_PR))
		return false;
	m->fetch = ppc_mmu_map(page, addr);
	m->fetch_known = true;
	m->fetch_vpage = addr >> 12;
	return true;
}

/* The instruction at the program's place, if it may be a usual one, before
 * which nothing has to be done or looked at but to fetch it from the page at
 * hand. */
static ALWAYS const struct ppc_insn *ready(struct machine *m)
{
	struct ppc *p = ppc_of(m);
	uint32_t addr = p->regs.pc;
	const struct ppc_insn *d;

	if (m->stopped || m->instructions >= m->attention ||
	    machine_breaks_near(m, addr) || p->asking)
		return NULL;
	if ((!m->fetch_known || m->fetch_vpage != addr >> 12) &&
	    !fetch_near(m, addr))
		return NULL;
	m->fetch.paddr = (m->fetch.paddr & ~0xfffu) | (addr & 0xfff);
	d = decoded(m, addr);
	return d->kind == PPC_ELSEWHERE ? NULL : d;
}

static ALWAYS bool carry_out(struct machine *m, struct ppc *p,
			     const struct ppc_insn *d)
{
	m->step_over = false;
	if (execute_usual(m, d))
		return true;
	p->now = NULL;
	return false;
}

static enum block_step one_step(struct machine *m, void *ppc)
{
	const struct ppc_insn *d = ready(m);

	if (!d || !carry_out(m, ppc, d))
		return BLOCK_NOT_READY;
	return d->insn.flow == FLOW_NEXT ? BLOCK_STEPPED : BLOCK_ARRIVED;
}

static bool many_steps(struct machine *m, void *ppc, uint64_t most)
{
	const struct ppc_insn *d;

	for (; most && (d = ready(m)) != NULL && carry_out(m, ppc, d); most--)
		if (machine_lines_due(m))
			ppc_lines(m);
	return true;
}

const struct block_steps ppc_block_steps = { one_step, many_steps, ppc_lines };

void ppc_run(struct machine *m)
{
	struct ppc *p = ppc_of(m);
	uint32_t addr = p->regs.pc;

	while (!m->stopped) {
		if (m->blocks) {
			(void)blocks_go(m->blocks, p);
			addr = p->regs.pc;
			if (m->stopped)
				break;
		}
		addr = step(m, addr);
	}
}
