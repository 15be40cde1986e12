/* SPDX-License-Identifier: MIT */
/*
 * Thumb instructions of two bytes, but branches to an address [ARM ARM A7.1;
 * DDI0406B A6.2].  Those that process data set the flags, unless they are in an
 * IT block.
 */
#include "boards/src/a32/thumb/arm.h"

enum { SETS_FLAGS = 1 << 20 };

static unsigned low(uint32_t w)
{
	return bits(w, 0, 3);
}

static unsigned middle(uint32_t w)
{
	return bits(w, 3, 3);
}

static unsigned high(uint32_t w)
{
	return bits(w, 8, 3);
}

static uint32_t shifted_by_number(uint32_t w)
{
	return arm_d(low(w)) | middle(w) | bits(w, 6, 5) << 7;
}

/* The last may be a number of three bits. */
static uint32_t three(uint32_t w)
{
	return arm_d(low(w)) | arm_n(middle(w)) | bits(w, 6, 3);
}

static uint32_t number_moved(uint32_t w)
{
	return arm_d(high(w)) | bits(w, 0, 8);
}

static uint32_t number_compared(uint32_t w)
{
	return arm_n(high(w)) | bits(w, 0, 8);
}

static uint32_t number_added(uint32_t w)
{
	return number_moved(w) | number_compared(w);
}

static uint32_t two(uint32_t w)
{
	return arm_d(low(w)) | arm_n(low(w)) | middle(w);
}

static uint32_t compared(uint32_t w)
{
	return arm_n(low(w)) | middle(w);
}

static uint32_t one_moved(uint32_t w)
{
	return arm_d(low(w)) | middle(w);
}

static uint32_t negated(uint32_t w)
{
	return arm_d(low(w)) | arm_n(middle(w));
}

static uint32_t shifted_by(uint32_t w)
{
	return arm_d(low(w)) | low(w) | arm_s(middle(w));
}

static uint32_t multiplied(uint32_t w)
{
	return arm_n(low(w)) | low(w) | arm_s(middle(w));
}

static unsigned any_low(uint32_t w)
{
	return bits(w, 7, 1) << 3 | low(w);
}

static unsigned any_middle(uint32_t w)
{
	return bits(w, 3, 4);
}

static uint32_t any_added(uint32_t w)
{
	return arm_d(any_low(w)) | arm_n(any_low(w)) | any_middle(w);
}

static uint32_t any_compared(uint32_t w)
{
	return arm_n(any_low(w)) | any_middle(w);
}

static uint32_t any_moved(uint32_t w)
{
	return arm_d(any_low(w)) | any_middle(w);
}

/* From r13 or the pc: words. */
static uint32_t far_word(uint32_t w)
{
	return arm_d(high(w)) | bits(w, 0, 8) << 2;
}

static uint32_t at_register(uint32_t w)
{
	return arm_d(low(w)) | arm_n(middle(w)) | bits(w, 6, 3);
}

static uint32_t at_word(uint32_t w)
{
	return arm_d(low(w)) | arm_n(middle(w)) | bits(w, 6, 5) << 2;
}

static uint32_t at_byte(uint32_t w)
{
	return arm_d(low(w)) | arm_n(middle(w)) | bits(w, 6, 5);
}

/* In two parts of four bits. */
static uint32_t at_half(uint32_t w)
{
	uint32_t offset = bits(w, 6, 5) << 1;

	return arm_d(low(w)) | arm_n(middle(w)) | (offset >> 4) << 8 |
	       (offset & 15);
}

/* Eight bits that ARM state rotates to be words. */
static uint32_t words_away(uint32_t w)
{
	return arm_d(high(w)) | bits(w, 0, 8);
}

static uint32_t words_of_stack(uint32_t w)
{
	return bits(w, 0, 7);
}

static uint32_t many_pushed(uint32_t w)
{
	return bits(w, 0, 8) | bits(w, 8, 1) << LR;
}

static uint32_t many_popped(uint32_t w)
{
	return bits(w, 0, 8) | bits(w, 8, 1) << PC;
}

enum { WRITES_BACK = 1 << 21 };

static uint32_t many_stored(uint32_t w)
{
	return WRITES_BACK | arm_n(high(w)) | bits(w, 0, 8);
}

/* The base is not written back that is loaded. */
static uint32_t many_loaded(uint32_t w)
{
	return arm_n(high(w)) | bits(w, 0, 8) |
	       (w >> high(w) & 1 ? 0 : WRITES_BACK);
}

static uint32_t masks_changed(uint32_t w)
{
	return bits(w, 4, 1) << 18 | bits(w, 0, 3) << 6;
}

static const struct thumb_row rows[] = {
	{ 0xf800, 0x0000, 0xe1b00000, shifted_by_number }, /* lsl */
	{ 0xf800, 0x0800, 0xe1b00020, shifted_by_number }, /* lsr */
	{ 0xf800, 0x1000, 0xe1b00040, shifted_by_number }, /* asr */
	{ 0xfe00, 0x1800, 0xe0900000, three },             /* add */
	{ 0xfe00, 0x1a00, 0xe0500000, three },             /* sub */
	{ 0xfe00, 0x1c00, 0xe2900000, three },
	{ 0xfe00, 0x1e00, 0xe2500000, three },
	{ 0xf800, 0x2000, 0xe3b00000, number_moved },
	{ 0xf800, 0x2800, 0xe3500000, number_compared },
	{ 0xf800, 0x3000, 0xe2900000, number_added },
	{ 0xf800, 0x3800, 0xe2500000, number_added }, /* sub */
	{ 0xffc0, 0x4000, 0xe0100000, two },          /* and */
	{ 0xffc0, 0x4040, 0xe0300000, two },          /* eor */
	{ 0xffc0, 0x4080, 0xe1b00010, shifted_by },   /* lsl */
	{ 0xffc0, 0x40c0, 0xe1b00030, shifted_by },   /* lsr */
	{ 0xffc0, 0x4100, 0xe1b00050, shifted_by },   /* asr */
	{ 0xffc0, 0x4140, 0xe0b00000, two },          /* adc */
	{ 0xffc0, 0x4180, 0xe0d00000, two },          /* sbc */
	{ 0xffc0, 0x41c0, 0xe1b00070, shifted_by },   /* ror */
	{ 0xffc0, 0x4200, 0xe1100000, compared },     /* tst */
	{ 0xffc0, 0x4240, 0xe2700000, negated },      /* rsb */
	{ 0xffc0, 0x4280, 0xe1500000, compared },     /* cmp */
	{ 0xffc0, 0x42c0, 0xe1700000, compared },     /* cmn */
	{ 0xffc0, 0x4300, 0xe1900000, two },          /* orr */
	{ 0xffc0, 0x4340, 0xe0100090, multiplied },
	{ 0xffc0, 0x4380, 0xe1d00000, two },       /* bic */
	{ 0xffc0, 0x43c0, 0xe1f00000, one_moved }, /* mvn */
	{ 0xff00, 0x4400, 0xe0800000, any_added },
	{ 0xff00, 0x4500, 0xe1500000, any_compared },
	{ 0xff00, 0x4600, 0xe1a00000, any_moved },
	{ 0xff87, 0x4700, 0xe12fff10, any_middle }, /* bx */
	{ 0xff87, 0x4780, 0xe12fff30, any_middle }, /* blx */
	{ 0xf800, 0x4800, 0xe59f0000, far_word },   /* ldr of the pc */
	{ 0xfe00, 0x5000, 0xe7800000, at_register },
	{ 0xfe00, 0x5200, 0xe18000b0, at_register }, /* strh */
	{ 0xfe00, 0x5400, 0xe7c00000, at_register }, /* strb */
	{ 0xfe00, 0x5600, 0xe19000d0, at_register }, /* ldrsb */
	{ 0xfe00, 0x5800, 0xe7900000, at_register }, /* ldr */
	{ 0xfe00, 0x5a00, 0xe19000b0, at_register }, /* ldrh */
	{ 0xfe00, 0x5c00, 0xe7d00000, at_register }, /* ldrb */
	{ 0xfe00, 0x5e00, 0xe19000f0, at_register }, /* ldrsh */
	{ 0xf800, 0x6000, 0xe5800000, at_word },
	{ 0xf800, 0x6800, 0xe5900000, at_word },
	{ 0xf800, 0x7000, 0xe5c00000, at_byte },
	{ 0xf800, 0x7800, 0xe5d00000, at_byte },
	{ 0xf800, 0x8000, 0xe1c000b0, at_half },
	{ 0xf800, 0x8800, 0xe1d000b0, at_half },
	{ 0xf800, 0x9000, 0xe58d0000, far_word },
	{ 0xf800, 0x9800, 0xe59d0000, far_word },
	{ 0xf800, 0xa000, 0xe28f0f00, words_away }, /* add to the pc */
	{ 0xf800, 0xa800, 0xe28d0f00, words_away }, /* and to r13 */
	{ 0xff80, 0xb000, 0xe28ddf00, words_of_stack },
	{ 0xff80, 0xb080, 0xe24ddf00, words_of_stack },
	{ 0xffc0, 0xb200, 0xe6bf0070, one_moved },     /* sxth */
	{ 0xffc0, 0xb240, 0xe6af0070, one_moved },     /* sxtb */
	{ 0xffc0, 0xb280, 0xe6ff0070, one_moved },     /* uxth */
	{ 0xffc0, 0xb2c0, 0xe6ef0070, one_moved },     /* uxtb */
	{ 0xffe8, 0xb660, 0xf1080000, masks_changed }, /* cps */
	{ 0xfe00, 0xb400, 0xe92d0000, many_pushed },
	{ 0xfe00, 0xbc00, 0xe8bd0000, many_popped },
	{ 0xffc0, 0xba00, 0xe6bf0f30, one_moved }, /* rev */
	{ 0xffc0, 0xba40, 0xe6bf0fb0, one_moved }, /* rev16 */
	{ 0xffc0, 0xbac0, 0xe6ff0fb0, one_moved }, /* revsh */
	{ 0xf800, 0xc000, 0xe8800000, many_stored },
	{ 0xf800, 0xc800, 0xe8900000, many_loaded },
};

/* Of these, the pc that is read is that of a word. */
static bool aligns_pc(uint32_t w)
{
	return bits(w, 11, 5) == 9 || bits(w, 11, 5) == 20;
}

quick_function *quick_narrow(struct quick *q, const struct decoded *d,
			     const struct quick_ways *ways)
{
	const uint32_t w = d->insn.word;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t arm;

		if (!match(w, rows[i].mask, rows[i].value))
			continue;
		arm = rows[i].arm | rows[i].operands(w);
		if (d->in_it && w < 0x4400 && !decode_compares(w))
			arm &= ~(uint32_t)SETS_FLAGS;
		if (aligns_pc(w))
			q->pc &= ~3u;
		return ways->find(q, d->has, arm);
	}
	return NULL;
}
