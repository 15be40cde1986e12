/* SPDX-License-Identifier: MIT */
/*
 * A core's monitor in memory, as a debug port shows it, and the core's debug
 * registers before it [DDI0487 H9, I5; DDI0406 on the memory-mapped interface;
 * DDI0388 on where a Cortex-A9 has them].  Programs reach it, too.
 *
 * Where the documents leave it open: both locks are closed after reset, the
 * software lock lets nobody write, and behind the OS lock all reads as 0 and
 * takes no write, where a port would answer with an error.
 */
#include "boards/src/device/devices.h"
#include "boards/src/pmu/pmuv3.h"

enum {
	MIDR_A9 = 0x412fc092,
	/* Of the core. */
	OSLAR = 0x300,
	OSLSR = 0x304,
	OSLSR_KIND = 8,
	MIDR = 0xD00,
	EDDFR = 0xD28,
	/* Of both. */
	LAR = 0xFB0,
	LSR = 0xFB4,
	DEVTYPE = 0xFCC,
	CORE_TYPE = 0x15,
	/* Of the monitor. */
	PMCFGR = 0xE00,
	PMCR = 0xE04,
	PMCR_SHOWN = 0x7FF,
	MONITOR_TYPE = 0x16,
	N_LSB = 11,
	N_MASK = 31,
};

#define KEY      UINT32_C(0xC5ACCE55)
#define SIZE_64  (UINT32_C(63) << 8)
#define SIZE_32  (UINT32_C(31) << 8)
#define HAS_CCNT (UINT32_C(1) << 14)

/* A PMUv3 is the one that says which core's it is. */
static const struct pmu_identity *identity(const struct devices *d)
{
	return pmu_identity_of(d->monitor[0]);
}

/* ---- the core ------------------------------------------------------------ */

static uint32_t core_read(struct devices *d, unsigned unit, uint32_t offset)
{
	const struct pmu_identity *id = identity(d);

	(void)unit;
	switch (offset) {
	case OSLSR:
		return id ? OSLSR_KIND | (uint32_t)!d->debug.os_open << 1 : 0;
	case MIDR:
		return id ? id->midr : MIDR_A9;
	case EDDFR:
		return id ? (uint32_t)id->pmuver << 8 : 0;
	case DEVTYPE:
		return CORE_TYPE;
	default:
		return 0;
	}
}

static void core_write(struct devices *d, unsigned unit, uint32_t offset,
		       uint32_t value)
{
	(void)unit;
	if (offset == OSLAR)
		d->debug.os_open = !(value & 1);
}

const struct device_ops debug_core_ops = { .read = core_read,
					   .write = core_write,
					   .port = true };

/* ---- the monitor --------------------------------------------------------- */

/* Registers that are one word, by their place in steps of 32 from 0xC00. */
#define SYS(op1, crm, op2) TALLY_SYS(3, op1, 9, crm, op2)
#define CP(crm, op2)       TALLY_CP(0, 9, crm, op2)
static const struct {
	uint32_t v3, v2;
} single[] = {
	{ SYS(3, 12, 1), CP(12, 1) }, /* PMCNTENSET */
	{ SYS(3, 12, 2), CP(12, 2) }, /* PMCNTENCLR */
	{ SYS(0, 14, 1), CP(14, 1) }, /* PMINTENSET */
	{ SYS(0, 14, 2), CP(14, 2) }, /* PMINTENCLR */
	{ SYS(3, 12, 3), CP(12, 3) }, /* PMOVSCLR */
	{ SYS(3, 12, 4), CP(12, 4) }, /* PMSWINC */
	{ SYS(3, 14, 3), 0 },         /* PMOVSSET */
};

/* The register of a place, and how far up its word is; false: none. */
static bool find_v3(uint32_t at, struct tally_reg *reg, unsigned *up)
{
	uint32_t n;

	*reg = (struct tally_reg){ 0, TALLY_SYSREG, 64 };
	*up = 0;
	if (at < 0xF8 && at % 8 == 0) {
		n = at / 8;
		reg->addr = TALLY_SYS(3, 3, 14, 8 + n / 8, n % 8);
	} else if (at >= 0x400 && at < 0x47C) {
		n = (at - 0x400) / 4;
		reg->addr = TALLY_SYS(3, 3, 14, 12 + n / 8, n % 8);
	} else if (at == 0xF8 || at == 0xFC) {
		reg->addr = SYS(3, 13, 0);
		*up = at == 0xFC ? 32 : 0;
	} else if (at == 0x47C) {
		reg->addr = TALLY_SYS(3, 3, 14, 15, 7);
	} else if (at >= 0xE20 && at <= 0xE2C) {
		reg->addr = SYS(3, 12, at & 4 ? 7 : 6);
		*up = at & 8 ? 32 : 0;
	} else if (at >= 0xC00 && at < 0xCE0 && at % 32 == 0) {
		reg->addr = single[(at - 0xC00) / 32].v3;
	} else if (at == PMCR) {
		reg->addr = SYS(3, 12, 0);
	}
	return reg->addr;
}

static bool find_v2(uint32_t at, struct tally_reg *reg, unsigned *up)
{
	*reg = (struct tally_reg){ 0, TALLY_CP15, 32 };
	*up = 0;
	if (at < 0x7C)
		reg->addr = TALLY_NTH(CP(13, 2), CP(12, 5), at / 4);
	else if (at >= 0x400 && at < 0x47C)
		reg->addr = TALLY_NTH(CP(13, 1), CP(12, 5), (at - 0x400) / 4);
	else if (at == 0x7C)
		reg->addr = CP(13, 0);
	else if (at >= 0xC00 && at < 0xCC0 && at % 32 == 0)
		reg->addr = single[(at - 0xC00) / 32].v2;
	else if (at == PMCR)
		reg->addr = CP(12, 0);
	else if (at == 0xE08)
		reg->addr = CP(14, 0);
	return reg->addr;
}

static bool find(const struct devices *d, uint32_t at, struct tally_reg *reg,
		 unsigned *up)
{
	return identity(d) ? find_v3(at, reg, up) : find_v2(at, reg, up);
}

static uint64_t get(struct devices *d, const struct tally_reg *reg)
{
	uint64_t value;

	return pmu_read(d->monitor[0], reg, true, &value) == PMU_DONE ? value
								      : 0;
}

static bool is_shut(const struct devices *d)
{
	return identity(d) && !d->debug.os_open;
}

static uint32_t view_read(struct devices *d, unsigned unit, uint32_t offset)
{
	struct tally_reg reg;
	unsigned up;
	uint64_t value;

	(void)unit;
	if (offset == DEVTYPE)
		return MONITOR_TYPE;
	if (offset == LSR)
		return 1 | (uint32_t)!d->debug.open << 1;
	if (is_shut(d))
		return 0;
	if (offset == PMCFGR) {
		(void)find(d, PMCR, &reg, &up);
		return ((uint32_t)get(d, &reg) >> N_LSB & N_MASK) | HAS_CCNT |
		       (identity(d) ? SIZE_64 : SIZE_32);
	}
	if (!find(d, offset, &reg, &up))
		return 0;
	value = get(d, &reg) >> up;
	return (uint32_t)(offset == PMCR ? value & PMCR_SHOWN : value);
}

static void view_write(struct devices *d, unsigned unit, uint32_t offset,
		       uint32_t value)
{
	struct tally_reg reg;
	unsigned up;
	uint64_t whole = value;

	(void)unit;
	if (offset == LAR)
		d->debug.open = value == KEY;
	else if (d->debug.open && !is_shut(d) && find(d, offset, &reg, &up)) {
		/* The cycle counter has another word, which stays. */
		if (offset == 0xF8 && identity(d))
			whole |= get(d, &reg) & ~UINT64_C(0xFFFFFFFF);
		else if (up)
			whole = (uint64_t)value << up |
				(get(d, &reg) & UINT64_C(0xFFFFFFFF));
		(void)pmu_write(d->monitor[0], &reg, true, whole);
	}
}

const struct device_ops debug_view_ops = { .read = view_read,
					   .write = view_write,
					   .port = true };
