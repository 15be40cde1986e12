/* SPDX-License-Identifier: MIT */
/* Data processing with immediates, and bit fields [DDI0487 C4.1.2]. */
#include "boards/src/a64/quick_forms.h"

FUNCTIONS(add_immediate)
FUNCTIONS(logic_immediate)
FUNCTIONS(constant)
FUNCTIONS(move_keep)
FUNCTIONS(bit_field)
FUNCTIONS(extract)

/* A pattern of ones, repeated [DDI0487, DecodeBitMasks]; false: undefined. */
static bool bit_mask(uint32_t w, uint64_t *mask)
{
	uint32_t n = a64_bits(w, 22, 1), s = a64_bits(w, 10, 6);
	uint32_t r = a64_bits(w, 16, 6), inverted = n << 6 | (~s & 63);
	unsigned size;
	uint64_t ones;

	if (inverted < 2 || (n && !(w >> 31)))
		return false;
	size = 1u << (31 - __builtin_clz(inverted));
	s &= size - 1;
	r &= size - 1;
	if (s == size - 1)
		return false;
	ones = (UINT64_C(2) << s) - 1;
	if (r)
		ones = ones >> r | ones << (size - r);
	if (size < 64)
		ones &= (UINT64_C(1) << size) - 1;
	for (; size < 64; size *= 2)
		ones |= ones << size;
	*mask = ones;
	return true;
}

static a64_quick_function *address_of(struct a64_quick *q,
				      const struct a64_insn *i)
{
	uint32_t w = i->insn.word;
	uint64_t by =
		a64_signed(a64_bits(w, 5, 19) << 2 | a64_bits(w, 29, 2), 21);

	if (w >> 31)
		q->immediate = (i->insn.addr & ~UINT64_C(0xfff)) + (by << 12);
	else
		q->immediate = i->insn.addr + by;
	q->d = a64_written(w & 31, false);
	return CHOSEN(constant, true);
}

static a64_quick_function *move_wide(struct a64_quick *q, uint32_t w)
{
	uint64_t value = a64_bits(w, 5, 16);
	unsigned opc = a64_bits(w, 29, 2);

	q->by = (uint8_t)(16 * a64_bits(w, 21, 2));
	if (opc == 1 || (!(w >> 31) && q->by > 16))
		return NULL;
	q->immediate = value << q->by;
	q->d = a64_written(w & 31, false);
	q->n = a64_read(w & 31, false);
	if (opc == 3)
		return WIDTH(move_keep);
	if (opc == 0)
		q->immediate = ~q->immediate;
	return WIDTH(constant);
}

static a64_quick_function *field(struct a64_quick *q, uint32_t w)
{
	q->operation = (uint8_t)a64_bits(w, 29, 2);
	q->by = (uint8_t)a64_bits(w, 16, 6);
	q->shift = (uint8_t)a64_bits(w, 10, 6);
	q->d = a64_written(w & 31, false);
	q->a = a64_read(w & 31, false);
	q->n = a64_read(a64_bits(w, 5, 5), false);
	if (a64_bits(w, 22, 1) != w >> 31 ||
	    (!(w >> 31) && (q->by | q->shift) & 32))
		return NULL;
	if (!a64_bits(w, 23, 1))
		return q->operation == 3 ? NULL : WIDTH(bit_field);
	q->m = a64_read(a64_bits(w, 16, 5), false);
	q->by = q->shift;
	return q->operation || a64_bits(w, 21, 1) ? NULL : WIDTH(extract);
}

a64_quick_function *a64_quick_nothing(struct a64_quick *q)
{
	q->d = A64_NOWHERE;
	q->immediate = 0;
	return CHOSEN(constant, true);
}

a64_quick_function *a64_quick_immediate(struct a64_quick *q,
					const struct a64_insn *i)
{
	uint32_t w = i->insn.word;
	bool s = a64_bits(w, 29, 1);

	switch (a64_bits(w, 23, 3)) {
	case 0:
	case 1:
		return address_of(q, i);
	case 2:
		q->immediate = (uint64_t)a64_bits(w, 10, 12)
			       << (a64_bits(w, 22, 1) ? 12 : 0);
		q->operation = (uint8_t)a64_bits(w, 30, 1);
		q->flags = s;
		q->n = a64_read(a64_bits(w, 5, 5), true);
		q->d = a64_written(w & 31, !s);
		return WIDTH(add_immediate);
	case 4:
		q->operation = (uint8_t)a64_bits(w, 29, 2);
		q->n = a64_read(a64_bits(w, 5, 5), false);
		q->d = a64_written(w & 31, q->operation != 3);
		return bit_mask(w, &q->immediate) ? WIDTH(logic_immediate)
						  : NULL;
	case 5:
		return move_wide(q, w);
	case 6:
	case 7:
		return field(q, w);
	default:
		return NULL;
	}
}
