/* SPDX-License-Identifier: MIT */
/*
 * Instructions of a stub on each architecture.  A stub has four registers, the
 * first of the core's or those from r3 on: the value, its upper half, the
 * address of the data, and the mark.
 */
#include <elf.h>
#include <stddef.h>

#include "target/probe/server/gdb.h"

/* ---- ARM: r0, r1, r2, r3 [DDI0406 A8] ------------------------------------ */

/* MRC, MCR, MRRC and MCRR, always executed. */
static uint32_t arm_access(const struct tally_reg *reg, bool write)
{
	const uint32_t cp = reg->space == TALLY_CP14 ? 14 : 15;
	const uint32_t opc1 = reg->addr >> 12 & 15, crn = reg->addr >> 8 & 15;
	const uint32_t crm = reg->addr >> 4 & 15, opc2 = reg->addr & 15;

	if (reg->space != TALLY_CP14 && reg->space != TALLY_CP15)
		return 0;
	if (reg->addr >> 16 & 1)
		return (write ? 0xEC410000u : 0xEC510000u) | cp << 8 |
		       opc1 << 4 | crm;
	return (write ? 0xEE000010u : 0xEE100010u) | opc1 << 21 | crn << 16 |
	       cp << 8 | opc2 << 5 | crm;
}

static uint32_t arm_move(bool store, bool high, unsigned offset)
{
	return (store ? 0xE5820000u : 0xE5920000u) | (uint32_t)high << 12 |
	       offset;
}

static uint32_t arm_mark(bool first, unsigned by)
{
	return (first ? 0xE3A03000u : 0xE2833000u) | by;
}

/*
 * An XScale waits for its coprocessors by a read of CP15, a use of what was
 * read, and a branch [80200 2.3.3]; ARMv6 flushes the prefetch buffer, and
 * ARMv7, whose monitor is at c9, has ISB.
 */
static unsigned arm_wait(const struct tally_reg *reg, uint32_t *to)
{
	enum { CRN_ARMV7 = 9, CRN_TIMER = 14 };
	const uint32_t crn = reg->addr >> 8 & 15;

	if (reg->space == TALLY_CP14) {
		to[0] = 0xEE120F10; /* mrc p15, 0, r0, c2, c0, 0 */
		to[1] = 0xE1A00000; /* mov r0, r0 */
		to[2] = 0xE24FF004; /* sub pc, pc, #4 */
		return 3;
	}
	if (crn == CRN_ARMV7 || crn == CRN_TIMER || reg->addr >> 16 & 1) {
		to[0] = 0xF57FF06F; /* isb */
		return 1;
	}
	to[0] = 0xE3A01000; /* mov r1, #0 */
	to[1] = 0xEE071F95; /* mcr p15, 0, r1, c7, c5, 4 */
	return 2;
}

/*
 * The line is cleaned to memory, and drained; instructions of it are fetched
 * anew, and branches of it predicted anew [DDI0301H 3.2.22, 80200 7.2.7].
 */
static unsigned arm_sync(bool xscale, uint32_t *to)
{
	to[0] = 0xEE070F3A; /* mcr p15, 0, r0, c7, c10, 1 */
	to[1] = 0xE3A01000; /* mov r1, #0 */
	to[2] = 0xEE071F9A; /* mcr p15, 0, r1, c7, c10, 4 */
	to[3] = 0xEE070F35; /* mcr p15, 0, r0, c7, c5, 1 */
	to[4] = 0xEE071FD5; /* mcr p15, 0, r1, c7, c5, 6 */
	if (xscale)
		return 5 + arm_wait(&(struct tally_reg){ .space = TALLY_CP14 },
				    to + 5);
	to[5] = 0xEE071F9A; /* mcr p15, 0, r1, c7, c10, 4 */
	to[6] = 0xEE071F95; /* mcr p15, 0, r1, c7, c5, 4 */
	return 7;
}

static uint32_t arm_branch(unsigned by)
{
	return 0xEA000000u | ((by - 8) / 4 & 0xFFFFFF);
}

/* ---- AArch64: x0, none, x1, x2 [DDI0487 C6] ------------------------------ */

static uint32_t a64_access(const struct tally_reg *reg, bool write)
{
	const uint32_t op0 = reg->addr >> 14 & 3, op1 = reg->addr >> 11 & 7;
	const uint32_t crn = reg->addr >> 7 & 15, crm = reg->addr >> 3 & 15;

	if (reg->space != TALLY_SYSREG)
		return 0;
	return (write ? 0xD5000000u : 0xD5200000u) | op0 << 19 | op1 << 16 |
	       crn << 12 | crm << 8 | (reg->addr & 7) << 5;
}

static uint32_t a64_move(bool store, bool high, unsigned offset)
{
	(void)high;
	return (store ? 0xF9000020u : 0xF9400020u) | offset / 8 << 10;
}

static uint32_t a64_mark(bool first, unsigned by)
{
	return first ? 0xD2800002u | by << 5 : 0x91000042u | by << 10;
}

static unsigned a64_wait(const struct tally_reg *reg, uint32_t *to)
{
	(void)reg;
	to[0] = 0xD5033FDF; /* isb */
	return 1;
}

static unsigned a64_sync(bool xscale, uint32_t *to)
{
	(void)xscale;
	to[0] = 0xD50B7B20; /* dc cvau, x0 */
	to[1] = 0xD5033B9F; /* dsb ish */
	to[2] = 0xD50B7520; /* ic ivau, x0 */
	to[3] = 0xD5033B9F; /* dsb ish */
	to[4] = 0xD5033FDF; /* isb */
	return 5;
}

static uint32_t a64_branch(unsigned by)
{
	return 0x14000000u | (by / 4 & 0x3FFFFFF);
}

/* ---- Power: r3, none, r4, r5 [E500CORERM 2.15, 3.3] ---------------------- */
/* A piece of code has CR0 and CTR, too. */

static uint32_t ppc_access(const struct tally_reg *reg, bool write)
{
	if (reg->space != TALLY_PMR)
		return 0;
	return UINT32_C(31) << 26 | 3u << 21 | (reg->addr & 31) << 16 |
	       (reg->addr >> 5 & 31) << 11 | (write ? 462u : 334u) << 1;
}

static uint32_t ppc_move(bool store, bool high, unsigned offset)
{
	(void)high;
	return (store ? 0x90640000u : 0x80640000u) | offset;
}

static uint32_t ppc_mark(bool first, unsigned by)
{
	return (first ? 0x38A00000u : 0x38A50000u) | by;
}

static unsigned ppc_wait(const struct tally_reg *reg, uint32_t *to)
{
	(void)reg;
	to[0] = 0x4C00012C; /* isync */
	return 1;
}

static uint32_t ppc_branch(unsigned by)
{
	return 0x48000000u | (by & 0x3FFFFFC);
}

static const struct gdb_arch archs[] = {
	{
		/* In ARM state, outside of IT, with interrupts off. */
		.machine = EM_ARM,
		.thumb = true,
		.modes = true,
		.commands = true,
		.pc = "pc",
		.sp = "sp",
		.link = "lr",
		.status = "cpsr",
		.pc_number = 15,
		.sp_number = 13,
		.link_number = 14,
		.status_number = 25,
		.bits = 32,
		.off = 1 << 5 | 0x3F << 10 | 7 << 24,
		.on = 3 << 6,
		.mode = 15,
		.raise = 15, /* System mode, with user mode's registers */
		.used = { { "r0", 0 }, { "r1", 1 }, { "r2", 2 }, { "r3", 3 } },
		.base = 2,
		.access = arm_access,
		.move = arm_move,
		.mark = arm_mark,
		.wait = arm_wait,
		.sync = arm_sync,
		.branch = arm_branch,
		.sum = 0xE0800003,
		.address = 0xE1A00002, /* mov r0, r2 */
		.stay = 0xEAFFFFFE,
	},
	{
		.machine = EM_AARCH64,
		.a64 = true,
		.pc = "pc",
		.sp = "sp",
		.link = "x30",
		.status = "cpsr",
		.pc_number = 32,
		.sp_number = 31,
		.link_number = 30,
		.status_number = 33,
		.bits = 64,
		.on = 15 << 6, /* D, A, I, F */
		.mode = 15,
		.used = { { "x0", 0 }, { "x1", 1 }, { "x2", 2 } },
		.base = 1,
		.access = a64_access,
		.move = a64_move,
		.mark = a64_mark,
		.wait = a64_wait,
		.sync = a64_sync,
		.branch = a64_branch,
		.sum = 0x8B020000,
		.address = 0xAA0103E0, /* mov x0, x1 */
		.stay = 0x14000000,
	},
	{
		.machine = EM_PPC,
		.pc = "pc",
		.sp = "r1",
		.link = "lr",
		.status = "msr",
		.pc_number = 64,
		.sp_number = 1,
		.link_number = 67,
		.status_number = 65,
		.bits = 32,
		.off = 1 << 14 | 1 << 15 | 1 << 17, /* PR, EE, CE */
		.used = { { "r3", 3 },
			  { "r4", 4 },
			  { "r5", 5 },
			  { "cr", 66 },
			  { "ctr", 68 } },
		.base = 1,
		.access = ppc_access,
		.move = ppc_move,
		.mark = ppc_mark,
		.wait = ppc_wait,
		.branch = ppc_branch,
		.sum = 0x7C632A14,
		.address = 0x7C842378, /* mr r4, r4: it is there */
		.stay = 0x48000000,
	},
};

const struct gdb_arch *gdb_arch_of(uint16_t machine)
{
	for (size_t i = 0; i < sizeof archs / sizeof *archs; i++)
		if (archs[i].machine == machine)
			return &archs[i];
	return NULL;
}
