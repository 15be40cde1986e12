/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BLOCK_INNER_H
#define BOARD_BLOCK_INNER_H

#include "boards/src/block/op.h"

/* The files of this room, for each other. */

/* states.c: NO_STATE: there are too many. */
uint16_t state_number(struct blocks *b, const struct timing_state *s);
/* A state after some more cycles. */
struct timing_state state_after(const struct timing_state *s, uint64_t cycles);
uint16_t state_later(struct blocks *b, uint16_t state, uint64_t cycles);

/* lines.c */
bool lines_make(struct blocks *b);
void lines_forget(struct blocks *b);
/* An access whose address and size are there gets its mapping. */
enum line_look {
	LINE_AT_HAND,   /* from now on */
	LINE_MISSES,    /* it is memory, and it misses or waits */
	LINE_ELSEWHERE, /* it is not memory only, or not aligned */
};
enum line_look line_look(struct blocks *b, struct access *a);

/* ways.c: zeros; NULL: there is no room. */
void *arena_get(struct blocks *b, size_t bytes);
void arena_done(struct blocks *b);

/* The ledger has the ways that were gone; nothing else has. */
void ways_settle(struct blocks *b);

/* keep.c: */
/* All blocks go, settled. */
void blocks_forget(struct blocks *b);
/* Between two runs: if there is no room for more, all of them go. */
void blocks_room(struct blocks *b);
/* The block there, if it can be entered; one is made where it is worthwhile. */
struct block *block_at(struct blocks *b, struct block_place place,
		       uint16_t state);
/* Can it be entered now? */
bool block_good(struct blocks *b, struct block *v);

/* make.c: NULL: nothing there is for blocks. */
struct block *block_make(struct blocks *b, struct block_place place,
			 uint32_t paddr, uint16_t state);
/* To before one of a block's instructions; before the first, nothing goes. */
struct way *way_left(struct blocks *b, struct block *v, unsigned n);

/* told.c: who was called by a way is told to a profile; where the ways that
 * come next are known. */
struct block **way_led(struct blocks *b, struct way *w);

/* The place behind an instruction, which is at `at`. */
static inline struct block_place block_behind(const struct blocks *b,
					      const struct insn *i, uint32_t at)
{
	return (struct block_place){
		at + i->size, b->arch->within_next ? b->arch->within_next(i) : 0
	};
}

/* run.c: the block at b->place in that state, which `known` may be and becomes,
 * if it can be entered now. */
struct block *block_in_state(struct blocks *b, struct block **known,
			     const struct timing_state *state);
/* Nobody looks before that cycle, from now on. */
void blocks_go_until(struct blocks *b, uint64_t horizon);
/* Behind the newest instruction, which the core has, the block is left. */
struct block *block_over(struct blocks *b);
/* Instructions up to here have saved that much. */
void blocks_saved(struct blocks *b);
/* Blocks are to rest. */
bool blocks_tired(const struct blocks *b);
/* Pages that are found at once may have changed. */
void blocks_look_at_pages(struct blocks *b);
/* So many instructions go one by one now: 0, most often ... */
uint32_t blocks_rest(struct blocks *b);
/* ... and so many of those have gone, and told the ledger. */
void blocks_rested(struct blocks *b, uint64_t instructions);
/* Others have gone on since: monitors may have been written. */
void blocks_begin(struct blocks *b);
/*
 * From the program's place on, as far as blocks go; false: not a single
 * instruction.  The ledger lacks what is not settled.
 */
bool blocks_run(struct blocks *b, void *s);
/* An instruction that was carried out by itself was told to the ledger. */
void blocks_stepped(struct blocks *b);
/* Is it time for monitors and lines to be looked at? */
bool blocks_due(const struct blocks *b);
/* Monitors and lines have been, with a ledger that is settled. */
void blocks_looked(struct blocks *b);
static inline bool same_place(struct block_place a, struct block_place b)
{
	return a.at == b.at && a.within == b.within;
}

#endif
