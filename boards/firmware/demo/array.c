/* SPDX-License-Identifier: MIT */
/* Adds up numbers that lie one after the other.  list.c does the same work. */
#include "walk.h"

static uint32_t value[COUNT];

/* Kept whole: a symbol to name as the region to measure. */
__attribute__((noipa)) static uint32_t walk(void)
{
	uint32_t sum = 0;

	for (int i = 0; i < COUNT; i++)
		sum += value[i];
	return sum;
}

int main(void)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < COUNT; i++)
		value[i] = walk_value(i);
	for (int i = 0; i < PASSES; i++)
		sum = demo_checksum(sum, walk());
	return demo_finish("walk", sum);
}
