/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_XSCALE2_H
#define TALLY_WORDS_XSCALE2_H

#include <tally/monitor.h>
#include <tally/monitors/xscale.h>
#include <tally/words.h>

/*
 * The words that a setup of XScale's second generation needs.  Counter i of the
 * monitor has bit i in INTEN and FLAG, for CCNT comes first there
 * [CORE 8; IXP42X 3.7].
 */
enum { TALLY_XSCALE2_COUNTERS = 5 };

#define TALLY_XSCALE2_E TALLY_FIELD(XSCALE, PMNC, E) /* all counters run */
#define TALLY_XSCALE2_P TALLY_FIELD(XSCALE, PMNC, P) /* event counters = 0 */
#define TALLY_XSCALE2_C TALLY_FIELD(XSCALE, PMNC, C) /* CCNT = 0 */
#define TALLY_XSCALE2_D TALLY_FIELD(XSCALE, PMNC, D) /* every 64th clock */
/* Every counter, in INTEN and FLAG. */
#define TALLY_XSCALE2_BIT(name)                                                \
	((uint32_t)TALLY_FIELD_AT(TALLY_XSCALE_FLAG_##name))
#define TALLY_XSCALE2_ALL                                                      \
	(TALLY_XSCALE2_BIT(C) | TALLY_XSCALE2_BIT(P0) |                        \
	 TALLY_XSCALE2_BIT(P1) | TALLY_XSCALE2_BIT(P2) |                       \
	 TALLY_XSCALE2_BIT(P3))
#define TALLY_XSCALE2_IDLE UINT32_C(0xFFFFFFFF) /* no event in any field */

/* CoreGen, bits 15:13 of the main ID: 2 [CORE 8]. */
#define TALLY_XSCALE2_ID_MASK UINT32_C(0xFF00E000)
#define TALLY_XSCALE2_ID      UINT32_C(0x69004000)

#define TALLY_XSCALE2_CONTROL TALLY_CP(0, 0, 1, 0) /* PMNC */
#define TALLY_XSCALE2_CCNT    TALLY_CP(0, 1, 1, 0)
#define TALLY_XSCALE2_INTEN   TALLY_CP(0, 4, 1, 0)
#define TALLY_XSCALE2_FLAG    TALLY_CP(0, 5, 1, 0)
#define TALLY_XSCALE2_EVTSEL  TALLY_CP(0, 8, 1, 0)
#define TALLY_XSCALE2_PMN0    TALLY_CP(0, 0, 2, 0) /* the others by CRn */

/* The register of a counter's value. */
TALLY_WORD uint32_t tally_xscale2_counter(unsigned counter)
{
	if (counter == TALLY_XSCALE_CCNT)
		return TALLY_XSCALE2_CCNT;
	return TALLY_XSCALE2_PMN0 +
	       (counter - TALLY_XSCALE_PMN0) * TALLY_CP(0, 1, 0, 0);
}

/* PMNC while it is stopped. */
TALLY_WORD uint32_t tally_xscale2_divider(const struct tally_setup *setup)
{
	return setup->options & TALLY_DIVIDE ? TALLY_XSCALE2_D : 0;
}

/* EVTSEL: PMN0 has the lowest byte. */
TALLY_WORD uint32_t tally_xscale2_events(const struct tally_setup *setup)
{
	uint32_t word = TALLY_XSCALE2_IDLE;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];

		if (slot->counter != TALLY_XSCALE_CCNT)
			word ^= (uint32_t)(slot->event ^ TALLY_XSCALE_UNUSED)
				<< TALLY_XSCALE_EVTSEL_evtCount1_LSB *
					   (slot->counter - TALLY_XSCALE_PMN0);
	}
	return word;
}

TALLY_WORD uint32_t tally_xscale2_interrupts(const struct tally_setup *setup)
{
	uint32_t word = 0;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++)
		if (setup->slot[i].interrupt)
			word |= UINT32_C(1) << setup->slot[i].counter;
	return word;
}

#endif
