/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BLOCK_SHARES_H
#define BOARD_BLOCK_SHARES_H

#include "boards/src/block/op.h"
#include "boards/src/machine/profile_ways.h"

/*
 * Shares that each instruction of a way has of its gain, while a profile is on:
 * noted on the walk that finds the gain, before each instruction and behind the
 * last.
 */
enum { WAITS_NOTED = 4, SPARE_BYTES = 1 << 14 };

struct way_share {
	struct profile_way way; /* first */
	bool follows;           /* its last branch leads elsewhere */
	struct block *to[8];    /* in place of the way's, if so */
};

/* The walk so far. */
struct shares {
	struct timing_gain before[BLOCK_MOST];
	struct {
		unsigned count;
		struct uarch_wait wait[WAITS_NOTED];
	} waits[BLOCK_MOST];
	struct profile_part part[BLOCK_MOST * (TIMING_PARTS + WAITS_NOTED)];
	struct profile_wait_there wait[BLOCK_MOST * WAITS_NOTED];
	struct profile_late late[TIMING_PLACES];
	unsigned parts, wait_count, lates;
	uint32_t waited;
	/* The core itself keeps there who makes a place late. */
	uint32_t *maker[TIMING_PLACES];
	uint64_t moved; /* the ledger, when the profile saw all of it */
	max_align_t spare[SPARE_BYTES / sizeof(max_align_t)];
};

/* The instruction is walked, as the n-th of its block. */
void share_walk(struct blocks *b, unsigned n, const struct insn *i,
		bool passed);
/* A way that has been walked has its share, if any has; its instructions are
 * there.  False: it cannot be had. */
bool share_make(struct blocks *b, struct way *w, const uint8_t *insn,
		const uint32_t *site);
/* The way leads to there by its last instruction, which is taken. */
void share_lead(struct blocks *b, struct way *w, const struct insn *i,
		uint32_t to);
/* The ledger, the core's clock and the profile have all ways, of which the
 * newest led to the program's place. */
void shares_settle(struct blocks *b);
/* Moves with all that a model counts where it happens. */
uint64_t shares_moved(const struct blocks *b);

#endif
