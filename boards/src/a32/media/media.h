/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_MEDIA_MEDIA_H
#define BOARD_A32_MEDIA_MEDIA_H

#include <stdint.h>

#include "boards/src/a32/decode/bits.h"
#include "boards/src/a32/engine.h"
#include "boards/src/a32/quick.h"

/*
 * Instructions for signals: bytes and half words in parallel, saturated, and
 * multiplied two at a time [DDI0406C A5.4, A5.2.9; ARM ARM A10].  A row of
 * media.c tells which words are meant; a function here carries one out.
 *
 * Fields of struct quick: d, n, m and s as the manual has them in a word that
 * multiplies, where `n` is what is added; `operation` and `form` tell variants
 * apart.
 */

/* products.c, parallel.c and saturate.c. */
quick_function media_dual, media_dual_long, media_top, media_word_by_half,
	media_halves_long, media_accumulate_twice;
quick_function media_parallel, media_select, media_differences;
quick_function media_saturating_sum, media_saturate, media_saturate_halves,
	media_pack, media_extend_bytes;

enum { Q_BIT = 27, GE_BIT = 16 };

static inline void set_q(struct engine_state *s)
{
	s->cpsr |= 1u << Q_BIT;
}

static inline int32_t low_half(uint32_t value)
{
	return (int16_t)(uint16_t)value;
}

static inline int32_t high_half(uint32_t value)
{
	return (int16_t)(uint16_t)(value >> 16);
}

#endif
