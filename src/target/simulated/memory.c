/* SPDX-License-Identifier: MIT */
/* A simulated board's memory and its core's registers. */
#include <elf.h>
#include <string.h>

#include "program/program.h"
#include "target/simulated/inner.h"

static bool read_memory(struct target_run *run, uint64_t addr, void *to,
			size_t size, struct error *err)
{
	return board_mem_read(board_of(run), addr, to, size, err);
}

static bool write_memory(struct target_run *run, uint64_t addr,
			 const void *from, size_t size, struct error *err)
{
	return board_mem_write(board_of(run), addr, from, size, err);
}

_Static_assert(sizeof((struct target_core *)0)->r ==
		       sizeof((struct board_cpu *)0)->r,
	       "a target's core has as many registers as a board's");

static bool read_core(struct target_run *run, struct target_core *core,
		      struct error *err)
{
	struct board_cpu cpu;

	if (!board_cpu_read(board_of(run), &cpu, err))
		return false;
	memcpy(core->r, cpu.r, sizeof core->r);
	core->pc = cpu.pc;
	core->state = cpu.cpsr;
	if (run->target->program->machine == EM_PPC) {
		core->more[0] = cpu.cr;
		core->more[1] = cpu.link;
		core->more[2] = cpu.ctr;
		core->more[3] = cpu.xer;
	}
	return true;
}

/* Registers that are in no target_core stay as they are. */
static bool write_core(struct target_run *run, const struct target_core *core,
		       struct error *err)
{
	const struct program *p = run->target->program;
	struct board_cpu cpu;

	if (!board_cpu_read(board_of(run), &cpu, err))
		return false;
	memcpy(cpu.r, core->r, sizeof cpu.r);
	cpu.pc = core->pc;
	cpu.cpsr = (uint32_t)core->state;
	if (p->machine == EM_ARM) /* the program counter is one of them */
		cpu.r[15] = core->pc;
	if (p->machine == EM_PPC) {
		cpu.cr = (uint32_t)core->more[0];
		cpu.link = core->more[1];
		cpu.ctr = (uint32_t)core->more[2];
		cpu.xer = (uint32_t)core->more[3];
	}
	return board_cpu_write(board_of(run), &cpu, err);
}

const struct target_memory target_board_memory = {
	.read = read_memory,
	.write = write_memory,
	.read_core = read_core,
	.write_core = write_core,
};
