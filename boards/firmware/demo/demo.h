/* SPDX-License-Identifier: MIT */
/*
 * The demo programs share this: numbers that look random but are the same in
 * every run, and a checksum, so that two programs that claim to do the same
 * work can be seen to have done it.
 */
#ifndef DEMO_H
#define DEMO_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* A linear congruential generator; the upper half of the state is good. */
static inline uint32_t demo_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

/* Depends on every value and on their order. */
static inline uint32_t demo_checksum(uint32_t sum, uint32_t value)
{
	return ((sum << 5 | sum >> 27) ^ value) * 2654435761u;
}

static inline int demo_finish(const char *name, uint32_t sum)
{
	printf("%s: checksum %08lx\n", name, (unsigned long)sum);
	return 0;
}

#endif
