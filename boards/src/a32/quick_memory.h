/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_QUICK_MEMORY_H
#define BOARD_A32_QUICK_MEMORY_H

#include <string.h>

#include "base/rare.h"
#include "boards/src/a32/decode/bits.h"
#include "boards/src/a32/engine.h"
#include "boards/src/a32/quick.h"

/* Loads and stores of one register, for all that carry them out. */

/* A load's kind, by its size; from bit 2 on: with a sign. */
enum kind { WORD, BYTE, HALF, SIGNED_BYTE, SIGNED_HALF };

static ALWAYS unsigned size_of(enum kind kind)
{
	return kind == WORD ? 4 : kind == BYTE || kind == SIGNED_BYTE ? 1 : 2;
}

static ALWAYS uint32_t get(const uint8_t *at, enum kind kind)
{
	uint32_t word;
	uint16_t half;

	if (kind == BYTE)
		return *at;
	if (kind == SIGNED_BYTE)
		return sign_extend(*at, 8);
	if (kind == WORD) {
		memcpy(&word, at, sizeof(word));
		return word;
	}
	memcpy(&half, at, sizeof(half));
	return kind == HALF ? half : sign_extend(half, 16);
}

static ALWAYS void put(uint8_t *at, enum kind kind, uint32_t value)
{
	uint16_t half = (uint16_t)value;

	if (kind == BYTE)
		*at = (uint8_t)value;
	else if (kind == WORD)
		memcpy(at, &value, sizeof(value));
	else
		memcpy(at, &half, sizeof(half));
}

/* An index register, shifted; the carry matters to RRX alone. */
static inline uint32_t index_of(const struct engine_state *s,
				const struct quick *q)
{
	uint32_t value = s->r[q->m];

	switch ((enum quick_shift)q->shift) {
	case SHIFT_LEFT:
		return value << q->by;
	case SHIFT_RIGHT:
		return q->by < 32 ? value >> q->by : 0;
	case SHIFT_ALGEBRAIC:
		return (uint32_t)((int64_t)(int32_t)value >> q->by);
	case SHIFT_ROTATE:
		return value >> q->by | value << (32 - q->by);
	case SHIFT_THROUGH_CARRY:
	default:
		return (s->cpsr << 2 & 1u << 31) | value >> 1;
	}
}

/*
 * The address to which a value leads that tells by bit 0 whether that is in
 * Thumb state, as the registers then are; QUICK_NOT: half a word in ARM state,
 * and the architecture does not say where that leads.
 */
static ALWAYS uint32_t quick_exchange(struct engine_state *s, uint32_t to)
{
	enum { T_BIT = 5 };

	if ((to & 3) == 2)
		return QUICK_NOT;
	s->cpsr = (s->cpsr & ~(1u << T_BIT)) | (to & 1) << T_BIT;
	return to & ~1u;
}

/* The address, and what the base register would become. */
static ALWAYS uint32_t address(const struct engine_state *s,
			       const struct quick *q, bool indexed,
			       uint32_t *moved)
{
	uint32_t base = s->r[q->n];
	uint32_t by = indexed ? index_of(s, q) : q->immediate;

	*moved = q->down ? base - by : base + by;
	return q->before ? *moved : base;
}

#endif
