/* SPDX-License-Identifier: MIT */
/*
 * The map says who reaches which slave at which address, and how long a slave
 * lets them wait.  Addresses are the Versatile's [VERSATILE]; see ahb_choices.c
 * for what is chosen.
 */
#include "boards/src/ahb/inner.h"

enum {
	ARMD = 1 << AHB_ARMD,
	ARMI = 1 << AHB_ARMI,
	CLCDC = 1 << AHB_CLCDC,
	DMA0 = 1 << AHB_DMA0,
	DMA1 = 1 << AHB_DMA1,
	EXP = 1 << AHB_EXP,
	MEMORY = ARMD | ARMI | CLCDC | DMA1 | EXP,
};

struct region {
	uint32_t first, last;
	uint8_t slave;  /* enum ahb_slave */
	uint8_t layers; /* that reach it */
};

/* Ascending. */
static const struct region regions[] = {
	{ 0x00000000, 0x0FFFFFFF, AHB_MPMC, MEMORY },
	/* On the board: FPGA, Ethernet, USB.  DMA-0 and DMA-1 reach slaves off
	 * the chip, EXP comes from there. */
	{ 0x10000000, 0x100FFFFF, AHB_OFF_CHIP, ARMD | ARMI | DMA0 | DMA1 },
	{ 0x10100000, 0x1014FFFF, AHB_REGS, ARMD | EXP },
	{ 0x101D0000, 0x101DFFFF, AHB_MONITOR, ARMD | EXP },
	{ 0x101E0000, 0x101EFFFF, AHB_APB_CORE, ARMD | EXP },
	{ 0x101F0000, 0x101FFFFF, AHB_APB_DMA, ARMD | DMA0 | EXP },
	{ 0x20000000, 0x3FFFFFFF, AHB_SSMC, MEMORY },
	{ 0x41000000, 0x6FFFFFFF, AHB_OFF_CHIP, ARMD | ARMI | DMA0 | DMA1 },
	{ 0x70000000, 0x7FFFFFFF, AHB_MPMC, MEMORY },
	{ 0x80000000, 0xFFFFFFFF, AHB_OFF_CHIP, ARMD | ARMI | DMA0 | DMA1 },
};

/* Chosen, all of them; an APB transfer takes two cycles [IHI0011A]. */
const struct ahb_timing ahb_timings[AHB_SLAVES] = {
	[AHB_MPMC] = { 5, 0, 2, 0 },     [AHB_SSMC] = { 6, 2, 4, 4 },
	[AHB_REGS] = { 1, 1, 1, 1 },     [AHB_MONITOR] = { 1, 1, 0, 0 },
	[AHB_APB_CORE] = { 2, 2, 2, 2 }, [AHB_APB_DMA] = { 2, 2, 2, 2 },
	[AHB_OFF_CHIP] = { 6, 2, 6, 2 }, [AHB_NOBODY] = { 0, 0, 0, 0 },
};

enum ahb_slave ahb_decode(enum ahb_layer layer, uint32_t addr)
{
	for (unsigned i = 0; i < sizeof(regions) / sizeof(regions[0]); i++) {
		const struct region *r = &regions[i];

		if (addr > r->last)
			continue;
		if (addr < r->first || !(r->layers & 1u << layer))
			return AHB_NOBODY;
		return r->slave;
	}
	return AHB_NOBODY;
}

enum owned {
	OWN_NOTHING,
	OWN_MONITOR,
	OWN_PL110,
	OWN_PL080,
	OWN_PERIPHERAL,
};

static enum owned owner(uint32_t addr)
{
	if (addr >> 16 == AHB_MONITOR_BASE >> 16)
		return OWN_MONITOR;
	if (addr >> 12 == PL110_BASE >> 12)
		return OWN_PL110;
	if (addr >> 12 == PL080_BASE >> 12)
		return OWN_PL080;
	if (addr >> 16 == PERIPHERAL_BASE >> 16 &&
	    (addr >> 12 & 15) < AHB_PERIPHERALS)
		return OWN_PERIPHERAL;
	return OWN_NOTHING;
}

bool ahb_owns(uint32_t addr)
{
	return owner(addr) != OWN_NOTHING;
}

uint32_t ahb_register_read(struct ahb *ahb, uint32_t addr)
{
	struct ahb_ledger ledger;

	switch (owner(addr)) {
	case OWN_MONITOR:
		ahb_truth(ahb, &ledger);
		return pmu_ahb_read(&ahb->pmu, addr & 0xFFFC, &ledger);
	case OWN_PL110:
		return pl110_read(&ahb->pl110, addr & 0xFFC);
	case OWN_PL080:
		return pl080_read(ahb, addr & 0xFFC);
	case OWN_PERIPHERAL:
		return peripheral_read(ahb, addr >> 12 & 15, addr & 0xFFC);
	case OWN_NOTHING:
		break;
	}
	return 0;
}

static void monitor_write(struct ahb *ahb, uint32_t offset, uint32_t value)
{
	struct ahb_ledger ledger;
	bool changed;

	ahb_truth(ahb, &ledger);
	changed = pmu_ahb_write(&ahb->pmu, offset, value, &ledger);
	ahb_count_debug(ahb);
	if (changed && ahb->host.monitor_changed)
		ahb->host.monitor_changed(ahb->host.ctx, offset);
}

void ahb_register_write(struct ahb *ahb, uint32_t addr, uint32_t value)
{
	switch (owner(addr)) {
	case OWN_MONITOR:
		monitor_write(ahb, addr & 0xFFFC, value);
		break;
	case OWN_PL110:
		pl110_write(ahb, addr & 0xFFC, value);
		break;
	case OWN_PL080:
		pl080_write(ahb, addr & 0xFFC, value);
		break;
	case OWN_PERIPHERAL:
		peripheral_write(ahb, addr >> 12 & 15, addr & 0xFFC, value);
		break;
	case OWN_NOTHING:
		break;
	}
}

bool ahb_fetch(struct ahb *ahb, uint32_t addr, unsigned size, uint32_t *value)
{
	if (ahb_owns(addr)) {
		*value = ahb_register_read(ahb, addr);
		return true;
	}
	return ahb->host.read(ahb->host.ctx, addr, size, value);
}

bool ahb_store(struct ahb *ahb, uint32_t addr, unsigned size, uint32_t value)
{
	if (ahb_owns(addr)) {
		ahb->late[ahb->lates].addr = addr;
		ahb->late[ahb->lates++].value = value;
		return true;
	}
	return ahb->host.write(ahb->host.ctx, addr, size, value);
}
