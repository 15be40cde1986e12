/* SPDX-License-Identifier: MIT */
/*
 * Later architectures added these: constants in two halves [DDI0406B A8.6.96,
 * A8.6.99], bytes and half words extended [ARM ARM A3.3.4], bytes and bits
 * reversed [DDI0406B A8.6.136 to 138, A8.6.134], fields of bits [A8.6.17, 18,
 * 154, 236], leading zeros counted and half words multiplied (ARMv5).
 */
#include "boards/src/a32/decode/bits.h"
#include "boards/src/a32/inner.h"

enum { TOP_HALF = 4, UNSIGNED = 4, HALF_WORD = 1, Q_BIT = 27 };

static uint32_t constant(struct machine *m, struct engine_state *s,
			 const struct decoded *d)
{
	const struct quick *q = &d->quick;

	(void)m;
	s->r[q->d] = q->operation == TOP_HALF
			     ? (s->r[q->d] & 0xffff) | q->immediate << 16
			     : q->immediate;
	return decoded_next(d);
}

quick_function *quick_constant(struct quick *q, uint32_t word)
{
	q->operation = (uint8_t)bits(word, 20, 3);
	q->immediate = bits(word, 16, 4) << 12 | bits(word, 0, 12);
	q->d = (uint8_t)bits(word, 12, 4);
	return q->d == PC ? NULL : constant;
}

/* UXTB, UXTAB and their like: of register m, rotated, added to n. */
static uint32_t extend(struct machine *m, struct engine_state *s,
		       const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t value = s->r[q->m], sign;

	(void)m;
	value = q->by ? value >> q->by | value << (32 - q->by) : value;
	sign = q->operation & HALF_WORD ? 0x8000 : 0x80;
	value &= 2 * sign - 1;
	if (!(q->operation & UNSIGNED))
		value = (value ^ sign) - sign;
	s->r[q->d] = value + (q->n == PC ? 0 : s->r[q->n]);
	return decoded_next(d);
}

quick_function *quick_extend(struct quick *q, uint32_t word)
{
	q->operation = (uint8_t)bits(word, 20, 3);
	q->n = (uint8_t)bits(word, 16, 4);
	q->d = (uint8_t)bits(word, 12, 4);
	q->by = (uint8_t)(8 * bits(word, 10, 2));
	q->m = word & 15;
	/* Two bytes at once, and what is none of them, are the engine's. */
	if (!(q->operation & 2) || bits(word, 8, 2) || q->d == PC || q->m == PC)
		return NULL;
	return extend;
}

static uint32_t leading_zeros(struct machine *m, struct engine_state *s,
			      const struct decoded *d)
{
	uint32_t value = s->r[d->quick.m];

	(void)m;
	s->r[d->quick.d] = value ? (uint32_t)__builtin_clz(value) : 32;
	return decoded_next(d);
}

quick_function *quick_leading_zeros(struct quick *q, uint32_t word)
{
	q->d = (uint8_t)bits(word, 12, 4);
	q->m = word & 15;
	return q->d == PC || q->m == PC ? NULL : leading_zeros;
}

static int32_t half(uint32_t value, bool top)
{
	return (int16_t)(uint16_t)(top ? value >> 16 : value);
}

/* SMULxy, and SMLAxy, whose sum sets Q where it does not fit. */
static uint32_t multiply_halves(struct machine *m, struct engine_state *s,
				const struct decoded *d)
{
	const struct quick *q = &d->quick;
	int64_t result = (int64_t)half(s->r[q->m], q->operation & 1) *
			 half(s->r[q->s], q->operation & 2);

	(void)m;
	if (q->before)
		result += (int32_t)s->r[q->n];
	if (result != (int32_t)result)
		s->cpsr |= 1u << Q_BIT;
	s->r[q->d] = (uint32_t)result;
	return decoded_next(d);
}

quick_function *quick_multiply_halves(struct quick *q, uint32_t word)
{
	q->before = !bits(word, 21, 2); /* it adds */
	q->operation = (uint8_t)bits(word, 5, 2);
	q->d = (uint8_t)bits(word, 16, 4);
	q->n = (uint8_t)bits(word, 12, 4);
	q->s = (uint8_t)bits(word, 8, 4);
	q->m = word & 15;
	if (q->d == PC || q->s == PC || q->m == PC ||
	    (q->before ? q->n == PC : q->n != 0))
		return NULL;
	return multiply_halves;
}

enum reversal { BYTES, HALVES, BITS, SIGNED_HALF_BYTES };

static uint32_t bits_reversed(uint32_t value)
{
	value = (value >> 1 & 0x55555555) | (value & 0x55555555) << 1;
	value = (value >> 2 & 0x33333333) | (value & 0x33333333) << 2;
	value = (value >> 4 & 0x0f0f0f0f) | (value & 0x0f0f0f0f) << 4;
	return __builtin_bswap32(value);
}

static uint32_t reverse(struct machine *m, struct engine_state *s,
			const struct decoded *d)
{
	uint32_t value = s->r[d->quick.m], *to = &s->r[d->quick.d];

	(void)m;
	switch ((enum reversal)d->quick.operation) {
	case HALVES:
		*to = (value >> 8 & 0x00ff00ff) | (value & 0x00ff00ff) << 8;
		break;
	case BITS:
		*to = bits_reversed(value);
		break;
	case SIGNED_HALF_BYTES:
		*to = sign_extend((value >> 8 & 0xff) | (value & 0xff) << 8,
				  16);
		break;
	case BYTES:
	default:
		*to = __builtin_bswap32(value);
		break;
	}
	return decoded_next(d);
}

quick_function *quick_reverse(struct quick *q, uint32_t word)
{
	q->operation = (uint8_t)(bits(word, 22, 1) << 1 | bits(word, 7, 1));
	q->d = (uint8_t)bits(word, 12, 4);
	q->m = word & 15;
	return q->d == PC || q->m == PC ? NULL : reverse;
}

/* SBFX and UBFX: `by` is the lowest bit, `immediate` a mask of the width. */
static uint32_t extract_field(struct machine *m, struct engine_state *s,
			      const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t value = s->r[q->m] >> q->by & q->immediate;
	uint32_t sign = (q->immediate >> 1) + 1;

	(void)m;
	s->r[q->d] = q->operation & UNSIGNED ? value : (value ^ sign) - sign;
	return decoded_next(d);
}

/* BFI, and BFC, which has no register. */
static uint32_t insert_field(struct machine *m, struct engine_state *s,
			     const struct decoded *d)
{
	const struct quick *q = &d->quick;
	uint32_t value = q->m == PC ? 0 : s->r[q->m];

	(void)m;
	s->r[q->d] = (s->r[q->d] & ~(q->immediate << q->by)) |
		     (value & q->immediate) << q->by;
	return decoded_next(d);
}

quick_function *quick_field(struct quick *q, uint32_t word)
{
	unsigned last = bits(word, 16, 5), width;
	bool into = bits(word, 21, 2) == 2 && !bits(word, 5, 2);

	q->by = (uint8_t)bits(word, 7, 5);
	q->operation = (uint8_t)bits(word, 20, 3);
	q->d = (uint8_t)bits(word, 12, 4);
	q->m = word & 15;
	if (q->d == PC || (!into && (q->m == PC || bits(word, 5, 2) != 2 ||
				     !bits(word, 21, 1))))
		return NULL;
	if (into && last < q->by)
		return NULL;
	width = into ? last - q->by + 1 : last + 1;
	q->immediate = UINT32_MAX >> (32 - width);
	if (into)
		return insert_field;
	return q->by + width > 32 ? NULL : extract_field;
}
