/* SPDX-License-Identifier: MIT */
/* Sums, products, quotients and roots; host.c has the ordinary ones. */
#include "boards/src/ieee/host.h"
#include "boards/src/ieee/inner.h"

typedef unsigned __int128 wide;

/* A finite one in twice as many bits: w * 2^(exponent - 127). */
struct wide_number {
	bool sign;
	int exponent;
	wide w;
};

static uint64_t round_wide(struct ieee *e, enum ieee_size size,
			   const struct wide_number *x)
{
	const uint64_t high = (uint64_t)(x->w >> 64);
	const int shift = high ? __builtin_clzll(high)
			       : 64 + __builtin_clzll((uint64_t)x->w);
	const wide w = x->w << shift;

	return ieee_round(e, size, x->sign, x->exponent - shift,
			  (uint64_t)(w >> 64) | ((uint64_t)w != 0));
}

/* Their sum; lower bits than bit 19 of either are zero. */
static uint64_t sum(struct ieee *e, enum ieee_size size, struct wide_number a,
		    struct wide_number b)
{
	struct wide_number result;
	int by = a.exponent - b.exponent;

	if (by < 0) {
		const struct wide_number other = a;

		a = b;
		b = other;
		by = -by;
	}
	a.w >>= 1; /* there is room for a carry */
	b.w >>= 1;
	if (by > 127)
		b.w = 1;
	else if (by)
		b.w = b.w >> by | ((b.w & (((wide)1 << by) - 1)) != 0);
	result = (struct wide_number){ a.sign, a.exponent + 1, a.w + b.w };
	if (a.sign != b.sign) {
		result.w = a.w - b.w;
		if (a.w < b.w) {
			result.w = b.w - a.w;
			result.sign = b.sign;
		}
	}
	if (!result.w)
		return ieee_signed(size, e->rounding == IEEE_DOWN, 0);
	return round_wide(e, size, &result);
}

static struct wide_number widened(const struct number *x)
{
	return (struct wide_number){ x->sign, x->exponent,
				     (wide)x->significand << 64 };
}

static uint64_t round_number(struct ieee *e, enum ieee_size size,
			     const struct number *x)
{
	return ieee_round(e, size, x->sign, x->exponent, x->significand);
}

static uint64_t sum_of_zeros(const struct ieee *e, enum ieee_size size, bool a,
			     bool b)
{
	return ieee_signed(size, a == b ? a : e->rounding == IEEE_DOWN, 0);
}

static uint64_t add(struct ieee *e, enum ieee_size size, uint64_t a, uint64_t b,
		    bool minus)
{
	struct number x[2];
	uint64_t result;

	x[0] = ieee_unpack(e, size, a);
	x[1] = ieee_unpack(e, size, b);
	if (ieee_nan_of(e, size, x, 2, &result))
		return result;
	x[1].sign ^= minus;
	if (x[0].kind == NUMBER_INFINITE && x[1].kind == NUMBER_INFINITE &&
	    x[0].sign != x[1].sign)
		return ieee_invalid(e, size);
	for (unsigned i = 0; i < 2; i++)
		if (x[i].kind == NUMBER_INFINITE)
			return ieee_infinity(size, x[i].sign);
	if (x[0].kind == NUMBER_ZERO && x[1].kind == NUMBER_ZERO)
		return sum_of_zeros(e, size, x[0].sign, x[1].sign);
	for (unsigned i = 0; i < 2; i++)
		if (x[i].kind == NUMBER_ZERO)
			return round_number(e, size, &x[!i]);
	return sum(e, size, widened(&x[0]), widened(&x[1]));
}

uint64_t ieee_add(struct ieee *e, enum ieee_size size, uint64_t a, uint64_t b)
{
	uint64_t result;

	return host_add(e, size, a, b, &result) ? result
						: add(e, size, a, b, false);
}

uint64_t ieee_subtract(struct ieee *e, enum ieee_size size, uint64_t a,
		       uint64_t b)
{
	uint64_t result;

	return host_subtract(e, size, a, b, &result) ? result
						     : add(e, size, a, b, true);
}

static struct wide_number product_of(const struct number *a,
				     const struct number *b)
{
	return (struct wide_number){ a->sign != b->sign,
				     a->exponent + b->exponent + 1,
				     (wide)a->significand * b->significand };
}

static bool no_product(const struct number *a, const struct number *b)
{
	return (a->kind == NUMBER_INFINITE && b->kind == NUMBER_ZERO) ||
	       (a->kind == NUMBER_ZERO && b->kind == NUMBER_INFINITE);
}

static uint64_t multiplied(struct ieee *e, enum ieee_size size, uint64_t a,
			   uint64_t b, bool extended)
{
	struct wide_number w;
	struct number x[2];
	uint64_t result;
	bool sign;

	x[0] = ieee_unpack(e, size, a);
	x[1] = ieee_unpack(e, size, b);
	sign = x[0].sign != x[1].sign;
	if (ieee_nan_of(e, size, x, 2, &result))
		return result;
	if (no_product(&x[0], &x[1]))
		return extended
			       ? ieee_round(e, size, sign, 1, UINT64_C(1) << 63)
			       : ieee_invalid(e, size);
	if (x[0].kind == NUMBER_INFINITE || x[1].kind == NUMBER_INFINITE)
		return ieee_infinity(size, sign);
	if (x[0].kind == NUMBER_ZERO || x[1].kind == NUMBER_ZERO)
		return ieee_signed(size, sign, 0);
	w = product_of(&x[0], &x[1]);
	return round_wide(e, size, &w);
}

uint64_t ieee_multiply(struct ieee *e, enum ieee_size size, uint64_t a,
		       uint64_t b)
{
	uint64_t result;

	return host_multiply(e, size, a, b, &result)
		       ? result
		       : multiplied(e, size, a, b, false);
}

uint64_t ieee_multiply_extended(struct ieee *e, enum ieee_size size, uint64_t a,
				uint64_t b)
{
	return multiplied(e, size, a, b, true);
}

static uint64_t divided_by(struct ieee *e, enum ieee_size size, uint64_t a,
			   uint64_t b)
{
	struct number x[2];
	struct wide_number w;
	uint64_t result;
	wide dividend;

	x[0] = ieee_unpack(e, size, a);
	x[1] = ieee_unpack(e, size, b);
	w.sign = x[0].sign != x[1].sign;
	if (ieee_nan_of(e, size, x, 2, &result))
		return result;
	if (x[0].kind == x[1].kind && x[0].kind != NUMBER_FINITE)
		return ieee_invalid(e, size);
	if (x[0].kind == NUMBER_INFINITE)
		return ieee_infinity(size, w.sign);
	if (x[1].kind == NUMBER_ZERO) {
		e->raised |= IEEE_BY_ZERO;
		return ieee_infinity(size, w.sign);
	}
	if (x[0].kind == NUMBER_ZERO || x[1].kind == NUMBER_INFINITE)
		return ieee_signed(size, w.sign, 0);
	dividend = (wide)x[0].significand << 63;
	w.exponent = x[0].exponent - x[1].exponent;
	w.w = dividend / x[1].significand;
	w.w = w.w << 64 | (dividend % x[1].significand != 0);
	return round_wide(e, size, &w);
}

uint64_t ieee_divide(struct ieee *e, enum ieee_size size, uint64_t a,
		     uint64_t b)
{
	uint64_t result;

	return host_divide(e, size, a, b, &result) ? result
						   : divided_by(e, size, a, b);
}

/* The root of 2^63 * s, or of 2^64 * s, bit by bit: it has 64. */
static uint64_t root_of(uint64_t s, bool doubled, bool *exact)
{
	wide left = 0, from = (wide)s << (doubled ? 64 : 63);
	uint64_t root = 0;

	for (unsigned i = 0; i < 64; i++) {
		wide next = (wide)root << 2 | 1;

		left = left << 2 | from >> 126;
		from <<= 2;
		root <<= 1;
		if (left >= next) {
			left -= next;
			root |= 1;
		}
	}
	*exact = !left;
	return root;
}

uint64_t ieee_root(struct ieee *e, enum ieee_size size, uint64_t a)
{
	const struct number x = ieee_unpack(e, size, a);
	uint64_t result, root;
	bool exact;

	if (ieee_nan_of(e, size, &x, 1, &result))
		return result;
	if (x.kind == NUMBER_ZERO)
		return x.bits;
	if (x.sign)
		return ieee_invalid(e, size);
	if (x.kind == NUMBER_INFINITE)
		return x.bits;
	root = root_of(x.significand, x.exponent & 1, &exact);
	return ieee_round(e, size, false, x.exponent >> 1, root | !exact);
}

uint64_t ieee_multiply_add(struct ieee *e, enum ieee_size size, uint64_t addend,
			   uint64_t a, uint64_t b)
{
	/* The addend's NaN comes first. */
	struct number x[3];
	bool invalid, sign, infinite;
	struct wide_number w;
	uint64_t result;

	x[0] = ieee_unpack(e, size, addend);
	x[1] = ieee_unpack(e, size, a);
	x[2] = ieee_unpack(e, size, b);
	invalid = no_product(&x[1], &x[2]);
	if (x[0].kind == NUMBER_QUIET && invalid)
		return ieee_invalid(e, size);
	if (ieee_nan_of(e, size, x, 3, &result))
		return result;
	sign = x[1].sign != x[2].sign;
	infinite = x[1].kind == NUMBER_INFINITE || x[2].kind == NUMBER_INFINITE;
	if (invalid ||
	    (infinite && x[0].kind == NUMBER_INFINITE && x[0].sign != sign))
		return ieee_invalid(e, size);
	if (infinite || x[0].kind == NUMBER_INFINITE)
		return ieee_infinity(size, infinite ? sign : x[0].sign);
	if (x[1].kind == NUMBER_ZERO || x[2].kind == NUMBER_ZERO)
		return x[0].kind == NUMBER_ZERO
			       ? sum_of_zeros(e, size, x[0].sign, sign)
			       : round_number(e, size, &x[0]);
	w = product_of(&x[1], &x[2]);
	return x[0].kind == NUMBER_ZERO ? round_wide(e, size, &w)
					: sum(e, size, widened(&x[0]), w);
}
