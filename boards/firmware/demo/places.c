/* SPDX-License-Identifier: MIT */
/*
 * Events whose places are known: one function misses the data cache, another
 * mispredicts, a third divides; calls are nested, recursive, in another's
 * place, and left by longjmp().  Comments at the ends of lines say what happens
 * there.
 */
#include "demo.h"

/* The e500 boards' own C library has none. */
#if __has_include(<setjmp.h>)
#include <setjmp.h>
#define LEAPS 1
#else
#define LEAPS 0
#endif

enum {
	LINES = 1 << 14, /* of 64 bytes: more than any cache here has */
	STRIDE = 64 / sizeof(uint32_t),
	DEPTH = 20,
};

#define WHOLE __attribute__((noipa)) /* a function of its own */

static uint32_t wide[LINES * STRIDE];
static volatile uint32_t divisor = 7;

WHOLE static uint32_t scatter(void)
{
	uint32_t sum = 0;

	__asm__ volatile("" : : "r"(wide) : "memory"); /* may have written */
	for (unsigned i = 0; i < LINES; i++)
		sum += wide[i * STRIDE]; /* misses */
	return sum;
}

WHOLE static uint32_t guess(uint32_t state)
{
	uint32_t sum = 0;

	for (unsigned i = 0; i < 1000; i++) {
		if (demo_random(&state) & 1)
			__asm__ volatile("" : "+r"(sum)); /* keeps a branch */
		else
			sum = sum * 3 + state;
	}
	return sum;
}

WHOLE static uint32_t divide(uint32_t n)
{
	for (unsigned i = 0; i < 50; i++)
		n = n / divisor + 1000000;
	return n;
}

WHOLE static uint32_t leaf(uint32_t n)
{
	return n * 5 + 1;
}

WHOLE static uint32_t inner(uint32_t n)
{
	for (unsigned i = 0; i < 5; i++)
		n += leaf(n);
	return n;
}

WHOLE static uint32_t outer(uint32_t n)
{
	for (unsigned i = 0; i < 4; i++)
		n += inner(n);
	return n + 1;
}

/* The last call takes the caller's place. */
WHOLE static uint32_t hop(uint32_t n)
{
	return leaf(n + 1);
}

WHOLE static uint32_t descend(uint32_t n)
{
	return n ? (descend(n - 1) ^ n) * 3 : 1;
}

WHOLE static uint32_t after(uint32_t n)
{
	return n ^ 0x55;
}

#if LEAPS
static jmp_buf back;

/* Leaves all calls of fall() at once. */
WHOLE static void leave(uint32_t n)
{
	if (!n)
		longjmp(back, 1);
}

WHOLE static uint32_t fall(uint32_t n)
{
	leave(n);
	return n ? (fall(n - 1) ^ n) * 3 : 0;
}

WHOLE static uint32_t leap(uint32_t n)
{
	if (!setjmp(back))
		return fall(DEPTH);
	return after(n) + 1;
}
#else
WHOLE static uint32_t leap(uint32_t n)
{
	return after(n) + 1;
}
#endif

int main(void)
{
	uint32_t sum = demo_checksum(scatter(), guess(1));

	sum = demo_checksum(sum, divide(sum));
	for (unsigned i = 0; i < 3; i++)
		sum = demo_checksum(sum, outer(sum));
	sum = demo_checksum(sum, hop(sum));
	sum = demo_checksum(sum, descend(DEPTH));
	sum = demo_checksum(sum, leap(sum));
	return demo_finish("places", sum);
}
