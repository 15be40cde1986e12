/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_BYTES_H
#define BOARD_PPC_BYTES_H

/* A load takes these from plain memory, and a store puts them there;
 * `reversed`: the bytes the other way round. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/rare.h"

static ALWAYS uint32_t ppc_get(const uint8_t *at, unsigned size, bool reversed)
{
	uint32_t word;
	uint16_t half;

	if (size == 1)
		return *at;
	if (size == 2) {
		memcpy(&half, at, sizeof(half));
		return reversed ? half : __builtin_bswap16(half);
	}
	memcpy(&word, at, sizeof(word));
	return reversed ? word : __builtin_bswap32(word);
}

static ALWAYS void ppc_put(uint8_t *at, unsigned size, bool reversed,
			   uint32_t value)
{
	uint32_t word = reversed ? value : __builtin_bswap32(value);
	uint16_t half = (uint16_t)value;

	half = reversed ? half : __builtin_bswap16(half);
	if (size == 1)
		*at = (uint8_t)value;
	else if (size == 2)
		memcpy(at, &half, sizeof(half));
	else
		memcpy(at, &word, sizeof(word));
}

#endif
