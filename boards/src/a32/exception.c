/* SPDX-License-Identifier: MIT */
/*
 * Exceptions as the architecture delivers them [ARM ARM A2.6]: the engine
 * reports them to us instead, so mode, banked registers, masks and vector are
 * set here.  A vector that holds no instruction means that the program does
 * not handle the exception.
 */
#include "boards/src/a32/exception.h"

#include "boards/src/a32/inner.h"

static uint32_t vector_base(const struct machine *m)
{
	if (a32_of(m)->cp15.sctlr & SCTLR_VECTORS)
		return 0xffff0000;
	return a32_of(m)
		->cp15.vbar; /* always 0 on cores without the register */
}

/* An erased or never written word is no instruction to go on with. */
static bool populated(struct machine *m, uint32_t vector)
{
	const struct mmu_page *page = mmu_lookup(a32_of(m)->mmu, vector, true);
	uint32_t word;

	return mmu_check(page, MMU_EXECUTE, true) == MMU_OK &&
	       machine_read_virtual(m, vector, &word, sizeof(word)) &&
	       word != 0 && word != 0xffffffff;
}

bool exception_enter(struct machine *m, enum exception what, uint32_t link)
{
	static const uint8_t mode[] = {
		[EXCEPTION_RESET] = MODE_SVC,
		[EXCEPTION_UNDEFINED] = 0x1b,
		[EXCEPTION_SVC] = MODE_SVC,
		[EXCEPTION_PREFETCH_ABORT] = 0x17,
		[EXCEPTION_DATA_ABORT] = 0x17,
		[EXCEPTION_IRQ] = 0x12,
		[EXCEPTION_FIQ] = 0x11,
	};
	uint32_t vector = vector_base(m) + 4u * what;
	uint32_t old = engine_cpsr(a32_of(m)->engine), cpsr;

	bool thumb = a32_core_of(m->spec)->thumb_vectors &&
		     a32_of(m)->cp15.sctlr & SCTLR_THUMB;

	if (!populated(m, vector))
		return false;
	machine_leave(m);
	cpsr = it_to_cpsr(old, 0) & ~(uint32_t)(CPSR_MODE | CPSR_T | CPSR_J);
	cpsr |= mode[what] | CPSR_I;
	if (thumb)
		cpsr |= CPSR_T;
	if (what == EXCEPTION_FIQ)
		cpsr |= CPSR_F;
	/* Imprecise aborts are not masked for the first two. */
	if (a32_core_of(m->spec)->abort_mask &&
	    what >= EXCEPTION_PREFETCH_ABORT)
		cpsr |= CPSR_A;
	engine_set_cpsr(a32_of(m)->engine, cpsr);
	engine_set_spsr(a32_of(m)->engine, it_to_cpsr(old, a32_of(m)->it));
	engine_set_reg(a32_of(m)->engine, 14, link);
	a32_of(m)->it = 0;
	engine_jump(a32_of(m)->engine, vector, thumb);
	machine_look(m);
	m->fetch_known = false;
	if (what == EXCEPTION_IRQ)
		uarch_note(m->uarch, LEDGER_EXC_IRQ);
	machine_enter(m, vector);
	return true;
}
