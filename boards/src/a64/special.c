/* SPDX-License-Identifier: MIT */
/*
 * An AArch64 machine carries these out itself, or has a part in them: calls to
 * the supervisor and to the host, exceptions by instruction, maintenance,
 * waiting.
 */
#include "boards/src/a64/inner.h"
#include "boards/src/pmu/pmuv3.h"

enum { SEMIHOST_HLT = 0xf000 };

/* Longest wait: some wraps of a counter of 32 bits that nothing asks for. */
static const uint64_t FOR_EVER = UINT64_C(1) << 40;

static uint32_t immediate16(const struct insn *insn)
{
	return insn->word >> 5 & 0xffff;
}

void a64_deliver_undefined(struct machine *m, const struct insn *insn)
{
	char where[160];

	uarch_note(m->uarch, LEDGER_EXC_UNDEF);
	if (!a64_exception(m, A64_SYNCHRONOUS, insn->addr,
			   a64_syndrome(A64_EC_UNKNOWN, 0)))
		machine_fault(
			m, insn->addr, "undefined instruction 0x%08x at %s",
			(unsigned)insn->word,
			machine_where(m, insn->addr, where, sizeof(where)));
}

/* The fields of ISS are those of the instruction, in another order. */
void a64_deliver_trapped(struct machine *m, const struct insn *insn)
{
	const uint32_t w = insn->word;
	const uint32_t iss = (w >> 19 & 3) << 20 | (w >> 5 & 7) << 17 |
			     (w >> 16 & 7) << 14 | (w >> 12 & 15) << 10 |
			     (w & 31) << 5 | (w >> 8 & 15) << 1 | (w >> 21 & 1);
	char where[160];

	uarch_note(m->uarch, LEDGER_EXC_UNDEF);
	if (!a64_exception(m, A64_SYNCHRONOUS, insn->addr,
			   a64_syndrome(A64_EC_REGISTER, iss)))
		machine_fault(
			m, insn->addr,
			"instruction 0x%08x, which EL0 may not use, at %s",
			(unsigned)w,
			machine_where(m, insn->addr, where, sizeof(where)));
}

void a64_trapped(struct machine *m)
{
	struct insn insn = a64_of(m)->now->insn;

	a64_retire(m, insn.addr, true);
	a64_deliver_trapped(m, &insn);
}

static void simd_trapped(struct machine *m, const struct insn *insn)
{
	char where[160];

	uarch_note(m->uarch, LEDGER_EXC_UNDEF);
	/* The condition field: valid, always. */
	if (!a64_exception(m, A64_SYNCHRONOUS, insn->addr,
			   a64_syndrome(A64_EC_SIMD, 0x1e00000)))
		machine_fault(
			m, insn->addr,
			"SIMD or floating point at %s, but CPACR_EL1.FPEN "
			"does not allow it",
			machine_where(m, insn->addr, where, sizeof(where)));
}

void a64_undefined(struct machine *m)
{
	struct insn insn = a64_of(m)->now->insn;
	bool simd = a64_of(m)->now->vector && !a64_simd_allowed(m);

	a64_retire(m, insn.addr, true);
	if (simd)
		simd_trapped(m, &insn);
	else
		a64_deliver_undefined(m, &insn);
}

static void supervisor_call(struct machine *m, const struct insn *insn)
{
	uint32_t number = immediate16(insn);
	char where[160];

	a64_retire(m, insn->addr + 4, false);
	if (!a64_exception(m, A64_SYNCHRONOUS, insn->addr + 4,
			   a64_syndrome(A64_EC_SVC, number)))
		machine_fault(
			m, insn->addr,
			"SVC 0x%x at %s, but no handler is at its vector",
			(unsigned)number,
			machine_where(m, insn->addr, where, sizeof(where)));
}

static void breakpoint(struct machine *m, const struct insn *insn)
{
	uint32_t number = immediate16(insn);
	char where[160];

	a64_retire(m, insn->addr, true);
	uarch_note(m->uarch, LEDGER_EXC_UNDEF);
	if (!a64_exception(m, A64_SYNCHRONOUS, insn->addr,
			   a64_syndrome(A64_EC_BRK, number)))
		machine_fault(
			m, insn->addr,
			"BRK 0x%x at %s, but no handler is at its vector",
			(unsigned)number,
			machine_where(m, insn->addr, where, sizeof(where)));
}

static void host_call(struct machine *m, const struct insn *insn)
{
	struct a64_engine *e = a64_of(m)->engine;
	uint64_t result = a64_engine_reg(e, 0);
	const char *why = "";
	char where[160];
	int status = 0;

	if (immediate16(insn) != SEMIHOST_HLT) {
		a64_undefined(m);
		return;
	}
	a64_retire(m, insn->addr + 4, false);
	switch (semihost_call(m->semihost, (uint32_t)result,
			      a64_engine_reg(e, 1), &result, &status, &why)) {
	case SEMIHOST_CONTINUE:
		a64_engine_set_reg(e, 0, result);
		a64_jump(m, insn->addr + 4);
		break;
	case SEMIHOST_EXIT:
		machine_stop(m, TARGET_STOP_EXIT, insn->addr);
		a64_jump(m, insn->addr + 4);
		m->stop->status = status;
		break;
	case SEMIHOST_FAULT:
	default:
		machine_fault(
			m, insn->addr, "semihosting: %s, called at %s", why,
			machine_where(m, insn->addr, where, sizeof(where)));
		break;
	}
}

static void exception_return(struct machine *m, const struct insn *insn)
{
	const char *why = "";
	char where[160];

	a64_retire(m, (uint32_t)a64_of(m)->system.elr, false);
	if (!a64_return(m, &why))
		machine_fault(
			m, insn->addr, "%s: ERET at %s", why,
			machine_where(m, insn->addr, where, sizeof(where)));
}

/* The next moment at which something can happen: a timer, a counter's wrap. */
static uint64_t wait_step(struct machine *m)
{
	uint64_t timer = a64_timer_wait(m), wrap = pmu_cycles_left(m->pmu);

	return timer < wrap ? timer : wrap;
}

static void wait_for_interrupt(struct machine *m, const struct insn *insn)
{
	uint64_t waited = 0;
	char where[160];

	a64_retire(m, insn->addr + 4, false);
	a64_jump(m, insn->addr + 4);
	a64_lines(m);
	while (!m->irq && !m->fiq) {
		uint64_t step = wait_step(m);

		if (step > FOR_EVER || waited > FOR_EVER) {
			machine_fault(m, insn->addr,
				      "waits for ever: no interrupt is enabled "
				      "that %s the wait at %s",
				      step == UINT64_MAX ? "could end"
							 : "would soon end",
				      machine_where(m, insn->addr, where,
						    sizeof(where)));
			return;
		}
		machine_wait(m, step);
		waited += step;
		(void)monitors_update(m);
		a64_lines(m);
	}
}

static void wait_trapped(struct machine *m)
{
	struct insn insn = a64_of(m)->now->insn;
	char where[160];

	a64_retire(m, insn.addr, true);
	uarch_note(m->uarch, LEDGER_EXC_UNDEF);
	/* The condition field: valid, always. */
	if (!a64_exception(m, A64_SYNCHRONOUS, insn.addr,
			   a64_syndrome(A64_EC_WFI, 0x1e00000)))
		machine_fault(
			m, insn.addr,
			"WFI at %s, but SCTLR_EL1.nTWI does not let EL0 wait",
			machine_where(m, insn.addr, where, sizeof(where)));
}

bool a64_el0_refuses(struct machine *m)
{
	const struct a64_insn *d = a64_of(m)->now;
	const enum a64_verdict verdict = a64_el0_verdict(m, d);

	if (verdict == A64_ALLOWED)
		return false;
	if (verdict == A64_REFUSED)
		a64_undefined(m);
	else if (d->special == A64_WFI)
		wait_trapped(m);
	else
		a64_trapped(m);
	return true;
}

/* SYS by CRm and op2, with op1 0 or 3 and CRn 7 [DDI0487 C5.3]. */
static bool cache_operation(uint32_t name, enum maintenance *what)
{
	static const struct {
		uint32_t name;
		enum maintenance what;
	} rows[] = {
		{ TALLY_SYS(1, 0, 7, 1, 0), MAINTAIN_I_INVALIDATE_ALL },
		{ TALLY_SYS(1, 0, 7, 5, 0), MAINTAIN_I_INVALIDATE_ALL },
		{ TALLY_SYS(1, 3, 7, 5, 1), MAINTAIN_I_INVALIDATE_LINE },
		{ TALLY_SYS(1, 0, 7, 6, 1), MAINTAIN_D_INVALIDATE_LINE },
		{ TALLY_SYS(1, 3, 7, 10, 1), MAINTAIN_D_CLEAN_LINE },
		{ TALLY_SYS(1, 3, 7, 11, 1), MAINTAIN_D_CLEAN_LINE },
		{ TALLY_SYS(1, 3, 7, 14, 1), MAINTAIN_D_CLEAN_INVALIDATE_LINE },
		/* by set and way: all of it (chosen) */
		{ TALLY_SYS(1, 0, 7, 6, 2), MAINTAIN_D_INVALIDATE_ALL },
		{ TALLY_SYS(1, 0, 7, 10, 2), MAINTAIN_D_CLEAN_ALL },
		{ TALLY_SYS(1, 0, 7, 14, 2), MAINTAIN_D_CLEAN_INVALIDATE_ALL },
	};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (rows[i].name == name) {
			*what = rows[i].what;
			return true;
		}
	return false;
}

static bool by_address(enum maintenance what)
{
	return what == MAINTAIN_I_INVALIDATE_LINE ||
	       what == MAINTAIN_D_INVALIDATE_LINE ||
	       what == MAINTAIN_D_CLEAN_LINE ||
	       what == MAINTAIN_D_CLEAN_INVALIDATE_LINE;
}

/* TLBI of EL1; by address or not. */
static void forget_translations(struct machine *m, uint32_t name, uint64_t arg)
{
	bool by_address = name & 1;

	a64_mmu_drop(a64_of(m)->mmu);
	m->fetch_known = false;
	uarch_maintain(m->uarch,
		       by_address ? MAINTAIN_TLB_INVALIDATE_ENTRY
				  : MAINTAIN_TLB_INVALIDATE_ALL,
		       (uint32_t)(arg << 12), NULL);
}

/* The engine carries it out too, as far as it means anything there. */
static void maintenance(struct machine *m, const struct a64_insn *d)
{
	uint32_t name = d->insn.word >> 5 & 0xffff;
	uint64_t arg = a64_engine_reg(a64_of(m)->engine, d->insn.word & 31);
	enum maintenance what;
	struct mapping map = { 0 };

	if ((d->insn.word & 31) == 31)
		arg = 0;
	if (d->zero_line) {
		a64_access_zero(m, arg);
	} else if ((name >> 7 & 15) == 8) {
		forget_translations(m, name, arg);
	} else if (cache_operation(name, &what)) {
		/* DC IVAC needs the right to write, the others none. */
		if (!by_address(what) ||
		    a64_access_maintain(
			    m, arg, what == MAINTAIN_D_INVALIDATE_LINE, &map))
			uarch_maintain(m->uarch, what, (uint32_t)arg, &map);
	}
}

void a64_special(struct machine *m)
{
	const struct a64_insn *d = a64_of(m)->now;
	struct insn insn = d->insn;

	switch ((enum a64_special)d->special) {
	case A64_REGISTER:
		a64_system_register(m);
		break;
	case A64_MAINTENANCE:
		maintenance(m, d);
		break;
	case A64_SVC:
		supervisor_call(m, &insn);
		break;
	case A64_BRK:
		breakpoint(m, &insn);
		break;
	case A64_HLT:
		host_call(m, &insn);
		break;
	case A64_ERET:
		exception_return(m, &insn);
		break;
	case A64_WFI:
		wait_for_interrupt(m, &insn);
		break;
	case A64_HINT:
		a64_retire(m, insn.addr + 4, false);
		a64_jump(m, insn.addr + 4);
		break;
	case A64_ISB:
		pmu_sync(m->pmu);
		uarch_maintain(m->uarch, MAINTAIN_PREFETCH_FLUSH, 0, NULL);
		break;
	case A64_NOT_HERE:
		a64_undefined(m);
		break;
	case A64_PLAIN:
	default:
		break;
	}
}
