/* SPDX-License-Identifier: MIT */
#ifndef BOARD_IEEE_H
#define BOARD_IEEE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Arithmetic of IEEE 754 as ARM has it [DDI0487 A1.5, J1.3 shared/functions/
 * float]: numbers are their bits, as wide as their size.  By integers, but for
 * sums, products and quotients of usual numbers, which are the host's (host.c):
 * it has to round to nearest, as a process does that has not said otherwise.
 */
enum ieee_size { IEEE_HALF, IEEE_SINGLE, IEEE_DOUBLE };

/* The first four as in FPCR.RMode. */
enum ieee_rounding {
	IEEE_NEAREST, /* to even where two are as near */
	IEEE_UP,
	IEEE_DOWN,
	IEEE_ZERO,
	IEEE_AWAY, /* nearest, from zero where two are as near */
};

/* As in FPSR. */
enum ieee_exception {
	IEEE_INVALID = 1 << 0,
	IEEE_BY_ZERO = 1 << 1,
	IEEE_OVERFLOW = 1 << 2,
	IEEE_UNDERFLOW = 1 << 3,
	IEEE_INEXACT = 1 << 4,
	IEEE_INPUT_DENORMAL = 1 << 7,
};

struct ieee {
	enum ieee_rounding rounding;
	bool flush;       /* denormals to zero, but of halves */
	bool default_nan; /* for each that would go on */
	bool alternative; /* halves have no infinity and no NaN */
	uint32_t raised;  /* enum ieee_exception; they stay */
};

enum ieee_order { IEEE_LESS, IEEE_EQUAL, IEEE_GREATER, IEEE_UNORDERED };

uint64_t ieee_add(struct ieee *e, enum ieee_size size, uint64_t a, uint64_t b);
uint64_t ieee_subtract(struct ieee *e, enum ieee_size size, uint64_t a,
		       uint64_t b);
uint64_t ieee_multiply(struct ieee *e, enum ieee_size size, uint64_t a,
		       uint64_t b);
/* FMULX: of an infinity and zero it is 2. */
uint64_t ieee_multiply_extended(struct ieee *e, enum ieee_size size, uint64_t a,
				uint64_t b);
uint64_t ieee_divide(struct ieee *e, enum ieee_size size, uint64_t a,
		     uint64_t b);
uint64_t ieee_root(struct ieee *e, enum ieee_size size, uint64_t a);
/* addend + a * b, rounded once. */
uint64_t ieee_multiply_add(struct ieee *e, enum ieee_size size, uint64_t addend,
			   uint64_t a, uint64_t b);

/* The greater or the less; `number`: than a quiet NaN anything is. */
uint64_t ieee_extreme(struct ieee *e, enum ieee_size size, uint64_t a,
		      uint64_t b, bool greater, bool number);
/* `signalling`: a quiet NaN is invalid, too. */
enum ieee_order ieee_compare(struct ieee *e, enum ieee_size size, uint64_t a,
			     uint64_t b, bool signalling);

/* Between sizes, and integers of so many bits, with a fraction of so many. */
uint64_t ieee_convert(struct ieee *e, enum ieee_size from, enum ieee_size to,
		      uint64_t a);
uint64_t ieee_to_integer(struct ieee *e, enum ieee_size size, uint64_t a,
			 enum ieee_rounding rounding, unsigned bits,
			 bool is_signed, unsigned fraction);
uint64_t ieee_of_integer(struct ieee *e, enum ieee_size size, uint64_t value,
			 unsigned bits, bool is_signed, unsigned fraction);
/* `exact`: what is not integral raises an exception. */
uint64_t ieee_integral(struct ieee *e, enum ieee_size size, uint64_t a,
		       enum ieee_rounding rounding, bool exact);

#endif
