/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_PMUV3_H
#define TALLY_WORDS_PMUV3_H

#include <tally/monitor.h>
#include <tally/words.h>

/*
 * The words that a setup of a PMUv3 needs [DDI0487 M.a.a D13, D24.5].  `cycles`
 * is the number of the cycle counter, the last one; its bit in enables and
 * flags is 31.
 */

/* The fields, for TALLY_FIELD(PMUV3, PMCR_EL0, E). */
enum tally_pmuv3_field {
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(PMUV3, reg, name, lsb, width)
#include <tally/monitors/pmuv3.def>
};

#define TALLY_PMUV3_PMCR(name) TALLY_FIELD_AT(TALLY_PMUV3_PMCR_EL0_##name)
#define TALLY_PMUV3_E          TALLY_PMUV3_PMCR(E)
#define TALLY_PMUV3_D          TALLY_PMUV3_PMCR(D) /* 1 in 64, without LC */
#define TALLY_PMUV3_X          TALLY_PMUV3_PMCR(X)
#define TALLY_PMUV3_LC         TALLY_PMUV3_PMCR(LC) /* PMCCNTR: after 64 bits */
#define TALLY_PMUV3_LP         TALLY_PMUV3_PMCR(LP) /* the others, from p5 */
/* Bits of PMCR that read back. */
#define TALLY_PMUV3_KEPT                                                       \
	(TALLY_PMUV3_PMCR(FZS) | TALLY_PMUV3_PMCR(FZO) | TALLY_PMUV3_LP |      \
	 TALLY_PMUV3_LC | TALLY_PMUV3_PMCR(DP) | TALLY_PMUV3_X |               \
	 TALLY_PMUV3_D | TALLY_PMUV3_E)

/* PMCCFILTR, and the same bits of PMEVTYPER. */
#define TALLY_PMUV3_FILTER(name)                                               \
	((uint32_t)TALLY_FIELD_AT(TALLY_PMUV3_PMCCFILTR_EL0_##name))
#define TALLY_PMUV3_NOT_EL1 TALLY_PMUV3_FILTER(P)
#define TALLY_PMUV3_NOT_EL0 TALLY_PMUV3_FILTER(U)
#define TALLY_PMUV3_AT_EL2  TALLY_PMUV3_FILTER(NSH)
#define TALLY_PMUV3_M       TALLY_PMUV3_FILTER(M) /* EL3, if this is P */

/* The bit of a counter in enables and flags. */
TALLY_WORD uint32_t tally_pmuv3_bit(unsigned cycles, unsigned counter)
{
	unsigned bit = TALLY_PMUV3_PMCNTENSET_EL0_C_LSB;

	return UINT32_C(1) << (counter == cycles ? bit : counter & 31);
}

TALLY_WORD uint64_t tally_pmuv3_control(const struct tally_setup *setup)
{
	return (setup->options & TALLY_DIVIDE ? TALLY_PMUV3_D
					      : TALLY_PMUV3_LC) |
	       (setup->options & TALLY_WIDE ? TALLY_PMUV3_LP : 0) |
	       (setup->options & TALLY_EXPORT ? TALLY_PMUV3_X : 0);
}

/*
 * The word that counts in these levels alone, in either Security state: NSK and
 * NSU stay 0, so that P and U hold in both; EL3 counts where M equals P.
 * [DDI0487 D13.7]  AArch32 has no M.
 */
TALLY_WORD uint32_t tally_pmuv3_filter(bool has_m, unsigned levels)
{
	uint32_t word = 0;

	if (!levels)
		return TALLY_PMUV3_AT_EL2;
	word |= levels & TALLY_EL1 ? 0 : TALLY_PMUV3_NOT_EL1;
	word |= levels & TALLY_EL0 ? 0 : TALLY_PMUV3_NOT_EL0;
	word |= levels & TALLY_EL2 ? TALLY_PMUV3_AT_EL2 : 0;
	if (has_m && !(levels & TALLY_EL1) != !(levels & TALLY_EL3))
		word |= TALLY_PMUV3_M;
	return word;
}

/*
 * The counters that a setup enables; with `interrupts` those of them that shall
 * interrupt.
 */
TALLY_WORD uint32_t tally_pmuv3_bits(unsigned cycles,
				     const struct tally_setup *setup,
				     bool interrupts)
{
	uint32_t bits = 0;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];
		unsigned last = slot->counter + slot->pair;

		if (!interrupts)
			bits |= tally_pmuv3_bit(cycles, slot->counter) |
				tally_pmuv3_bit(cycles, last);
		else if (slot->interrupt)
			bits |= tally_pmuv3_bit(cycles, last);
	}
	return bits;
}

TALLY_WORD uint32_t tally_pmuv3_type(unsigned cycles, bool has_m,
				     const struct tally_slot *slot)
{
	uint32_t filter = tally_pmuv3_filter(has_m, slot->levels);

	return slot->counter == cycles ? filter : filter | slot->event;
}

#endif
