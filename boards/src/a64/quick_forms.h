/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_QUICK_FORMS_H
#define BOARD_A64_QUICK_FORMS_H

#include "boards/src/a64/quick_alu.h"
#include "boards/src/engine/condition.h"

/* Instructions of integers, by their forms, for all that carry them out: with
 * immediates first, then between registers.  Each gives the result. */

static ALWAYS uint64_t add_immediate(struct a64_state *s,
				     const struct a64_quick *q, bool wide)
{
	return add_or_subtract(s, q, wide, q->immediate);
}

static ALWAYS uint64_t logic_immediate(struct a64_state *s,
				       const struct a64_quick *q, bool wide)
{
	return logic(s, q, wide, q->immediate);
}

/* MOVZ, MOVN, ADR and ADRP: known beforehand. */
static ALWAYS uint64_t constant(struct a64_state *s, const struct a64_quick *q,
				bool wide)
{
	(void)s;
	return fit(q->immediate, wide);
}

static ALWAYS uint64_t move_keep(struct a64_state *s, const struct a64_quick *q,
				 bool wide)
{
	uint64_t kept = s->x[q->n] & ~(UINT64_C(0xffff) << q->by);

	return fit(kept | q->immediate, wide);
}

/* SBFM, BFM, UBFM: `by` is immr, `shift` is imms, `immediate` the mask. */
static ALWAYS uint64_t bit_field(struct a64_state *s, const struct a64_quick *q,
				 bool wide)
{
	const unsigned width = wide ? 64 : 32, r = q->by, top = q->shift;
	uint64_t from = fit(s->x[q->n], wide), field, mask;
	unsigned bits, lsb;

	if (top >= r) {
		bits = top - r + 1;
		lsb = 0;
		field = from >> r;
	} else {
		bits = top + 1;
		lsb = width - r;
		field = from;
	}
	mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
	field &= mask;
	if (q->operation == 0)
		return fit(a64_signed(field, bits) << lsb, wide);
	if (q->operation == 2)
		return fit(field << lsb, wide);
	return fit((s->x[q->a] & ~(mask << lsb)) | field << lsb, wide);
}

static ALWAYS uint64_t extract(struct a64_state *s, const struct a64_quick *q,
			       bool wide)
{
	uint64_t low = fit(s->x[q->m], wide), high = fit(s->x[q->n], wide);

	if (q->by == 0)
		return low;
	return fit(low >> q->by | high << ((wide ? 64 : 32) - q->by), wide);
}

static ALWAYS uint64_t add_shifted(struct a64_state *s,
				   const struct a64_quick *q, bool wide)
{
	return add_or_subtract(
		s, q, wide,
		shifted(fit(s->x[q->m], wide), q->shift, q->by, wide));
}

static ALWAYS uint64_t add_extended(struct a64_state *s,
				    const struct a64_quick *q, bool wide)
{
	return add_or_subtract(s, q, wide,
			       a64_extended(s->x[q->m], q->shift) << q->by);
}

static ALWAYS uint64_t add_carry(struct a64_state *s, const struct a64_quick *q,
				 bool wide)
{
	uint64_t b = q->operation ? ~s->x[q->m] : s->x[q->m];

	return sum(s, q->flags, wide, fit(s->x[q->n], wide), fit(b, wide),
		   s->pstate >> C_BIT & 1);
}

static ALWAYS uint64_t logic_shifted(struct a64_state *s,
				     const struct a64_quick *q, bool wide)
{
	uint64_t b = shifted(fit(s->x[q->m], wide), q->shift, q->by, wide);

	return logic(s, q, wide, q->invert ? ~b : b);
}

static ALWAYS uint64_t select(struct a64_state *s, const struct a64_quick *q,
			      bool wide)
{
	uint64_t other;

	if (condition_holds(q->condition, s->pstate))
		return fit(s->x[q->n], wide);
	other = q->invert ? ~s->x[q->m] : s->x[q->m];
	return fit(other + q->operation, wide);
}

/* CCMP and CCMN; what they give goes nowhere. */
static ALWAYS uint64_t compare_if(struct a64_state *s,
				  const struct a64_quick *q, bool wide)
{
	if (!condition_holds(q->condition, s->pstate)) {
		s->pstate = (s->pstate & ~PSTATE_NZCV) | (uint32_t)q->by
								 << V_BIT;
		return 0;
	}
	return add_or_subtract(s, q, wide,
			       q->m == A64_NOWHERE ? q->immediate : s->x[q->m]);
}

static ALWAYS uint64_t divided(uint64_t a, uint64_t b, bool wide)
{
	int64_t x = (int64_t)a64_signed(a, wide ? 64 : 32);
	int64_t y = (int64_t)a64_signed(b, wide ? 64 : 32);

	if (y == 0)
		return 0;
	if (y == -1) /* the least has no negative */
		return fit(0 - (uint64_t)x, wide);
	return fit((uint64_t)(x / y), wide);
}

/* CRC32 and CRC32C, of the lowest bytes of a value. */
static inline uint64_t cyclic(uint32_t sum, uint64_t value, unsigned operation)
{
	const uint32_t by = operation & 4 ? 0x82f63b78 : 0xedb88320;
	unsigned bytes = 1u << (operation & 3);

	for (; bytes; bytes--, value >>= 8) {
		sum ^= (uint8_t)value;
		for (unsigned bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (by & (0 - (sum & 1)));
	}
	return sum;
}

static ALWAYS uint64_t two(struct a64_state *s, const struct a64_quick *q,
			   bool wide)
{
	uint64_t a = fit(s->x[q->n], wide), b = fit(s->x[q->m], wide);

	if (q->operation & 0x10)
		return cyclic((uint32_t)a, b, q->operation);
	if (q->operation == 2)
		return b ? a / b : 0;
	if (q->operation == 3)
		return divided(a, b, wide);
	return shifted(a, q->operation & 3u, (unsigned)b & (wide ? 63 : 31),
		       wide);
}

/* Neighbours of so many bits, of which the mask has the lower, change places.
 */
static inline uint64_t swapped(uint64_t a, unsigned bits, uint64_t mask)
{
	return (a & mask) << bits | (a >> bits & mask);
}

static inline uint64_t leading_zeros(uint64_t a, unsigned width)
{
	return a ? (uint64_t)__builtin_clzll(a) - (64 - width) : width;
}

static ALWAYS uint64_t one(struct a64_state *s, const struct a64_quick *q,
			   bool wide)
{
	uint64_t a = fit(s->x[q->n], wide);
	const unsigned width = wide ? 64 : 32;

	switch (q->operation) {
	case 0: /* RBIT: of each byte, and then the bytes */
		a = swapped(swapped(swapped(a, 1, 0x5555555555555555), 2,
				    0x3333333333333333),
			    4, 0x0f0f0f0f0f0f0f0f);
		break;
	case 1: /* REV16 */
		return swapped(a, 8, 0x00ff00ff00ff00ff);
	case 4:
		return leading_zeros(a, width);
	case 5: /* CLS: bits that are as the one before them */
		return leading_zeros(fit(a ^ a << 1, wide) | 1, width);
	default:
		break;
	}
	if (wide && q->operation == 2) /* REV32 */
		return (uint64_t)__builtin_bswap32((uint32_t)(a >> 32)) << 32 |
		       __builtin_bswap32((uint32_t)a);
	return wide ? __builtin_bswap64(a) : __builtin_bswap32((uint32_t)a);
}

static ALWAYS uint64_t multiply(struct a64_state *s, const struct a64_quick *q,
				bool wide)
{
	uint64_t product = s->x[q->n] * s->x[q->m], a = s->x[q->a];

	return fit(q->operation ? a - product : a + product, wide);
}

/* SMADDL, SMSUBL, UMADDL, UMSUBL, SMULH, UMULH: doublewords always. */
static ALWAYS uint64_t multiply_long(struct a64_state *s,
				     const struct a64_quick *q, bool wide)
{
	uint64_t a = s->x[q->n], b = s->x[q->m], product;

	(void)wide;
	if (q->operation == 4)
		return (uint64_t)((__int128)(int64_t)a * (int64_t)b >> 64);
	if (q->operation == 12)
		return (uint64_t)((unsigned __int128)a * b >> 64);
	if (q->operation & 8)
		product = (uint64_t)(uint32_t)a * (uint32_t)b;
	else
		product = (uint64_t)((int64_t)(int32_t)a * (int32_t)b);
	return q->operation & 1 ? s->x[q->a] - product : s->x[q->a] + product;
}

#endif
