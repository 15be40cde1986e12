/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_ACCESS_ARM_H
#define TALLY_FIXED_ACCESS_ARM_H

#include <tally/reg.h>
#include <tally/words.h>

/*
 * Coprocessors 14 and 15 by MRC and MCR, and memory in the core's own byte
 * order.  The numbers are part of the instruction, hence one case per register.
 */
#define TALLY_FIXED_MRC(cp, crn, crm, opc2, op1)                               \
	case TALLY_CP(op1, crn, crm, opc2):                                    \
		__asm__ volatile("mrc " cp ", " #op1 ", %0, c" #crn ", c" #crm \
				 ", " #opc2                                    \
				 : "=r"(v)                                     \
				 :                                             \
				 : "memory");                                  \
		break;
#define TALLY_FIXED_MCR(cp, crn, crm, opc2, op1)                               \
	case TALLY_CP(op1, crn, crm, opc2):                                    \
		__asm__ volatile("mcr " cp ", " #op1 ", %0, c" #crn ", c" #crm \
				 ", " #opc2                                    \
				 :                                             \
				 : "r"(v)                                      \
				 : "memory");                                  \
		break;

/* XScale: the first generation's registers, then the second's. */
#define TALLY_FIXED_CP14(EACH)                                                 \
	EACH("p14", 0, 0, 0, 0)                                                \
	EACH("p14", 1, 0, 0, 0)                                                \
	EACH("p14", 2, 0, 0, 0)                                                \
	EACH("p14", 3, 0, 0, 0)                                                \
	EACH("p14", 0, 1, 0, 0)                                                \
	EACH("p14", 1, 1, 0, 0)                                                \
	EACH("p14", 4, 1, 0, 0)                                                \
	EACH("p14", 5, 1, 0, 0)                                                \
	EACH("p14", 8, 1, 0, 0)                                                \
	EACH("p14", 0, 2, 0, 0)                                                \
	EACH("p14", 1, 2, 0, 0)                                                \
	EACH("p14", 2, 2, 0, 0)                                                \
	EACH("p14", 3, 2, 0, 0)

/* ARM11 */
#define TALLY_FIXED_CP15_ARM11(EACH)                                           \
	EACH("p15", 15, 12, 0, 0)                                              \
	EACH("p15", 15, 12, 1, 0)                                              \
	EACH("p15", 15, 12, 2, 0)                                              \
	EACH("p15", 15, 12, 3, 0)                                              \
	EACH("p15", 15, 9, 0, 0)

TALLY_WORD uint64_t tally_fixed_get(unsigned space, uintptr_t addr)
{
	uint32_t v = 0;

	if (space == TALLY_MMIO) {
		v = *(volatile uint32_t *)addr;
	} else if (space == TALLY_CP14) {
		switch (addr) {
			TALLY_FIXED_CP14(TALLY_FIXED_MRC)
		default:
			break;
		}
	} else {
		switch (addr) {
			TALLY_FIXED_CP15_ARM11(TALLY_FIXED_MRC)
			TALLY_FIXED_MRC("p15", 0, 0, 0, 0) /* MIDR */
		default:
			break;
		}
	}
	return v;
}

TALLY_WORD void tally_fixed_put(unsigned space, uintptr_t addr, uint64_t value)
{
	uint32_t v = (uint32_t)value;

	if (space == TALLY_MMIO) {
		*(volatile uint32_t *)addr = v;
	} else if (space == TALLY_CP14) {
		switch (addr) {
			TALLY_FIXED_CP14(TALLY_FIXED_MCR)
		default:
			break;
		}
	} else {
		switch (addr) {
			TALLY_FIXED_CP15_ARM11(TALLY_FIXED_MCR)
		default:
			break;
		}
	}
}

TALLY_WORD void tally_fixed_sync(unsigned space)
{
	(void)space;
}

#define TALLY_FIXED_CORES 0

TALLY_WORD uint32_t tally_fixed_core(void)
{
	return 0;
}

#endif
