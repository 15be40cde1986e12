/* SPDX-License-Identifier: MIT */
/*
 * One instruction after another.  The engine calls before each; at that
 * moment the one before is complete, and is told to the model and the monitor
 * with everything that became of it.  Then, still between the two: breakpoint,
 * limits, interrupt.  So an interrupt is taken at the very boundary at which
 * its line rose, and nothing is counted twice or lost.
 */
#include "boards/src/a32/inner.h"

#include <string.h>

#include "base/rare.h"
#include "boards/src/engine/condition.h"

/* Bytes to which the address of its accesses is aligned. */
static uint8_t element(const struct machine *m)
{
	const struct access *a = m->access;
	unsigned size;

	if (a32_of(m)->now->insn.preload)
		return 0;
	size = a32_of(m)->crossed ? a[0].size + a[1].size : a[0].size;
	return (uint8_t)(size > 4 ? 4 : size);
}

void step_retire(struct machine *m, uint32_t next, bool exception)
{
	struct a32 *a = a32_of(m);

	m->flight.element = m->flight.accesses ? element(m) : 0;
	machine_retire(m, next, exception);
	if (a->it || a->return_it || a->now->it)
		it_advance(m);
	a->now = NULL;
	a->crossed = false;
	a->flags_kept = false;
	if (a32_on_bus(m))
		port_boundary(m);
	if (machine_lines_due(m))
		machine_lines(m);
}

/* True if the core takes an interrupt before the instruction at `addr`. */
static RARE bool interrupt(struct machine *m, uint32_t addr)
{
	enum exception what = EXCEPTION_IRQ;
	char where[160];

	if (m->fiq && !(m->state & CPSR_F))
		what = EXCEPTION_FIQ;
	else if (!m->irq || (m->state & CPSR_I))
		return false;
	if (!exception_enter(m, what, addr + 4))
		machine_fault(m, addr,
			      "%s before %s, but no handler is at its vector",
			      what == EXCEPTION_FIQ ? "FIQ" : "IRQ",
			      machine_where(m, addr, where, sizeof(where)));
	return true;
}

void step_prefetch_abort(struct machine *m, uint32_t addr, uint32_t at,
			 const struct mmu_page *page, enum mmu_fault fault)
{
	uint32_t status = mmu_fault_status(a32_of(m)->mmu, page, fault, true);
	char where[160];

	if (a32_on_bus(m) && fault != MMU_BUS_ERROR && fault != MMU_EXTERNAL)
		uarch_refused(m->uarch, at, &page->map, true);
	if (!a32_core_of(m->spec)->ifsr) {
		a32_of(m)->cp15.dfsr = status;
	} else {
		a32_of(m)->cp15.ifsr = status;
		a32_of(m)->cp15.ifar = at;
	}
	if (machine_barren(m) ||
	    !exception_enter(m, EXCEPTION_PREFETCH_ABORT, addr + 4))
		machine_fault(m, addr,
			      "prefetch abort: the program went to 0x%08x, %s, "
			      "from %s",
			      (unsigned)at, mmu_reason(a32_of(m)->mmu, fault),
			      machine_where(m, m->last, where, sizeof(where)));
}

/* The instruction is looked for; false if it cannot be had. */
static bool fetch(struct machine *m, uint32_t addr)
{
	const struct mmu_page *page;
	enum mmu_fault fault;

	if (m->fetch_known && m->fetch_vpage == addr >> 12) {
		m->fetch.paddr = (m->fetch.paddr & ~0xfffu) | (addr & 0xfff);
		return true;
	}
	page = mmu_lookup(a32_of(m)->mmu, addr, true);
	fault = mmu_check(page, MMU_EXECUTE, machine_privileged(m));
	if (fault) {
		step_prefetch_abort(m, addr, addr, page, fault);
		return false;
	}
	m->fetch = mmu_map(page, addr);
	m->fetch_known = page->whole;
	m->fetch_vpage = addr >> 12;
	return true;
}

/* Does it do anything? */
static bool passes(struct machine *m)
{
	const struct decoded *d = a32_of(m)->now;

	if (d->if_zero || d->if_not_zero)
		return (engine_reg(a32_of(m)->engine, d->insn.word & 7) == 0) ==
		       d->if_zero;
	return d->condition >= 14 ||
	       condition_holds(d->condition, engine_cpsr(a32_of(m)->engine));
}

static uint32_t halfword(const uint8_t *at)
{
	return (uint32_t)(at[0] | at[1] << 8);
}

/* The second half of an instruction of Thumb may be in a page of its own, or in
 * a region. */
static bool second_half(struct machine *m, uint32_t addr, uint32_t *half)
{
	const struct mmu_page *page;
	enum mmu_fault fault;

	if (m->fetch_known && (addr & 0xfff) != 0xffe) {
		*half = halfword(m->memory + m->fetch.paddr + 2);
		return true;
	}
	page = mmu_lookup(a32_of(m)->mmu, addr + 2, true);
	fault = mmu_check(page, MMU_EXECUTE, machine_privileged(m));
	if (fault)
		step_prefetch_abort(m, addr, addr + 2, page, fault);
	else
		*half = halfword(m->memory + mmu_map(page, addr + 2).paddr);
	return !fault;
}

/* The facts of the instruction at `addr`; false if it cannot be had.  `size` is
 * 0 if nobody knows it yet. */
static bool look_up(struct machine *m, uint32_t addr, unsigned size)
{
	const uint8_t *at;
	uint32_t word, half;
	bool thumb = m->state & CPSR_T;

	if (!fetch(m, addr))
		return false;
	at = m->memory + m->fetch.paddr;
	word = halfword(at);
	if (!size)
		size = thumb ? decode_thumb_size(
				       &a32_core_of(m->spec)->instructions,
				       addr, word)
			     : 4;
	if (size == 4 && !thumb) {
		memcpy(&word, at, sizeof(word));
	} else if (size == 4) {
		if (!second_half(m, addr, &half))
			return false;
		word = word << 16 | half;
	}
	m->step_over = false;
	a32_of(m)->now = decode(a32_of(m)->decoder, addr, word, size, thumb,
				a32_of(m)->it);
	m->flight.insn = &a32_of(m)->now->insn;
	return true;
}

/* The engine does so by itself, but it knows nothing of IT blocks. */
static RARE void pass_over(struct machine *m)
{
	uint32_t next = a32_of(m)->now->insn.addr + a32_of(m)->now->insn.size;

	if (!a32_of(m)->now->in_it)
		return;
	step_retire(m, next, false);
	engine_jump(a32_of(m)->engine, next, true);
}

static void begin(struct machine *m, uint32_t addr, unsigned size)
{
	if (!look_up(m, addr, size))
		return;
	m->flight.passed = true;
	if (a32_of(m)->now->plain && !a32_on_bus(m))
		return;
	m->flight.passed = passes(m);
	if (a32_on_bus(m) && !port_fetch(m))
		return;
	if (!m->flight.passed)
		pass_over(m);
	else if (a32_of(m)->now->special)
		special_execute(m);
	else if (a32_of(m)->now->insn.preload &&
		 !a32_core_of(m->spec)->no_preload)
		access_preload(m);
	else if (a32_of(m)->now->has->thumb2 &&
		 a32_of(m)->now->insn.flow == FLOW_EXCEPTION_RETURN)
		it_prepare_return(m);
	else if (a32_of(m)->now->in_it)
		it_keep_flags(m);
}

bool step_complete(struct machine *m, uint32_t next)
{
	bool restate;

	if (!a32_of(m)->now)
		return true;
	if (a32_of(m)->abort.pending) {
		access_deliver_abort(m);
		return false;
	}
	if (a32_of(m)->now->by_target && !a32_on_bus(m))
		m->flight.passed = next == m->flight.insn->target;
	restate = a32_of(m)->now->restate;
	if (a32_of(m)->flags_kept)
		it_restore_flags(m);
	step_retire(m, next, false);
	if (restate)
		machine_look(m);
	return true;
}

void step_insn(void *ctx, uint32_t addr, unsigned size)
{
	struct machine *m = ctx;

	if (!step_complete(m, addr))
		return;
	if (m->instructions >= m->attention && machine_look_around(m, addr))
		return;
	if (machine_breaks_near(m, addr) && machine_at_breakpoint(m, addr))
		return;
	if ((m->irq || m->fiq) && interrupt(m, addr))
		return;
	begin(m, addr, size);
}

/* The engine found no instruction where the program went. */
static void no_instruction(struct machine *m)
{
	uint32_t pc = engine_reg(a32_of(m)->engine, 15), at = pc;
	const struct mmu_page *page;
	enum mmu_fault fault;

	if (!step_complete(m, pc))
		return;
	if (m->instructions >= m->attention && machine_look_around(m, pc))
		return;
	if ((m->irq || m->fiq) && interrupt(m, pc))
		return;
	mmu_drop(a32_of(m)->mmu);
	page = mmu_lookup(a32_of(m)->mmu, pc, true);
	fault = mmu_check(page, MMU_EXECUTE, machine_privileged(m));
	if (!fault && m->state & CPSR_T) { /* so it is the second half */
		at = pc + 2;
		page = mmu_lookup(a32_of(m)->mmu, at, true);
		fault = mmu_check(page, MMU_EXECUTE, machine_privileged(m));
	}
	step_prefetch_abort(m, pc, at, page, fault ? fault : MMU_TRANSLATION);
}

void step_trap(void *ctx, enum engine_trap trap)
{
	struct machine *m = ctx;
	uint32_t pc = engine_reg(a32_of(m)->engine, 15);

	switch (trap) {
	case ENGINE_UNDEFINED:
		if (a32_of(m)->now)
			special_undefined(m);
		break;
	case ENGINE_PREFETCH_ABORT:
		no_instruction(m);
		break;
	case ENGINE_DATA_ABORT:
		if (a32_of(m)->now &&
		    (a32_of(m)->abort.pending || access_recheck(m)))
			access_deliver_abort(m);
		else
			machine_fault(m, pc,
				      "the engine aborts an access at 0x%08x "
				      "that the page tables allow",
				      (unsigned)pc);
		break;
	case ENGINE_LOST:
	default:
		machine_fault(m, pc, "%s", engine_why(a32_of(m)->engine));
		break;
	}
}
