/* SPDX-License-Identifier: MIT */
/*
 * Reads the same 40 numbers over and over: 40 places 1 MiB apart, then the
 * same numbers packed together.  Both fit any data cache; but 40 sections of
 * 1 MiB do not fit the 10 entries of an ARM11's MicroTLB, nor the 32 of an
 * XScale's data TLB.
 */
#include <stdlib.h>

#include "demo.h"

enum { PLACES = 40, PASSES = 12000, MEBIBYTE = 1 << 20 };

static uint32_t near[PLACES];

/* A line further each time, so that no two fall into one set of the cache. */
static uint32_t *place(uint8_t *memory, size_t i)
{
	return (uint32_t *)(void *)(memory + i * (MEBIBYTE + 32));
}

/* Kept whole: a symbol to name as the region to measure. */
__attribute__((noipa)) static uint32_t walk_far(uint8_t *memory)
{
	uint32_t sum = 0;

	for (int pass = 0; pass < PASSES; pass++)
		for (size_t i = 0; i < PLACES; i++)
			sum += *(volatile uint32_t *)place(memory, i);
	return sum;
}

__attribute__((noipa)) static uint32_t walk_near(void)
{
	uint32_t sum = 0;

	for (int pass = 0; pass < PASSES; pass++)
		for (size_t i = 0; i < PLACES; i++)
			sum += *(volatile uint32_t *)&near[i];
	return sum;
}

int main(void)
{
	uint8_t *memory = malloc((size_t)PLACES * (MEBIBYTE + 32));
	uint32_t seed = 6;
	uint32_t far_sum;
	uint32_t near_sum;

	if (!memory) {
		printf("tlb: no memory\n");
		return 1;
	}
	for (size_t i = 0; i < PLACES; i++) {
		near[i] = demo_random(&seed);
		*place(memory, i) = near[i];
	}
	far_sum = walk_far(memory);
	near_sum = walk_near();
	free(memory);
	if (far_sum != near_sum) {
		printf("tlb: %08lx far, %08lx near\n", (unsigned long)far_sum,
		       (unsigned long)near_sum);
		return 1;
	}
	return demo_finish("tlb", far_sum);
}
