/* SPDX-License-Identifier: MIT */
/*
 * Exceptions to EL1, from there and from EL0, and returns [DDI0487 D1.3].  The
 * engine is not told: its level stays what it is, and ELR, SPSR, ESR, FAR and
 * VBAR are the machine's own.  Only the choice of stack pointers has to be
 * carried over by hand. A vector that holds no instruction means that the
 * program does not handle the exception.
 */
#include "boards/src/a64/inner.h"
#include "boards/src/pmu/pmuv3.h"

static const uint32_t SP_EL0 = TALLY_SYS(3, 0, 4, 1, 0);
static const uint32_t SP_EL1 = TALLY_SYS(3, 4, 4, 1, 0);

/* Group of vectors by the stack pointer in use, and of a lower level. */
enum { GROUP_SP0 = 0x000, GROUP_SPX = 0x200, GROUP_LOWER = 0x400 };

static bool populated(struct machine *m, uint64_t vector)
{
	const struct a64_page *page;
	uint32_t word;

	if (vector > UINT32_MAX)
		return false;
	page = a64_mmu_lookup(a64_of(m)->mmu, (uint32_t)vector, true);
	return a64_mmu_check(page, MMU_EXECUTE, true) == A64_OK &&
	       machine_read_virtual(m, (uint32_t)vector, &word, 4) &&
	       word != 0 && word != 0xffffffff;
}

/* The engine gets its next pstate, with the right stack pointer. */
static void set_pstate(struct machine *m, uint32_t value)
{
	struct a64_engine *e = a64_of(m)->engine;
	bool had = a64_engine_pstate(e) & PSTATE_SP, has = value & PSTATE_SP;

	if (had != has) {
		a64_engine_set_system(e, had ? SP_EL1 : SP_EL0,
				      a64_engine_reg(e, 31));
		a64_engine_set_reg(e, 31,
				   a64_engine_system(e, has ? SP_EL1 : SP_EL0));
	}
	a64_engine_set_pstate(e, value);
	a64_look(m);
}

/* The counts until now were made at the level before. */
static void set_level(struct machine *m, bool el0)
{
	if (a64_of(m)->el0 == el0)
		return;
	a64_of(m)->el0 = el0;
	m->fetch_known = false;
	pmu_set_level(m->pmu, el0 ? 0 : 1,
		      m->options.ill & 1u << BOARD_ILL_NID_OFF);
}

static unsigned group(const struct machine *m, uint32_t pstate)
{
	return a64_of(m)->el0       ? GROUP_LOWER
	       : pstate & PSTATE_SP ? GROUP_SPX
				    : GROUP_SP0;
}

/* Aborts have a class for each, the same level and a lower one. */
static uint64_t of_level(const struct machine *m, uint64_t syndrome)
{
	const enum a64_class class = syndrome >> 26 & 0x3f;

	return a64_of(m)->el0 && (class == A64_EC_INSTRUCTION_ABORT ||
				  class == A64_EC_DATA_ABORT)
		       ? syndrome - (UINT64_C(1) << 26)
		       : syndrome;
}

bool a64_exception(struct machine *m, enum a64_vector what, uint32_t back,
		   uint64_t syndrome)
{
	struct a64_system *s = &a64_of(m)->system;
	uint32_t old = a64_engine_pstate(a64_of(m)->engine);
	uint64_t vector = s->vbar + group(m, old) + (unsigned)what;

	if (!populated(m, vector))
		return false;
	machine_leave(m);
	s->elr = back;
	s->spsr = a64_of(m)->el0 ? old & ~(uint32_t)PSTATE_MODE : old;
	if (what == A64_SYNCHRONOUS)
		s->esr = of_level(m, syndrome);
	pmu_sync(m->pmu);
	set_pstate(m, (old & PSTATE_NZCV) | PSTATE_DAIF | PSTATE_EL1H);
	a64_jump(m, (uint32_t)vector);
	machine_enter(m, (uint32_t)vector);
	set_level(m, false); /* the exception is of the level that was left */
	return true;
}

bool a64_return(struct machine *m, const char **why)
{
	struct a64_system *s = &a64_of(m)->system;
	uint32_t mode = s->spsr & PSTATE_MODE;

	if (mode != PSTATE_EL0T && mode != PSTATE_EL1T && mode != PSTATE_EL1H) {
		*why = "an illegal return: SPSR_EL1 names neither EL1 nor EL0 "
		       "in AArch64 state";
		return false;
	}
	if (s->elr > UINT32_MAX) {
		*why = "a return to beyond 4 GiB, where this board has nothing";
		return false;
	}
	pmu_sync(m->pmu);
	set_level(m, mode == PSTATE_EL0T);
	/* EL1t has the stack pointer of EL0. */
	set_pstate(m, ((uint32_t)s->spsr & (PSTATE_NZCV | PSTATE_DAIF)) |
			      (mode == PSTATE_EL0T ? PSTATE_EL1T : mode));
	a64_jump(m, (uint32_t)s->elr);
	return true;
}
