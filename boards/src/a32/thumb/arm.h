/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_THUMB_ARM_H
#define BOARD_A32_THUMB_ARM_H

#include "boards/src/a32/decode/bits.h"

/*
 * An instruction of Thumb state is carried out as the one of ARM state that
 * does the same.  A row tells which words are meant, that instruction without
 * its operands, and a function that puts these where it has them.
 */
struct thumb_row {
	uint32_t mask, value; /* the first row that fits is it */
	uint32_t arm;
	uint32_t (*operands)(uint32_t word);
};

/* Operands, where an instruction of ARM state has them. */
static inline uint32_t arm_n(uint32_t n)
{
	return n << 16;
}

static inline uint32_t arm_d(uint32_t d)
{
	return d << 12;
}

static inline uint32_t arm_s(uint32_t s)
{
	return s << 8;
}

#endif
