/* SPDX-License-Identifier: MIT */
/* See fslpm_target.h.  [E500CORERM 7-4 to 7-12; AN3636 4.1; VXW mpc8540.h] */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "fslpm_target.h"

#define FAC   0x80000000u
#define PMIE  0x40000000u
#define FCECE 0x20000000u
#define FC    0x80000000u
#define CE    0x04000000u
#define TOP   0x80000000u

static bool counts(const struct fslpm_target *t, unsigned n)
{
	uint32_t a = t->now.pmlca[n];

	if (t->now.pmgc0 & FAC || a & FC)
		return false;
	if (t->device)
		return true;
	if (a & (t->user ? 0x20000000u : 0x40000000u))
		return false;
	return !(a & (t->marked ? 0x10000000u : 0x08000000u));
}

/* Event 82 + n of the core, 1 + n of the device, counts wraps of PMCn. */
static void carry(struct fslpm_target *t, unsigned from, uint64_t times)
{
	uint32_t event = (t->device ? 1u : 82u) + from;

	for (unsigned n = t->device; times && n < t->counters; n++)
		if (n != from && (t->now.pmlca[n] >> 16 & 0x7F) == event)
			fslpm_happen(t, n, times);
}

static bool enabled(const struct fslpm_target *t)
{
	for (unsigned n = t->device; n < t->counters; n++)
		if (t->now.pmlca[n] & CE && t->now.pmc[n] & TOP)
			return true;
	return false;
}

void fslpm_happen(struct fslpm_target *t, unsigned n, uint64_t times)
{
	uint64_t sum;

	if (!counts(t, n))
		return;
	t->counted[n] += times;
	sum = t->now.pmc[n] + times;
	t->now.pmc[n] = (uint32_t)sum;
	carry(t, n, sum >> 32);
	if (t->now.pmgc0 & FCECE && enabled(t))
		t->now.pmgc0 |= FAC;
}

bool fslpm_request(const struct fslpm_target *t)
{
	return t->now.pmgc0 & PMIE && enabled(t);
}

void fslpm_taken(struct fslpm_target *t)
{
	if (!t->device)
		t->now.pmgc0 &= ~PMIE;
}

/* Time passes. */
static void pass(struct fslpm_target *t)
{
	if (t->before)
		t->before(t);
	t->accesses++;
	for (unsigned n = t->device; t->busy && n < t->counters; n++)
		if (!((t->now.pmlca[n] >> 16 & 0x7F) - 82u < 4 && !t->device))
			fslpm_happen(t, n, 1);
	if (t->device && counts(t, 0))
		t->now.clock += t->clocks;
}

static uint32_t *core_register(struct fslpm_target *t, uint32_t addr)
{
	if (addr == 400)
		return &t->now.pmgc0;
	if (addr >= 16 && addr < 20)
		return &t->now.pmc[addr - 16];
	if (addr >= 144 && addr < 148)
		return &t->now.pmlca[addr - 144];
	if (addr >= 272 && addr < 276)
		return &t->now.pmlcb[addr - 272];
	return NULL;
}

static uint32_t *device_register(struct fslpm_target *t, uint32_t addr)
{
	unsigned n = (addr - 0x10) / 0x10;

	if (addr == 0)
		return &t->now.pmgc0;
	if (addr < 0x10 || n >= t->counters || (n == 0 && addr >= 0x18))
		return NULL;
	switch (addr & 0xF) {
	case 0x0:
		return &t->now.pmlca[n];
	case 0x4:
		return &t->now.pmlcb[n];
	case 0x8:
		return &t->now.pmc[n];
	default:
		return NULL;
	}
}

static uint32_t *where(struct fslpm_target *t, const struct tally_reg *reg)
{
	uint32_t *at;

	assert_int_equal(reg->space, t->device ? TALLY_MMIO : TALLY_PMR);
	assert_int_equal(reg->bits, 32);
	at = t->device ? device_register(t, reg->addr)
		       : core_register(t, reg->addr);
	if (!at)
		fail_msg("no register at 0x%x", (unsigned)reg->addr);
	return at;
}

/* The shift of the word of PMC0 at an address; -1: it is none. */
static int clock_shift(const struct fslpm_target *t,
		       const struct tally_reg *reg)
{
	if (!t->device || (reg->addr != 0x18 && reg->addr != 0x1C))
		return -1;
	return (reg->addr == 0x1C) == t->low_second ? 0 : 32;
}

static enum tally_status read_it(struct tally_bus *bus,
				 const struct tally_reg *reg, uint64_t *value)
{
	struct fslpm_target *t = (struct fslpm_target *)bus;
	int shift = clock_shift(t, reg);

	pass(t);
	*value = shift < 0 ? *where(t, reg) : (uint32_t)(t->now.clock >> shift);
	return TALLY_OK;
}

static enum tally_status write_it(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t value)
{
	struct fslpm_target *t = (struct fslpm_target *)bus;
	int shift = clock_shift(t, reg);

	pass(t);
	t->writes++;
	assert_false(value >> 32);
	if (shift < 0) {
		*where(t, reg) = (uint32_t)value;
		return TALLY_OK;
	}
	t->now.clock &= ~(UINT64_C(0xFFFFFFFF) << shift);
	t->now.clock |= value << shift;
	return TALLY_OK;
}

static const struct tally_bus_ops target_ops = { .read = read_it,
						 .write = write_it };

void fslpm_target_init(struct fslpm_target *t, unsigned counters)
{
	memset(t, 0, sizeof(*t));
	t->bus.ops = &target_ops;
	t->device = counters > 4;
	t->counters = counters;
	t->clocks = FSLPM_CLOCKS;
}
