/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_ACCESS_ARM_H
#define TALLY_FIXED_ACCESS_ARM_H

#include <tally/native.h>
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

/*
 * ARMv7 and PMUv3 from AArch32.  Apart are PMCR, which opens and closes the
 * window, and the cycle counter of 64 bits.
 */
#define TALLY_FIXED_CP15_READ(EACH)                                            \
	EACH("p15", 9, 12, 0, 0) /* PMCR */                                    \
	EACH("p15", 9, 12, 6, 0) /* PMCEID0 */                                 \
	EACH("p15", 9, 12, 7, 0) /* PMCEID1 */                                 \
	EACH("p15", 9, 14, 4, 0) /* PMCEID2 */                                 \
	EACH("p15", 9, 14, 5, 0) /* PMCEID3 */                                 \
	EACH("p15", 0, 1, 2, 0)  /* ID_DFR0 */                                 \
	EACH("p15", 0, 0, 0, 0)  /* MIDR */
#define TALLY_FIXED_CP15_BOTH(EACH)                                            \
	EACH("p15", 9, 12, 1, 0)  /* PMCNTENSET */                             \
	EACH("p15", 9, 12, 2, 0)  /* PMCNTENCLR */                             \
	EACH("p15", 9, 12, 3, 0)  /* PMOVSR */                                 \
	EACH("p15", 9, 12, 5, 0)  /* PMSELR */                                 \
	EACH("p15", 9, 13, 0, 0)  /* PMCCNTR, its low 32 bits */               \
	EACH("p15", 9, 13, 1, 0)  /* PMXEVTYPER */                             \
	EACH("p15", 9, 13, 2, 0)  /* PMXEVCNTR */                              \
	EACH("p15", 9, 14, 0, 0)  /* PMUSERENR */                              \
	EACH("p15", 9, 14, 1, 0)  /* PMINTENSET */                             \
	EACH("p15", 9, 14, 2, 0)  /* PMINTENCLR */                             \
	EACH("p15", 14, 15, 7, 0) /* PMCCFILTR */
/* PMEVCNTR<n> and PMEVTYPER<n>: n is 8 times CRm - 8 or 12, plus opc2. */
#define TALLY_FIXED_CP15_SEVEN(EACH, crm)                                      \
	EACH("p15", 14, crm, 0, 0)                                             \
	EACH("p15", 14, crm, 1, 0)                                             \
	EACH("p15", 14, crm, 2, 0)                                             \
	EACH("p15", 14, crm, 3, 0)                                             \
	EACH("p15", 14, crm, 4, 0)                                             \
	EACH("p15", 14, crm, 5, 0)                                             \
	EACH("p15", 14, crm, 6, 0)
#define TALLY_FIXED_CP15_COUNTERS(EACH)                                        \
	TALLY_FIXED_CP15_SEVEN(EACH, 8)                                        \
	EACH("p15", 14, 8, 7, 0)                                               \
	TALLY_FIXED_CP15_SEVEN(EACH, 9)                                        \
	EACH("p15", 14, 9, 7, 0)                                               \
	TALLY_FIXED_CP15_SEVEN(EACH, 10)                                       \
	EACH("p15", 14, 10, 7, 0)                                              \
	TALLY_FIXED_CP15_SEVEN(EACH, 11)                                       \
	TALLY_FIXED_CP15_SEVEN(EACH, 12)                                       \
	EACH("p15", 14, 12, 7, 0)                                              \
	TALLY_FIXED_CP15_SEVEN(EACH, 13)                                       \
	EACH("p15", 14, 13, 7, 0)                                              \
	TALLY_FIXED_CP15_SEVEN(EACH, 14)                                       \
	EACH("p15", 14, 14, 7, 0)                                              \
	TALLY_FIXED_CP15_SEVEN(EACH, 15)

#if defined(__ARM_ARCH) && __ARM_ARCH >= 7
#define TALLY_FIXED_DSB "dsb"
#else
#define TALLY_FIXED_DSB "mcr p15, 0, %0, c7, c10, 4"
#endif

/* All writes are in effect from here on, and reads are of now. */
TALLY_WORD void tally_fixed_sync(unsigned space)
{
	if (space == TALLY_CP15)
		__asm__ volatile(TALLY_A32_ISB : : : "memory");
	/* The write buffer has been drained: see src/bus/native/mmio.c. */
	if (space == TALLY_MMIO)
		__asm__ volatile(TALLY_FIXED_DSB : : "r"(0) : "memory");
}

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

/*
 * The registers of ARMv7 and PMUv3 have functions of their own, as a compiler
 * unrolls no loop that looks large to it, with all their cases in it.
 */
#define TALLY_FIXED_GET_V7(addr)        tally_fixed_get_v7(addr)
#define TALLY_FIXED_PUT_V7(addr, value) tally_fixed_put_v7(addr, value)
#define TALLY_FIXED_HOLD_V7()           tally_fixed_hold()
#define TALLY_FIXED_LET_GO_V7(held)     tally_fixed_let_go(held)
#define TALLY_FIXED_GET_V8(addr)        tally_fixed_get_v8(addr)
#define TALLY_FIXED_PUT_V8(addr, value) tally_fixed_put_v8(addr, value)

TALLY_WORD void tally_fixed_put_pmcr(uint32_t v)
{
	__asm__ volatile(TALLY_A32_ISB
			 "\n\tmcr p15, 0, %0, c9, c12, 0\n\t" TALLY_A32_ISB
			 :
			 : "r"(v)
			 : "memory");
}

/*
 * Counters and event types are behind PMSELR.  What it held is put back after
 * accesses of them, so that a handler may do the same in between.
 */
TALLY_WORD uint32_t tally_fixed_hold(void)
{
	uint32_t held;

	__asm__ volatile("mrc p15, 0, %0, c9, c12, 5" : "=r"(held)::"memory");
	return held;
}

TALLY_WORD void tally_fixed_let_go(uint32_t held)
{
	__asm__ volatile("mcr p15, 0, %0, c9, c12, 5" : : "r"(held) : "memory");
}

/* PMSELR becomes n, and what comes after it finds it written. */
TALLY_WORD void tally_fixed_select(uint32_t n)
{
	__asm__ volatile("mcr p15, 0, %0, c9, c12, 5\n\t" TALLY_A32_ISB
			 :
			 : "r"(n)
			 : "memory");
}

/* Accesses to what is behind PMSELR: between tally_fixed_hold() and
 * tally_fixed_let_go(). */
TALLY_WORD uint32_t tally_fixed_get_v7(uint32_t addr)
{
	const struct tally_reg reg = { addr, TALLY_CP15, 32 };
	uint32_t v = 0;

	if (tally_reg_behind(reg))
		tally_fixed_select(tally_reg_number(reg));
	switch (addr & 0x1FFFF) {
		TALLY_FIXED_CP15_READ(TALLY_FIXED_MRC)
		TALLY_FIXED_CP15_BOTH(TALLY_FIXED_MRC)
	default:
		break;
	}
	return v;
}

TALLY_WORD void tally_fixed_put_v7(uint32_t addr, uint32_t v)
{
	const struct tally_reg reg = { addr, TALLY_CP15, 32 };

	if (tally_reg_behind(reg))
		tally_fixed_select(tally_reg_number(reg));
	switch (addr & 0x1FFFF) {
	case TALLY_CP(0, 9, 12, 0):
		tally_fixed_put_pmcr(v);
		break;
		TALLY_FIXED_CP15_BOTH(TALLY_FIXED_MCR)
	default:
		break;
	}
}

TALLY_WORD uint64_t tally_fixed_get_v8(uint32_t addr)
{
	uint32_t v = 0, high = 0;

	switch (addr) {
		TALLY_FIXED_CP15_READ(TALLY_FIXED_MRC)
		TALLY_FIXED_CP15_BOTH(TALLY_FIXED_MRC)
		TALLY_FIXED_CP15_COUNTERS(TALLY_FIXED_MRC)
	case TALLY_CP64(0, 9): /* PMCCNTR, all 64 bits */
		__asm__ volatile("mrrc p15, 0, %0, %1, c9"
				 : "=r"(v), "=r"(high)
				 :
				 : "memory");
		break;
	default:
		break;
	}
	return (uint64_t)high << 32 | v;
}

TALLY_WORD void tally_fixed_put_v8(uint32_t addr, uint64_t value)
{
	uint32_t v = (uint32_t)value;

	switch (addr) {
	case TALLY_CP(0, 9, 12, 0):
		tally_fixed_put_pmcr(v);
		break;
		TALLY_FIXED_CP15_BOTH(TALLY_FIXED_MCR)
		TALLY_FIXED_CP15_COUNTERS(TALLY_FIXED_MCR)
	case TALLY_CP64(0, 9):
		__asm__ volatile("mcrr p15, 0, %0, %1, c9"
				 :
				 : "r"(v), "r"((uint32_t)(value >> 32))
				 : "memory");
		break;
	default:
		break;
	}
}

/* MPIDR: Aff2 to Aff0 in bits 23:0. */
TALLY_WORD uint32_t tally_fixed_core(void)
{
	uint32_t v;

	__asm__ volatile("mrc p15, 0, %0, c0, c0, 5" : "=r"(v));
	return v & 0xFFFFFF;
}

#endif
