/* SPDX-License-Identifier: MIT */
/*
 * Places of the registers of PMUv3: as system registers of AArch64, those of
 * event counters by their own addresses or behind PMSELR, and in coprocessor 15
 * of AArch32 [DDI0487 D24.5, G8.4].  The numbers are alike, but AArch32 has the
 * cycle counter by MRRC and the high halves of PMCEID apart.
 */
#include <tally/library.h>

#include "pmuv3.h"

#define SYS(op1, crn, crm, op2)                                                \
	{                                                                      \
		TALLY_SYS(3, op1, crn, crm, op2), TALLY_SYSREG, 64             \
	}
#define CP15(crn, crm, op2)                                                    \
	{                                                                      \
		TALLY_CP(0, crn, crm, op2), TALLY_CP15, 32                     \
	}
#define CP15_64(crm)                                                           \
	{                                                                      \
		TALLY_CP64(0, crm), TALLY_CP15, 64                             \
	}

/* Registers that AArch64 has, but for where the event counters are. */
#define COMMON_A64                                                             \
	.pmcr = SYS(3, 9, 12, 0), .cntenset = SYS(3, 9, 12, 1),                \
	.cntenclr = SYS(3, 9, 12, 2), .ovsclr = SYS(3, 9, 12, 3),              \
	.swinc = SYS(3, 9, 12, 4),                                             \
	.ceid = { SYS(3, 9, 12, 6), SYS(3, 9, 12, 7) },                        \
	.userenr = SYS(3, 9, 14, 0), .intenset = SYS(0, 9, 14, 1),             \
	.intenclr = SYS(0, 9, 14, 2), .ccntr = SYS(3, 9, 13, 0),               \
	.ccfiltr = SYS(3, 14, 15, 7), .midr = SYS(0, 0, 0, 0),                 \
	.id = SYS(0, 0, 5, 0),                                                 \
	.version_lsb = TALLY_PMUV3_ID_AA64DFR0_EL1_PMUVer_LSB

TALLY_INNER const struct pmuv3_registers pmuv3_a64 = {
	COMMON_A64,
	.evcntr0 = SYS(3, 14, 8, 0),
	.evtyper0 = SYS(3, 14, 12, 0),
	.crm_lsb = 3,
};

/* PMXEVCNTR_EL0 and PMXEVTYPER_EL0, while PMSELR_EL0 is n. */
#define BEHIND(op2, n)                                                         \
	{                                                                      \
		TALLY_NTH(TALLY_SYS(3, 3, 9, 13, op2),                         \
			  TALLY_SYS(3, 3, 9, 12, 5), n),                       \
			TALLY_SYSREG, 64                                       \
	}

TALLY_INNER const struct pmuv3_registers pmuv3_select = {
	COMMON_A64,
	.evcntr0 = BEHIND(2, 0),
	.evtyper0 = BEHIND(1, 0),
};

TALLY_INNER const struct pmuv3_registers pmuv3_a32 = {
	.pmcr = CP15(9, 12, 0),
	.cntenset = CP15(9, 12, 1),
	.cntenclr = CP15(9, 12, 2),
	.ovsclr = CP15(9, 12, 3),
	.swinc = CP15(9, 12, 4),
	.ceid = { CP15(9, 12, 6), CP15(9, 12, 7), CP15(9, 14, 4),
		  CP15(9, 14, 5) },
	.userenr = CP15(9, 14, 0),
	.intenset = CP15(9, 14, 1),
	.intenclr = CP15(9, 14, 2),
	.ccntr = CP15_64(9),
	.ccfiltr = CP15(14, 15, 7),
	.evcntr0 = CP15(14, 8, 0),
	.evtyper0 = CP15(14, 12, 0),
	.midr = CP15(0, 0, 0),
	.id = CP15(0, 1, 2), /* ID_DFR0.PerfMon */
	.crm_lsb = 4,
	.version_lsb = 24,
};

/* PMEVCNTR<8k> to PMEVCNTR<8k + 7>: CRm 8 + k. */
#define EIGHT(FORM, k) SEVEN(FORM, k), FORM(k, 7)
#define SEVEN(FORM, k)                                                         \
	FORM(k, 0), FORM(k, 1), FORM(k, 2), FORM(k, 3), FORM(k, 4),            \
		FORM(k, 5), FORM(k, 6)
#define A64(k, op2)                                                            \
	{                                                                      \
		SYS(3, 14, 8 + (k), op2), 32, false, 0                         \
	}
#define A32(k, op2)                                                            \
	{                                                                      \
		CP15(14, 8 + (k), op2), 32, false, 0                           \
	}
#define SELECT(k, op2)                                                         \
	{                                                                      \
		BEHIND(2, 8 * (k) + (op2)), 32, false, 0                       \
	}
#define CYCLES_A64                                                             \
	{                                                                      \
		SYS(3, 9, 13, 0), 64, true, TALLY_EVENT_CYCLES                 \
	}
#define CYCLES_A32                                                             \
	{                                                                      \
		CP15_64(9), 64, true, TALLY_EVENT_CYCLES                       \
	}

TALLY_INNER const struct tally_counter pmuv3_six_a64[PMUV3_SIX] = {
	A64(0, 0), A64(0, 1), A64(0, 2),  A64(0, 3),
	A64(0, 4), A64(0, 5), CYCLES_A64,
};

TALLY_INNER const struct tally_counter pmuv3_six_a32[PMUV3_SIX] = {
	A32(0, 0), A32(0, 1), A32(0, 2),  A32(0, 3),
	A32(0, 4), A32(0, 5), CYCLES_A32,
};

TALLY_INNER const struct tally_counter pmuv3_eight_a32[PMUV3_EIGHT] = {
	EIGHT(A32, 0),
	CYCLES_A32,
};

TALLY_INNER const struct tally_counter pmuv3_all_a64[PMUV3_ALL] = {
	EIGHT(A64, 0), EIGHT(A64, 1), EIGHT(A64, 2), SEVEN(A64, 3), CYCLES_A64,
};

TALLY_INNER const struct tally_counter pmuv3_all_a32[PMUV3_ALL] = {
	EIGHT(A32, 0), EIGHT(A32, 1), EIGHT(A32, 2), SEVEN(A32, 3), CYCLES_A32,
};

TALLY_INNER const struct tally_counter pmuv3_all_select[PMUV3_ALL] = {
	EIGHT(SELECT, 0), EIGHT(SELECT, 1), EIGHT(SELECT, 2),
	SEVEN(SELECT, 3), CYCLES_A64,
};
