/* SPDX-License-Identifier: MIT */
/* Numbers taken apart, and rounded. */
#include "boards/src/ieee/inner.h"

struct number ieee_unpack(struct ieee *e, enum ieee_size size, uint64_t bits)
{
	const struct ieee_format *f = &ieee_formats[size];
	const uint64_t fraction = bits & ((UINT64_C(1) << f->fraction) - 1);
	const int most = 2 * f->bias + 1;
	const int exponent = (int)(bits >> f->fraction) & most;
	struct number x = { .sign = bits >> f->sign & 1, .bits = bits };
	int shift;

	if (exponent == most && !(size == IEEE_HALF && e->alternative)) {
		x.kind = !fraction                       ? NUMBER_INFINITE
			 : fraction >> (f->fraction - 1) ? NUMBER_QUIET
							 : NUMBER_SIGNALLING;
		return x;
	}
	if (exponent) {
		x.kind = NUMBER_FINITE;
		x.exponent = exponent - f->bias;
		x.significand = (fraction | UINT64_C(1) << f->fraction)
				<< (63 - f->fraction);
		return x;
	}
	if (!fraction)
		return x;
	if (e->flush && size != IEEE_HALF) {
		e->raised |= IEEE_INPUT_DENORMAL;
		x.bits = ieee_signed(size, x.sign, 0);
		return x;
	}
	shift = __builtin_clzll(fraction);
	x.kind = NUMBER_FINITE;
	x.exponent = 1 - f->bias - f->fraction + 63 - shift;
	x.significand = fraction << shift;
	return x;
}

bool ieee_rounds_up(enum ieee_rounding rounding, bool sign, bool odd,
		    unsigned beyond)
{
	switch (rounding) {
	case IEEE_UP:
		return beyond && !sign;
	case IEEE_DOWN:
		return beyond && sign;
	case IEEE_ZERO:
		return false;
	case IEEE_AWAY:
		return beyond >= 2;
	case IEEE_NEAREST:
	default:
		return beyond + odd > 2;
	}
}

uint64_t ieee_whole(uint64_t significand, int exponent, unsigned *beyond)
{
	const int shift = 63 - exponent; /* at least 0 */

	*beyond = 0;
	if (shift == 0)
		return significand;
	if (shift > 64) {
		*beyond = significand != 0;
		return 0;
	}
	*beyond = (unsigned)(significand >> (shift - 1) & 1) << 1;
	*beyond |= (significand & ((UINT64_C(1) << (shift - 1)) - 1)) != 0;
	return shift == 64 ? 0 : significand >> shift;
}

static uint64_t overflow(struct ieee *e, enum ieee_size size, bool sign)
{
	const uint64_t infinity = ieee_infinity(size, sign);

	if (size == IEEE_HALF && e->alternative) {
		e->raised |= IEEE_INVALID;
		return ieee_signed(size, sign, 0x7fff);
	}
	e->raised |= IEEE_OVERFLOW | IEEE_INEXACT;
	switch (e->rounding) {
	case IEEE_UP:
		return infinity - sign;
	case IEEE_DOWN:
		return infinity - !sign;
	case IEEE_ZERO:
		return infinity - 1;
	case IEEE_NEAREST:
	case IEEE_AWAY:
	default:
		return infinity;
	}
}

uint64_t ieee_round(struct ieee *e, enum ieee_size size, bool sign,
		    int exponent, uint64_t significand)
{
	const struct ieee_format *f = &ieee_formats[size];
	const int biased = exponent + f->bias;
	/* The unit of the last place, as the exponent of an integer. */
	const int whole = f->fraction + (biased < 1 ? biased - 1 : 0);
	const int most = size == IEEE_HALF && e->alternative ? 2 * f->bias + 1
							     : 2 * f->bias;
	uint64_t result;
	unsigned beyond;

	if (biased < 1 && e->flush && size != IEEE_HALF) {
		e->raised |= IEEE_UNDERFLOW;
		return ieee_signed(size, sign, 0);
	}
	if (biased > most)
		return overflow(e, size, sign);
	result = ieee_whole(significand, whole, &beyond);
	result += ieee_rounds_up(e->rounding, sign, result & 1, beyond);
	if (biased > 1)
		result += (uint64_t)(biased - 1) << f->fraction;
	if (result >> f->fraction > (uint64_t)most)
		return overflow(e, size, sign);
	if (beyond)
		e->raised |= IEEE_INEXACT | (biased < 1 ? IEEE_UNDERFLOW : 0);
	return ieee_signed(size, sign, result);
}

static uint64_t nan_by_default(enum ieee_size size)
{
	return ieee_infinity(size, false) |
	       UINT64_C(1) << (ieee_formats[size].fraction - 1);
}

uint64_t ieee_invalid(struct ieee *e, enum ieee_size size)
{
	e->raised |= IEEE_INVALID;
	return nan_by_default(size);
}

bool ieee_nan_of(struct ieee *e, enum ieee_size size, const struct number *x,
		 unsigned count, uint64_t *result)
{
	const struct number *found = NULL;

	for (unsigned i = count; i-- > 0;)
		if (x[i].kind == NUMBER_QUIET)
			found = &x[i];
	for (unsigned i = count; i-- > 0;)
		if (x[i].kind == NUMBER_SIGNALLING)
			found = &x[i];
	if (!found)
		return false;
	if (found->kind == NUMBER_SIGNALLING)
		e->raised |= IEEE_INVALID;
	*result =
		e->default_nan
			? nan_by_default(size)
			: found->bits |
				  UINT64_C(1)
					  << (ieee_formats[size].fraction - 1);
	return true;
}
