/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_PMNC_H
#define TALLY_WORDS_PMNC_H

#include <tally/monitors/arm11.h>
#include <tally/words.h>

/*
 * Monitors of one control word: ARM11's and the first XScale's PMNC hold the
 * event codes, the overflow flags, the interrupt enables and the run bit of
 * all three counters in one register.  Bits 10:0 mean the same on both; the
 * rest is where careless drivers fail, and is a fact of each:
 *
 *	            27:20        19:12        clearing a flag
 *	ARM11       counter 0    counter 1    takes effect only while E is 1
 *	XScale      counter 1    counter 0    any write
 *
 *	 10 9 8 | 7 | 6 5 4 | 3 | 2 | 1 | 0
 *	 flags  | - | inten | D | C | P | E
 */
enum { TALLY_PMNC_COUNTERS = 3 }; /* cycle counter first, then PMN0, PMN1 */

/* The places are those of ARM11's rows; TALLY_PMNC_SAME() holds XScale's. */
#define TALLY_PMNC_BIT(name) ((uint32_t)TALLY_FIELD_AT(TALLY_ARM11_PMNC_##name))
#define TALLY_PMNC_E         TALLY_PMNC_BIT(E) /* all counters run */
#define TALLY_PMNC_P         TALLY_PMNC_BIT(P) /* PMN0 = PMN1 = 0 */
#define TALLY_PMNC_C         TALLY_PMNC_BIT(C) /* CCNT = 0 */
#define TALLY_PMNC_D         TALLY_PMNC_BIT(D) /* CCNT: every 64th cycle */
#define TALLY_PMNC_INTEN                                                       \
	(TALLY_PMNC_BIT(ECC) | TALLY_PMNC_BIT(EC1) | TALLY_PMNC_BIT(EC0))
#define TALLY_PMNC_FLAGS                                                       \
	(TALLY_PMNC_BIT(OCC) | TALLY_PMNC_BIT(OC1) | TALLY_PMNC_BIT(OC0))

/*
 * The bits that read back as they were written: the two events, the interrupt
 * enables, D and E; where a monitor has them, X, which exports the events, and
 * FCC, FC1 and FC0, which report an overflow by FIQ, each as far above the
 * enable of the same counter [DAI0195B table 1].
 */
#define TALLY_PMNC_KEPT                                                        \
	(TALLY_PMNC_BIT(EvtCount0) | TALLY_PMNC_BIT(EvtCount1) |               \
	 TALLY_PMNC_INTEN | TALLY_PMNC_D | TALLY_PMNC_E)
#define TALLY_PMNC_X TALLY_PMNC_BIT(X)
#define TALLY_PMNC_FIQ                                                         \
	(TALLY_PMNC_BIT(FCC) | TALLY_PMNC_BIT(FC1) | TALLY_PMNC_BIT(FC0))

enum {
	/* The two event fields: which is whose differs. */
	TALLY_PMNC_EVENT_HI = TALLY_ARM11_PMNC_EvtCount0_LSB,
	TALLY_PMNC_EVENT_LO = TALLY_ARM11_PMNC_EvtCount1_LSB,
	/* From an interrupt enable to its counter's flag, and to its FCx. */
	TALLY_PMNC_FLAG_SHIFT =
		TALLY_ARM11_PMNC_OCC_LSB - TALLY_ARM11_PMNC_ECC_LSB,
	TALLY_PMNC_FIQ_SHIFT =
		TALLY_ARM11_PMNC_FCC_LSB - TALLY_ARM11_PMNC_ECC_LSB,
};

/* Are these rows of the XScale where the ARM11's are?  (With xscale.h.) */
#define TALLY_PMNC_SAME(xscale, arm11)                                         \
	(TALLY_FIELD_AT(TALLY_XSCALE_PMNC_##xscale) ==                         \
	 TALLY_FIELD_AT(TALLY_ARM11_PMNC_##arm11))

struct tally_pmnc_facts {
	struct tally_reg control;
	uint8_t event_lsb[TALLY_PMNC_COUNTERS]; /* [0] unused */
	uint32_t kept;              /* TALLY_PMNC_KEPT and what else it has */
	uint32_t id_mask, id_value; /* main ID register */
	uint8_t idle;               /* event that counts nothing */
	bool clear_needs_enable;
	bool twice;            /* two writes of a word with events */
	struct tally_reg user; /* user access register; bits 0: none */
};

/*
 * Rows that all ARM11 monitors have (with <tally/monitors/arm11.h>), for C and
 * C++ alike: bits 15:4 of the main ID name the core; and what it keeps besides,
 * and its user access register.
 */
#define TALLY_PMNC_ARM11(part, more, user)                                     \
	{                                                                      \
		{ TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 },                    \
			{ 0, TALLY_ARM11_PMNC_EvtCount0_LSB,                   \
			  TALLY_ARM11_PMNC_EvtCount1_LSB },                    \
			TALLY_PMNC_KEPT | TALLY_PMNC_X | (more), 0xFF00FFF0,   \
			0x41000000 | (part) << 4, TALLY_ARM11_ETMEXTOUT0,      \
			true, false, user                                      \
	}
#define TALLY_PMNC_NO_USER                                                     \
	{                                                                      \
		0, 0, 0                                                        \
	}
/* Of an ARM1176: bit 0 lets user mode in. */
#define TALLY_PMNC_ARM1176_USER                                                \
	{                                                                      \
		TALLY_CP(0, 15, 9, 0), TALLY_CP15, 32                          \
	}

/*
 * Rows that the XScales of the first generation have (with xscale.h): of Intel.
 * The first steppings of the 80200 count branches only after two writes.
 */
#define TALLY_PMNC_XSCALE TALLY_PMNC_XSC1(false)
#define TALLY_PMNC_I80200 TALLY_PMNC_XSC1(true)
#define TALLY_PMNC_XSC1(twice)                                                 \
	{                                                                      \
		{ TALLY_CP(0, 0, 0, 0), TALLY_CP14, 32 },                      \
			{ 0, TALLY_XSCALE_PMNC_evtCount0_LSB,                  \
			  TALLY_XSCALE_PMNC_evtCount1_LSB },                   \
			TALLY_PMNC_KEPT, 0xFF00E000, 0x69002000,               \
			TALLY_XSCALE_UNUSED, false, twice, TALLY_PMNC_NO_USER  \
	}

/* The bit of a counter's flag: the cycle counter's is the highest. */
TALLY_WORD unsigned tally_pmnc_flag(unsigned counter)
{
	return ((unsigned)TALLY_ARM11_PMNC_OC1_LSB << 8 |
		(unsigned)TALLY_ARM11_PMNC_OC0_LSB << 4 |
		(unsigned)TALLY_ARM11_PMNC_OCC_LSB) >>
		       4 * counter &
	       15;
}

TALLY_WORD uint32_t tally_pmnc_interrupt(unsigned counter)
{
	return UINT32_C(1) << (tally_pmnc_flag(counter) -
			       TALLY_PMNC_FLAG_SHIFT);
}

/* A control word with the idle event in both event fields, and 0 elsewhere. */
TALLY_WORD uint32_t tally_pmnc_idle(const struct tally_pmnc_facts *f)
{
	return (uint32_t)f->idle << TALLY_PMNC_EVENT_HI |
	       (uint32_t)f->idle << TALLY_PMNC_EVENT_LO;
}

/*
 * The control word of a setup while it is stopped: it clears no flag and resets
 * no counter.
 */
TALLY_WORD uint32_t tally_pmnc_control(const struct tally_pmnc_facts *f,
				       const struct tally_setup *setup)
{
	uint32_t word = tally_pmnc_idle(f);

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];

		if (slot->counter > 0)
			word ^= (uint32_t)(slot->event ^ f->idle)
				<< f->event_lsb[slot->counter];
		if (slot->interrupt)
			word |= tally_pmnc_interrupt(slot->counter);
		/* Whether the enable is needed too is open; see arm11.h. */
		if (slot->interrupt == TALLY_FIQ)
			word |= tally_pmnc_interrupt(slot->counter)
				<< TALLY_PMNC_FIQ_SHIFT;
	}
	if (setup->options & TALLY_DIVIDE)
		word |= TALLY_PMNC_D;
	if (setup->options & TALLY_EXPORT)
		word |= TALLY_PMNC_X;
	return word;
}

/* Does the control word show a monitor that is in use? */
TALLY_WORD bool tally_pmnc_busy(const struct tally_pmnc_facts *f,
				uint32_t found)
{
	uint32_t control = found & f->kept;
	uint32_t enabled =
		control << TALLY_PMNC_FLAG_SHIFT |
		control >> (TALLY_PMNC_FIQ_SHIFT - TALLY_PMNC_FLAG_SHIFT);

	return control & TALLY_PMNC_E || found & enabled & TALLY_PMNC_FLAGS;
}

#endif
