/* SPDX-License-Identifier: MIT */
#ifndef TALLY_MONITORS_PMNC_WORDS_H
#define TALLY_MONITORS_PMNC_WORDS_H

#include <tally/monitor.h>
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

#define TALLY_PMNC_E     UINT32_C(0x001) /* all counters run */
#define TALLY_PMNC_P     UINT32_C(0x002) /* PMN0 = PMN1 = 0 */
#define TALLY_PMNC_C     UINT32_C(0x004) /* CCNT = 0 */
#define TALLY_PMNC_D     UINT32_C(0x008) /* CCNT counts every 64th cycle */
#define TALLY_PMNC_INTEN UINT32_C(0x070)
#define TALLY_PMNC_FLAGS UINT32_C(0x700)

/*
 * The bits that read back as they were written: the two events, the interrupt
 * enables, D and E; where a monitor has them, X, which exports the events, and
 * FCC, FC1 and FC0, which report an overflow by FIQ, each 24 above the enable
 * of the same counter [DAI0195B table 1].
 */
#define TALLY_PMNC_KEPT UINT32_C(0x0FFFF079)
#define TALLY_PMNC_X    UINT32_C(0x00000800)
#define TALLY_PMNC_FIQ  UINT32_C(0x70000000)

enum {
	TALLY_PMNC_EVENT_HI = 20, /* the two event fields: which is whose
				     differs */
	TALLY_PMNC_EVENT_LO = 12,
	TALLY_PMNC_FIQ_SHIFT = 24, /* from an interrupt enable to its FCx */
};

struct tally_pmnc_facts {
	struct tally_reg control;
	struct tally_reg user; /* user access register; bits 0: none */
	uint8_t event_lsb[TALLY_PMNC_COUNTERS]; /* [0] unused */
	uint32_t kept;              /* TALLY_PMNC_KEPT and what else it has */
	uint32_t id_mask, id_value; /* main ID register */
	uint8_t idle;               /* event that counts nothing */
	bool clear_needs_enable;
};

/*
 * What all ARM11 monitors have (with <tally/monitors/arm11.h>); bits 15:4 of
 * the main ID name the core.
 */
#define TALLY_PMNC_ARM11(part, more)                                           \
	.control = { TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 },                 \
	.event_lsb = { 0, TALLY_PMNC_EVENT_HI, TALLY_PMNC_EVENT_LO },          \
	.kept = TALLY_PMNC_KEPT | TALLY_PMNC_X | (more),                       \
	.id_mask = 0xFF00FFF0, .id_value = 0x41000000 | (part) << 4,           \
	.idle = TALLY_ARM11_ETMEXTOUT0, .clear_needs_enable = true

/* What the XScales of the first generation have (with xscale.h). */
#define TALLY_PMNC_XSCALE                                                      \
	.control = { TALLY_CP(0, 0, 0, 0), TALLY_CP14, 32 },                   \
	.event_lsb = { 0, TALLY_PMNC_EVENT_LO, TALLY_PMNC_EVENT_HI },          \
	.kept = TALLY_PMNC_KEPT, .id_mask = 0xFF00E000,                        \
	.id_value = 0x69002000 /* Intel, core generation 1 */,                 \
	.idle = TALLY_XSCALE_UNUSED

/*
 * The bit of a counter's flag, 10, 8 or 9; its interrupt enable is four bits
 * below.
 */
TALLY_WORD unsigned tally_pmnc_flag(unsigned counter)
{
	return 0x98Au >> 4 * counter & 15;
}

TALLY_WORD uint32_t tally_pmnc_interrupt(unsigned counter)
{
	return UINT32_C(1) << (tally_pmnc_flag(counter) - 4);
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
	uint32_t enabled = control << 4 | control >> (TALLY_PMNC_FIQ_SHIFT - 4);

	return control & TALLY_PMNC_E || found & enabled & TALLY_PMNC_FLAGS;
}

#endif
