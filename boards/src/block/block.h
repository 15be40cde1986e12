/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BLOCK_H
#define BOARD_BLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Instructions carried out in blocks: decoded once, and timed once for each
 * state in which the pipeline arrives (core/timing.h).  A way through a block
 * is one increment, and the ledger is made up for it before anybody looks.  An
 * architecture's loop of one instruction after the other is the reference, and
 * goes on wherever a block cannot: where an access misses, where code is not in
 * the cache, near whatever somebody waits for, and with everybody who watches
 * each instruction.
 */
struct machine;
struct mapping;
struct blocks;
struct block;
struct block_op;

/* An operation and those behind it are carried out; the block that comes next,
 * or NULL: none is known, and b->end tells more. */
typedef struct block *block_function(struct blocks *b,
				     const struct block_op *o);

enum block_step {
	BLOCK_STEPPED,
	BLOCK_ARRIVED,   /* the same, by a branch */
	BLOCK_NOT_READY, /* nothing was done: it goes another way */
	BLOCK_BEGUN,     /* it has begun, and goes on another way */
};

/*
 * A program's place: an address, whose bit 0 tells in which of two sets of
 * instructions, if an architecture has two; and what it is within of, if
 * instructions before it say how those behind them go.  0: of nothing.
 */
struct block_place {
	uint32_t at;
	uint32_t within;
};

static inline uint32_t block_address(uint32_t at)
{
	return at & ~1u;
}

/*
 * An architecture has these.  One of its instructions that is decoded begins
 * with its struct insn.  `s` holds the registers.
 */
struct block_arch {
	size_t insn_size;
	/* In steps, what an access costs that is not at hand. */
	unsigned through;
	/* An operation that finds its bytes at hand does nothing but move
	 * them. */
	bool misses;
	/* The one there, of physical memory; NULL: it is none for blocks; valid
	 * until the next call. */
	const void *(*decode)(struct machine *m, struct block_place place,
			      uint32_t paddr);
	/* The next one is within of this; NULL: of nothing. */
	uint32_t (*within_next)(const void *insn);
	/* A direct branch leads there; NULL: to its target. */
	uint32_t (*target)(const void *insn);
	/* NULL: it is none for blocks, either; `to` is told to the operation.
	 */
	block_function *(*operation)(const struct blocks *b, const void *insn,
				     uint32_t *to);
	/* A condition fails: the next operation is passed over, or the block
	 * ends.  NULL: only branches have conditions. */
	block_function *skip, *fail;
	/* May all of a place's page be fetched, and where is the place? */
	bool (*code)(struct machine *m, uint32_t pc, bool privileged,
		     struct mapping *map);
	/* And is it memory that may be read, or written, without more ado? */
	bool (*data)(struct machine *m, uint32_t at, bool write,
		     bool privileged, struct mapping *map);
	bool (*privileged)(const struct machine *m);
	/* Moves when what code() and data() have said is not sure any more. */
	uint32_t (*changes)(const struct machine *m);

	struct block_place (*place)(const struct machine *m, const void *s);
	/* So many instructions were carried out, up to that place. */
	void (*gone)(struct machine *m, void *s, struct block_place place,
		     uint64_t instructions);
	/* One goes as by steps, fetched from there; false: nothing was done. */
	bool (*carry_out)(struct machine *m, void *s, const void *insn,
			  const struct mapping *fetch);
};

/* An architecture's way of one instruction after the other. */
struct block_steps {
	enum block_step (*one)(struct machine *m, void *s);
	/* At most so many, with the lines; false: the last one has begun. */
	bool (*many)(struct machine *m, void *s, uint64_t most);
	/* Takes up the lines of interrupts. */
	void (*lines)(struct machine *m);
};

/* NULL: out of memory, or the core's model wants each instruction. */
struct blocks *blocks_new(struct machine *m, const struct block_arch *arch,
			  const struct block_steps *steps);
void blocks_free(struct blocks *b);
/* Blocks never rest from now on, or always, as tests want it. */
void blocks_never_rest(struct blocks *b);
void blocks_always_rest(struct blocks *b);

/*
 * In blocks and by steps, as far as these go.  The ledger is exact afterwards.
 * False: an instruction has begun, and goes on another way.
 */
bool blocks_go(struct blocks *b, void *s);

/* From here on anybody may look at the ledger. */
void blocks_settle(struct blocks *b);
/* The program has written there; physical addresses. */
void blocks_written(struct blocks *b, uint32_t paddr, unsigned size);
/* Somebody else has, or what leads there has changed; NULL: no matter. */
void blocks_distrust(struct blocks *b);

#endif
