/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_LANES_H
#define BOARD_A64_LANES_H

#include <string.h>

#include "boards/src/a64/quick_float.h"

/* Elements of vectors, and what is done with two of them, and with the third
 * that was in their place. */

struct lanes {
	struct ieee e;
	enum ieee_size size;
	unsigned bits; /* of an element */
	unsigned shift;
	bool is_signed;
};

typedef uint64_t lane_function(struct lanes *x, uint64_t a, uint64_t b,
			       uint64_t d);

static inline uint64_t lane_of(const union a64_v *v, unsigned log, unsigned k,
			       bool is_signed)
{
	uint64_t value = 0;

	memcpy(&value, &v->b[k << log], (size_t)1 << log);
	return is_signed ? a64_signed(value, 8u << log) : value;
}

static inline void set_lane(union a64_v *v, unsigned log, unsigned k,
			    uint64_t value)
{
	memcpy(&v->b[k << log], &value, (size_t)1 << log);
}

#define LANE(name, ...)                                                        \
	static inline uint64_t lane_##name(struct lanes *x, uint64_t a,        \
					   uint64_t b, uint64_t d)             \
	{                                                                      \
		(void)x;                                                       \
		(void)a;                                                       \
		(void)b;                                                       \
		(void)d;                                                       \
		return __VA_ARGS__;                                            \
	}
#define TRUTH(name, ...) LANE(name, (__VA_ARGS__) ? UINT64_MAX : 0)

LANE(first, a)
LANE(add, a + b)
LANE(subtract, a - b)
LANE(multiply, a *b)
LANE(multiply_add, d + a * b)
LANE(multiply_subtract, d - a * b)
LANE(negative, 0 - a)
LANE(absolute, (int64_t)a < 0 ? 0 - a : a)
LANE(greatest, (int64_t)a > (int64_t)b ? a : b)
LANE(least, (int64_t)a < (int64_t)b ? a : b)
LANE(difference, (int64_t)a > (int64_t)b ? a - b : b - a)
LANE(difference_add, d + ((int64_t)a > (int64_t)b ? a - b : b - a))
LANE(half_sum, (a + b) >> 1)
LANE(half_sum_up, (a + b + 1) >> 1)
LANE(half_difference, (a - b) >> 1)
TRUTH(test, a &b)
TRUTH(equal, a == b)
TRUTH(greater, a > b)
TRUTH(no_less, a >= b)
TRUTH(greater_signed, (int64_t)a > (int64_t)b)
TRUTH(no_less_signed, (int64_t)a >= (int64_t)b)
TRUTH(no_greater_signed, (int64_t)a <= (int64_t)b)
TRUTH(less_signed, (int64_t)a < (int64_t)b)
LANE(and, a &b)
LANE(clear, a & ~b)
LANE(or, a | b)
LANE(or_not, a | ~b)
LANE(exclusive_or, a ^ b)
LANE(select, (d & a) | (~d & b))
LANE(insert_if, (b & a) | (~b & d))
LANE(insert_if_not, (~b & a) | (b & d))
LANE(not, ~a)
LANE(leading_zeros, a ? (uint64_t)__builtin_clzll(a) - (64 - x->bits) : x->bits)
LANE(population, (uint64_t)__builtin_popcountll(a))

/* By the lowest byte of the other, to the right if it is negative. */
static inline uint64_t shifted_by(uint64_t a, uint64_t b, bool is_signed)
{
	const int by = (int)a64_signed(b & 0xff, 8);

	if (by >= 0)
		return by < 64 ? a << by : 0;
	if (by <= -64)
		return is_signed && (int64_t)a < 0 ? UINT64_MAX : 0;
	return is_signed ? (uint64_t)((int64_t)a >> -by) : a >> -by;
}
LANE(shift, shifted_by(a, b, false))
LANE(shift_signed, shifted_by(a, b, true))

/* To the right by 1 to 64; a sign goes on. */
static inline uint64_t to_right(const struct lanes *x, uint64_t a, bool rounded)
{
	const uint64_t high = x->is_signed && (int64_t)a < 0 ? UINT64_MAX : 0;
	const uint64_t up = rounded ? a >> (x->shift - 1) & 1 : 0;

	if (x->shift == 64)
		return high + up;
	return (a >> x->shift | (high & ~(UINT64_MAX >> x->shift))) + up;
}
LANE(right, to_right(x, a, false))
LANE(right_add, d + to_right(x, a, false))
LANE(right_rounded, to_right(x, a, true))
LANE(right_rounded_add, d + to_right(x, a, true))
LANE(narrow, to_right(x, a, false))
LANE(narrow_rounded, to_right(x, a, true))
LANE(left, a << x->shift)
LANE(left_insert, a << x->shift | (d & ((UINT64_C(1) << x->shift) - 1)))
/* By as many bits as it has, nothing comes of it. */
LANE(right_insert,
     x->shift == x->bits ? d
			 : (a >> x->shift |
			    (d & ~(UINT64_MAX >> (64 - x->bits) >> x->shift))))

LANE(f_add, ieee_add(&x->e, x->size, a, b))
LANE(f_subtract, ieee_subtract(&x->e, x->size, a, b))
LANE(f_multiply, ieee_multiply(&x->e, x->size, a, b))
LANE(f_multiply_extended, ieee_multiply_extended(&x->e, x->size, a, b))
LANE(f_divide, ieee_divide(&x->e, x->size, a, b))
LANE(f_multiply_add, ieee_multiply_add(&x->e, x->size, d, a, b))
LANE(f_multiply_subtract,
     ieee_multiply_add(&x->e, x->size, d, a ^ sign_bit(x->size), b))
LANE(f_difference, ieee_subtract(&x->e, x->size, a, b) & ~sign_bit(x->size))
LANE(f_greatest, ieee_extreme(&x->e, x->size, a, b, true, false))
LANE(f_least, ieee_extreme(&x->e, x->size, a, b, false, false))
LANE(f_greatest_number, ieee_extreme(&x->e, x->size, a, b, true, true))
LANE(f_least_number, ieee_extreme(&x->e, x->size, a, b, false, true))
LANE(f_absolute, a & ~sign_bit(x->size))
LANE(f_negative, a ^ sign_bit(x->size))
LANE(f_root, ieee_root(&x->e, x->size, a))
LANE(f_of_signed, ieee_of_integer(&x->e, x->size, a, x->bits, true, 0))
LANE(f_of_unsigned, ieee_of_integer(&x->e, x->size, a, x->bits, false, 0))

static inline enum ieee_order order_of(struct lanes *x, uint64_t a, uint64_t b,
				       bool signalling)
{
	return ieee_compare(&x->e, x->size, a, b, signalling);
}
#define ABSOLUTE(a) ((a) & ~sign_bit(x->size))
TRUTH(f_equal, order_of(x, a, b, false) == IEEE_EQUAL)
TRUTH(f_greater, order_of(x, a, b, true) == IEEE_GREATER)
TRUTH(f_less, order_of(x, a, b, true) == IEEE_LESS)
TRUTH(f_no_less, order_of(x, b, a, true) <= IEEE_EQUAL)
TRUTH(f_no_greater, order_of(x, a, b, true) <= IEEE_EQUAL)
TRUTH(f_greater_absolute,
      order_of(x, ABSOLUTE(a), ABSOLUTE(b), true) == IEEE_GREATER)
TRUTH(f_no_less_absolute,
      order_of(x, ABSOLUTE(b), ABSOLUTE(a), true) <= IEEE_EQUAL)

static inline uint64_t integral_of(struct lanes *x, uint64_t a, unsigned how)
{
	return ieee_integral(&x->e, x->size, a, rounding_of(&x->e, how),
			     how == 6);
}

static inline uint64_t integer_of(struct lanes *x, uint64_t a, unsigned how,
				  bool is_signed)
{
	return ieee_to_integer(&x->e, x->size, a, rounding_of(&x->e, how),
			       x->bits, is_signed, 0);
}
#define ROUNDED(how)                                                           \
	LANE(f_integral_##how, integral_of(x, a, how))                         \
	LANE(f_to_signed_##how, integer_of(x, a, how, true))                   \
	LANE(f_to_unsigned_##how, integer_of(x, a, how, false))
ROUNDED(0)
ROUNDED(1)
ROUNDED(2)
ROUNDED(3)
ROUNDED(4)
LANE(f_integral_6, integral_of(x, a, 6))
LANE(f_integral_7, integral_of(x, a, 7))

#endif
