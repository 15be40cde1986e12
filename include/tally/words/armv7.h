/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_ARMV7_H
#define TALLY_WORDS_ARMV7_H

#include <tally/monitor.h>
#include <tally/words.h>

/*
 * The words that a setup of an ARMv7 performance monitor
 * needs, and where its registers are [DDI0406 C12.8].  `cycles` is the number
 * of the cycle counter, the last one; its bit in enables and flags is 31.
 */

/* The fields of the rows, as constants: TALLY_FIELD(ARMV7, PMCR, E). */
enum tally_armv7_field {
#include <tally/monitors/rows_begin.def>
#undef FIELD
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(ARMV7, reg, name, lsb, width)
#define EACH_COUNTER(COUNT)
#define FILTERED
#include <tally/monitors/armv7.def>
#undef EACH_COUNTER
#undef FILTERED
#include <tally/monitors/rows_end.def>
};

#define TALLY_ARMV7_E         TALLY_FIELD(ARMV7, PMCR, E)
#define TALLY_ARMV7_D         TALLY_FIELD(ARMV7, PMCR, D)
#define TALLY_ARMV7_X         TALLY_FIELD(ARMV7, PMCR, X)
#define TALLY_ARMV7_EN        TALLY_FIELD(ARMV7, PMUSERENR, EN)
#define TALLY_ARMV7_CYCLE_BIT TALLY_FIELD(ARMV7, PMCNTENSET, C)
#define TALLY_ARMV7_EVENT     TALLY_FIELD(ARMV7, PMXEVTYPER, evtCount)
#define TALLY_ARMV7_ALL       UINT32_C(0xFFFFFFFF)

/* Bits of PMCR that read back as they were written. */
#define TALLY_ARMV7_KEPT                                                       \
	(TALLY_FIELD(ARMV7, PMCR, DP) | TALLY_ARMV7_X | TALLY_ARMV7_D |        \
	 TALLY_ARMV7_E)

#define TALLY_ARMV7_PMCR       TALLY_CP(0, 9, 12, 0)
#define TALLY_ARMV7_PMCNTENSET TALLY_CP(0, 9, 12, 1)
#define TALLY_ARMV7_PMCNTENCLR TALLY_CP(0, 9, 12, 2)
#define TALLY_ARMV7_PMOVSR     TALLY_CP(0, 9, 12, 3)
#define TALLY_ARMV7_PMSELR     TALLY_CP(0, 9, 12, 5)
#define TALLY_ARMV7_PMCCNTR    TALLY_CP(0, 9, 13, 0)
#define TALLY_ARMV7_PMUSERENR  TALLY_CP(0, 9, 14, 0)
#define TALLY_ARMV7_PMINTENSET TALLY_CP(0, 9, 14, 1)
#define TALLY_ARMV7_PMINTENCLR TALLY_CP(0, 9, 14, 2)
/* PMXEVTYPER and PMXEVCNTR while PMSELR is n. */
#define TALLY_ARMV7_PMXEVTYPER(n)                                              \
	TALLY_NTH(TALLY_CP(0, 9, 13, 1), TALLY_ARMV7_PMSELR, n)
#define TALLY_ARMV7_PMXEVCNTR(n)                                               \
	TALLY_NTH(TALLY_CP(0, 9, 13, 2), TALLY_ARMV7_PMSELR, n)

/* Bits of the main ID register that name the core, without its revision. */
#define TALLY_ARMV7_ID_MASK   UINT32_C(0xFF00FFF0)
#define TALLY_ARMV7_ID(part)  (UINT32_C(0x41000000) | (uint32_t)(part) << 4)
#define TALLY_ARMV7_CORTEX_A8 0xC08
#define TALLY_ARMV7_CORTEX_A9 0xC09

/* The number of the cycle counter in PMSELR, where it has a type, and the
 * filters of a type. */
#define TALLY_ARMV7_CYCLES_NUMBER 31
#define TALLY_ARMV7_FILTERS       UINT32_C(0xF8000000)

/* The bit of a counter in enables and flags. */
TALLY_WORD uint32_t tally_armv7_bit(unsigned cycles, unsigned counter)
{
	return counter == cycles ? TALLY_ARMV7_CYCLE_BIT
				 : UINT32_C(1) << (counter & 31);
}

/* PMCR while stopped: it sets no counter to zero. */
TALLY_WORD uint32_t tally_armv7_control(const struct tally_setup *setup)
{
	return (setup->options & TALLY_DIVIDE ? TALLY_ARMV7_D : 0) |
	       (setup->options & TALLY_EXPORT ? TALLY_ARMV7_X : 0);
}

/* The counters that are used; with `interrupts` those that interrupt. */
TALLY_WORD uint32_t tally_armv7_bits(unsigned cycles,
				     const struct tally_setup *setup,
				     bool interrupts)
{
	uint32_t bits = 0;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++)
		if (!interrupts || setup->slot[i].interrupt)
			bits |= tally_armv7_bit(cycles, setup->slot[i].counter);
	return bits;
}

#endif
