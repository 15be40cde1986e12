/* SPDX-License-Identifier: MIT */
/*
 * One AArch64 instruction after another, as step.c has it: what an instruction
 * did is told to the model and the monitor when the next one begins, and
 * breakpoints, limits and interrupts come in between.
 */
#include "boards/src/a64/inner.h"

#include <string.h>

#include "base/rare.h"
#include "boards/src/engine/condition.h"

void a64_jump(struct machine *m, uint32_t pc)
{
	a64_engine_jump(a64_of(m)->engine, pc);
}

/* Is this conditional branch, not yet executed, going to be taken? */
static RARE bool will_branch(struct machine *m, const struct insn *i)
{
	struct a64_engine *e = a64_of(m)->engine;
	bool if_set = i->word >> 24 & 1; /* CBNZ, TBNZ */
	uint64_t tested;
	unsigned bit;

	if (i->word >> 24 == 0x54) /* B.cond */
		return condition_holds(i->word & 15, a64_engine_pstate(e));
	tested = (i->word & 31) == 31 ? 0 : a64_engine_reg(e, i->word & 31);
	if (i->word >> 25 & 1) { /* TBZ, TBNZ: bit 31 is the number's highest */
		bit = (i->word >> 31) << 5 | (i->word >> 19 & 31);
		return (tested >> bit & 1) == if_set;
	}
	if (!(i->word >> 31)) /* CBZ, CBNZ of a W register */
		tested &= UINT32_MAX;
	return (tested != 0) == if_set;
}

/*
 * The target of a conditional branch tells whether it was taken, unless it
 * leads to the next instruction: then the engine is asked before it is
 * executed.
 */
static bool leads_on(const struct insn *i)
{
	return i->conditional && i->target == i->addr + i->size;
}

static bool passed(const struct machine *m, const struct insn *i, uint32_t next)
{
	return !i->conditional ||
	       (leads_on(i) ? m->flight.passed : next == i->target);
}

void a64_retire(struct machine *m, uint32_t next, bool exception)
{
	struct a64 *a = a64_of(m);

	m->flight.passed = passed(m, &a->now->insn, next);
	machine_retire(m, next, exception);
	a->now = NULL;
	a->parts_size = 0;
	if (machine_lines_due(m))
		a64_lines(m);
}

/* True if the core takes an interrupt before the instruction at `addr`. */
static RARE bool interrupt(struct machine *m, uint32_t addr)
{
	enum a64_vector what = A64_IRQ;
	char where[160];

	if (m->fiq && !(m->state & PSTATE_F))
		what = A64_FIQ;
	else if (!m->irq || (m->state & PSTATE_I))
		return false;
	uarch_note(m->uarch, what == A64_FIQ ? LEDGER_EXC_FIQ : LEDGER_EXC_IRQ);
	if (!a64_exception(m, what, addr, 0))
		machine_fault(m, addr,
			      "%s before %s, but no handler is at its vector",
			      what == A64_FIQ ? "FIQ" : "IRQ",
			      machine_where(m, addr, where, sizeof(where)));
	return true;
}

static RARE void prefetch_abort(struct machine *m, uint64_t addr,
				unsigned status)
{
	char where[160];

	uarch_note(m->uarch, LEDGER_EXC_PABORT);
	a64_of(m)->system.far = addr;
	if (addr > UINT32_MAX || machine_barren(m) ||
	    !a64_exception(m, A64_SYNCHRONOUS, (uint32_t)addr,
			   a64_syndrome(A64_EC_INSTRUCTION_ABORT, status)))
		machine_fault(m, (uint32_t)addr,
			      "instruction abort: the program went to "
			      "0x%08llx, %s, from %s",
			      (unsigned long long)addr,
			      addr > UINT32_MAX ? "where this board has nothing"
						: a64_mmu_reason(status),
			      machine_where(m, m->last, where, sizeof(where)));
}

static RARE void pc_alignment(struct machine *m, uint32_t addr)
{
	char where[160];

	uarch_note(m->uarch, LEDGER_EXC_PABORT);
	a64_of(m)->system.far = addr;
	if (!a64_exception(m, A64_SYNCHRONOUS, addr,
			   a64_syndrome(A64_EC_PC_ALIGNMENT, 0)))
		machine_fault(m, addr,
			      "the program went to 0x%08x, which is not "
			      "aligned, from %s",
			      (unsigned)addr,
			      machine_where(m, m->last, where, sizeof(where)));
}

/* The engine, which is in EL1, has to be able to fetch it, too. */
static RARE void only_el0(struct machine *m, uint32_t addr)
{
	char where[160];

	machine_fault(m, addr,
		      "EL0 may execute %s and EL1 may not, as of every page "
		      "that EL0 may write: this board carries out at EL0 only "
		      "what EL1 may execute, too",
		      machine_where(m, addr, where, sizeof(where)));
}

/* The instruction is looked for; false if it cannot be had. */
static bool fetch(struct machine *m, uint32_t addr)
{
	const struct a64_page *page;
	unsigned status;

	if (m->fetch_known && m->fetch_vpage == addr >> 12) {
		m->fetch.paddr = (m->fetch.paddr & ~0xfffu) | (addr & 0xfff);
		return true;
	}
	page = a64_mmu_lookup(a64_of(m)->mmu, addr, true);
	status = a64_mmu_check(page, MMU_EXECUTE, a64_privileged(m));
	if (status) {
		prefetch_abort(m, addr, status);
		return false;
	}
	if (a64_mmu_check(page, MMU_EXECUTE, true)) {
		only_el0(m, addr);
		return false;
	}
	m->fetch = a64_mmu_map(page, addr);
	m->fetch_known = true;
	m->fetch_vpage = addr >> 12;
	return true;
}

static void begin(struct machine *m, uint32_t addr)
{
	const struct a64_insn *now;
	uint32_t word;

	if (addr % 4) {
		pc_alignment(m, addr);
		return;
	}
	if (!fetch(m, addr))
		return;
	memcpy(&word, m->memory + m->fetch.paddr, sizeof(word));
	m->step_over = false;
	now = a64_decode(a64_of(m)->decoder, addr, word);
	a64_of(m)->now = now;
	m->flight.insn = &now->insn;
	m->flight.element = now->element;
	if (leads_on(&now->insn))
		m->flight.passed = will_branch(m, &now->insn);
	if (a64_of(m)->el0 && a64_el0_refuses(m))
		return;
	if (now->special)
		a64_special(m);
	else if (now->vector && !a64_simd_allowed(m))
		a64_undefined(m); /* the engine would do it */
}

bool a64_step_complete(struct machine *m, uint32_t next)
{
	bool restate;

	if (!a64_of(m)->now)
		return true;
	if (a64_of(m)->abort.pending) {
		a64_deliver_abort(m);
		return false;
	}
	restate = a64_of(m)->now->restate ||
		  a64_of(m)->now->special == A64_REGISTER;
	a64_retire(m, next, false);
	if (restate)
		a64_look(m);
	return true;
}

void a64_step_insn(void *ctx, uint32_t addr)
{
	struct machine *m = ctx;

	if (!a64_step_complete(m, addr))
		return;
	if (m->instructions >= m->attention && machine_look_around(m, addr))
		return;
	if (machine_breaks_near(m, addr) && machine_at_breakpoint(m, addr))
		return;
	if ((m->irq || m->fiq) && interrupt(m, addr))
		return;
	begin(m, addr);
}

/* The engine found no instruction where the program went. */
static void no_instruction(struct machine *m)
{
	uint64_t pc = a64_engine_pc(a64_of(m)->engine);
	unsigned status = A64_TRANSLATION;

	if (!a64_step_complete(m, (uint32_t)pc))
		return;
	if (m->instructions >= m->attention &&
	    machine_look_around(m, (uint32_t)pc))
		return;
	if (pc <= UINT32_MAX) {
		a64_mmu_drop(a64_of(m)->mmu);
		status = a64_mmu_check(
			a64_mmu_lookup(a64_of(m)->mmu, (uint32_t)pc, true),
			MMU_EXECUTE, a64_privileged(m));
	}
	prefetch_abort(m, pc, status ? status : A64_TRANSLATION);
}

/* A data access beyond 4 GiB; nothing was done yet. */
static void beyond(struct machine *m)
{
	struct insn insn = a64_of(m)->now->insn;
	char where[160], name[16];
	bool write = false;
	uint64_t addr = a64_engine_beyond(a64_of(m)->engine, &write);

	if (a64_of(m)->abort.pending) {
		a64_deliver_abort(m);
		return;
	}
	a64_decode_name(a64_of(m)->decoder, &insn, name, sizeof(name));
	a64_retire(m, insn.addr, true);
	uarch_note(m->uarch, LEDGER_EXC_DABORT);
	a64_of(m)->system.far = addr;
	/* A translation fault at level 0, bit 6: by a write. */
	if (!a64_exception(m, A64_SYNCHRONOUS, insn.addr,
			   a64_syndrome(A64_EC_DATA_ABORT,
					A64_TRANSLATION | (write ? 64u : 0u))))
		machine_fault(
			m, insn.addr,
			"data abort: %s 0x%llx, where this board has "
			"nothing, by %s at %s",
			write ? "write to" : "read of",
			(unsigned long long)addr, name,
			machine_where(m, insn.addr, where, sizeof(where)));
}

void a64_step_trap(void *ctx, enum a64_trap trap)
{
	struct machine *m = ctx;
	uint32_t pc = (uint32_t)a64_engine_pc(a64_of(m)->engine);

	switch (trap) {
	case A64_UNDEFINED:
		if (a64_of(m)->now)
			a64_undefined(m);
		break;
	case A64_PREFETCH_ABORT:
		no_instruction(m);
		break;
	case A64_BEYOND:
		if (a64_of(m)->now)
			beyond(m);
		break;
	case A64_DATA_ABORT:
		if (a64_of(m)->now &&
		    (a64_of(m)->abort.pending || a64_access_recheck(m)))
			a64_deliver_abort(m);
		else
			machine_fault(m, pc,
				      "the engine aborts an access at 0x%08x "
				      "that the page tables allow",
				      (unsigned)pc);
		break;
	case A64_LOST:
	default:
		machine_fault(m, pc, "%s", a64_engine_why(a64_of(m)->engine));
		break;
	}
}
