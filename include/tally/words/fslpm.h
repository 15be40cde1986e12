/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_FSLPM_H
#define TALLY_WORDS_FSLPM_H

#include <tally/monitor.h>
#include <tally/words.h>

/*
 * The words that a setup of Freescale's monitors needs: e500 cores and
 * PowerQUICC III devices [E500CORERM 7; AN3636 2-4; VXW].
 */

/*
 * The fields.  A core's and a device's registers have the same ones, as far as
 * both have them, and TALLY_FSLPM_SAME() holds that; bursts and triggers are a
 * device's alone, freezes by state and the time base a core's.
 */
enum tally_fslpm_field {
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(E500, reg, name, lsb, width)
#include <tally/monitors/e500.def>
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(MPC85XX, reg, name, lsb, width)
#include <tally/monitors/mpc85xx.def>
};

#define TALLY_FSLPM_SAME(e500_reg, e500, reg, name)                            \
	(TALLY_FIELD_AT(TALLY_E500_##e500_reg##_##e500) ==                     \
	 TALLY_FIELD_AT(TALLY_MPC85XX_##reg##_##name))

/* PMGC0 */
#define TALLY_FSLPM_FAC   TALLY_FIELD(E500, PMGC0, FAC)
#define TALLY_FSLPM_PMIE  TALLY_FIELD(E500, PMGC0, PMIE)
#define TALLY_FSLPM_FCECE TALLY_FIELD(E500, PMGC0, FCECE)
#define TALLY_FSLPM_TBSEL TALLY_FIELD(E500, PMGC0, TBSEL)
#define TALLY_FSLPM_TBEE  TALLY_FIELD(E500, PMGC0, TBEE)

/* PMLCa */
#define TALLY_FSLPM_FC        TALLY_FIELD(E500, PMLCa0, FC)
#define TALLY_FSLPM_FCS       TALLY_FIELD(E500, PMLCa0, FCS) /* supervisor state */
#define TALLY_FSLPM_FCU       TALLY_FIELD(E500, PMLCa0, FCU)  /* user state */
#define TALLY_FSLPM_FCM1      TALLY_FIELD(E500, PMLCa0, FCM1) /* marked */
#define TALLY_FSLPM_FCM0      TALLY_FIELD(E500, PMLCa0, FCM0) /* unmarked */
#define TALLY_FSLPM_CE        TALLY_FIELD(E500, PMLCa0, CE)
/* The highest code, and where it stands. */
#define TALLY_FSLPM_EVENT     ((1u << TALLY_E500_PMLCa0_EVENT_WIDTH) - 1)
#define TALLY_FSLPM_EVENT_LSB TALLY_E500_PMLCa0_EVENT_LSB

/* The e500v2's event of the time base; the device has no such code. */
#define TALLY_FSLPM_TIME_BASE 90

/* PMC: overflow, and the count's top bit. */
#define TALLY_FSLPM_OV TALLY_FIELD(E500, PMC0, OV)

/* PMGC0 while the window is closed; the time base's bit is in TBSEL. */
TALLY_WORD uint32_t tally_fslpm_stopped(const struct tally_setup *setup)
{
	uint32_t select =
		(setup->options & TALLY_TIME_BASE_47) / TALLY_TIME_BASE_55;

	return TALLY_FSLPM_FAC | select << TALLY_E500_PMGC0_TBSEL_LSB;
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
	uint32_t word = (slot->event & TALLY_FSLPM_EVENT)
				<< TALLY_FSLPM_EVENT_LSB |
			tally_fslpm_freezes(slot->levels) |
			(slot->interrupt ? TALLY_FSLPM_CE : 0);

	if (r)
		word |= (uint32_t)r->burst << TALLY_MPC85XX_PMLCA1_BSIZE_LSB |
			(uint32_t)r->gap << TALLY_MPC85XX_PMLCA1_BGRAN_LSB |
			((uint32_t)r->distance >> tally_fslpm_scale(r))
				<< TALLY_MPC85XX_PMLCA1_BDIST_LSB;
	return word;
}

TALLY_WORD uint32_t tally_fslpm_local_b(const struct tally_slot *slot)
{
	const struct tally_refine *r = slot->refine;
	unsigned scale;

	if (!r)
		return 0;
	scale = (unsigned)tally_fslpm_scale(r);
	return (r->start & 15u) << TALLY_MPC85XX_PMLCB1_TRIGONSEL_LSB |
	       (r->stop & 15u) << TALLY_MPC85XX_PMLCB1_TRIGOFFSEL_LSB |
	       (r->start >> 4 & 3u) << TALLY_MPC85XX_PMLCB1_TRIGONCNTL_LSB |
	       (r->stop >> 4 & 3u) << TALLY_MPC85XX_PMLCB1_TRIGOFFCNTL_LSB |
	       scale << TALLY_E500_PMLCb0_THRESHMUL_LSB |
	       ((uint32_t)r->threshold >> scale)
		       << TALLY_E500_PMLCb0_THRESHOLD_LSB;
}

#endif
