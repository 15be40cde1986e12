/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_QUICK_MEMORY_H
#define BOARD_A64_QUICK_MEMORY_H

#include <string.h>

#include "base/rare.h"
#include "boards/src/a64/inner.h"

/* Loads and stores, for all that carry them out. */

static ALWAYS uint64_t get(const uint8_t *at, unsigned size, enum a64_sign sign)
{
	uint64_t value = 0;

	memcpy(&value, at,
	       size); /* the boards and their host: low byte first */
	if (sign != A64_UNSIGNED)
		value = a64_signed(value, 8 * size);
	return sign == A64_TO_WORD ? (uint32_t)value : value;
}

/* The address, and what the base would become. */
static ALWAYS uint64_t address(const struct a64_state *s,
			       const struct a64_quick *q, bool indexed,
			       uint64_t *moved)
{
	uint64_t base = s->x[q->n];

	*moved = base + (indexed ? a64_extended(s->x[q->m], q->shift) << q->by
				 : q->immediate);
	return q->after ? base : *moved;
}

#endif
