/* SPDX-License-Identifier: MIT */
/* A program to be sampled whose functions keep no frame pointers. */
#include <time.h>

static volatile unsigned sink;

static double used(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

__attribute__((noinline)) static void leaf(void)
{
	for (unsigned i = 0; i < 300000; i++)
		sink = sink + i;
}

__attribute__((noinline)) static void inner(void)
{
	leaf();
	__asm__ volatile("");
}

__attribute__((noinline)) static void outer(void)
{
	inner();
	__asm__ volatile("");
}

int main(void)
{
	while (used() < 0.3)
		outer();
	return 0;
}
