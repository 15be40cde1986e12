/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_THUMB_WIDE_H
#define BOARD_A32_THUMB_WIDE_H

#include "boards/src/a32/thumb/arm.h"

/* Operands of a Thumb instruction of four bytes, whose word has the first
 * halfword in its upper half. */
static inline unsigned first_operand(uint32_t w)
{
	return bits(w, 16, 4);
}

/* The register that gets the wide_result, and those of which it is made. */
static inline unsigned wide_result(uint32_t w)
{
	return bits(w, 8, 4);
}

static inline unsigned addend(uint32_t w)
{
	return bits(w, 12, 4);
}

static inline unsigned last_operand(uint32_t w)
{
	return w & 15;
}

static inline uint32_t number_5(uint32_t w)
{
	return bits(w, 12, 3) << 2 | bits(w, 6, 2);
}

static inline uint32_t number_12(uint32_t w)
{
	return bits(w, 26, 1) << 11 | bits(w, 12, 3) << 8 | bits(w, 0, 8);
}

/* wide_rows.c: those that ARM state has alike but for where operands stand. */
quick_function *wide_by_row(struct quick *q, const struct decoded *d,
			    const struct quick_ways *ways);

#endif
