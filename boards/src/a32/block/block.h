/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_BLOCK_H
#define BOARD_A32_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Instructions of ARM state carried out in blocks: decoded once, and timed once
 * for each state in which the pipeline arrives (core/timing.h).  A way through
 * a block is one increment, and the ledger is made up for it before anybody
 * looks.  quick.c's loop, one instruction after the other, is the reference,
 * and goes on wherever a block cannot: where an access misses, where code is
 * not in the cache, near whatever somebody waits for, and with everybody who
 * watches each instruction.
 */
struct machine;
struct engine_state;
struct blocks;

/* NULL: out of memory, or the core's model wants each instruction. */
struct blocks *blocks_new(struct machine *m);
void blocks_free(struct blocks *b);

/* So many instructions go one by one now, all others' way: 0, most often. */
uint32_t blocks_rest(struct blocks *b);
/* From now on none does, as tests want it. */
void blocks_never_rest(struct blocks *b);
/* So many of those have gone, and told the ledger. */
void blocks_rested(struct blocks *b, uint32_t instructions);
/* Others have gone on since: monitors may have been written. */
void blocks_begin(struct blocks *b);
/*
 * From s->pc on, as far as blocks go; false: not a single instruction.  The
 * ledger lacks what is not settled.
 */
bool blocks_run(struct blocks *b, struct engine_state *s);
/* The instruction that the caller has carried out was told to the ledger. */
void blocks_stepped(struct blocks *b);
/* Is it time for monitors and lines to be looked at? */
bool blocks_due(const struct blocks *b);
/* Monitors and lines have been, with a ledger that is settled. */
void blocks_looked(struct blocks *b);
/* From here on anybody may look at the ledger. */
void blocks_settle(struct blocks *b);

/* The program has written there; physical addresses. */
void blocks_written(struct blocks *b, uint32_t paddr, unsigned size);
/* Somebody else has, or what leads there has changed. */
void blocks_distrust(struct blocks *b);

#endif
