/* SPDX-License-Identifier: MIT */
/*
 * One function for each thing that a program may wait for, and one without
 * trouble: what `tally why --region FUNCTION` is to find is their names.
 */
#include "demo.h"

enum {
	LINES = 1 << 14, /* of 64 bytes: more than any cache here has */
	STRIDE = 64 / sizeof(uint32_t),
};

#define WHOLE __attribute__((noipa)) /* a function of its own */

static volatile uint32_t wide[LINES * STRIDE];

/* Each read is of another line, and is needed at once. */
WHOLE static uint32_t misses(void)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < LINES; i++)
		sum += wide[i * STRIDE] ^ sum;
	return sum;
}

/* Nobody can foresee which way the branch goes. */
WHOLE static uint32_t mispredicts(uint32_t state)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < 4000; i++) {
		state ^= state << 13;
		state ^= state >> 17;
		state ^= state << 5;
		if (state & 1)
			__asm__ volatile("" : "+r"(sum)); /* keeps a branch */
		else
			__asm__ volatile("nop\n\tnop\n\tnop" : "+r"(sum));
	}
	return sum;
}

/* Each factor is the last product. */
WHOLE static uint32_t multiplies(uint32_t n)
{
	for (unsigned i = 0; i < 4000; i++) {
		n = n * n;
		__asm__ volatile("" : "+r"(n));
		n = n * n;
		__asm__ volatile("" : "+r"(n));
		n = n * n + 3;
		__asm__ volatile("" : "+r"(n));
	}
	return n;
}

#define FOUR(x)    x x x x
#define KILOBYTE   FOUR(FOUR(FOUR(FOUR("nop\n\t")))) /* of instructions */
#define KILOBYTES4 __asm__ volatile(FOUR(KILOBYTE));

/* More code than any instruction cache here has, over and over. */
WHOLE static uint32_t fetches(void)
{
	for (unsigned i = 0; i < 4; i++) {
		FOUR(FOUR(KILOBYTES4))
		FOUR(FOUR(KILOBYTES4))
	}
	return 4;
}

/* Sums that do not wait for each other. */
WHOLE static uint32_t quiet(uint32_t n)
{
	uint32_t a = n, b = n + 1, c = n + 2, d = n + 3;

	for (unsigned i = 0; i < 4000; i++) {
		a += 7;
		b += 5;
		c += 3;
		d += 1;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
		a ^= 1;
		b ^= 2;
		c ^= 3;
		d ^= 4;
		__asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
	}
	return a + b + c + d;
}

int main(void)
{
	uint32_t sum = demo_checksum(misses(), mispredicts(1));

	sum = demo_checksum(sum, multiplies(sum | 1));
	sum = demo_checksum(sum, fetches());
	sum = demo_checksum(sum, quiet(1));
	return demo_finish("causes", sum);
}
