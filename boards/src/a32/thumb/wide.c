/* SPDX-License-Identifier: MIT */
/*
 * Thumb instructions of four bytes, but branches to an address [DDI0406B
 * A6.3].  A word has the first halfword in its upper half.  What has no
 * counterpart in ARM state is put right after the like of it was found: the
 * numbers, wider offsets, ORN, pairs of any two registers, tables.
 */
#include "boards/src/a32/thumb/arm.h"

enum { CARRY_IS_KEPT = 2, PACKS = 6 };

static unsigned first_operand(uint32_t w)
{
	return bits(w, 16, 4);
}

/* The register that gets the wide_result, and those of which it is made. */
static unsigned wide_result(uint32_t w)
{
	return bits(w, 8, 4);
}

static unsigned addend(uint32_t w)
{
	return bits(w, 12, 4);
}

static unsigned last_operand(uint32_t w)
{
	return w & 15;
}

static uint32_t number_5(uint32_t w)
{
	return bits(w, 12, 3) << 2 | bits(w, 6, 2);
}

static uint32_t number_12(uint32_t w)
{
	return bits(w, 26, 1) << 11 | bits(w, 12, 3) << 8 | bits(w, 0, 8);
}

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

/* Operations of data: both states have most, by other numbers. */
enum { NONE = 16, AND = 0, EOR = 1, ADD = 4, SUB = 2, ORR = 12, MOV = 13 };

static const uint8_t operations[16] = {
	[0] = AND,           [1] = 14 /* bic */, [2] = ORR,
	[3] = ORR /* orn */, [4] = EOR,          [5] = NONE,
	[6] = NONE,          [7] = NONE,         [8] = ADD,
	[9] = NONE,          [10] = 5 /* adc */, [11] = 6 /* sbc */,
	[12] = NONE,         [13] = SUB,         [14] = 3 /* rsb */,
	[15] = NONE,
};

/* The test that has no wide_result, by its operation. */
static unsigned test_of(unsigned operation)
{
	return operation == AND   ? 8
	       : operation == EOR ? 9
	       : operation == SUB ? 10
				  : 11;
}

/*
 * The instruction of ARM state without its second operand; 0: it has none.
 * `or_not`: it is that, and ARM state has it not.
 */
static uint32_t data_processing(uint32_t w, bool *or_not)
{
	unsigned op = bits(w, 21, 4), arm = operations[op];
	uint32_t n = first_operand(w), d = wide_result(w);
	bool flags = bits(w, 20, 1), negative = op == 3;

	*or_not = negative && n != PC;
	if (arm == NONE)
		return 0;
	if (d == PC) {
		if (!flags ||
		    !(arm == AND || arm == EOR || arm == ADD || arm == SUB))
			return 0;
		arm = test_of(arm);
		d = 0;
	}
	if (n == PC) {
		if (arm != ORR)
			return 0;
		arm = negative ? MOV + 2 : MOV;
		n = 0;
	}
	return 0xe0000000 | arm << 21 | (uint32_t)flags << 20 | arm_n(n) |
	       arm_d(d);
}

/* A number of eight bits, repeated or rotated [DDI0406B A6.3.2]. */
static void expand(struct quick *q, uint32_t number)
{
	const uint32_t byte = number & 0xff, by = number >> 7;
	const uint32_t value = 0x80 | (number & 0x7f);

	q->by = CARRY_IS_KEPT;
	switch (number >> 8) {
	case 0:
		q->immediate = byte;
		break;
	case 1:
		q->immediate = byte * 0x00010001;
		break;
	case 2:
		q->immediate = byte * 0x01000100;
		break;
	case 3:
		q->immediate = byte * 0x01010101;
		break;
	default:
		q->immediate = value >> by | value << (32 - by);
		q->by = (uint8_t)(q->immediate >> 31);
		break;
	}
}

static quick_function *process(struct quick *q, const struct decoded *d,
			       const struct quick_ways *ways, bool number)
{
	const uint32_t w = d->insn.word;
	bool or_not;
	uint32_t arm = data_processing(w, &or_not);
	quick_function *run;

	if (!arm || (!number && (last_operand(w) == PC || bits(w, 15, 1))))
		return NULL;
	arm |= number ? 1u << 25
		      : number_5(w) << 7 | bits(w, 4, 2) << 5 | last_operand(w);
	run = ways->find(q, d->has, arm);
	if (run && number)
		expand(q, number_12(w));
	return run && or_not ? ways->or_not(q) : run;
}

/* ADDW, SUBW, and the address of a place near the pc. */
static quick_function *add_wide(struct quick *q, const struct decoded *d,
				const struct quick_ways *ways)
{
	const uint32_t w = d->insn.word;
	const uint32_t op = match(w, 0xfbf08000, 0xf2000000) ? ADD : SUB;
	quick_function *run = NULL;

	if (wide_result(w) != PC)
		run = ways->find(q, d->has,
				 0xe2000000 | op << 21 |
					 arm_n(first_operand(w)) |
					 arm_d(wide_result(w)));
	q->immediate = number_12(w);
	if (first_operand(w) == PC)
		q->pc &= ~3u;
	return run;
}

/* A load or store of one register without its offset, by its size and sign. */
static uint32_t one_register(uint32_t w)
{
	static const uint32_t loads[2][3] = {
		{ 0xe4500000, 0xe05000b0, 0xe4100000 },
		{ 0xe05000d0, 0xe05000f0, 0 },
	};
	static const uint32_t stores[3] = { 0xe4400000, 0xe04000b0,
					    0xe4000000 };
	unsigned size = bits(w, 21, 2), sign = bits(w, 24, 1);
	uint32_t arm;

	if (size == 3)
		return 0;
	if (bits(w, 20, 1))
		arm = loads[sign][size];
	else
		arm = sign ? 0 : stores[size];
	return arm ? arm | arm_n(first_operand(w)) | arm_d(addend(w)) : 0;
}

enum {
	BEFORE = 1 << 24,
	UP = 1 << 23,
	IMMEDIATE_HALF = 1 << 22,
	BACK = 1 << 21
};

/* By a register, which is shifted by 0 to 3. */
static quick_function *indexed(struct quick *q, const struct decoded *d,
			       const struct quick_ways *ways, uint32_t arm)
{
	const uint32_t w = d->insn.word;
	bool half = !(arm & 1u << 26);
	quick_function *run;

	if (bits(w, 6, 6) || first_operand(w) == PC)
		return NULL;
	arm |= BEFORE | UP | last_operand(w);
	arm = half ? arm & ~(uint32_t)IMMEDIATE_HALF : arm | 1u << 25;
	run = ways->find(q, d->has, arm);
	q->shift = SHIFT_LEFT;
	q->by = (uint8_t)bits(w, 4, 2);
	return run;
}

static quick_function *offset_8(struct quick *q, const struct decoded *d,
				const struct quick_ways *ways, uint32_t arm)
{
	const uint32_t w = d->insn.word;
	bool before = bits(w, 10, 1), up = bits(w, 9, 1), back = bits(w, 8, 1);
	quick_function *run;

	if (d->as_user || (!before && !back) || first_operand(w) == PC)
		return NULL;
	arm |= (before ? BEFORE : 0) | (up ? UP : 0) |
	       (before && back ? BACK : 0);
	run = ways->find(q, d->has, arm);
	q->immediate = bits(w, 0, 8);
	return run;
}

static quick_function *transfer_one(struct quick *q, const struct decoded *d,
				    const struct quick_ways *ways)
{
	const uint32_t w = d->insn.word;
	const bool of_pc = first_operand(w) == PC, loads = bits(w, 20, 1);
	uint32_t arm = one_register(w);
	quick_function *run;

	if (!arm || (of_pc && !loads))
		return NULL;
	if (!of_pc && !bits(w, 23, 1))
		return bits(w, 11, 1) ? offset_8(q, d, ways, arm)
				      : indexed(q, d, ways, arm);
	arm |= BEFORE | (!of_pc || bits(w, 23, 1) ? UP : 0);
	run = ways->find(q, d->has, arm);
	q->immediate = bits(w, 0, 12);
	if (of_pc)
		q->pc &= ~3u;
	return run;
}

static quick_function *transfer_two(struct quick *q, const struct decoded *d,
				    const struct quick_ways *ways)
{
	const uint32_t w = d->insn.word;

	q->before = bits(w, 24, 1);
	q->down = !bits(w, 23, 1);
	q->writes_back = bits(w, 21, 1);
	q->n = (uint8_t)first_operand(w);
	q->d = (uint8_t)addend(w);
	q->s = (uint8_t)wide_result(w);
	q->immediate = bits(w, 0, 8) << 2;
	q->operation = !bits(w, 20, 1); /* 1: it stores */
	if (q->n == PC)
		q->pc &= ~3u;
	return q->n == PC && (q->writes_back || q->operation) ? NULL
							      : ways->pair(q);
}

static quick_function *table(struct quick *q, uint32_t w,
			     const struct quick_ways *ways)
{
	q->kind = QUICK_TABLE;
	q->n = (uint8_t)first_operand(w);
	q->m = (uint8_t)last_operand(w);
	q->by = (uint8_t)bits(w, 4, 1);
	return q->m == PC ? NULL : ways->table;
}

static quick_function *by_row(struct quick *q, const struct decoded *d,
			      const struct quick_ways *ways)
{
	const uint32_t w = d->insn.word;

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (match(w, rows[i].mask, rows[i].value))
			return ways->find(q, d->has,
					  rows[i].arm | rows[i].operands(w));
	return NULL;
}

quick_function *quick_wide(struct quick *q, const struct decoded *d,
			   const struct quick_ways *ways)
{
	const uint32_t w = d->insn.word;

	if (match(w, 0xfe000000, 0xea000000) && bits(w, 21, 4) != PACKS)
		return process(q, d, ways, false);
	if (match(w, 0xfa008000, 0xf0000000))
		return process(q, d, ways, true);
	if (match(w, 0xfbf08000, 0xf2000000) ||
	    match(w, 0xfbf08000, 0xf2a00000))
		return add_wide(q, d, ways);
	if (match(w, 0xfe000000, 0xf8000000))
		return transfer_one(q, d, ways);
	if (match(w, 0xfff0ffe0, 0xe8d0f000))
		return table(q, w, ways);
	if (match(w, 0xfe400000, 0xe8400000))
		return match(w, 0x01200000, 0) ? NULL
					       : transfer_two(q, d, ways);
	return by_row(q, d, ways);
}
