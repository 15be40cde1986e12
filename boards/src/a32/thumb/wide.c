/* SPDX-License-Identifier: MIT */
/*
 * Thumb instructions of four bytes, but branches to an address [DDI0406B
 * A6.3].  What has no counterpart in ARM state is put right after the like of
 * it was found: the numbers, wider offsets, ORN, pairs of any two registers,
 * tables.
 */
#include "boards/src/a32/thumb/wide.h"

enum { CARRY_IS_KEPT = 2, PACKS = 6 };

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
	return wide_by_row(q, d, ways);
}
