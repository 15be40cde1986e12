/* SPDX-License-Identifier: MIT */
/*
 * The AArch64 machine behind machine.c, and where a run begins: reset, or what
 * a boot loader leaves: EL1, interrupts masked, translation and caches on, all
 * addresses mapped to themselves, memory cacheable and the rest Device.
 */
#include "boards/src/a64/inner.h"
#include "boards/src/pmu/pmuv3.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

static const uint32_t SCTLR_EL1 = TALLY_SYS(3, 0, 1, 0, 0);
static const uint32_t CPACR_EL1 = TALLY_SYS(3, 0, 1, 0, 2);
static const uint32_t TTBR0_EL1 = TALLY_SYS(3, 0, 2, 0, 0);
static const uint32_t TCR_EL1 = TALLY_SYS(3, 0, 2, 0, 2);
static const uint32_t MAIR_EL1 = TALLY_SYS(3, 0, 10, 2, 0);

enum {
	TABLE_SIZE = 4096,
	TABLES_SIZE = 2 * TABLE_SIZE, /* of 1 GiB, and of 2 MiB for the first */
	GIBI_BITS = 30,
	BLOCK_BITS = 21,
	ENTRY_TABLE = 3,
	ENTRY_BLOCK = 1,
	ENTRY_NORMAL = 0 << 2, /* attributes 0 and 1 of MAIR below */
	ENTRY_DEVICE = 1 << 2,
	ENTRY_SHARED = 3 << 8,
	ENTRY_USED = 1 << 10,
	CPACR_SIMD = 3 << 20,
};

/* Write-back, allocating; Device-nGnRE. */
static const uint64_t MAIR = 0x04ff;
/* 32 bits of address from TTBR0, tables cacheable; none from TTBR1. */
static const uint64_t TCR = 0x803520;
static const uint64_t SCTLR_RESET = 0x00c50838;

static bool make(struct machine *m, struct error *err)
{
	const struct a64_client client = { .ctx = m,
					   .quick = a64_quick_run,
					   .insn = a64_quick_engine_insn,
					   .access = a64_access,
					   .trap = a64_step_trap };
	struct a64 *a = calloc(1, sizeof(*a));

	m->own = a;
	if (a)
		a->mmu = a64_mmu_new(m->spec, m->memory);
	if (!a || !a->mmu)
		return error_set(err, "out of memory for board %s",
				 m->spec->info.name);
	if (!machine_models(m, NULL, err))
		return false;
	/* EL3 never was, and MDCR_EL3.SPME is 0. */
	if (m->options.ill & 1u << BOARD_ILL_NID_OFF)
		pmu_set_level(m->pmu, 1, true);
	a->decoder = a64_decoder_new(a64_quick_prepare, err);
	if (!a->decoder)
		return false;
	a->engine =
		a64_engine_new(m->spec->core->engine, m->memory, &client, err);
	if (!a->engine)
		return false;
	if (!m->options.step)
		m->blocks = blocks_new(m, &a64_block_arch, &a64_block_steps);
	return true;
}

static void done(struct machine *m)
{
	struct a64 *a = a64_of(m);

	if (!a)
		return;
	blocks_free(m->blocks);
	a64_engine_free(a->engine);
	a64_decoder_free(a->decoder);
	a64_mmu_free(a->mmu);
	free(a);
}

void a64_control(struct machine *m)
{
	const struct a64_system *s = &a64_of(m)->system;
	const struct a64_mmu_control mc = { .sctlr = s->sctlr,
					    .tcr = s->tcr,
					    .ttbr0 = s->ttbr0,
					    .mair = s->mair };
	const struct uarch_control uc = {
		.mmu = s->sctlr & A64_SCTLR_M,
		.icache = s->sctlr & A64_SCTLR_I,
		.dcache = s->sctlr & A64_SCTLR_C,
		.branch_prediction = true,
		.dynamic_prediction = true,
		.return_stack = true,
	};

	a64_mmu_set_control(a64_of(m)->mmu, &mc);
	m->fetch_known = false;
	uarch_set_control(m->uarch, &uc);
}

void a64_look(struct machine *m)
{
	uint32_t state = a64_engine_pstate(a64_of(m)->engine);

	if ((state ^ m->state) & (PSTATE_I | PSTATE_F))
		uarch_masks(m->uarch, state & PSTATE_I, state & PSTATE_F);
	m->state = state;
}

static uint32_t tables(const struct board_spec *spec)
{
	return spec->ram_base + spec->ram_size - TABLES_SIZE;
}

/* The engine has its own copy; only possible before a run. */
static void tell_engine(struct machine *m)
{
	const struct a64_system *s = &a64_of(m)->system;
	struct a64_engine *e = a64_of(m)->engine;

	a64_engine_set_system(e, MAIR_EL1, s->mair);
	a64_engine_set_system(e, TCR_EL1, s->tcr);
	a64_engine_set_system(e, TTBR0_EL1, s->ttbr0);
	a64_engine_set_system(e, CPACR_EL1, s->cpacr);
	a64_engine_set_system(e, SCTLR_EL1, s->sctlr);
}

static void reset(struct machine *m)
{
	a64_of(m)->system = (struct a64_system){ .sctlr = SCTLR_RESET };
	a64_of(m)->el0 = false;
	a64_control(m);
	tell_engine(m);
	a64_look(m);
}

static void put(struct machine *m, uint32_t paddr, uint64_t entry)
{
	memcpy(m->memory + paddr, &entry, sizeof(entry));
}

static uint64_t block(const struct board_spec *spec, uint32_t paddr)
{
	const struct place *place = board_place(spec, paddr);
	bool memory = place && place->kind != PLACE_DEVICE;

	return paddr | (memory ? ENTRY_NORMAL : ENTRY_DEVICE) | ENTRY_SHARED |
	       ENTRY_USED | ENTRY_BLOCK;
}

static void page_tables(struct machine *m)
{
	uint32_t first = tables(m->spec), second = first + TABLE_SIZE;

	memset(m->memory + first, 0, TABLES_SIZE);
	put(m, first, second | ENTRY_TABLE);
	for (uint32_t i = 1; i < 4; i++)
		put(m, first + i * 8, block(m->spec, i << GIBI_BITS));
	for (uint32_t i = 0; i < TABLE_SIZE / 8; i++)
		put(m, second + i * 8, block(m->spec, i << BLOCK_BITS));
}

static void boot(struct machine *m)
{
	struct a64_system *s = &a64_of(m)->system;

	page_tables(m);
	s->mair = MAIR;
	s->tcr = TCR;
	s->ttbr0 = tables(m->spec);
	s->cpacr = CPACR_SIMD;
	s->sctlr |= A64_SCTLR_M | A64_SCTLR_C | A64_SCTLR_I;
	a64_control(m);
	tell_engine(m);
	a64_engine_set_reg(a64_of(m)->engine, 31, tables(m->spec));
}

static void jump(struct machine *m, uint32_t entry)
{
	blocks_distrust(m->blocks);
	a64_jump(m, entry);
	a64_look(m);
}

static void run(struct machine *m)
{
	a64_engine_run(a64_of(m)->engine);
}

static void halt(struct machine *m)
{
	a64_engine_stop(a64_of(m)->engine);
}

static size_t part(struct machine *m, uint32_t vaddr, bool write,
		   uint32_t *paddr)
{
	const struct a64_page *page =
		a64_mmu_lookup(a64_of(m)->mmu, vaddr, false);

	if (a64_mmu_check(page, write ? MMU_WRITE : MMU_READ, true) != A64_OK ||
	    page->place->kind == PLACE_DEVICE)
		return 0;
	*paddr = a64_mmu_map(page, vaddr).paddr;
	return 4096 - vaddr % 4096;
}

static void write_memory(struct machine *m, uint32_t paddr, const void *from,
			 size_t n)
{
	blocks_distrust(m->blocks);
	a64_engine_write(a64_of(m)->engine, paddr, from, n);
}

void a64_forget_code(struct machine *m, uint32_t vaddr, size_t n)
{
	const struct a64_page *page =
		a64_mmu_lookup(a64_of(m)->mmu, vaddr, true);

	if (a64_mmu_check(page, MMU_EXECUTE, true) == A64_OK)
		a64_engine_forget(a64_of(m)->engine, vaddr, n);
}

static void forget(struct machine *m, uint32_t vaddr, uint32_t paddr, size_t n)
{
	(void)paddr;
	blocks_distrust(m->blocks);
	a64_forget_code(m, vaddr, n);
}

static void cpu_read(struct machine *m, struct board_cpu *cpu)
{
	struct a64_engine *e = a64_of(m)->engine;

	for (unsigned i = 0; i < 32; i++)
		cpu->r[i] = a64_engine_reg(e, i);
	cpu->sp = cpu->r[31];
	cpu->link = cpu->r[30];
	cpu->pc = a64_engine_pc(e);
	cpu->cpsr = a64_engine_pstate(e);
	if (a64_of(m)->el0)
		cpu->cpsr &= ~(uint32_t)PSTATE_MODE;
}

static void stack(const struct machine *m, uint64_t *sp, uint64_t *link)
{
	*sp = a64_engine_reg(a64_of(m)->engine, 31);
	*link = a64_engine_reg(a64_of(m)->engine, 30);
}

static void cpu_write(struct machine *m, const struct board_cpu *cpu)
{
	struct a64_engine *e = a64_of(m)->engine;

	for (unsigned i = 0; i < 32; i++)
		a64_engine_set_reg(e, i, cpu->r[i]);
	a64_engine_set_pstate(e, (cpu->cpsr & (PSTATE_NZCV | PSTATE_DAIF)) |
					 (m->state & PSTATE_MODE));
	a64_jump(m, (uint32_t)cpu->pc);
	a64_look(m);
}

static uint32_t at(const struct machine *m)
{
	return a64_of(m)->now ? a64_of(m)->now->insn.addr : m->last;
}

static const char *masks(const struct machine *m, bool fast)
{
	if (fast)
		return m->state & PSTATE_F ? "PSTATE.F is 1" : NULL;
	return m->state & PSTATE_I ? "PSTATE.I is 1" : NULL;
}

const struct machine_arch a64_arch = {
	.elf_machine = EM_AARCH64,
	.elf_bits = 64,
	.wide = true,
	.cycle_counter = true,
	.load = engine_load,
	.make = make,
	.done = done,
	.ram_end = tables,
	.behind_ram_end = "page table",
	.reset = reset,
	.boot = boot,
	.jump = jump,
	.go_on_at = a64_jump,
	.run = run,
	.halt = halt,
	.at = at,
	.part = part,
	.write = write_memory,
	.forget = forget,
	.reg_read = a64_system_peek,
	.masks = masks,
	.cpu = cpu_read,
	.stack = stack,
	.set_cpu = cpu_write,
};
