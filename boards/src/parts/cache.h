/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PARTS_CACHE_H
#define BOARD_PARTS_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

/*
 * The tags of a set-associative cache and a dirty bit for each half line.  It
 * holds no data: only whether a line is there, and what must be written back
 * when it goes.  Lines are of 32 bytes unless the shape says otherwise.
 */
enum { CACHE_LINE_BITS = 5, CACHE_LINE_BYTES = 32 };

enum cache_half { CACHE_LOWER = 1, CACHE_UPPER = 2 };

enum cache_choice {
	CACHE_ROUND_ROBIN,         /* a pointer for each set */
	CACHE_INVALID_THEN_RANDOM, /* lowest invalid way, else at random */
	CACHE_PLRU, /* lowest invalid way, else by a tree; at most 8 ways */
};

struct cache_shape {
	uint32_t sets; /* a power of two */
	uint32_t ways; /* at most 32 */
	enum cache_choice choice;
	uint32_t line_bits; /* log2 of bytes; 0: CACHE_LINE_BITS */
};

/* The receiver of dirty data: `halves` as in struct cache's `dirty`. */
struct cache_out {
	void (*fn)(void *ctx, uint32_t addr, unsigned halves);
	void *ctx;
};

/* Somebody relies on lines of some slots as they are, dirty halves too, and is
 * told, once for each, before that changes. */
struct cache_watch {
	void (*fn)(void *ctx, int slot);
	void *ctx;
	uint8_t *slots; /* of each: is there somebody?  NULL: nowhere */
	bool recent;    /* and before it is not the one that hit last */
};

struct cache {
	struct cache_shape shape;
	uint32_t *tag;   /* line number of each slot, or CACHE_NO_LINE */
	uint8_t *dirty;  /* of each slot; bit 0: the lower half */
	uint8_t *next;   /* of each set: round robin; PLRU: its tree */
	uint8_t *recent; /* of each set: the way that hit last, for speed */
	uint8_t evicted; /* dirty halves of what cache_fill() last put out ...
			  */
	uint32_t gone;   /* ... and its address, meaningless if it was none */
	struct rng rng;
	uint32_t locked;      /* ways that take no line in; not round robin */
	struct cache_out out; /* told of all that is written back, or NULL */
	struct cache_watch watch;
};

#define CACHE_NO_LINE UINT32_MAX

/* False when out of memory; cache_done() may be called either way. */
bool cache_init(struct cache *c, const struct cache_shape *shape);
void cache_done(struct cache *c);

/* The slow half of cache_find(). */
int cache_search(struct cache *c, uint32_t set, uint32_t line);
/* The line of that slot hits. */
void cache_touch(struct cache *c, int slot);

/* The slot of the line of `addr` if it hit last in its set; else -1, which
 * says nothing.  No state changes. */
static inline int cache_at_hand(const struct cache *c, uint32_t addr)
{
	uint32_t line = addr >> c->shape.line_bits;
	uint32_t set = line & (c->shape.sets - 1);
	uint32_t slot = set * c->shape.ways + c->recent[set];

	return c->tag[slot] == line ? (int)slot : -1;
}

/* The slot that holds the line of `addr`, or -1. */
static inline int cache_find(struct cache *c, uint32_t addr)
{
	uint32_t line = addr >> c->shape.line_bits;
	int slot = cache_at_hand(c, addr);

	if (slot >= 0)
		return slot;
	return cache_search(c, line & (c->shape.sets - 1), line);
}

/* Take the line in; the caller has found it absent.  Returns its slot and
 * in *halves how many dirty half lines of the victim are written back.  Not
 * every way may be locked. */
int cache_fill(struct cache *c, uint32_t addr, unsigned *halves);

/* A write to bytes of the slot's line. */
static inline void cache_soil(struct cache *c, int slot, uint32_t addr,
			      unsigned size)
{
	uint32_t half = 1u << (c->shape.line_bits - 1);
	uint32_t first = addr & (2 * half - 1);
	uint32_t last = first + size - 1;

	c->dirty[slot] |= (uint8_t)((first < half ? CACHE_LOWER : 0) |
				    (last >= half ? CACHE_UPPER : 0));
}

/* Number of half lines that had to be written back; clean from here on. */
unsigned cache_clean(struct cache *c, int slot);
unsigned cache_clean_all(struct cache *c);

/* Something about the line of `addr` is about to change that is not kept here:
 * who relies on it is told. */
void cache_tell(struct cache *c, uint32_t addr);

/* The first slot from there on of which a byte is not 0, as of `dirty`; or so
 * many as there are.  Who maintains all of a cache set by set asks very often.
 */
uint32_t cache_next(const uint8_t *of, uint32_t from, uint32_t slots);
/* Forget, dirty or not. */
void cache_drop(struct cache *c, int slot);
void cache_drop_all(struct cache *c);

/* Half full of clean lines from anywhere, replacement state at random. */
void cache_junk(struct cache *c, struct rng *rng);

#endif
