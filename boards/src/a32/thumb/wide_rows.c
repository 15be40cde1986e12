/* SPDX-License-Identifier: MIT */
/*
 * Thumb instructions of four bytes that ARM state has, too [DDI0406B A6.3]: a
 * row each, with a function that puts the operands where that has them.
 */
#include "boards/src/a32/thumb/wide.h"

static uint32_t halves(uint32_t w)
{
	return arm_n(first_operand(w)) | arm_d(wide_result(w)) | number_12(w);
}

static uint32_t extracted(uint32_t w)
{
	return bits(w, 0, 5) << 16 | arm_d(wide_result(w)) | number_5(w) << 7 |
	       first_operand(w);
}

static uint32_t wide_shifted(uint32_t w)
{
	return bits(w, 20, 1) << 20 | arm_d(wide_result(w)) |
	       arm_s(last_operand(w)) | bits(w, 21, 2) << 5 | first_operand(w);
}

static uint32_t wide_extended(uint32_t w)
{
	return arm_n(first_operand(w)) | arm_d(wide_result(w)) |
	       bits(w, 4, 2) << 10 | last_operand(w);
}

static uint32_t wide_moved(uint32_t w)
{
	return arm_d(wide_result(w)) | last_operand(w);
}

static uint32_t wide_multiplied(uint32_t w)
{
	return arm_n(wide_result(w)) | arm_s(last_operand(w)) |
	       first_operand(w);
}

static uint32_t multiplied_and_added(uint32_t w)
{
	return wide_multiplied(w) | arm_d(addend(w));
}

static uint32_t halves_multiplied(uint32_t w)
{
	return wide_multiplied(w) | bits(w, 4, 1) << 6 | bits(w, 5, 1) << 5;
}

static uint32_t halves_multiplied_and_added(uint32_t w)
{
	return halves_multiplied(w) | arm_d(addend(w));
}

/* Of bytes and half words in parallel: which operation, in bits 22:20, ARM
 * state has by another number; 5: none. */
static uint32_t in_parallel(uint32_t w)
{
	static const uint8_t form[8] = { 4, 0, 1, 5, 7, 3, 2, 5 };

	return wide_moved(w) | arm_n(first_operand(w)) |
	       ((bits(w, 4, 3) + 1) & 7) << 20 |
	       (uint32_t)form[bits(w, 20, 3)] << 5;
}

/* QADD, QDADD, QSUB and QDSUB, in ARM state by other numbers. */
static uint32_t saturating_sum(uint32_t w)
{
	return wide_moved(w) | arm_n(first_operand(w)) | bits(w, 4, 1) << 22 |
	       bits(w, 5, 1) << 21;
}

static uint32_t two_operands(uint32_t w)
{
	return wide_moved(w) | arm_n(first_operand(w));
}

static uint32_t wide_packed(uint32_t w)
{
	return two_operands(w) | number_5(w) << 7 | bits(w, 5, 1) << 6;
}

/* A shift to the right by nothing is no word of ARM state: it stands for
 * halves, or the manual does not say for what. */
static uint32_t wide_saturated(uint32_t w)
{
	enum { NO_WORD = 1 << 5 };

	if (bits(w, 21, 1) && !number_5(w))
		return NO_WORD;
	return bits(w, 0, 5) << 16 | arm_d(wide_result(w)) | number_5(w) << 7 |
	       bits(w, 21, 1) << 6 | first_operand(w);
}

static uint32_t wide_saturated_halves(uint32_t w)
{
	return bits(w, 0, 4) << 16 | arm_d(wide_result(w)) | first_operand(w);
}

/* Bit 4 tells that halves are crossed, or that the result is rounded. */
static uint32_t two_multiplied(uint32_t w)
{
	return multiplied_and_added(w) | bits(w, 4, 1) << 5;
}

static uint32_t halves_long(uint32_t w)
{
	return multiplied_and_added(w) | bits(w, 4, 1) << 6 |
	       bits(w, 5, 1) << 5;
}

static uint32_t word_by_half(uint32_t w)
{
	return wide_multiplied(w) | bits(w, 4, 1) << 6;
}

static uint32_t word_by_half_added(uint32_t w)
{
	return word_by_half(w) | arm_d(addend(w));
}

static uint32_t status_read(uint32_t w)
{
	return arm_d(wide_result(w));
}

static uint32_t status_written(uint32_t w)
{
	return bits(w, 8, 4) << 16 | first_operand(w);
}

static uint32_t status_changed(uint32_t w)
{
	return bits(w, 8, 3) << 17 | bits(w, 5, 3) << 6 | bits(w, 0, 5);
}

/* ARM state has the same words. */
static uint32_t many(uint32_t w)
{
	return w & 0x002fffff;
}

static const struct thumb_row rows[] = {
	{ 0xfff08010, 0xeac00000, 0xe6800010, wide_packed }, /* pkhbt, pkhtb */
	{ 0xfff0f0f0, 0xf3200000, 0xe6a00f30,
	  wide_saturated_halves }, /* ssat16 */
	{ 0xfff0f0f0, 0xf3a00000, 0xe6e00f30,
	  wide_saturated_halves },                              /* usat16 */
	{ 0xffd08020, 0xf3000000, 0xe6a00010, wide_saturated }, /* ssat */
	{ 0xffd08020, 0xf3800000, 0xe6e00010, wide_saturated }, /* usat */
	{ 0xffd0a000, 0xe8800000, 0xe8800000, many },           /* stmia */
	{ 0xffd02000, 0xe8900000, 0xe8900000, many },           /* ldmia */
	{ 0xffd0a000, 0xe9000000, 0xe9000000, many },           /* stmdb */
	{ 0xffd02000, 0xe9100000, 0xe9100000, many },           /* ldmdb */
	{ 0xfbf08000, 0xf2400000, 0xe3000000, halves },         /* movw */
	{ 0xfbf08000, 0xf2c00000, 0xe3400000, halves },         /* movt */
	{ 0xfffff0ff, 0xf3ef8000, 0xe10f0000, status_read },
	{ 0xfff0f0ff, 0xf3808000, 0xe120f000, status_written },
	{ 0xfffff800, 0xf3af8000, 0xf1000000, status_changed }, /* cps */
	{ 0xfff08020, 0xf3400000, 0xe7a00050, extracted },      /* sbfx */
	{ 0xfff08020, 0xf3600000, 0xe7c00010, extracted },      /* bfi */
	{ 0xfff08020, 0xf3c00000, 0xe7e00050, extracted },      /* ubfx */
	{ 0xff80f0f0, 0xfa00f000, 0xe1a00010, wide_shifted },
	{ 0xfff0f0c0, 0xfa00f080, 0xe6b00070, wide_extended }, /* sxtah */
	{ 0xfff0f0c0, 0xfa10f080, 0xe6f00070, wide_extended }, /* uxtah */
	{ 0xfff0f0c0, 0xfa20f080, 0xe6800070, wide_extended }, /* sxtab16 */
	{ 0xfff0f0c0, 0xfa30f080, 0xe6c00070, wide_extended }, /* uxtab16 */
	{ 0xfff0f0c0, 0xfa40f080, 0xe6a00070, wide_extended }, /* sxtab */
	{ 0xfff0f0c0, 0xfa50f080, 0xe6e00070, wide_extended }, /* uxtab */
	{ 0xfff0f0f0, 0xfa90f080, 0xe6bf0f30, wide_moved },    /* rev */
	{ 0xfff0f0f0, 0xfa90f090, 0xe6bf0fb0, wide_moved },    /* rev16 */
	{ 0xfff0f0f0, 0xfa90f0a0, 0xe6ff0f30, wide_moved },    /* rbit */
	{ 0xfff0f0f0, 0xfa90f0b0, 0xe6ff0fb0, wide_moved },    /* revsh */
	{ 0xfff0f0f0, 0xfab0f080, 0xe16f0f10, wide_moved },    /* clz */
	{ 0xff80f080, 0xfa80f000, 0xe6000f10, in_parallel },
	{ 0xfff0f0c0, 0xfa80f080, 0xe1000050, saturating_sum },
	{ 0xfff0f0f0, 0xfaa0f080, 0xe6800fb0, two_operands }, /* sel */
	{ 0xfff0f0f0, 0xfb00f000, 0xe0000090, wide_multiplied },
	{ 0xfff000f0, 0xfb000000, 0xe0200090, multiplied_and_added },
	{ 0xfff000f0, 0xfb000010, 0xe0600090, multiplied_and_added }, /* mls */
	{ 0xfff0f0c0, 0xfb10f000, 0xe1600080, halves_multiplied },
	{ 0xfff000c0, 0xfb100000, 0xe1000080, halves_multiplied_and_added },
	{ 0xfff000e0, 0xfb200000, 0xe7000010, two_multiplied }, /* smlad */
	{ 0xfff0f0e0, 0xfb30f000, 0xe12000a0, word_by_half },   /* smulw */
	{ 0xfff000e0, 0xfb300000, 0xe1200080, word_by_half_added },
	{ 0xfff000e0, 0xfb400000, 0xe7000050, two_multiplied }, /* smlsd */
	{ 0xfff000e0, 0xfb500000, 0xe7500010, two_multiplied }, /* smmla */
	{ 0xfff000e0, 0xfb600000, 0xe75000d0, two_multiplied }, /* smmls */
	{ 0xfff000f0, 0xfb700000, 0xe7800010,
	  multiplied_and_added }, /* usada8 */
	{ 0xfff000f0, 0xfb800000, 0xe0c00090,
	  multiplied_and_added }, /* smull */
	{ 0xfff000f0, 0xfba00000, 0xe0800090,
	  multiplied_and_added }, /* umull */
	{ 0xfff000f0, 0xfbc00000, 0xe0e00090,
	  multiplied_and_added },                               /* smlal */
	{ 0xfff000c0, 0xfbc00080, 0xe1400080, halves_long },    /* smlal.. */
	{ 0xfff000e0, 0xfbc000c0, 0xe7400010, two_multiplied }, /* smlald */
	{ 0xfff000e0, 0xfbd000c0, 0xe7400050, two_multiplied }, /* smlsld */
	{ 0xfff000f0, 0xfbe00000, 0xe0a00090,
	  multiplied_and_added }, /* umlal */
	{ 0xfff000f0, 0xfbe00060, 0xe0400090,
	  multiplied_and_added }, /* umaal */
};

quick_function *wide_by_row(struct quick *q, const struct decoded *d,
			    const struct quick_ways *ways)
{
	const uint32_t w = d->insn.word;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (match(w, rows[i].mask, rows[i].value))
			return ways->find(q, d->has,
					  rows[i].arm | rows[i].operands(w));
	return NULL;
}
