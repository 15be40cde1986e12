/* SPDX-License-Identifier: MIT */
/* Comparisons, and conversions between sizes and from and to integers. */
#include "boards/src/ieee/inner.h"

/* Of two that are no NaN. */
static enum ieee_order order_of_two(const struct number *a,
				    const struct number *b)
{
	const uint64_t x = a->bits, y = b->bits;
	const bool both_zero = a->kind == NUMBER_ZERO && b->kind == NUMBER_ZERO;

	if (both_zero || x == y)
		return IEEE_EQUAL;
	if (a->sign != b->sign)
		return a->sign ? IEEE_LESS : IEEE_GREATER;
	return (x < y) != a->sign ? IEEE_LESS : IEEE_GREATER;
}

enum ieee_order ieee_compare(struct ieee *e, enum ieee_size size, uint64_t a,
			     uint64_t b, bool signalling)
{
	const struct number x = ieee_unpack(e, size, a);
	const struct number y = ieee_unpack(e, size, b);

	if (!ieee_is_nan(&x) && !ieee_is_nan(&y))
		return order_of_two(&x, &y);
	if (signalling || x.kind == NUMBER_SIGNALLING ||
	    y.kind == NUMBER_SIGNALLING)
		e->raised |= IEEE_INVALID;
	return IEEE_UNORDERED;
}

uint64_t ieee_extreme(struct ieee *e, enum ieee_size size, uint64_t a,
		      uint64_t b, bool greater, bool number)
{
	struct number x[2];
	uint64_t result;

	x[0] = ieee_unpack(e, size, a);
	x[1] = ieee_unpack(e, size, b);
	for (unsigned i = 0; number && i < 2; i++)
		if (x[i].kind == NUMBER_QUIET && !ieee_is_nan(&x[!i]))
			return x[!i].bits;
	if (ieee_nan_of(e, size, x, 2, &result))
		return result;
	if (x[0].kind == NUMBER_ZERO && x[1].kind == NUMBER_ZERO)
		return greater ? x[0].bits & x[1].bits : x[0].bits | x[1].bits;
	return (order_of_two(&x[0], &x[1]) == IEEE_GREATER) == greater
		       ? x[0].bits
		       : x[1].bits;
}

/* The payload's first bits stay. */
static uint64_t nan_to(struct ieee *e, enum ieee_size from, enum ieee_size to,
		       const struct number *x)
{
	const unsigned had = ieee_formats[from].fraction - 1u;
	const unsigned has = ieee_formats[to].fraction - 1u;
	const uint64_t payload = x->bits & ((UINT64_C(1) << had) - 1);
	uint64_t quiet = ieee_infinity(to, x->sign) | UINT64_C(1) << has;

	if (x->kind == NUMBER_SIGNALLING)
		e->raised |= IEEE_INVALID;
	if (to == IEEE_HALF && e->alternative) {
		e->raised |= IEEE_INVALID;
		return ieee_signed(to, x->sign, 0);
	}
	if (e->default_nan)
		return quiet & ~(UINT64_C(1) << ieee_formats[to].sign);
	return quiet |
	       (has > had ? payload << (has - had) : payload >> (had - has));
}

uint64_t ieee_convert(struct ieee *e, enum ieee_size from, enum ieee_size to,
		      uint64_t a)
{
	const struct number x = ieee_unpack(e, from, a);

	if (ieee_is_nan(&x))
		return nan_to(e, from, to, &x);
	if (x.kind == NUMBER_ZERO)
		return ieee_signed(to, x.sign, 0);
	if (x.kind == NUMBER_FINITE)
		return ieee_round(e, to, x.sign, x.exponent, x.significand);
	if (to == IEEE_HALF && e->alternative) {
		e->raised |= IEEE_INVALID;
		return ieee_signed(to, x.sign, 0x7fff);
	}
	return ieee_infinity(to, x.sign);
}

/* The nearest that there is, which is not it. */
static uint64_t saturated(struct ieee *e, bool sign, unsigned bits,
			  bool is_signed)
{
	const uint64_t most = UINT64_MAX >> (64 - bits + is_signed);

	e->raised |= IEEE_INVALID;
	if (!sign)
		return most;
	return is_signed ? (most + 1) : 0;
}

uint64_t ieee_to_integer(struct ieee *e, enum ieee_size size, uint64_t a,
			 enum ieee_rounding rounding, unsigned bits,
			 bool is_signed, unsigned fraction)
{
	const struct number x = ieee_unpack(e, size, a);
	const int exponent = x.exponent + (int)fraction;
	const uint64_t most = UINT64_MAX >> (64 - bits + is_signed);
	unsigned beyond;
	uint64_t whole;

	if (ieee_is_nan(&x)) {
		e->raised |= IEEE_INVALID;
		return 0;
	}
	if (x.kind == NUMBER_ZERO)
		return 0;
	if (x.kind == NUMBER_INFINITE || exponent > 63)
		return saturated(e, x.sign, bits, is_signed);
	whole = ieee_whole(x.significand, exponent, &beyond);
	whole += ieee_rounds_up(rounding, x.sign, whole & 1, beyond);
	if (whole > (x.sign ? (is_signed ? most + 1 : 0) : most))
		return saturated(e, x.sign, bits, is_signed);
	if (beyond)
		e->raised |= IEEE_INEXACT;
	return (x.sign ? 0 - whole : whole) & (UINT64_MAX >> (64 - bits));
}

uint64_t ieee_of_integer(struct ieee *e, enum ieee_size size, uint64_t value,
			 unsigned bits, bool is_signed, unsigned fraction)
{
	const bool sign = is_signed && value >> (bits - 1) & 1;
	int shift;

	value = (sign ? 0 - value : value) & (UINT64_MAX >> (64 - bits));
	if (!value)
		return 0;
	shift = __builtin_clzll(value);
	return ieee_round(e, size, sign, 63 - shift - (int)fraction,
			  value << shift);
}

uint64_t ieee_integral(struct ieee *e, enum ieee_size size, uint64_t a,
		       enum ieee_rounding rounding, bool exact)
{
	const struct number x = ieee_unpack(e, size, a);
	unsigned beyond;
	uint64_t result;

	if (ieee_nan_of(e, size, &x, 1, &result))
		return result;
	if (x.kind != NUMBER_FINITE ||
	    x.exponent >= ieee_formats[size].fraction)
		return x.bits;
	result = ieee_whole(x.significand, x.exponent, &beyond);
	result += ieee_rounds_up(rounding, x.sign, result & 1, beyond);
	if (beyond && exact)
		e->raised |= IEEE_INEXACT;
	return ieee_of_integer(e, size, x.sign ? 0 - result : result, 64, true,
			       0) |
	       ieee_signed(size, x.sign, 0);
}
