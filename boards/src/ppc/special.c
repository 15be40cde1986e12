/* SPDX-License-Identifier: MIT */
/*
 * Instructions that the machine has a part in: calls and traps, returns, the
 * MSR, registers of the core and of its monitor, the MMU, barriers.
 */
#include "boards/src/ppc/inner.h"

/* Longest wait without a decrementer: some wraps of a counter of cycles. */
static const uint64_t FOR_EVER = UINT64_C(1) << 34;

enum { POLL_ROUNDS = 1 << 16 };

static const char *kind(uint32_t syndrome)
{
	switch (syndrome) {
	case ESR_PTR:
		return "trap";
	case ESR_PPR:
		return "supervisor's instruction in user mode";
	default:
		return "instruction that this core does not have";
	}
}

void ppc_program(struct machine *m, uint32_t syndrome)
{
	struct ppc *p = ppc_of(m);
	struct insn insn = p->now->insn;
	char where[160];

	ppc_retire(m, insn.addr, true);
	p->system.esr = syndrome;
	if (syndrome == ESR_PTR)
		uarch_note(m->uarch, LEDGER_EXC_SC_TRAP);
	if (!ppc_exception(m, PPC_PROGRAM, insn.addr))
		machine_fault(
			m, insn.addr, "%s: 0x%08x at %s", kind(syndrome),
			(unsigned)insn.word,
			machine_where(m, insn.addr, where, sizeof(where)));
}

/* Embedded floating point and vectors: refused as with MSR[SPE] clear. */
static void vector_unit(struct machine *m)
{
	struct ppc *p = ppc_of(m);
	uint32_t at = p->now->insn.addr;
	char where[160];

	ppc_retire(m, at, true);
	p->system.esr = ESR_SPE;
	if (p->regs.msr & MSR_SPE || !ppc_exception(m, PPC_SPE_UNAVAILABLE, at))
		machine_fault(
			m, at,
			"SPE or embedded floating point at %s, which this "
			"board does not carry out; compile with "
			"-msoft-float -mno-spe",
			machine_where(m, at, where, sizeof(where)));
}

static void system_call(struct machine *m)
{
	uint32_t at = ppc_of(m)->now->insn.addr;
	char where[160];

	ppc_retire(m, at + 4, false);
	uarch_note(m->uarch, LEDGER_EXC_SC_TRAP);
	if (!ppc_exception(m, PPC_SYSTEM_CALL, at + 4))
		machine_fault(m, at,
			      "sc at %s, but no handler is at its vector",
			      machine_where(m, at, where, sizeof(where)));
}

static void exception_return(struct machine *m, uint32_t to, uint32_t msr)
{
	ppc_retire(m, to, false);
	ppc_return(m, to, msr);
}

/* False: not that way, or not by this mode; the instruction is over. */
static bool special_register(struct machine *m, const struct ppc_insn *d)
{
	struct ppc *p = ppc_of(m);
	unsigned number = ppc_register_number(d->insn.word);
	bool user = p->regs.msr & MSR_PR, done;

	if (user && (number & 16)) {
		ppc_program(m, ESR_PPR);
		return false;
	}
	if (d->op == PPC_MTSPR)
		done = ppc_spr_write(m, number, p->regs.gpr[d->t]);
	else
		done = ppc_spr_read(m, number, &p->regs.gpr[d->t]);
	if (!done)
		ppc_program(m, ESR_PIL);
	return done;
}

static bool monitor_register(struct machine *m, const struct ppc_insn *d)
{
	struct ppc *p = ppc_of(m);
	const struct tally_reg reg = {
		.space = TALLY_PMR,
		.bits = 32,
		.addr = ppc_register_number(d->insn.word),
	};
	bool user = p->regs.msr & MSR_PR;
	uint64_t value = p->regs.gpr[d->t];
	enum pmu_access result;

	if (d->op == PPC_MTPMR)
		result = pmu_write(m->pmu, &reg, !user, value);
	else
		result = pmu_read(m->pmu, &reg, !user, &value);
	if (result != PMU_DONE) {
		ppc_program(m, result == PMU_UNDEFINED ? ESR_PPR : ESR_PIL);
		return false;
	}
	if (d->op == PPC_MFPMR)
		p->regs.gpr[d->t] = (uint32_t)value;
	else
		ppc_lines(m);
	return true;
}

static uint32_t line_address(const struct ppc_regs *r, const struct ppc_insn *d)
{
	return (d->a ? r->gpr[d->a] : 0) + r->gpr[d->b];
}

static void mmu_changed(struct machine *m)
{
	m->fetch_known = false;
	uarch_maintain(m->uarch, MAINTAIN_TLB_INVALIDATE_ALL, 0, NULL);
}

static void mmu_operation(struct machine *m, const struct ppc_insn *d)
{
	struct ppc *p = ppc_of(m);
	uint32_t ea = line_address(&p->regs, d);

	switch (d->op) {
	case PPC_TLBWE:
		ppc_mmu_tlbwe(p->mmu);
		mmu_changed(m);
		break;
	case PPC_TLBRE:
		ppc_mmu_tlbre(p->mmu);
		break;
	case PPC_TLBSX:
		ppc_mmu_tlbsx(p->mmu, ea);
		break;
	default:
		ppc_mmu_tlbivax(p->mmu, ea);
		mmu_changed(m);
		break;
	}
}

/* Cycles until something may happen; UINT64_MAX: nothing will. */
static uint64_t wait_step(struct machine *m)
{
	uint64_t wrap = pmu_cycles_left(m->pmu), at = m->lines_at;
	uint64_t step = at == UINT64_MAX ? at : at - ppc_cycles(m);

	step = wrap < step ? wrap : step;
	return step ? step : 1;
}

/* The host may want the run to end while the core does nothing. */
static bool host_wants(struct machine *m, unsigned rounds)
{
	if (rounds % POLL_ROUNDS || !m->host.poll ||
	    !m->host.poll(m->host.ctx, m->instructions))
		return false;
	machine_stop(m, TARGET_STOP_HALTED, ppc_of(m)->regs.pc);
	return true;
}

/* Goes on until an interrupt asks. */
static void wait_for_interrupt(struct machine *m)
{
	uint64_t waited = 0;
	char where[160];

	for (unsigned rounds = 1; !ppc_of(m)->asking; rounds++) {
		uint64_t step = wait_step(m);

		if (step == UINT64_MAX || waited > FOR_EVER) {
			machine_fault(m, m->last,
				      "waits for ever: no interrupt is "
				      "enabled that could end the wait at %s",
				      machine_where(m, m->last, where,
						    sizeof(where)));
			return;
		}
		if (host_wants(m, rounds))
			return;
		machine_wait(m, step);
		if (ppc_timer_due(m) == UINT64_MAX)
			waited += step;
		(void)monitors_update(m);
		ppc_lines(m);
	}
}

/* With MSR[WE] the core dozes until an interrupt ends it. */
static void write_msr(struct machine *m, const struct ppc_insn *d,
		      uint32_t value)
{
	uint32_t at = d->insn.addr;

	ppc_of(m)->regs.pc = at + 4;
	ppc_retire(m, at + 4, false);
	ppc_set_msr(m, value);
	if (ppc_of(m)->regs.msr & MSR_WE)
		wait_for_interrupt(m);
}

static enum ppc_result of_status(struct machine *m, const struct ppc_insn *d)
{
	struct ppc *p = ppc_of(m);
	struct ppc_system *s = &p->system;
	uint32_t msr = p->regs.msr, value = p->regs.gpr[d->t];
	uint32_t enable = d->op == PPC_WRTEEI ? d->insn.word : value;

	switch (d->op) {
	case PPC_RFI:
		exception_return(m, s->srr0, s->srr1);
		return PPC_TAKEN;
	case PPC_RFCI:
		exception_return(m, s->csrr0, s->csrr1);
		return PPC_TAKEN;
	case PPC_RFMCI:
		exception_return(m, s->mcsrr0, s->mcsrr1);
		return PPC_TAKEN;
	case PPC_MTMSR:
		write_msr(m, d, value);
		return PPC_TAKEN;
	case PPC_WRTEE:
	case PPC_WRTEEI:
		write_msr(m, d, (msr & ~(uint32_t)MSR_EE) | (enable & MSR_EE));
		return PPC_TAKEN;
	case PPC_MFMSR:
		p->regs.gpr[d->t] = msr;
		return PPC_DONE;
	default:
		return PPC_NOT_MINE;
	}
}

enum ppc_result ppc_special(struct machine *m, const struct ppc_insn *d)
{
	enum ppc_result result = of_status(m, d);

	if (result != PPC_NOT_MINE)
		return result;
	switch (d->op) {
	case PPC_SC:
		system_call(m);
		return PPC_TAKEN;
	case PPC_TW:
	case PPC_TWI:
		if (!ppc_traps(&ppc_of(m)->regs, d))
			return PPC_DONE;
		ppc_program(m, ESR_PTR);
		return PPC_TAKEN;
	case PPC_MFSPR:
	case PPC_MTSPR:
	case PPC_MFTB:
		return special_register(m, d) ? PPC_DONE : PPC_TAKEN;
	case PPC_MFPMR:
	case PPC_MTPMR:
		return monitor_register(m, d) ? PPC_DONE : PPC_TAKEN;
	case PPC_TLBWE:
	case PPC_TLBRE:
	case PPC_TLBSX:
	case PPC_TLBIVAX:
		mmu_operation(m, d);
		return PPC_DONE;
	case PPC_MSYNC:
		m->flight.operation = OPERATION_SYNC;
		return PPC_DONE;
	case PPC_MBAR:
	case PPC_TLBSYNC:
	case PPC_ICBT:
		return PPC_DONE;
	case PPC_ISYNC:
		uarch_maintain(m->uarch, MAINTAIN_PREFETCH_FLUSH, 0, NULL);
		return PPC_DONE;
	case PPC_SPE:
		vector_unit(m);
		return PPC_TAKEN;
	default:
		ppc_program(m, ESR_PIL);
		return PPC_TAKEN;
	}
}
