/* SPDX-License-Identifier: MIT */
#ifndef TALLY_MONITORS_FSLPM_WORDS_H
#define TALLY_MONITORS_FSLPM_WORDS_H

#include <tally/monitor.h>
#include <tally/words.h>

/*
 * The words that a setup of Freescale's monitors needs: e500 cores and
 * PowerQUICC III devices [E500CORERM 7; AN3636 2-4; VXW].
 */

/* PMGC0 */
#define TALLY_FSLPM_FAC   UINT32_C(0x80000000)
#define TALLY_FSLPM_PMIE  UINT32_C(0x40000000)
#define TALLY_FSLPM_FCECE UINT32_C(0x20000000)
#define TALLY_FSLPM_TBSEL UINT32_C(0x00001800)
#define TALLY_FSLPM_TBEE  UINT32_C(0x00000100)

/* PMLCa */
#define TALLY_FSLPM_FC    UINT32_C(0x80000000)
#define TALLY_FSLPM_FCS   UINT32_C(0x40000000) /* frozen in supervisor state */
#define TALLY_FSLPM_FCU   UINT32_C(0x20000000) /* in user state */
#define TALLY_FSLPM_FCM1  UINT32_C(0x10000000) /* marked */
#define TALLY_FSLPM_FCM0  UINT32_C(0x08000000) /* unmarked */
#define TALLY_FSLPM_CE    UINT32_C(0x04000000)
#define TALLY_FSLPM_EVENT 0x7Fu /* the field, at bit 16 */

/* The e500v2's event of the time base; the device has no such code. */
#define TALLY_FSLPM_TIME_BASE 90

/* PMC: overflow, and the count's top bit. */
#define TALLY_FSLPM_OV UINT32_C(0x80000000)

/* PMGC0 while the window is closed; the time base's bit is in TBSEL, 12:11. */
TALLY_WORD uint32_t tally_fslpm_stopped(const struct tally_setup *setup)
{
	uint32_t select =
		(setup->options & TALLY_TIME_BASE_47) / TALLY_TIME_BASE_55;

	return TALLY_FSLPM_FAC | select << 11;
}

/*
 * While it is open.  The time base's event is counted while it is enabled, and
 * only then.  `kept`: the bits of PMGC0 that there are.
 */
TALLY_WORD uint32_t tally_fslpm_started(uint32_t kept,
					const struct tally_setup *setup)
{
	uint32_t word = tally_fslpm_stopped(setup) & ~TALLY_FSLPM_FAC;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++) {
		if (setup->slot[i].interrupt)
			word |= TALLY_FSLPM_PMIE;
		if (setup->slot[i].event == TALLY_FSLPM_TIME_BASE)
			word |= TALLY_FSLPM_TBEE & kept;
	}
	if (setup->options & TALLY_TIME_BASE)
		word |= TALLY_FSLPM_PMIE | TALLY_FSLPM_TBEE;
	if (setup->options & TALLY_FREEZE)
		word |= TALLY_FSLPM_FCECE;
	return word;
}

/* [E500CORERM table 7-8] */
TALLY_WORD uint32_t tally_fslpm_freezes(unsigned levels)
{
	unsigned states = levels & (TALLY_EL0 | TALLY_EL1);
	unsigned marks = levels & (TALLY_MARKED | TALLY_UNMARKED);
	uint32_t word = 0;

	if (states)
		word |= (states & TALLY_EL1 ? 0 : TALLY_FSLPM_FCS) |
			(states & TALLY_EL0 ? 0 : TALLY_FSLPM_FCU);
	if (marks)
		word |= (marks & TALLY_MARKED ? 0 : TALLY_FSLPM_FCM1) |
			(marks & TALLY_UNMARKED ? 0 : TALLY_FSLPM_FCM0);
	return word;
}

/*
 * The power of 2 that the threshold and the distance share: each is 6 bits
 * times that.  -1: no power makes both.
 */
TALLY_WORD int tally_fslpm_scale(const struct tally_refine *r)
{
	uint32_t both = (uint32_t)r->threshold | r->distance;
	int scale = 0;

	while (r->threshold >> scale > 63 || r->distance >> scale > 63)
		scale++;
	return scale > 7 || both & ((1u << scale) - 1) ? -1 : scale;
}

TALLY_WORD uint32_t tally_fslpm_local_a(const struct tally_slot *slot)
{
	const struct tally_refine *r = slot->refine;
	uint32_t word = (slot->event & TALLY_FSLPM_EVENT) << 16 |
			tally_fslpm_freezes(slot->levels) |
			(slot->interrupt ? TALLY_FSLPM_CE : 0);

	if (r)
		word |= (uint32_t)r->burst << 11 | (uint32_t)r->gap << 6 |
			(uint32_t)r->distance >> tally_fslpm_scale(r);
	return word;
}

TALLY_WORD uint32_t tally_fslpm_local_b(const struct tally_slot *slot)
{
	const struct tally_refine *r = slot->refine;
	unsigned scale;

	if (!r)
		return 0;
	scale = (unsigned)tally_fslpm_scale(r);
	return (r->start & 15u) << 26 | (r->stop & 15u) << 20 |
	       (r->start >> 4 & 3u) << 18 | (r->stop >> 4 & 3u) << 16 |
	       scale << 8 | (uint32_t)r->threshold >> scale;
}

#endif
