/* SPDX-License-Identifier: MIT */
/*
 * MRS and MSR.  The monitor's registers first; then those that the machine
 * keeps itself; then those that the engine has and that programs in EL1 use.
 * Everything else is undefined: what nobody here knows is not touched.
 *
 * As everywhere, the access is made to count before it is carried out.
 */
#include "boards/src/a64/inner.h"
#include "boards/src/core/wanted.h"
#include "boards/src/pmu/pmuv3.h"

#include <string.h>

enum { READ = 1, WRITE = 2, BOTH = 3 };

#define REG(op1, crn, crm, op2) TALLY_SYS(3, op1, crn, crm, op2)

/* The effect of a write besides the register's change. */
enum effect { NOTHING, CONTROL, MASKS, CONTEXT };

/* Registers in which the engine's own instruction is right. */
static const struct native {
	uint32_t reg;
	uint8_t directions;
	uint8_t effect;
} natives[] = {
	{ REG(0, 0, 0, 5), READ, NOTHING },  /* MPIDR_EL1 */
	{ REG(0, 0, 0, 6), READ, NOTHING },  /* REVIDR_EL1 */
	{ REG(0, 1, 0, 0), BOTH, CONTROL },  /* SCTLR_EL1 */
	{ REG(0, 1, 0, 1), BOTH, NOTHING },  /* ACTLR_EL1 */
	{ REG(0, 1, 0, 2), BOTH, CONTROL },  /* CPACR_EL1 */
	{ REG(0, 2, 0, 0), BOTH, CONTROL },  /* TTBR0_EL1 */
	{ REG(0, 2, 0, 1), BOTH, CONTROL },  /* TTBR1_EL1 */
	{ REG(0, 2, 0, 2), BOTH, CONTROL },  /* TCR_EL1 */
	{ REG(0, 4, 1, 0), BOTH, NOTHING },  /* SP_EL0 */
	{ REG(0, 4, 2, 0), BOTH, MASKS },    /* SPSel */
	{ REG(0, 4, 2, 2), READ, NOTHING },  /* CurrentEL */
	{ REG(0, 5, 1, 0), BOTH, NOTHING },  /* AFSR0_EL1 */
	{ REG(0, 5, 1, 1), BOTH, NOTHING },  /* AFSR1_EL1 */
	{ REG(0, 7, 4, 0), BOTH, NOTHING },  /* PAR_EL1 */
	{ REG(0, 10, 2, 0), BOTH, CONTROL }, /* MAIR_EL1 */
	{ REG(0, 10, 3, 0), BOTH, NOTHING }, /* AMAIR_EL1 */
	{ REG(0, 13, 0, 1), BOTH, CONTEXT }, /* CONTEXTIDR_EL1 */
	{ REG(0, 13, 0, 4), BOTH, NOTHING }, /* TPIDR_EL1 */
	{ REG(1, 0, 0, 0), READ, NOTHING },  /* CCSIDR_EL1 */
	{ REG(1, 0, 0, 1), READ, NOTHING },  /* CLIDR_EL1 */
	{ REG(1, 0, 0, 7), READ, NOTHING },  /* AIDR_EL1 */
	{ REG(2, 0, 0, 0), BOTH, NOTHING },  /* CSSELR_EL1 */
	{ REG(3, 0, 0, 1), READ, NOTHING },  /* CTR_EL0 */
	{ REG(3, 0, 0, 7), READ, NOTHING },  /* DCZID_EL0 */
	{ REG(3, 4, 2, 0), BOTH, NOTHING },  /* NZCV */
	{ REG(3, 4, 2, 1), BOTH, MASKS },    /* DAIF */
	{ REG(3, 4, 4, 0), BOTH, NOTHING },  /* FPCR */
	{ REG(3, 4, 4, 1), BOTH, NOTHING },  /* FPSR */
	{ REG(3, 13, 0, 2), BOTH, NOTHING }, /* TPIDR_EL0 */
	{ REG(3, 13, 0, 3), BOTH, NOTHING }, /* TPIDRRO_EL0 */
};

static const uint32_t SCTLR = REG(0, 1, 0, 0);
static const uint32_t PMSWINC = REG(3, 9, 12, 4);
static const uint32_t MIDR = REG(0, 0, 0, 0);
static const uint32_t DFR0 = REG(0, 0, 5, 0);
static const uint32_t CCSIDR = REG(1, 0, 0, 0);
static const uint32_t CSSELR = REG(2, 0, 0, 0);
static const uint32_t CTR = REG(3, 0, 0, 1);
#define VBAR REG(0, 12, 0, 0)
/* Its bits that are always 0: a table has 2 KiB. */
static const uint64_t VBAR_ZERO = 0x7ff;
static const uint32_t FEATURES = REG(0, 0, 1, 0); /* to c7 */

static const struct native *find_native(uint32_t reg)
{
	for (size_t i = 0; i < sizeof(natives) / sizeof(natives[0]); i++)
		if (natives[i].reg == reg)
			return &natives[i];
	return NULL;
}

/* The machine's own copies; NULL: none of them. */
static uint64_t *own(struct machine *m, uint32_t reg)
{
	struct a64_system *s = &a64_of(m)->system;

	switch (reg) {
	case REG(0, 4, 0, 0):
		return &s->spsr;
	case REG(0, 4, 0, 1):
		return &s->elr;
	case REG(0, 5, 2, 0):
		return &s->esr;
	case REG(0, 6, 0, 0):
		return &s->far;
	case VBAR:
		return &s->vbar;
	case TALLY_SYS(2, 0, 0, 2, 2):
		return &s->mdscr;
	default:
		return NULL;
	}
}

/* OSLAR and OSDLR: there is nothing to lock; ISR_EL1 tells what is pending. */
static bool debug_lock(uint32_t reg)
{
	return reg == TALLY_SYS(2, 0, 1, 0, 4) ||
	       reg == TALLY_SYS(2, 0, 1, 3, 4);
}

static bool identification(const struct machine *m, uint32_t reg,
			   uint64_t *value)
{
	const struct pmu_identity *id = pmu_identity(m->spec->core->pmu);

	if (reg == MIDR) {
		*value = id->midr;
	} else if (reg == DFR0) {
		*value = a64_engine_system(a64_of(m)->engine, DFR0);
		*value = (*value & ~UINT64_C(0xf00)) | (uint64_t)id->pmuver
							       << 8;
	} else {
		return false;
	}
	return true;
}

/* Caches that the core has not; false: the engine tells of its own. */
static bool caches(struct machine *m, uint32_t reg, uint64_t *value)
{
	static const enum board_shape shapes[] = { BOARD_DCACHE, BOARD_ICACHE,
						   BOARD_L2 };
	const struct board_options *o = &m->options;
	struct a64_engine *e = a64_of(m)->engine;
	uint64_t which;
	uint32_t own;

	if (reg != CCSIDR && reg != CTR)
		return false;
	own = (uint32_t)a64_engine_system(e, reg);
	if (reg == CTR) {
		*value = wanted_line_type(o, own);
		return *value != own;
	}
	which = a64_engine_system(e, CSSELR) & 7;
	if (which >= sizeof(shapes) / sizeof(shapes[0]))
		return false;
	*value = wanted_cache_size(o, shapes[which], own);
	return *value != own;
}

/* The machine answers some registers itself; false: not its own. */
static bool read_own(struct machine *m, uint32_t reg, uint64_t *value)
{
	const uint64_t *at = own(m, reg);

	if (at)
		*value = *at;
	else if (caches(m, reg, value))
		;
	else if (reg == REG(0, 12, 1, 0)) /* ISR_EL1 */
		*value = (m->irq ? PSTATE_I : 0u) | (m->fiq ? PSTATE_F : 0u);
	else if (debug_lock(reg) || reg == TALLY_SYS(2, 0, 1, 1, 4))
		*value = 0;
	else
		return identification(m, reg, value) ||
		       a64_timer_read(m, reg, value);
	return true;
}

static bool write_own(struct machine *m, uint32_t reg, uint64_t value)
{
	uint64_t *at = own(m, reg);

	if (at)
		*at = reg == VBAR ? value & ~VBAR_ZERO : value;
	else if (!debug_lock(reg))
		return a64_timer_write(m, reg, value);
	return true;
}

static bool is_feature(uint32_t reg)
{
	return reg >= FEATURES && reg < FEATURES + (7 << 3);
}

/* The engine is about to write it: what the machine has to know of that. */
static void note_write(struct machine *m, uint32_t reg, uint64_t value)
{
	struct a64_system *s = &a64_of(m)->system;

	switch (reg) {
	case REG(0, 1, 0, 0):
		s->sctlr = value;
		break;
	case REG(0, 1, 0, 2):
		s->cpacr = value;
		break;
	case REG(0, 2, 0, 0):
		s->ttbr0 = value;
		uarch_note(m->uarch, LEDGER_TTBR_WRITE_RETIRED);
		break;
	case REG(0, 2, 0, 1):
		uarch_note(m->uarch, LEDGER_TTBR_WRITE_RETIRED);
		break;
	case REG(0, 2, 0, 2):
		s->tcr = value;
		break;
	case REG(0, 10, 2, 0):
		s->mair = value;
		break;
	case REG(0, 13, 0, 1):
		uarch_note(m->uarch, LEDGER_CID_WRITE_RETIRED);
		break;
	default:
		break;
	}
}

/* The engine may do it itself; false: undefined. */
static bool leave_to_engine(struct machine *m, uint32_t reg, bool read,
			    uint64_t value)
{
	const struct native *n = find_native(reg);

	if (read && is_feature(reg))
		return true;
	if (!n || !(n->directions & (read ? READ : WRITE)))
		return false;
	if (!read) {
		note_write(m, reg, value);
		if (n->effect == CONTROL)
			a64_control(m);
	}
	return true;
}

static enum pmu_access to_monitor(struct machine *m, uint32_t addr, bool read,
				  uint64_t *value)
{
	const struct tally_reg reg = { addr, TALLY_SYSREG, 64 };

	return read ? pmu_read(m->pmu, &reg, a64_privileged(m), value)
		    : pmu_write(m->pmu, &reg, a64_privileged(m), *value);
}

/* A read that is undefined is known before it counts, a write only then. */
static void monitor(struct machine *m, uint32_t reg, bool read,
		    enum pmu_access probe)
{
	const struct insn insn = a64_of(m)->now->insn;
	unsigned rt = insn.word & 31;
	uint64_t value = rt == 31 ? 0 : a64_engine_reg(a64_of(m)->engine, rt);

	if (read && probe != PMU_DONE) {
		if (probe == PMU_TRAP_EL1)
			a64_trapped(m);
		else
			a64_undefined(m);
		return;
	}
	a64_retire(m, insn.addr + 4, false);
	probe = to_monitor(m, reg, read, &value);
	if (probe != PMU_DONE) {
		if (probe == PMU_TRAP_EL1)
			a64_deliver_trapped(m, &insn);
		else
			a64_deliver_undefined(m, &insn);
		return;
	}
	if (read && rt != 31)
		a64_engine_set_reg(a64_of(m)->engine, rt, value);
	if (!read && reg == PMSWINC)
		uarch_note(m->uarch, LEDGER_SW_INCR);
	a64_lines(m);
	a64_jump(m, insn.addr + 4);
}

/* The engine would walk the tables so, but the machine does not. */
static void big_endian(struct machine *m, uint32_t at)
{
	char where[160];

	a64_retire(m, at + 4, false);
	machine_fault(m, at,
		      "big-endian data (SCTLR_EL1.EE, bit 25) are not "
		      "simulated; leave the bit 0, at %s",
		      machine_where(m, at, where, sizeof(where)));
}

void a64_system_register(struct machine *m)
{
	const struct insn insn = a64_of(m)->now->insn;
	struct a64_engine *e = a64_of(m)->engine;
	uint32_t reg = insn.word >> 5 & 0xffff;
	bool read = insn.word & 1u << 21;
	unsigned rt = insn.word & 31;
	uint64_t probe = 0, value = rt == 31 ? 0 : a64_engine_reg(e, rt);
	enum pmu_access known = to_monitor(m, reg, true, &probe);

	if (known != PMU_NONE) {
		monitor(m, reg, read, known);
		return;
	}
	if (!read && reg == SCTLR && value & A64_SCTLR_EE) {
		big_endian(m, insn.addr);
		return;
	}
	if (!(read ? read_own(m, reg, &value) : write_own(m, reg, value))) {
		if (!leave_to_engine(m, reg, read, value))
			a64_undefined(m);
		return; /* and retire as any other */
	}
	a64_retire(m, insn.addr + 4, false);
	if (read && rt != 31)
		a64_engine_set_reg(e, rt, value);
	a64_lines(m);
	a64_jump(m, insn.addr + 4);
}

enum tally_status a64_system_peek(struct machine *m,
				  const struct tally_reg *reg, uint64_t *value)
{
	if (reg->space != TALLY_SYSREG)
		return TALLY_E_NOREG;
	if (reg->addr == REG(0, 1, 0, 0))
		*value = a64_of(m)->system.sctlr;
	else if (!identification(m, reg->addr, value))
		return TALLY_E_NOREG;
	return TALLY_OK;
}
