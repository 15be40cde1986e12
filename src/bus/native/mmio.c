/* SPDX-License-Identifier: MIT */
/*
 * Memory-mapped monitors: one volatile access of 32 bits each, in the byte
 * order of the core.  A write may wait in a buffer; sync() waits until it has
 * left.  Code that measures itself should map the window as device memory.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/native.h>

#ifdef TALLY_COPROCESSORS
#include "arm_state.h"
#else
#define ARM_STATE
#endif

static struct tally_bus_mmio *mmio_of(struct tally_bus *bus)
{
	return (struct tally_bus_mmio *)bus;
}

static volatile uint32_t *mmio_place(struct tally_bus *bus,
				     const struct tally_reg *reg)
{
	const struct tally_bus_mmio *m = mmio_of(bus);

	uint32_t offset = tally_reg_offset(*reg);

	if (reg->space != TALLY_MMIO || reg->bits != 32 || offset % 4 ||
	    offset >= m->bytes)
		return NULL;
	return m->base + offset / 4;
}

static enum tally_status mmio_read(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	volatile uint32_t *at = mmio_place(bus, reg);

	if (!at)
		return TALLY_E_NOREG;
	*value = *at;
	return TALLY_OK;
}

static enum tally_status mmio_write(struct tally_bus *bus,
				    const struct tally_reg *reg, uint64_t value)
{
	volatile uint32_t *at = mmio_place(bus, reg);

	if (!at)
		return TALLY_E_NOREG;
	if (tally_reg_shared(*reg))
		value = tally_reg_merge(*reg, *at, value);
	*at = (uint32_t)value;
	return TALLY_OK;
}

/*
 * ARM: drain the write buffer, in ARMv6 the data synchronisation barrier
 * [DDI0198D 2.3.8; DDI0211K 3.2.22]: privileged before ARMv6.  The M profile
 * has no coprocessor 15, and DSB as an instruction.
 */
ARM_STATE static enum tally_status mmio_sync(struct tally_bus *bus)
{
	(void)bus;
#if defined(__aarch64__)
	__asm__ volatile("dsb sy" ::: "memory");
#elif defined(TALLY_M_PROFILE)
	__asm__ volatile("dsb" ::: "memory");
#elif defined(__arm__)
	__asm__ volatile("mcr p15, 0, %0, c7, c10, 4" : : "r"(0) : "memory");
#elif defined(__powerpc__)
	__asm__ volatile("sync" ::: "memory");
#else
	__asm__ volatile("" ::: "memory");
#endif
	return TALLY_OK;
}

const struct tally_bus_ops tally_mmio_ops = { .read = mmio_read,
					      .write = mmio_write,
					      .sync = mmio_sync };
