/* SPDX-License-Identifier: MIT */
/*
 * The e500 machine behind machine.c, and where a run begins: reset, or what a
 * boot loader leaves: supervisor mode, interrupts masked, TLB1 with memory and
 * CCSR mapped to themselves, caches and branch target buffer on.
 *
 * There is no engine: the library of the other boards (Unicorn) has no MMU for
 * its e500v2, none of the exceptions, ends the process on reads of the time
 * base, and does not run an e500v1 at all.  The tests hold the board's own
 * instructions to Unicorn's and to QEMU's.
 */
#include "boards/src/ppc/inner.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "boards/src/machine/command_line.h"
#include "boards/src/pmu/e500.h"

enum {
	SIZE_4K = 1,
	SIZE_1M = 5,
	SIZE_16M = 7,
	SIZE_64M = 8,
	MEBI_64 = 1 << 26,
};

enum {
	ARGUMENTS_MOST = 511, /* words */
	ARGUMENTS_SIZE = 8192,
};

#define CCSRBAR   UINT32_C(0xe0000000)
#define FLASH     UINT32_C(0xff000000)
#define BOOT_PAGE UINT32_C(0xfffff000)
/* U-Boot has its vectors at 0x100 and on, in this order. */
enum { FIRST_VECTOR = 0x100, VECTOR_STEP = 0x100 };

static bool make(struct machine *m, struct error *err)
{
	struct ppc *p = calloc(1, sizeof(*p));

	m->own = p;
	if (p) {
		p->mmu = ppc_mmu_new(m->spec);
		p->decoder = ppc_decoder_new();
	}
	if (!p || !p->mmu || !p->decoder)
		return error_set(err, "out of memory for board %s",
				 m->spec->info.name);
	p->pages = ppc_mmu_pages(p->mmu);
	p->decoded = ppc_decoded(p->decoder);
	if (!machine_models(m, NULL, err) || !ppc_platform_new(m, err))
		return false;
	p->newest = uarch_newest(m->uarch);
	if (!m->options.step)
		m->blocks = blocks_new(m, &ppc_block_arch, &ppc_block_steps);
	return true;
}

static void done(struct machine *m)
{
	struct ppc *p = ppc_of(m);

	if (!p)
		return;
	blocks_free(m->blocks);
	ppc_platform_free(p);
	ppc_decoder_free(p->decoder);
	ppc_mmu_free(p->mmu);
	free(p);
}

/* Behind it lies the command line: addresses of its words, and the words. */
static uint32_t ram_end(const struct board_spec *spec)
{
	return spec->ram_base + spec->ram_size - ARGUMENTS_SIZE;
}

void ppc_control(struct machine *m)
{
	const struct ppc_system *s = &ppc_of(m)->system;
	const struct uarch_control uc = {
		.mmu = true,
		.icache = s->l1csr1 & L1CSR_E,
		.dcache = s->l1csr0 & L1CSR_E,
		.branch_prediction = s->bucsr & BUCSR_BPEN,
	};

	uarch_set_control(m->uarch, &uc);
}

void ppc_set_msr(struct machine *m, uint32_t msr)
{
	struct ppc *p = ppc_of(m);
	uint32_t changed;

	msr &= MSR_KEPT;
	changed = msr ^ p->regs.msr;
	p->regs.msr = msr;
	m->state = msr;
	if (changed & (MSR_PR | MSR_PMM))
		pmu_set_state(m->pmu, msr & MSR_PR, msr & MSR_PMM);
	if (changed & (MSR_PR | MSR_IS))
		m->fetch_known = false;
	if (changed & (MSR_EE | MSR_CE))
		ppc_lines(m);
}

/* The boot page in flash, where the core looks for its first instruction. */
static void reset(struct machine *m)
{
	ppc_mmu_map_flat(ppc_of(m)->mmu, 0, BOOT_PAGE, SIZE_4K,
			 MAS2_I | MAS2_G);
	ppc_control(m);
	ppc_set_time_base(m, 0);
	ppc_set_msr(m, 0);
	ppc_lines(m);
}

static void vectors(struct ppc_system *s)
{
	for (unsigned i = 0; i < 16; i++)
		s->ivor[i] = FIRST_VECTOR + i * VECTOR_STEP;
	for (unsigned i = 32; i < PPC_VECTORS; i++)
		s->ivor[i] = FIRST_VECTOR + (i - 16) * VECTOR_STEP;
}

_Static_assert(4 * (ARGUMENTS_MOST + 1) + COMMAND_LINE_LONGEST + 1 <=
		       ARGUMENTS_SIZE,
	       "the addresses and the words have room");

static void put_word(struct machine *m, uint32_t paddr, uint32_t word)
{
	word = __builtin_bswap32(word);
	memcpy(m->memory + paddr, &word, sizeof(word));
}

/* As U-Boot's `go` does: the count in r3, in r4 where the addresses are. */
static void pass_arguments(struct machine *m)
{
	const uint32_t at = ram_end(m->spec);
	const uint32_t text = at + sizeof(uint32_t) * (ARGUMENTS_MOST + 1);
	char *line = (char *)m->memory + text;
	char *word[ARGUMENTS_MOST];
	unsigned count;

	snprintf(line, COMMAND_LINE_LONGEST + 1, "%s", m->command_line);
	count = command_line_split(line, word, ARGUMENTS_MOST);
	for (unsigned i = 0; i < count; i++)
		put_word(m, at + 4 * i, text + (uint32_t)(word[i] - line));
	put_word(m, at + 4 * count, 0);
	ppc_of(m)->regs.gpr[3] = count;
	ppc_of(m)->regs.gpr[4] = at;
}

static void boot(struct machine *m)
{
	struct ppc *p = ppc_of(m);
	const struct board_spec *spec = m->spec;
	unsigned i = 1;

	ppc_mmu_map_flat(p->mmu, 0, FLASH, SIZE_16M, MAS2_I | MAS2_G);
	ppc_mmu_map_flat(p->mmu, i++, CCSRBAR, SIZE_1M, MAS2_I | MAS2_G);
	for (uint32_t at = 0; at < spec->ram_size; at += MEBI_64)
		ppc_mmu_map_flat(p->mmu, i++, spec->ram_base + at, SIZE_64M,
				 MAS2_M);
	vectors(&p->system);
	p->system.l1csr0 = p->system.l1csr1 = L1CSR_E;
	p->system.bucsr = BUCSR_BPEN;
	p->system.hid0 = HID0_TBEN;
	ppc_run_timers(m, true);
	p->regs.gpr[1] = ram_end(spec) - 16;
	pass_arguments(m);
	pq3_boot(p->pq3);
	ppc_control(m);
	ppc_set_msr(m, MSR_ME);
	ppc_lines(m);
}

static void jump(struct machine *m, uint32_t pc)
{
	blocks_distrust(m->blocks);
	ppc_of(m)->regs.pc = pc & ~3u;
}

/* By a debugger or a host call: blocks of that code go. */
static void write_memory(struct machine *m, uint32_t paddr, const void *from,
			 size_t n)
{
	memcpy(m->memory + paddr, from, n);
	ppc_written(m, paddr, (unsigned)n);
}

/* The loop looks at m->stopped. */
static void halt(struct machine *m)
{
	(void)m;
}

static size_t part(struct machine *m, uint32_t vaddr, bool write,
		   uint32_t *paddr)
{
	struct ppc *p = ppc_of(m);
	const struct ppc_page *page =
		ppc_mmu_lookup(p->mmu, vaddr, p->regs.msr & MSR_DS);

	if (page->miss || !page->place || page->place->kind == PLACE_DEVICE ||
	    !ppc_mmu_allows(page, write ? MMU_WRITE : MMU_READ, false))
		return 0;
	*paddr = ppc_mmu_map(page, vaddr).paddr;
	return 4096 - vaddr % 4096;
}

/* The device monitor, the only one in that space. */
static enum tally_status peek(struct machine *m, const struct tally_reg *reg,
			      uint64_t *value)
{
	uint32_t word = 0;

	if (reg->space != TALLY_MMIO ||
	    pq3_monitor_read(ppc_of(m)->pq3, ppc_cycles(m), reg->addr, &word) !=
		    PMU_DONE)
		return TALLY_E_NOREG;
	*value = word;
	return TALLY_OK;
}

static enum tally_status poke(struct machine *m, const struct tally_reg *reg,
			      uint64_t value)
{
	if (reg->space != TALLY_MMIO ||
	    pq3_monitor_write(ppc_of(m)->pq3, ppc_cycles(m), reg->addr,
			      (uint32_t)value) != PMU_DONE)
		return TALLY_E_NOREG;
	return TALLY_OK;
}

static bool monitor_add(struct machine *m)
{
	return pq3_monitor_add(ppc_of(m)->pq3);
}

static void monitor_choose(struct machine *m, unsigned instance)
{
	pq3_monitor_choose(ppc_of(m)->pq3, instance);
}

static void cpu_read(struct machine *m, struct board_cpu *cpu)
{
	const struct ppc_regs *r = &ppc_of(m)->regs;

	for (unsigned i = 0; i < 32; i++)
		cpu->r[i] = r->gpr[i];
	cpu->sp = r->gpr[1];
	cpu->link = r->lr;
	cpu->pc = r->pc;
	cpu->cpsr = r->msr;
	cpu->cr = r->cr;
	cpu->ctr = r->ctr;
	cpu->xer = r->xer;
}

static void stack(const struct machine *m, uint64_t *sp, uint64_t *link)
{
	*sp = ppc_of(m)->regs.gpr[1];
	*link = ppc_of(m)->regs.lr;
}

static void cpu_write(struct machine *m, const struct board_cpu *cpu)
{
	struct ppc_regs *r = &ppc_of(m)->regs;

	for (unsigned i = 0; i < 32; i++)
		r->gpr[i] = (uint32_t)cpu->r[i];
	r->lr = (uint32_t)cpu->link;
	r->cr = cpu->cr;
	r->ctr = cpu->ctr;
	r->xer = cpu->xer;
	jump(m, (uint32_t)cpu->pc);
	ppc_set_msr(m, cpu->cpsr);
}

static uint32_t at(const struct machine *m)
{
	return ppc_of(m)->now ? ppc_of(m)->now->insn.addr : m->last;
}

static struct target_frames frames(const struct machine *m)
{
	return pq3_received(ppc_of(m)->pq3);
}

/* The monitor has an event for edges of the time base, which it counts. */
static uint64_t counted(const struct machine *m, unsigned item)
{
	return item == LEDGER_TIME_BASE_RISES ? pmu_time_base_rises(m->pmu)
					      : uarch_ledger(m->uarch)->n[item];
}

static uint64_t counted_until(const struct machine *m, unsigned item)
{
	(void)item; /* it is the only one */
	return pmu_time_base_until(m->pmu);
}

/* The core's own monitor has an exception to itself, without the PIC. */
static unsigned input(const struct machine *m, unsigned monitor,
		      struct input *to)
{
	enum { VECTOR = 35 };

	if (monitor) {
		ppc_pic_input(&ppc_of(m)->pic, PQ3_IRQ_MONITOR, to);
		return PQ3_IRQ_MONITOR;
	}
	*to = (struct input){ .controller = "core's vectors (IVOR35)",
			      .raised = m->monitors.line[0] };
	return VECTOR;
}

static const char *masks(const struct machine *m, bool fast)
{
	if (fast)
		return m->state & MSR_CE ? NULL : "MSR.CE is 0";
	return m->state & MSR_EE ? NULL : "MSR.EE is 0";
}

const struct machine_arch ppc_arch = {
	.elf_machine = EM_PPC,
	.elf_bits = 32,
	.big_endian = true,
	.boot_arguments = true,
	.make = make,
	.done = done,
	.ram_end = ram_end,
	.behind_ram_end = "command line",
	.reset = reset,
	.boot = boot,
	.jump = jump,
	.go_on_at = jump,
	.run = ppc_run,
	.halt = halt,
	.at = at,
	.part = part,
	.write = write_memory,
	.reg_read = peek,
	.reg_write = poke,
	.monitor_ledger = ppc_monitor_ledger,
	.monitor_add = monitor_add,
	.monitor_choose = monitor_choose,
	.counted = counted,
	.counted_until = counted_until,
	.counted_only = LEDGER_TIME_BASE_RISES,
	.frames = frames,
	.lines = ppc_lines,
	.input = input,
	.masks = masks,
	.cpu = cpu_read,
	.stack = stack,
	.set_cpu = cpu_write,
};
