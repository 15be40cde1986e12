/* SPDX-License-Identifier: MIT */
/*
 * The 32-bit ARM machines behind machine.c: what the engine, the translation
 * and the control coprocessor of these have to do with the doors.
 */
#include "boards/src/a32/inner.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "boards/src/ahb/ahb.h"

/* With an MPU the engine translates even where nothing may be executed, and is
 * told so there. */
static uint8_t *code(void *ctx, uint32_t vaddr)
{
	struct machine *m = ctx;
	const struct mmu_page *page = mmu_lookup(a32_of(m)->mmu, vaddr, false);

	if (!page->fault)
		return m->memory + mmu_map(page, vaddr).paddr;
	return a32_core_of(m->spec)->tables == TABLES_NONE ? m->memory + vaddr
							   : NULL;
}

static bool make(struct machine *m, struct error *err)
{
	const struct engine_client client = { .ctx = m,
					      .quick = quick_run,
					      .insn = quick_engine_insn,
					      .access = access_data,
					      .trap = step_trap,
					      .code = code };

	struct a32 *a = calloc(1, sizeof(*a));

	m->own = a;
	if (!a)
		return error_set(err, "out of memory for board %s",
				 m->spec->info.name);
	if (!port_make(m, err) || !machine_models(m, a->ahb, err))
		return false;
	port_monitor(m);
	a->decoder = decoder_new(&a32_core_of(m->spec)->instructions,
				 quick_prepare, err);
	if (!a->decoder)
		return false;
	a->engine = engine_new(m->spec->core->engine, m->memory, &client, err);
	if (!a->engine)
		return false;
	a->mmu = mmu_new(m->spec, m->memory);
	if (!a->mmu || !tcm_init(&a->tcms, m->spec, m->memory, a->engine))
		return error_set(err, "out of memory for board %s",
				 m->spec->info.name);
	mmu_set_tcms(a->mmu, &a->tcms);
	if (!m->options.step && !m->options.inject.dbgack_period)
		m->blocks = blocks_new(m, &a32_block_arch, &a32_block_steps);
	a32_permit(m);
	return true;
}

static void done(struct machine *m)
{
	struct a32 *a = m->own;

	if (!a)
		return;
	blocks_free(m->blocks);
	engine_free(a->engine);
	decoder_free(a->decoder);
	mmu_free(a->mmu);
	tcm_done(&a->tcms);
	port_free(m);
	free(a);
}

static void jump(struct machine *m, uint32_t entry)
{
	blocks_distrust(m->blocks);
	engine_jump(a32_of(m)->engine, entry, entry & 1);
	machine_look(m);
}

static void go_on_at(struct machine *m, uint32_t pc)
{
	engine_jump(a32_of(m)->engine, pc, m->state & CPSR_T);
}

static void run(struct machine *m)
{
	engine_run(a32_of(m)->engine);
}

static void halt(struct machine *m)
{
	engine_stop(a32_of(m)->engine);
}

static size_t part(struct machine *m, uint32_t vaddr, bool write,
		   uint32_t *paddr)
{
	const struct mmu_page *page = mmu_lookup(a32_of(m)->mmu, vaddr, false);

	if (page->fault || !page->place || page->place->kind == PLACE_DEVICE ||
	    (write && mmu_check(page, MMU_WRITE, true) != MMU_OK))
		return 0;
	*paddr = mmu_map(page, vaddr).paddr;
	return mmu_left(a32_of(m)->mmu, page, vaddr);
}

static void write_memory(struct machine *m, uint32_t paddr, const void *from,
			 size_t n)
{
	blocks_distrust(m->blocks);
	engine_write(a32_of(m)->engine, paddr, from, n);
}

static void forget(struct machine *m, uint32_t vaddr, uint32_t paddr, size_t n)
{
	(void)vaddr;
	machine_forget_code(m, paddr, paddr + (uint32_t)n - 1);
}

void machine_look(struct machine *m)
{
	uint32_t state = engine_cpsr(a32_of(m)->engine);

	const uint32_t changed = state ^ m->state;

	if (changed & (CPSR_I | CPSR_F))
		uarch_masks(m->uarch, state & CPSR_I, state & CPSR_F);
	m->state = state;
	if (!(changed & CPSR_MODE))
		return;
	m->fetch_known = false;
	a32_permit(m);
}

void machine_control(struct machine *m)
{
	const struct cp15 *c = &a32_of(m)->cp15;
	const struct a32_core *core = a32_core_of(m->spec);
	bool mpu = core->tables == TABLES_NONE;
	struct mmu_control mc = { .sctlr = c->sctlr,
				  .ttbr0 = c->ttbr0,
				  .ttbr1 = c->ttbr1,
				  .ttbcr = c->ttbcr,
				  .dacr = c->dacr,
				  .armv5 = core->tables < TABLES_V6,
				  .xscale = core->tables == TABLES_XSCALE,
				  .mpu = mpu };
	const struct uarch_control uc = {
		.mmu = c->sctlr & SCTLR_MMU && !mpu, /* it has no TLB */
		.icache = c->sctlr & SCTLR_ICACHE,
		.dcache = c->sctlr & SCTLR_DCACHE,
		.branch_prediction = c->sctlr & SCTLR_PREDICT,
		.static_prediction =
			core->actlr_predicts && c->actlr & ACTLR_STATIC,
		.dynamic_prediction =
			!core->actlr_predicts || c->actlr & ACTLR_DYNAMIC,
		.return_stack =
			core->actlr_predicts && c->actlr & ACTLR_RETURN_STACK,
		.round_robin = c->sctlr & SCTLR_ROUND_ROBIN,
		.no_prefetch = c->debug_override & DEBUG_NO_PREFETCH,
	};

	memcpy(mc.region, c->region, sizeof(mc.region));
	blocks_distrust(m->blocks);
	mmu_set_control(a32_of(m)->mmu, &mc);
	m->fetch_known = false;
	uarch_set_control(m->uarch, &uc);
}

static enum tally_status reg_read(struct machine *m,
				  const struct tally_reg *reg, uint64_t *value)
{
	static const uint32_t shown[] = { CP(0, 0, 0), CP(0, 0, 2), CP(1, 0, 0),
					  CP(1, 0, 1), CP(1, 1, 0), CP(1, 1, 1),
					  CP(12, 1, 0) };
	enum cp15_result done = CP15_UNDEFINED;
	uint32_t word;

	if (reg->space == TALLY_CP14)
		done = cp14_read(m, reg->addr, true, &word);
	for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
		if (reg->space == TALLY_CP15 && reg->addr == shown[i])
			done = cp15_read(m, reg->addr, true, &word);
	if (done != CP15_DONE)
		return TALLY_E_NOREG;
	*value = word;
	return TALLY_OK;
}

static void cpu_read(struct machine *m, struct board_cpu *cpu)
{
	uint32_t regs[16];

	engine_regs(a32_of(m)->engine, regs);
	for (unsigned i = 0; i < 16; i++)
		cpu->r[i] = regs[i];
	cpu->sp = regs[13];
	cpu->link = regs[14];
	cpu->pc = regs[15];
	cpu->cpsr = it_to_cpsr(engine_cpsr(a32_of(m)->engine), a32_of(m)->it);
}

static void stack(const struct machine *m, uint64_t *sp, uint64_t *link)
{
	*sp = engine_reg(a32_of(m)->engine, 13);
	*link = engine_reg(a32_of(m)->engine, 14);
}

static void cpu_write(struct machine *m, const struct board_cpu *cpu)
{
	uint32_t regs[16];

	for (unsigned i = 0; i < 16; i++)
		regs[i] = (uint32_t)cpu->r[i];
	a32_of(m)->it = it_from_cpsr(cpu->cpsr);
	engine_set_cpsr(a32_of(m)->engine, it_to_cpsr(cpu->cpsr, 0));
	engine_set_regs(a32_of(m)->engine, regs);
	engine_jump(a32_of(m)->engine, regs[15], cpu->cpsr & CPSR_T);
	machine_look(m);
}

static uint32_t at(const struct machine *m)
{
	return a32_of(m)->now ? a32_of(m)->now->insn.addr : m->last;
}

static struct target_bursts broken(const struct machine *m)
{
	struct target_bursts b = { { 0 } };

	_Static_assert((unsigned)AHB_LAYERS <= (unsigned)TARGET_LAYERS, "room");
	if (a32_of(m)->ahb)
		memcpy(b.broken, ahb_broken(a32_of(m)->ahb),
		       AHB_LAYERS * sizeof b.broken[0]);
	return b;
}

static const char *masks(const struct machine *m, bool fast)
{
	if (fast)
		return m->state & CPSR_F ? "CPSR.F is 1" : NULL;
	return m->state & CPSR_I ? "CPSR.I is 1" : NULL;
}

const struct machine_arch a32_arch = {
	.elf_machine = EM_ARM,
	.elf_bits = 32,
	.cycle_counter = true,
	.load = engine_load,
	.make = make,
	.done = done,
	.ram_end = start_table,
	.behind_ram_end = "page table",
	.reset = start_reset,
	.boot = start_boot,
	.jump = jump,
	.go_on_at = go_on_at,
	.run = run,
	.halt = halt,
	.at = at,
	.part = part,
	.write = write_memory,
	.forget = forget,
	.reg_read = reg_read,
	.masks = masks,
	.broken = broken,
	.cpu = cpu_read,
	.stack = stack,
	.set_cpu = cpu_write,
};
