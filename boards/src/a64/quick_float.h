/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_QUICK_FLOAT_H
#define BOARD_A64_QUICK_FLOAT_H

#include "base/rare.h"
#include "boards/src/a64/inner.h"
#include "boards/src/ieee/ieee.h"

/* Floating point, for all that carry it out. */

enum { FPCR_ROUNDING = 22, FPCR_FLUSH = 24, FPCR_DEFAULT_NAN, FPCR_HALVES };

static inline struct ieee ieee_of(const struct a64_state *s)
{
	return (struct ieee){
		.rounding = (enum ieee_rounding)(s->fpcr >> FPCR_ROUNDING & 3),
		.flush = s->fpcr >> FPCR_FLUSH & 1,
		.default_nan = s->fpcr >> FPCR_DEFAULT_NAN & 1,
		.alternative = s->fpcr >> FPCR_HALVES & 1,
		.raised = s->fpsr,
	};
}

static inline void ieee_over(struct a64_state *s, const struct ieee *e)
{
	s->fpsr = e->raised;
}

static inline uint64_t sign_bit(unsigned size)
{
	return size == IEEE_DOUBLE ? UINT64_C(1) << 63 : UINT64_C(1) << 31;
}

/* A scalar, by its size. */
static inline uint64_t scalar(const struct a64_state *s, unsigned number,
			      unsigned size)
{
	const union a64_v *v = &s->v[number];

	return size == IEEE_DOUBLE   ? v->d[0]
	       : size == IEEE_SINGLE ? v->s[0]
				     : v->h[0];
}

static inline void set_scalar(struct a64_state *s, unsigned number,
			      uint64_t value)
{
	s->v[number] = (union a64_v){ .d = { value } };
	s->written |= 1u << number;
}

/* FMOV and vectors have numbers of 8 bits [DDI0487, VFPExpandImm]. */
static inline uint64_t expanded(unsigned number, unsigned size)
{
	const uint64_t sign = number >> 7, rest = number & 63;
	const bool small = number & 64; /* exponents below 1 */

	if (size == IEEE_DOUBLE)
		return sign << 63 | rest << 48 |
		       (small ? UINT64_C(0x3fc) << 52 : UINT64_C(0x400) << 52);
	return sign << 31 | rest << 19 |
	       (small ? UINT64_C(0x7c) << 23 : UINT64_C(0x80) << 23);
}

/* FADD and so on: by their opcodes. */
static inline uint64_t of_two(struct ieee *e, unsigned operation, unsigned size,
			      uint64_t a, uint64_t b)
{
	const enum ieee_size n = (enum ieee_size)size;

	switch (operation) {
	case 0:
		return ieee_multiply(e, n, a, b);
	case 1:
		return ieee_divide(e, n, a, b);
	case 2:
		return ieee_add(e, n, a, b);
	case 3:
		return ieee_subtract(e, n, a, b);
	case 4:
	case 5:
		return ieee_extreme(e, n, a, b, operation == 4, false);
	case 6:
	case 7:
		return ieee_extreme(e, n, a, b, operation == 6, true);
	default:
		return ieee_multiply(e, n, a, b) ^ sign_bit(size);
	}
}

/* FRINTN and so on; the last two by FPCR. */
static inline enum ieee_rounding rounding_of(const struct ieee *e,
					     unsigned operation)
{
	static const uint8_t roundings[] = { IEEE_NEAREST, IEEE_UP, IEEE_DOWN,
					     IEEE_ZERO, IEEE_AWAY };

	return operation < 5 ? (enum ieee_rounding)roundings[operation]
			     : e->rounding;
}

#endif
