/* SPDX-License-Identifier: MIT */
/*
 * Chains of one kind of operation, and several that do not wait for each other,
 * so that a core's cycles for one can be told; figures.py has this run on each
 * board.  A kernel
 * is a function k_NAME; it does TURNS times 16 of what it is named for.
 */
#include <stdint.h>
#include <stdlib.h>

enum { TURNS = 512, NEAR = 64 << 10, FAR = 8 << 20, LINE = 64, PART = 1 << 20 };

/* The compiler knows no more of x than that it has changed. */
#define HIDE(x)  __asm__ volatile("" : "+r"(x))
#define TWICE(x) x x
#define SIXTEEN(x)                                                             \
	{                                                                      \
		TWICE(TWICE(TWICE(TWICE(x))))                                  \
	}
#define KERNEL(name) __attribute__((noipa)) uintptr_t k_##name

static char *far; /* FAR bytes that nobody has cleared */
static volatile uintptr_t kept;

/* Every load's address is the result of the one before. */
KERNEL(load)(void **p)
{
	for (unsigned i = 0; i < TURNS; i++)
		SIXTEEN(p = *p;)
	return (uintptr_t)p;
}

KERNEL(next_level)(void **p)
{
	for (unsigned i = 0; i < TURNS; i++)
		SIXTEEN(p = *p;)
	return (uintptr_t)p;
}

KERNEL(memory)(void **p)
{
	for (unsigned i = 0; i < TURNS; i++)
		SIXTEEN(p = *p;)
	return (uintptr_t)p;
}

KERNEL(multiply)(uint32_t x, uint32_t by)
{
	for (unsigned i = 0; i < TURNS; i++)
		SIXTEEN(x *= by; HIDE(x);)
	return x;
}

KERNEL(divide)(uint32_t x, uint32_t of)
{
	for (unsigned i = 0; i < TURNS; i++)
		SIXTEEN(x = of / x; HIDE(x);)
	return x;
}

KERNEL(add)(uint32_t x, uint32_t by)
{
	for (unsigned i = 0; i < TURNS; i++)
		SIXTEEN(x += by; HIDE(x);)
	return x;
}

KERNEL(adds)(uint32_t x, uint32_t y, uint32_t z, uint32_t by)
{
	uint32_t w = y;

	for (unsigned i = 0; i < TURNS; i++)
		SIXTEEN(x += by; HIDE(x); y += by; HIDE(y); z += by; HIDE(z);
			w += by; HIDE(w);)
	return x + y + z + w;
}

KERNEL(read)(const char *from)
{
	uint32_t sum = 0;

	for (const char *at = from; at < from + PART; at += 16 * 4)
		for (unsigned i = 0; i < 16; i++)
			sum += ((const volatile uint32_t *)(const void *)at)[i];
	return sum;
}

KERNEL(write)(char *to)
{
	for (char *at = to; at < to + PART; at += 16 * 4)
		for (unsigned i = 0; i < 16; i++)
			((volatile uint32_t *)(void *)at)[i] = i;
	return 0;
}

/* A ring of places so far apart in so many bytes, in no order that can be
 * foreseen. */
static void **make_ring(unsigned bytes, unsigned apart)
{
	static uint16_t order[FAR / 4 / LINE];
	const unsigned n = bytes / apart;
	uint32_t random = 1;

	for (unsigned i = 0; i < n; i++)
		order[i] = (uint16_t)i;
	for (unsigned i = n - 1; i; i--) {
		const uint16_t was = order[i];
		unsigned other;

		random = random * 1664525 + 1013904223;
		other = (random >> 8) % i;
		order[i] = order[other];
		order[other] = was;
	}
	for (unsigned i = 0; i < n; i++)
		*(void **)(void *)(far + order[i] * apart) =
			far + order[(i + 1) % n] * apart;
	return (void **)(void *)far;
}

/* One that has been gone round once. */
static void **warm_ring(unsigned bytes)
{
	void **p = make_ring(bytes, LINE);

	for (unsigned i = 0; i < bytes / LINE; i++)
		p = *p;
	return p;
}

int main(void)
{
	char *room = malloc(FAR + LINE);
	uintptr_t sum;

	if (!room)
		return 1;
	far = room + (-(uintptr_t)room & (LINE - 1));
	sum = k_load(warm_ring(1024));
	sum += k_next_level(warm_ring(NEAR));
	sum += k_memory(make_ring(FAR, 4 * LINE));
	sum += k_multiply(3, 5) + k_divide(1536, 3145728) + k_add(1, 3) +
	       k_adds(1, 2, 3, 4);
	sum += k_read(far + FAR / 2) + k_write(far + FAR / 4);
	kept = sum;
	return 0;
}
