/* SPDX-License-Identifier: MIT */
/* Data processing between registers [DDI0487 C4.1.5]. */
#include "boards/src/a64/quick_forms.h"

FUNCTIONS(add_shifted)
FUNCTIONS(add_extended)
FUNCTIONS(add_carry)
FUNCTIONS(logic_shifted)
FUNCTIONS(select)
FUNCTIONS(compare_if)
FUNCTIONS(two)
FUNCTIONS(one)
FUNCTIONS(multiply)
FUNCTIONS(multiply_long)

static a64_quick_function *by_carry(struct a64_quick *q, uint32_t w)
{
	q->operation = (uint8_t)a64_bits(w, 30, 1);
	q->flags = a64_bits(w, 29, 1);
	return a64_bits(w, 10, 6) ? NULL : WIDTH(add_carry);
}

static a64_quick_function *by_condition(struct a64_quick *q, uint32_t w)
{
	q->condition = (uint8_t)a64_bits(w, 12, 4);
	q->operation = (uint8_t)a64_bits(w, 10, 1);
	q->invert = a64_bits(w, 30, 1);
	return a64_bits(w, 29, 1) || a64_bits(w, 11, 1) ? NULL : WIDTH(select);
}

static a64_quick_function *compare_on(struct a64_quick *q, uint32_t w)
{
	q->condition = (uint8_t)a64_bits(w, 12, 4);
	q->operation = (uint8_t)a64_bits(w, 30, 1);
	q->by = w & 15;
	q->flags = true;
	q->d = A64_NOWHERE;
	if (a64_bits(w, 11, 1)) {
		q->immediate = a64_bits(w, 16, 5);
		q->m = A64_NOWHERE;
	}
	return !a64_bits(w, 29, 1) || w & 0x410 ? NULL : WIDTH(compare_if);
}

static a64_quick_function *one_or_two(struct a64_quick *q, uint32_t w)
{
	bool wide = w >> 31;

	q->operation = (uint8_t)a64_bits(w, 10, 6);
	if (a64_bits(w, 29, 1))
		return NULL;
	if (a64_bits(w, 30, 1))
		return !a64_bits(w, 16, 5) && q->operation < 6 &&
				       (wide || q->operation != 3)
			       ? WIDTH(one)
			       : NULL;
	if ((q->operation & ~7u) == 0x10) /* CRC32 of 8 bytes is wide */
		return wide == ((q->operation & 3) == 3) ? WIDTH(two) : NULL;
	return (q->operation & ~1u) == 2 || (q->operation & ~3u) == 8
		       ? WIDTH(two)
		       : NULL;
}

static a64_quick_function *three(struct a64_quick *q, uint32_t w)
{
	unsigned kind = a64_bits(w, 21, 3), minus = a64_bits(w, 15, 1);

	q->a = a64_read(a64_bits(w, 10, 5), false);
	q->operation = (uint8_t)(minus | (kind & 4 ? 8 : 0));
	if (a64_bits(w, 29, 2))
		return NULL;
	if (kind == 0)
		return WIDTH(multiply);
	if (!(w >> 31))
		return NULL;
	if (kind == 1 || kind == 5)
		return CHOSEN(multiply_long, true);
	if ((kind != 2 && kind != 6) || minus || q->a != A64_ZERO)
		return NULL;
	q->operation = kind == 2 ? 4 : 12;
	return CHOSEN(multiply_long, true);
}

static a64_quick_function *sum_of(struct a64_quick *q, uint32_t w)
{
	q->operation = (uint8_t)a64_bits(w, 30, 1);
	q->flags = a64_bits(w, 29, 1);
	if (!a64_bits(w, 21, 1)) {
		q->shift = (uint8_t)a64_bits(w, 22, 2);
		q->by = (uint8_t)a64_bits(w, 10, 6);
		return q->shift == ROR || (!(w >> 31) && q->by & 32)
			       ? NULL
			       : WIDTH(add_shifted);
	}
	q->shift = (uint8_t)a64_bits(w, 13, 3);
	q->by = (uint8_t)a64_bits(w, 10, 3);
	q->n = a64_read(a64_bits(w, 5, 5), true);
	q->d = a64_written(w & 31, !q->flags);
	return a64_bits(w, 22, 2) || q->by > 4 ? NULL : WIDTH(add_extended);
}

a64_quick_function *a64_quick_registers(struct a64_quick *q, uint32_t w)
{
	q->d = a64_written(w & 31, false);
	q->n = a64_read(a64_bits(w, 5, 5), false);
	q->m = a64_read(a64_bits(w, 16, 5), false);
	if (!a64_bits(w, 28, 1)) {
		if (a64_bits(w, 24, 1))
			return sum_of(q, w);
		q->operation = (uint8_t)a64_bits(w, 29, 2);
		q->shift = (uint8_t)a64_bits(w, 22, 2);
		q->by = (uint8_t)a64_bits(w, 10, 6);
		q->invert = a64_bits(w, 21, 1);
		return !(w >> 31) && q->by & 32 ? NULL : WIDTH(logic_shifted);
	}
	if (a64_bits(w, 24, 1))
		return three(q, w);
	switch (a64_bits(w, 21, 3)) {
	case 0:
		return by_carry(q, w);
	case 2:
		return compare_on(q, w);
	case 4:
		return by_condition(q, w);
	case 6:
		return one_or_two(q, w);
	default:
		return NULL;
	}
}
