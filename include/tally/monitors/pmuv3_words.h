/* SPDX-License-Identifier: MIT */
#ifndef TALLY_MONITORS_PMUV3_WORDS_H
#define TALLY_MONITORS_PMUV3_WORDS_H

#include <tally/monitor.h>
#include <tally/words.h>

/*
 * The words that a setup of a PMUv3 needs [DDI0487 M.a.a D13, D24.5].  `cycles`
 * is the number of the cycle counter, the last one; its bit in enables and
 * flags is 31.
 */

/* PMCR */
#define TALLY_PMUV3_E    UINT64_C(0x001)
#define TALLY_PMUV3_D    UINT64_C(0x008) /* a cycle in 64, without LC */
#define TALLY_PMUV3_X    UINT64_C(0x010)
#define TALLY_PMUV3_LC   UINT64_C(0x040) /* PMCCNTR overflows after 64 bits */
#define TALLY_PMUV3_LP   UINT64_C(0x080) /* event counters do, from p5 */
/* What reads back: FZS, FZO, LP, LC, DP, X, D, E. */
#define TALLY_PMUV3_KEPT UINT64_C(0x1000002F9)

/* PMEVTYPER and PMCCFILTR */
#define TALLY_PMUV3_NOT_EL1 UINT32_C(0x80000000) /* P */
#define TALLY_PMUV3_NOT_EL0 UINT32_C(0x40000000) /* U */
#define TALLY_PMUV3_AT_EL2  UINT32_C(0x08000000) /* NSH */
#define TALLY_PMUV3_M       UINT32_C(0x04000000) /* EL3 counts if this is P */

/* The bit of a counter in enables and flags. */
TALLY_WORD uint32_t tally_pmuv3_bit(unsigned cycles, unsigned counter)
{
	return UINT32_C(1) << (counter == cycles ? 31 : counter & 31);
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
