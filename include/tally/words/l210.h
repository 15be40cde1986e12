/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_L210_H
#define TALLY_WORDS_L210_H

#include <tally/monitor.h>
#include <tally/words.h>

/*
 * The words that a setup of an L210's event monitor needs:
 *
 *	EMMC	| 11:8 reset | 7:3 pulse | 2 active high | 1 edge | 0 enable |
 *	EMCCn	| 6:2 event | 1 flag on every increment | 0 interrupt |
 */
enum { TALLY_L210_COUNTERS = 4 };

/* The fields of the rows, as constants. */
enum tally_l210_field {
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(L210, reg, name, lsb, width)
#include <tally/monitors/l210.def>
};

#define TALLY_L210_ENABLE TALLY_FIELD(L210, EMMC, enable)
#define TALLY_L210_HIGH   TALLY_FIELD(L210, EMMC, active_high)
#define TALLY_L210_RESET  TALLY_FIELD(L210, EMMC, reset)
/* EMMC without the resets; the flags of EMCS; EMCCn. */
#define TALLY_L210_KEPT                                                        \
	(TALLY_FIELD(L210, EMMC, pulse) | TALLY_L210_HIGH |                    \
	 TALLY_FIELD(L210, EMMC, edge) | TALLY_L210_ENABLE)
#define TALLY_L210_FLAGS                                                       \
	(TALLY_FIELD(L210, EMCS, flag0) | TALLY_FIELD(L210, EMCS, flag1) |     \
	 TALLY_FIELD(L210, EMCS, flag2) | TALLY_FIELD(L210, EMCS, flag3))
#define TALLY_L210_INTERRUPT TALLY_FIELD(L210, EMCC0, interrupt)
#define TALLY_L210_CONFIG                                                      \
	(TALLY_FIELD(L210, EMCC0, source) |                                    \
	 TALLY_FIELD(L210, EMCC0, increment) | TALLY_L210_INTERRUPT)

/* The other registers' places differ: struct tally_l210_layout. */
enum { TALLY_L210_EMMC = 0x000, TALLY_L210_EMCS = 0x004 };
#define TALLY_L210_LAYOUT_IMX31                                                \
	{                                                                      \
		0x008, 0x018                                                   \
	}
#define TALLY_L210_LAYOUT_TRM                                                  \
	{                                                                      \
		0x100, 0x200                                                   \
	}
#define TALLY_L210_LAYOUT_SIX                                                  \
	{                                                                      \
		0x008, 0x020                                                   \
	}

/* EMMC while stopped. */
TALLY_WORD uint32_t tally_l210_control(const struct tally_setup *setup)
{
	uint32_t word = 0;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++)
		if (setup->slot[i].interrupt)
			word = TALLY_L210_HIGH;
	return word;
}

/* EMCCn; code 0 is no event. */
TALLY_WORD uint32_t tally_l210_config(const struct tally_setup *setup,
				      unsigned counter)
{
	uint32_t word = 0;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];

		if (slot->counter == counter)
			word = (uint32_t)slot->event
				       << TALLY_L210_EMCC0_source_LSB |
			       (slot->interrupt ? TALLY_L210_INTERRUPT : 0);
	}
	return word;
}

#endif
