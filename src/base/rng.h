/* SPDX-License-Identifier: MIT */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

/*
 * Repeatable junk: the same seed gives the same numbers on every host.  Used
 * for what varies by a seed and for what a manual calls unpredictable, never
 * for security.
 */
struct rng {
	uint64_t state;
};

static inline void rng_seed(struct rng *r, uint64_t seed)
{
	r->state = seed * UINT64_C(0x9E3779B97F4A7C15) + UINT64_C(0x2545F491);
	if (r->state == 0)
		r->state = 1;
}

static inline uint32_t rng_next(struct rng *r)
{
	r->state ^= r->state >> 12;
	r->state ^= r->state << 25;
	r->state ^= r->state >> 27;
	return (uint32_t)((r->state * UINT64_C(0x2545F4914F6CDD1D)) >> 32);
}

#endif
