/* SPDX-License-Identifier: MIT */
/* Sums of rows of the index, by which a damaged one is noticed. */
#include <string.h>

#include "history/index.h"

/* FNV-1a. */
uint64_t index_sum(uint64_t sum, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;
	uint64_t hash = sum ^ 0xcbf29ce484222325;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ at[i]) * 0x100000001b3;
	return hash;
}

uint64_t index_sum_text(uint64_t sum, const char *text)
{
	return index_sum(sum, text, strlen(text) + 1);
}
