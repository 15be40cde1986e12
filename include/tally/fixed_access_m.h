/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_ACCESS_M_H
#define TALLY_FIXED_ACCESS_M_H

#include <tally/reg.h>
#include <tally/words.h>

/*
 * The M profile: all registers of monitors are in memory.  A word that others
 * share is read and written back with one bit changed.
 */
TALLY_WORD void tally_fixed_sync(unsigned space)
{
	(void)space;
	__asm__ volatile("dsb" : : : "memory");
}

TALLY_WORD uint64_t tally_fixed_get(unsigned space, uintptr_t addr)
{
	return space == TALLY_MMIO ? *(volatile uint32_t *)addr : 0;
}

TALLY_WORD void tally_fixed_put(unsigned space, uintptr_t addr, uint64_t value)
{
	if (space == TALLY_MMIO)
		*(volatile uint32_t *)addr = (uint32_t)value;
}

/* Each core has its own registers at these addresses. */
TALLY_WORD uint32_t tally_fixed_core(void)
{
	return 0;
}

#endif
