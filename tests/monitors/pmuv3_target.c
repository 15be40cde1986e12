/* SPDX-License-Identifier: MIT */
/* See pmuv3_target.h. */
#include "pmuv3_target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define ALL UINT64_C(0xFFFFFFFF)

/* PMXEVTYPER and PMXEVCNTR while PMSELR is n are the registers of counter n. */
static uint32_t behind(struct tally_reg reg)
{
	unsigned n = tally_reg_number(reg), type;

	assert_int_equal(tally_reg_select(reg).addr, TALLY_SYS(3, 3, 9, 12, 5));
	type = tally_reg_window(reg).addr - TALLY_SYS(3, 3, 9, 13, 0);
	assert_in_range(type, 1, 2);
	return TALLY_SYS(3, 3, 14, type == 1 ? 12 : 8, 0) + n;
}

/* The register's address as AArch64 has it, whichever was used. */
static uint32_t place(const struct tally_reg *reg, bool *high)
{
	unsigned crn, crm, op2;

	*high = false;
	if (reg->space == TALLY_SYSREG) {
		assert_int_equal(reg->bits, 64);
		return tally_reg_behind(*reg) ? behind(*reg) : reg->addr;
	}
	assert_int_equal(reg->space, TALLY_CP15);
	if (reg->addr == TALLY_CP64(0, 9)) {
		assert_int_equal(reg->bits, 64);
		return TALLY_SYS(3, 3, 9, 13, 0);
	}
	assert_int_equal(reg->bits, 32);
	assert_int_equal(reg->addr >> 12, 0);
	crn = reg->addr >> 8 & 15;
	crm = reg->addr >> 4 & 15;
	op2 = reg->addr & 15;
	switch (reg->addr) {
	case TALLY_CP(0, 9, 14, 4): /* PMCEID2 */
	case TALLY_CP(0, 9, 14, 5):
		*high = true;
		return TALLY_SYS(3, 3, 9, 12, 2 + op2);
	case TALLY_CP(0, 0, 1, 2): /* ID_DFR0 */
		return TALLY_SYS(3, 0, 0, 5, 0);
	case TALLY_CP(0, 0, 0, 0):
	case TALLY_CP(0, 9, 14, 1):
	case TALLY_CP(0, 9, 14, 2):
		return TALLY_SYS(3, 0, crn, crm, op2);
	default:
		return TALLY_SYS(3, 3, crn, crm, op2);
	}
}

/* A register that holds what is written to it; NULL for the others. */
static uint64_t *plain(struct pmuv3_target *t, uint32_t addr)
{
	unsigned n;

	switch (addr) {
	case TALLY_SYS(3, 3, 9, 12, 5):
		return &t->selr;
	case TALLY_SYS(3, 3, 9, 13, 0):
		return &t->ccntr;
	case TALLY_SYS(3, 3, 9, 14, 0):
		return &t->userenr;
	case TALLY_SYS(3, 3, 14, 15, 7):
		return &t->ccfiltr;
	case TALLY_SYS(3, 3, 9, 13, 1):
		return t->selr == 31 ? &t->ccfiltr : &t->evtyper[t->selr];
	case TALLY_SYS(3, 3, 9, 13, 2):
		return &t->evcntr[t->selr];
	default:
		break;
	}
	n = addr - TALLY_SYS(3, 3, 14, 8, 0);
	if (n < t->n)
		return &t->evcntr[n];
	n = addr - TALLY_SYS(3, 3, 14, 12, 0);
	return n < t->n ? &t->evtyper[n] : NULL;
}

static uint64_t *words(struct pmuv3_target *t, uint32_t addr, bool *clears)
{
	*clears = addr == TALLY_SYS(3, 3, 9, 12, 2) ||
		  addr == TALLY_SYS(3, 3, 9, 12, 3) ||
		  addr == TALLY_SYS(3, 0, 9, 14, 2);
	switch (addr) {
	case TALLY_SYS(3, 3, 9, 12, 1):
	case TALLY_SYS(3, 3, 9, 12, 2):
		return &t->cnten;
	case TALLY_SYS(3, 3, 9, 12, 3):
	case TALLY_SYS(3, 3, 9, 14, 3):
		return &t->ovs;
	case TALLY_SYS(3, 0, 9, 14, 1):
	case TALLY_SYS(3, 0, 9, 14, 2):
		return &t->inten;
	default:
		return NULL;
	}
}

static void hardware(struct pmuv3_target *t)
{
	if (t->meanwhile && t->when-- == 0)
		t->meanwhile(t);
}

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	struct pmuv3_target *t = (struct pmuv3_target *)bus;
	bool clears, high;
	uint32_t addr = place(reg, &high);
	uint64_t *word = words(t, addr, &clears);

	hardware(t);
	assert_false(t->dirty);
	if (!word)
		word = plain(t, addr);
	if (word) {
		*value = *word;
		return TALLY_OK;
	}
	switch (addr) {
	case TALLY_SYS(3, 3, 9, 12, 0):
		*value = t->pmcr;
		return TALLY_OK;
	case TALLY_SYS(3, 3, 9, 12, 6):
	case TALLY_SYS(3, 3, 9, 12, 7):
		/* PMCEID2 and 3 are undefined before p1. */
		assert_false(high && t->version < 4);
		*value = t->ceid[addr & 1];
		if (reg->space == TALLY_CP15)
			*value = high ? *value >> 32 : *value & ALL;
		return TALLY_OK;
	case TALLY_SYS(3, 0, 0, 0, 0):
		*value = t->midr;
		return TALLY_OK;
	case TALLY_SYS(3, 0, 0, 5, 0):
		*value = t->id;
		return TALLY_OK;
	default:
		fail_msg("no register 0x%x", (unsigned)addr);
		return TALLY_E_NOREG;
	}
}

static void write_word(struct pmuv3_target *t, uint64_t *word, bool clears,
		       uint64_t value)
{
	uint64_t there = UINT64_C(1) << 31 | ((UINT64_C(1) << t->n) - 1);

	*word = clears ? *word & ~value : *word | (value & there);
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	struct pmuv3_target *t = (struct pmuv3_target *)bus;
	bool clears, high;
	uint32_t addr = place(reg, &high);
	uint64_t *word = words(t, addr, &clears);

	hardware(t);
	t->writes++;
	/* The selected counter is found by what is in PMSELR by then. */
	if (addr >> 3 == TALLY_SYS(3, 3, 9, 13, 0) >> 3 && addr & 3)
		assert_false(t->dirty);
	t->dirty = true;
	if (word) {
		write_word(t, word, clears, value);
	} else if (plain(t, addr)) {
		bool counter = addr - TALLY_SYS(3, 3, 14, 8, 0) < 31 ||
			       addr == TALLY_SYS(3, 3, 9, 13, 2);

		if (reg->bits == 32 || (counter && t->version < 6))
			value &= ALL;
		*plain(t, addr) = value;
	} else if (addr == TALLY_SYS(3, 3, 9, 12, 4)) {
		t->swinc = value;
	} else {
		/* RO above; what the core lacks reads as zero. */
		assert_int_equal(addr, TALLY_SYS(3, 3, 9, 12, 0));
		t->pmcr = (t->pmcr & 0xFFFFF800) |
			  (value & (t->version < 6 ? 0x79 : 0xF9));
		t->dirty = false;
	}
	return TALLY_OK;
}

static enum tally_status sync(struct tally_bus *bus)
{
	struct pmuv3_target *t = (struct pmuv3_target *)bus;

	t->dirty = false;
	t->syncs++;
	return TALLY_OK;
}

static const struct tally_bus_ops ops = { .read = read,
					  .write = write,
					  .sync = sync };

void pmuv3_target_init(struct pmuv3_target *t, uint64_t pmcr, unsigned version,
		       uint32_t midr)
{
	memset(t, 0, sizeof(*t));
	t->bus.ops = &ops;
	t->pmcr = pmcr;
	t->n = pmcr >> 11 & 31;
	t->version = version;
	/* PMUVer in 11:8, PerfMon in 27:24: 3 where the other has 1. */
	t->id = version << 8 | (version == 1 ? 3u : version) << 24;
	t->midr = midr;
	t->ceid[0] = t->ceid[1] = UINT64_MAX;
	t->cnten = 0x80000000 | ((UINT64_C(1) << t->n) - 1);
	t->inten = 0x80000001 & t->cnten;
	t->ovs = 0x80000000;
	t->selr = 1;
	t->userenr = 0x2;
	t->ccntr = UINT64_C(0x123456789A);
	t->ccfiltr = 0x10000000;
	for (unsigned i = 0; i < t->n; i++) {
		t->evcntr[i] = 0xA5000000 + i;
		t->evtyper[i] = 0x40000020 + i;
	}
}
