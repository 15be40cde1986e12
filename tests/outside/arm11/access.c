/* SPDX-License-Identifier: MIT */
/* Memory and coprocessors. */
#include <string.h>

#include "core.h"

/* ---- memory -------------------------------------------------------------- */

static bool is_there(const struct arm11_core *c, uint32_t addr, unsigned bytes)
{
	return addr < c->memory->size && c->memory->size - addr >= bytes;
}

bool arm11_load(const struct arm11_core *c, uint32_t addr, unsigned bytes,
		uint32_t *value)
{
	*value = 0;
	if (!is_there(c, addr, bytes))
		return false;
	for (unsigned i = 0; i < bytes; i++)
		*value |= (uint32_t)c->memory->bytes[addr + i] << 8 * i;
	return true;
}

bool arm11_store(const struct arm11_core *c, uint32_t addr, unsigned bytes,
		 uint32_t value)
{
	if (!is_there(c, addr, bytes))
		return false;
	for (unsigned i = 0; i < bytes; i++)
		c->memory->bytes[addr + i] = (uint8_t)(value >> 8 * i);
	return true;
}

/* The address that a base and an offset lead to, and the base's new value. */
static uint32_t address(struct arm11_core *c, uint32_t word, uint32_t offset,
			uint32_t *base)
{
	const unsigned number = word >> 16 & 15;
	const uint32_t at =
		c->r[number] + (number == 15 ? (c->debug.on ? 8u : 4u) : 0u);
	const uint32_t moved = word >> 23 & 1 ? at + offset : at - offset;
	const bool before = word >> 24 & 1;

	*base = !before || word >> 21 & 1 ? moved : c->r[number];
	return before ? moved : at;
}

static void transfer(struct arm11_core *c, uint32_t word, uint32_t offset,
		     unsigned bytes, bool sign)
{
	const unsigned to = word >> 12 & 15;
	uint32_t base, value;
	const uint32_t at = address(c, word, offset, &base);
	bool good;

	if (word >> 20 & 1) {
		good = arm11_load(c, at, bytes, &value);
		if (sign && bytes == 1)
			value = (uint32_t)(int8_t)value;
		else if (sign)
			value = (uint32_t)(int16_t)value;
	} else {
		value = c->r[to] + (to == 15 ? 4 : 0);
		good = arm11_store(c, at, bytes, value);
	}
	if (!good) {
		arm11_abort(c);
		return;
	}
	if (!(word >> 24 & 1) || word >> 21 & 1)
		c->r[word >> 16 & 15] = base;
	if (word >> 20 & 1)
		c->r[to] = value;
}

/* LDR, STR and those of bytes: an immediate, or a register by LSL. */
static bool plain(struct arm11_core *c, uint32_t word)
{
	uint32_t offset = word & 0xFFF;

	if (word >> 25 & 1) {
		if (word & 0x70) /* media, or another shift */
			return false;
		offset = c->r[word & 15] << (word >> 7 & 31);
	}
	transfer(c, word, offset, word >> 22 & 1 ? 1 : 4, false);
	return true;
}

/* Halves, and bytes with a sign. */
static bool half(struct arm11_core *c, uint32_t word)
{
	const unsigned kind = word >> 5 & 3;

	if (kind == 0 || (kind > 1 && !(word >> 20 & 1)))
		return false;
	transfer(c, word,
		 word >> 22 & 1 ? (word >> 4 & 0xF0) | (word & 15)
				: c->r[word & 15],
		 kind == 2 ? 1 : 2, kind > 1);
	return true;
}

static void several(struct arm11_core *c, uint32_t word)
{
	const unsigned number = word >> 16 & 15;
	const uint32_t size = 4 * (uint32_t)__builtin_popcount(word & 0xFFFF);
	const bool up = word >> 23 & 1, before = word >> 24 & 1;
	const uint32_t base = c->r[number];
	uint32_t at = up ? base : base - size;

	if (up == before)
		at += 4;
	if (word >> 21 & 1)
		c->r[number] = up ? base + size : base - size;
	for (unsigned i = 0; i < 16; i++) {
		uint32_t value = c->r[i] + (i == 15 ? 4 : 0);

		if (!(word >> i & 1))
			continue;
		if (!(word >> 20 & 1 ? arm11_load(c, at, 4, &value)
				     : arm11_store(c, at, 4, value))) {
			arm11_abort(c);
			return;
		}
		if (word >> 20 & 1)
			c->r[i] = value;
		at += 4;
	}
}

bool arm11_memory_access(struct arm11_core *c, uint32_t word)
{
	switch (word >> 25 & 7) {
	case 0:
		return (word & 0x90) == 0x90 && half(c, word);
	case 2:
	case 3:
		return plain(c, word);
	case 4:
		several(c, word);
		return true;
	default:
		return false;
	}
}

/* ---- coprocessor 14: the debugger's words -------------------------------- */

static bool debug_access(struct arm11_core *c, uint32_t word)
{
	uint32_t *r = &c->r[word >> 12 & 15];

	if ((word & 0x00FF0FFF) == 0x00100E11) { /* MRC of DSCR */
		*r = arm11_dscr(c);
	} else if ((word & 0x00FF0FFF) == 0x00100E15) { /* MRC of rDTR */
		*r = c->debug.in;
		c->debug.in_full = false;
	} else if ((word & 0x00FF0FFF) == 0x00000E15) { /* MCR of wDTR */
		c->debug.out = *r;
		c->debug.out_full = true;
	} else if ((word & 0x0E10FF00) == 0x0C105E00) { /* LDC */
		uint32_t base;
		const uint32_t at = address(c, word, (word & 255) * 4, &base);

		if (!arm11_load(c, at, 4, &c->debug.out))
			arm11_abort(c);
		c->r[word >> 16 & 15] = base;
		c->debug.out_full = true;
	} else if ((word & 0x0E10FF00) == 0x0C005E00) { /* STC */
		uint32_t base;
		const uint32_t at = address(c, word, (word & 255) * 4, &base);

		if (!arm11_store(c, at, 4, c->debug.in))
			arm11_abort(c);
		c->r[word >> 16 & 15] = base;
		c->debug.in_full = false;
	} else {
		return false;
	}
	return true;
}

/* ---- coprocessor 15 ------------------------------------------------------ */

/* PMNC [DDI0301H 3.2.51]: flags are cleared by 1, resets read as 0. */
static void write_pmnc(struct arm11_core *c, uint32_t value)
{
	enum { FLAGS = 7 << 8, KEPT = 0x0FFFF879 };

	if (value & 2)
		c->pmn[0] = c->pmn[1] = 0;
	if (value & 4)
		c->ccnt = 0;
	c->pmnc = (c->pmnc & FLAGS & ~value) | (value & KEPT);
}

static bool monitor(struct arm11_core *c, uint32_t word)
{
	uint32_t *r = &c->r[word >> 12 & 15];
	const unsigned which = word >> 5 & 7;
	uint32_t *const at[] = { &c->pmnc, &c->ccnt, c->pmn, c->pmn + 1 };

	if (which > 3)
		return false;
	if (word >> 20 & 1)
		*r = *at[which];
	else if (which)
		*at[which] = *r;
	else
		write_pmnc(c, *r);
	return true;
}

bool arm11_coprocessor(struct arm11_core *c, uint32_t word)
{
	const bool read = word >> 20 & 1;
	uint32_t *r = &c->r[word >> 12 & 15];

	if ((word >> 8 & 15) == 14)
		return debug_access(c, word);
	if ((word >> 8 & 15) != 15 || (word >> 24 & 15) != 14 ||
	    !(word >> 4 & 1))
		return false;
	switch (word & 0x00EF00EF) {
	case 0x000F000C: /* c15, c12, 0 to 3 */
	case 0x000F002C:
	case 0x000F004C:
	case 0x000F006C:
		return monitor(c, word);
	case 0x00010000: /* c1, c0, 0 */
		if (read)
			*r = c->control;
		else
			c->control = *r;
		return true;
	default:
		if (read)
			*r = word & 0x00EF00EF ? 0 : c->main_id;
		return true;
	}
}
