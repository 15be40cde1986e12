/* SPDX-License-Identifier: MIT */
#ifndef BOARD_IEEE_INNER_H
#define BOARD_IEEE_INNER_H

#include "boards/src/ieee/ieee.h"

enum ieee_kind {
	NUMBER_ZERO,
	NUMBER_FINITE,
	NUMBER_INFINITE,
	NUMBER_QUIET,
	NUMBER_SIGNALLING,
};

/* A number taken apart: significand * 2^(exponent - 63), and bit 63 is 1. */
struct number {
	enum ieee_kind kind;
	bool sign;
	int exponent;
	uint64_t significand;
	uint64_t bits;
};

struct ieee_format {
	int bias;
	uint8_t fraction; /* bits */
	uint8_t sign;     /* its place */
};

static const struct ieee_format ieee_formats[] = {
	{ 15, 10, 15 },
	{ 127, 23, 31 },
	{ 1023, 52, 63 },
};

/* round.c */
struct number ieee_unpack(struct ieee *e, enum ieee_size size, uint64_t bits);
/* Bit 63 is 1, and bit 0 stands for what is less. */
uint64_t ieee_round(struct ieee *e, enum ieee_size size, bool sign,
		    int exponent, uint64_t significand);
/* `beyond` is what comes after an integer: 2 is one half. */
bool ieee_rounds_up(enum ieee_rounding rounding, bool sign, bool odd,
		    unsigned beyond);
/* The integer next to zero, and what comes after it; exponent below 64. */
uint64_t ieee_whole(uint64_t significand, int exponent, unsigned *beyond);
/* The result where any of them is a NaN; false: none is. */
bool ieee_nan_of(struct ieee *e, enum ieee_size size, const struct number *x,
		 unsigned count, uint64_t *result);
/* One more exception, and the NaN that comes of it. */
uint64_t ieee_invalid(struct ieee *e, enum ieee_size size);

static inline uint64_t ieee_signed(enum ieee_size size, bool sign,
				   uint64_t magnitude)
{
	return magnitude | (uint64_t)sign << ieee_formats[size].sign;
}

static inline uint64_t ieee_infinity(enum ieee_size size, bool sign)
{
	const struct ieee_format *f = &ieee_formats[size];

	return ieee_signed(size, sign,
			   (2 * (uint64_t)f->bias + 1) << f->fraction);
}

static inline bool ieee_is_nan(const struct number *x)
{
	return x->kind >= NUMBER_QUIET;
}

#endif
