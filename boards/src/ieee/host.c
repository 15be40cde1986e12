/* SPDX-License-Identifier: MIT */
/* The host's arithmetic of numbers that need no care. */
#include "boards/src/ieee/host.h"

#include <string.h>

static bool may(const struct ieee *e, enum ieee_size size)
{
	return e->rounding == IEEE_NEAREST && e->raised & IEEE_INEXACT &&
	       size != IEEE_HALF;
}

/* Normal, and neither of the least exponent nor of the greatest. */
static bool is_usual(enum ieee_size size, uint64_t bits)
{
	const struct ieee_format *f = &ieee_formats[size];
	const uint64_t exponent =
		bits >> f->fraction & (2 * (uint64_t)f->bias + 1);

	return exponent - 2 < 2 * (uint64_t)f->bias - 2;
}

#define HOST(name, operation)                                                  \
	bool host_##name(const struct ieee *e, enum ieee_size size,            \
			 uint64_t a, uint64_t b, uint64_t *result)             \
	{                                                                      \
		double x, y;                                                   \
		float s, t;                                                    \
                                                                               \
		if (!may(e, size) || !is_usual(size, a) || !is_usual(size, b)) \
			return false;                                          \
		*result = 0;                                                   \
		if (size == IEEE_DOUBLE) {                                     \
			memcpy(&x, &a, sizeof(x));                             \
			memcpy(&y, &b, sizeof(y));                             \
			x = x operation y;                                     \
			memcpy(result, &x, sizeof(x));                         \
		} else {                                                       \
			memcpy(&s, &a, sizeof(s));                             \
			memcpy(&t, &b, sizeof(t));                             \
			s = s operation t;                                     \
			memcpy(result, &s, sizeof(s));                         \
		}                                                              \
		return is_usual(size, *result);                                \
	}
HOST(add, +)
HOST(subtract, -)
HOST(multiply, *)
HOST(divide, /)
