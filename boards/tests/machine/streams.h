/* SPDX-License-Identifier: MIT */
#ifndef TEST_STREAMS_H
#define TEST_STREAMS_H

#include "base/rng.h"
#include "boards/src/board.h"

/*
 * Random code of an architecture: a loop in which nearly anything can stand
 * that a board carries out in blocks, and some of what it does not.
 */
enum { STREAM_WORDS = 64, STREAM_DATA = 1 << 21 };

struct stream_isa {
	/* How many words; `writes`: it writes to itself on each round. */
	unsigned (*loop)(struct rng *rng, uint32_t *to, bool writes);
	/* A branch by so many words. */
	uint32_t (*jump)(uint32_t words);
	/* The registers, with data near `data`. */
	void (*begin)(struct board_cpu *cpu, uint32_t data);
};

extern const struct stream_isa stream_a32, stream_a64, stream_ppc;
/* Thumb state, with ARM state now and then: before Thumb-2, and with it. */
extern const struct stream_isa stream_thumb, stream_thumb2;

struct machine;

/* blocks_core.c: caches, TLBs, predictor, and what is under way, as one number.
 */
uint64_t core_sum(const struct machine *m);
/* Another master begins to copy so many words; where there is none, nothing. */
void begin_copy(const struct machine *m, uint32_t from, uint32_t to,
		uint32_t words);

/* blocks_e500.c: all that an e500 and the chip around it have but their common
 * state, as one number. */
uint64_t e500_sum(const struct machine *m);

#endif
