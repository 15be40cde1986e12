/* SPDX-License-Identifier: MIT */
/*
 * The guest's registers: in the library, or handed out to who carries
 * instructions out without it.
 */
#include "boards/src/a32/engine_inner.h"

void engine_set_pc(struct engine *e, uint32_t value)
{
	uc_reg_write(e->uc, UC_ARM_REG_PC, &value);
}

/* Only the library can go on with these states. */
static bool unusual(uint32_t cpsr)
{
	return cpsr & (CPSR_J | CPSR_E);
}

static int reg_id(unsigned n)
{
	if (n <= 12)
		return UC_ARM_REG_R0 + (int)n;
	return n == 13   ? UC_ARM_REG_R13
	       : n == 14 ? UC_ARM_REG_R14
			 : UC_ARM_REG_R15;
}

uint32_t engine_reg(struct engine *e, unsigned n)
{
	uint32_t value = 0;

	if (e->state.held)
		return n < 15 ? e->state.r[n] : e->state.pc;
	uc_reg_read(e->uc, reg_id(n), &value);
	return value;
}

void engine_set_reg(struct engine *e, unsigned n, uint32_t value)
{
	if (e->state.held && n < 15)
		e->state.r[n] = value;
	else
		uc_reg_write(e->uc, reg_id(n), &value);
}

void engine_regs(struct engine *e, uint32_t regs[16])
{
	for (unsigned n = 0; n < 16; n++)
		regs[n] = engine_reg(e, n);
}

void engine_set_regs(struct engine *e, const uint32_t regs[15])
{
	for (unsigned n = 0; n < 15; n++)
		engine_set_reg(e, n, regs[n]);
}

uint32_t engine_cpsr(struct engine *e)
{
	uint32_t value = 0;

	if (e->state.held)
		return e->state.cpsr;
	uc_reg_read(e->uc, UC_ARM_REG_CPSR, &value);
	return value;
}

bool engine_hold(struct engine *e)
{
	uint32_t cpsr = engine_cpsr(e);

	if (!e->client.quick || unusual(cpsr))
		return false;
	for (unsigned n = 0; n < 15; n++)
		e->state.r[n] = engine_reg(e, n);
	e->state.pc = e->start & ~1u;
	e->state.cpsr = e->had = cpsr;
	e->state.held = true;
	return true;
}

void engine_take_back(struct engine *e)
{
	if (!e->state.held)
		return;
	e->state.held = false;
	engine_set_regs(e, e->state.r);
	if (e->state.cpsr != e->had)
		engine_set_cpsr(e, e->state.cpsr);
	e->start = e->state.pc | (e->state.cpsr & CPSR_T ? 1u : 0u);
	engine_set_pc(e, e->start);
}

void engine_set_cpsr(struct engine *e, uint32_t value)
{
	if (e->state.held && !unusual(value) &&
	    !((value ^ e->state.cpsr) & CPSR_MODE)) {
		e->state.cpsr = value;
		return;
	}
	engine_take_back(e);
	uc_reg_write(e->uc, UC_ARM_REG_CPSR, &value);
}

uint32_t engine_spsr(struct engine *e)
{
	uint32_t value = 0;

	engine_take_back(e);
	uc_reg_read(e->uc, UC_ARM_REG_SPSR, &value);
	return value;
}

void engine_set_spsr(struct engine *e, uint32_t value)
{
	engine_take_back(e);
	uc_reg_write(e->uc, UC_ARM_REG_SPSR, &value);
}
