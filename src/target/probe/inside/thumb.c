/* SPDX-License-Identifier: MIT */
/*
 * Thumb code as a region: a branch of 32 bits stands at its begin (Thumb-2 has
 * it; none of Thumb-1 goes far enough and keeps the link), and the one or two
 * instructions that stood there are carried out in Thumb state, elsewhere
 * [DDI0406 A6, A8].  Little-endian.
 */
#include "target/probe/inside/inner.h"
#include "target/probe/inside/inside.h"

uint64_t inside_entry(const struct inside_wish *w)
{
	return ((w->base + (uint64_t)INSIDE_PLACES * w->arch->bits / 8 + 7) &
		~UINT64_C(7)) +
	       (w->thumb ? 2 * INSIDE_DOOR : 0);
}

enum {
	JUMP = 0xF8DF, /* ldr.w pc, [pc, #low bits of the next half] */
	JUMP_LOW = 0xF000,
	LOAD_BEFORE = 0xF85F, /* ldr.w Rt, [pc, #-by] */
	HALVES = 16,
	DOOR_WORDS = 2,
	DOOR_BYTES = 8,
	FUNCTION = 1 << 16, /* bytes of one that are looked through */
};

/* Does it begin one of 32 bits? */
static bool is_wide(unsigned half)
{
	return half >> 11 > 0x1C;
}

/* An instruction that reads or writes the program counter, or makes what
 * follows conditional. */
static bool uses_pc(unsigned half)
{
	const bool high = (half & 0xFC00) == 0x4400; /* of r8 to r15, too */

	return (half & 0xF000) == 0xD000 || /* B under a condition, SVC */
	       (half & 0xF800) == 0xA000 || /* ADR */
	       (half & 0xF800) == 0xE000 || /* B */
	       (half & 0xF500) == 0xB100 || /* CBZ, CBNZ */
	       (half & 0xFF00) == 0x4700 || /* BX, BLX */
	       (half & 0xFF00) == 0xBD00 || /* POP of it */
	       (half & 0xFF00) == 0xBE00 || /* BKPT */
	       ((half & 0xFF00) == 0xBF00 && half & 15) || /* IT */
	       (high && ((half & 0x78) == 0x78 || (half & 0x87) == 0x87));
}

/* PUSH, VPUSH, and what computes from registers and constants. */
static bool is_plain_wide(unsigned first, unsigned second)
{
	if (first == 0xE92D || (first & 0xFFBF) == 0xED2D ||
	    (first & 0xFE00) == 0xEA00)
		return true;
	return (first & 0xF800) == 0xF000 && !(second & 0x8000) &&
	       (first & 0xFB5F) != 0xF20F; /* ADR */
}

static uint32_t half_of(const struct inside_wish *w, unsigned number)
{
	return number < 2 ? w->word >> 16 * number & 0xFFFF : w->more;
}

/* LDR Rt, [pc, #by]: what is there is a constant. */
static bool literal(struct inside_code *c, unsigned half, uint64_t from,
		    uint64_t at, uint64_t place, uint16_t to[2])
{
	if (c->literal_bytes)
		return false; /* there is room for one */
	c->literal = ((from + 4) & ~UINT64_C(3)) + (uint64_t)4 * (half & 0xFF);
	c->literal_bytes = 4;
	to[0] = LOAD_BEFORE;
	to[1] = (uint16_t)((half >> 8 & 7) << 12 |
			   (((at + 4) & ~UINT64_C(3)) - place));
	return true;
}

/* One instruction of Thumb; the lowest bit of `to`: to Thumb. */
static void jump(uint64_t to, uint32_t word[2])
{
	word[0] = (uint32_t)JUMP_LOW << 16 | JUMP;
	word[1] = (uint32_t)to;
}

/* ldr pc, [pc, #-4] of ARM: to the Thumb code behind its two words. */
static void go_to_thumb(uint64_t at, uint32_t word[DOOR_WORDS])
{
	word[0] = 0xE51FF004;
	word[1] = ((uint32_t)at + DOOR_BYTES) | 1;
}

void inside_thumb_empty(const struct inside_code *c, uint64_t at,
			uint32_t word[INSIDE_THUMB_EMPTY])
{
	const bool twice = c->wish->region == INSIDE_EMPTY_TWICE;

	go_to_thumb(at, word);
	jump(twice ? (at + 16) | 1 : c->end, word + 2);
	jump((inside_entry(c->wish) - INSIDE_DOOR) | 1, word + 4);
	go_to_thumb(at + 24, word + INSIDE_THUMB_AGAIN);
	jump(c->end, word + INSIDE_THUMB_AGAIN + 2);
}

unsigned inside_thumb_first(struct inside_code *c, uint64_t at, uint64_t place,
			    uint32_t *word)
{
	const struct inside_wish *w = c->wish;
	uint16_t half[HALVES] = { 0 };
	uint64_t from = 0, to = 0;

	go_to_thumb(at, word);
	at += DOOR_BYTES;
	word += DOOR_WORDS;
	while (from < 2) {
		const unsigned first = half_of(w, (unsigned)from);

		if ((first & 0xF800) == 0x4800) {
			if (!literal(c, first, w->from + 2 * from, at + 2 * to,
				     place, half + to))
				return 0;
			to += 2;
		} else if (is_wide(first)) {
			if (!is_plain_wide(first,
					   half_of(w, (unsigned)from + 1)))
				return 0;
			half[to++] = (uint16_t)first;
			half[to++] = (uint16_t)half_of(w, (unsigned)++from);
		} else if (uses_pc(first)) {
			return 0;
		} else {
			half[to++] = (uint16_t)first;
		}
		from++;
	}
	/* The word that it loads is behind it, at a word's address. */
	half[to] = JUMP;
	half[to + 1] = to & 1 ? JUMP_LOW + 4 : JUMP_LOW;
	to += to & 1 ? 3 : 2;
	for (size_t i = 0; i < to / 2; i++)
		word[i] = (uint32_t)half[2 * i + 1] << 16 | half[2 * i];
	word[to / 2] = (uint32_t)(w->from + 2 * from) | 1;
	return DOOR_WORDS + (unsigned)to / 2 + 1;
}

bool inside_thumb_branch(uint64_t from, uint64_t to, uint32_t *word)
{
	const int64_t by = (int64_t)(to - (from + 4));
	const uint32_t n = (uint32_t)by, sign = by < 0;
	const uint32_t j1 = (n >> 23 & 1) ^ sign ^ 1;
	const uint32_t j2 = (n >> 22 & 1) ^ sign ^ 1;

	*word = 0xF000 | sign << 10 | (n >> 12 & 0x3FF) |
		(0x9000 | j1 << 13 | j2 << 11 | (n >> 1 & 0x7FF)) << 16;
	return by >= -(1 << 24) && by < 1 << 24;
}

/* ---- is it entered in the middle ----------------------------------------- */

static int64_t extended(uint32_t value, unsigned bits)
{
	const uint32_t sign = UINT32_C(1) << (bits - 1);

	return (int64_t)((value & ((sign << 1) - 1)) ^ sign) - sign;
}

/* The distance of a branch that may go back, from itself; 0: it is none. */
static int64_t goes(unsigned first, unsigned second)
{
	const uint32_t sign = first >> 10 & 1;
	const uint32_t j1 = second >> 13 & 1, j2 = second >> 11 & 1;
	const uint32_t i1 = (j1 ^ sign) ^ 1, i2 = (j2 ^ sign) ^ 1;

	if ((first & 0xF000) == 0xD000 && (first & 0xF00) < 0xE00)
		return 4 + extended(first << 1, 9);
	if ((first & 0xF800) == 0xE000)
		return 4 + extended(first << 1, 12);
	if ((first & 0xF800) != 0xF000)
		return 0;
	if ((second & 0xD000) == 0x8000)
		return 4 + extended(sign << 20 | j2 << 19 | j1 << 18 |
					    (first & 0x3F) << 12 |
					    (second & 0x7FF) << 1,
				    21);
	if ((second & 0xD000) == 0x9000)
		return 4 + extended(sign << 24 | i1 << 23 | i2 << 22 |
					    (first & 0x3FF) << 12 |
					    (second & 0x7FF) << 1,
				    25);
	return 0;
}

bool inside_thumb_is_whole(struct gdb_target *t, uint64_t from, uint64_t size,
			   bool *whole, struct error *err)
{
	enum { PART = 256 };
	uint8_t byte[PART + 2];

	*whole = true;
	if (size > FUNCTION)
		size = FUNCTION;
	for (uint64_t at = 0; at < size; at += PART) {
		if (!t->by->read_memory(t, from + at, byte, sizeof byte, err))
			return false;
		for (unsigned i = 0; i < PART && at + i < size; i += 2) {
			const unsigned first = byte[i] | (unsigned)byte[i + 1]
								 << 8;
			const unsigned second =
				byte[i + 2] | (unsigned)byte[i + 3] << 8;
			const int64_t by = goes(first, second);

			if (at + i == 0 && is_wide(first))
				return true; /* it is one instruction */
			*whole &= !by || (int64_t)(at + i) + by != 2;
		}
	}
	return true;
}
