/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_ACCESS_A64_H
#define TALLY_FIXED_ACCESS_A64_H

#include <tally/reg.h>
#include <tally/words.h>

/*
 * The system registers of AArch64, by MRS and MSR, and memory in the core's own
 * byte order.  The register is part of the instruction, hence one case per
 * register.  The write of PMCR, which opens and closes the window, is fenced.
 */
#define TALLY_FIXED_SYS_(op1, crn, crm, op2)                                   \
	"S3_" #op1 "_C" #crn "_C" #crm "_" #op2
#define TALLY_FIXED_MRS(op1, crn, crm, op2)                                    \
	case TALLY_SYS(3, op1, crn, crm, op2):                                 \
		__asm__ volatile(                                              \
			"mrs %0, " TALLY_FIXED_SYS_(op1, crn, crm, op2)        \
			: "=r"(v)                                              \
			:                                                      \
			: "memory");                                           \
		break;
#define TALLY_FIXED_MSR(op1, crn, crm, op2)                                    \
	case TALLY_SYS(3, op1, crn, crm, op2):                                 \
		__asm__ volatile(                                              \
			"msr " TALLY_FIXED_SYS_(op1, crn, crm, op2) ", %x0"    \
			:                                                      \
			: "rZ"(v)                                              \
			: "memory");                                           \
		break;

#define TALLY_FIXED_SYS_READ(EACH)                                             \
	EACH(3, 9, 12, 0) /* PMCR_EL0 */                                       \
	EACH(3, 9, 12, 6) /* PMCEID0_EL0 */                                    \
	EACH(3, 9, 12, 7) /* PMCEID1_EL0 */                                    \
	EACH(0, 0, 5, 0)  /* ID_AA64DFR0_EL1 */                                \
	EACH(0, 0, 0, 0)  /* MIDR_EL1 */
#define TALLY_FIXED_SYS_BOTH(EACH)                                             \
	EACH(3, 9, 12, 1)  /* PMCNTENSET_EL0 */                                \
	EACH(3, 9, 12, 2)  /* PMCNTENCLR_EL0 */                                \
	EACH(3, 9, 12, 3)  /* PMOVSCLR_EL0 */                                  \
	EACH(3, 9, 13, 0)  /* PMCCNTR_EL0 */                                   \
	EACH(3, 9, 14, 0)  /* PMUSERENR_EL0 */                                 \
	EACH(3, 14, 15, 7) /* PMCCFILTR_EL0 */                                 \
	EACH(0, 9, 14, 1)  /* PMINTENSET_EL1 */                                \
	EACH(0, 9, 14, 2)  /* PMINTENCLR_EL1 */

/* PMEVCNTR<n>_EL0 and PMEVTYPER<n>_EL0: n is 8 times CRm - 8 or 12, plus op2.
 */
#define TALLY_FIXED_SYS_SEVEN(EACH, crm)                                       \
	EACH(3, 14, crm, 0)                                                    \
	EACH(3, 14, crm, 1)                                                    \
	EACH(3, 14, crm, 2)                                                    \
	EACH(3, 14, crm, 3)                                                    \
	EACH(3, 14, crm, 4)                                                    \
	EACH(3, 14, crm, 5)                                                    \
	EACH(3, 14, crm, 6)
#define TALLY_FIXED_SYS_COUNTERS(EACH)                                         \
	TALLY_FIXED_SYS_SEVEN(EACH, 8)                                         \
	EACH(3, 14, 8, 7)                                                      \
	TALLY_FIXED_SYS_SEVEN(EACH, 9)                                         \
	EACH(3, 14, 9, 7)                                                      \
	TALLY_FIXED_SYS_SEVEN(EACH, 10)                                        \
	EACH(3, 14, 10, 7)                                                     \
	TALLY_FIXED_SYS_SEVEN(EACH, 11)                                        \
	TALLY_FIXED_SYS_SEVEN(EACH, 12)                                        \
	EACH(3, 14, 12, 7)                                                     \
	TALLY_FIXED_SYS_SEVEN(EACH, 13)                                        \
	EACH(3, 14, 13, 7)                                                     \
	TALLY_FIXED_SYS_SEVEN(EACH, 14)                                        \
	EACH(3, 14, 14, 7)                                                     \
	TALLY_FIXED_SYS_SEVEN(EACH, 15)

TALLY_WORD uint64_t tally_fixed_get(unsigned space, uintptr_t addr)
{
	uint64_t v = 0;

	if (space == TALLY_MMIO)
		return *(volatile uint32_t *)addr;
	switch (addr) {
		TALLY_FIXED_SYS_READ(TALLY_FIXED_MRS)
		TALLY_FIXED_SYS_BOTH(TALLY_FIXED_MRS)
		TALLY_FIXED_SYS_COUNTERS(TALLY_FIXED_MRS)
	default:
		break;
	}
	return v;
}

TALLY_WORD void tally_fixed_put(unsigned space, uintptr_t addr, uint64_t v)
{
	if (space == TALLY_MMIO) {
		*(volatile uint32_t *)addr = (uint32_t)v;
		return;
	}
	switch (addr) {
	case TALLY_SYS(3, 3, 9, 12, 0):
		__asm__ volatile("isb\n\tmsr " TALLY_FIXED_SYS_(
					 3, 9, 12, 0) ", %x0\n\tisb"
				 :
				 : "rZ"(v)
				 : "memory");
		break;
		TALLY_FIXED_SYS_BOTH(TALLY_FIXED_MSR)
		TALLY_FIXED_SYS_COUNTERS(TALLY_FIXED_MSR)
	default:
		break;
	}
}

/* All writes are in effect from here on, and reads are of now. */
TALLY_WORD void tally_fixed_sync(unsigned space)
{
	if (space != TALLY_MMIO)
		__asm__ volatile("isb" : : : "memory");
}

/* MPIDR_EL1: Aff3 in bits 39:32, Aff2 to Aff0 in 23:0 [DDI0487 D24.2]. */
TALLY_WORD uint32_t tally_fixed_core(void)
{
	uint64_t v;

	__asm__ volatile("mrs %0, mpidr_el1" : "=r"(v));
	return (uint32_t)(v >> 32 & 0xFF) << 24 | (uint32_t)(v & 0xFFFFFF);
}

#endif
