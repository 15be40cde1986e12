/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BLOCK_OP_H
#define BOARD_BLOCK_OP_H

#include <string.h>

#include "boards/src/block/block.h"
#include "boards/src/core/timing.h"
#include "boards/src/machine/inner.h"

/*
 * An architecture's operations see this of blocks, and so do the files of this
 * room: keep.c (which there are, and when one is good), make.c, states.c,
 * ways.c, lines.c (lines of data that are at hand), miss.c (those that are
 * not), run.c and go.c.
 */
enum {
	BLOCK_MOST = 24, /* instructions */
	STATES = 4096,
	PLACES = 1 << 15,
	NO_STATE = 0xffff,
	BLOCK_OVER = 0xffff, /* in place of an instruction's number */
	LINES = 1024,
	HALVES = 2 * LINES,
	LINES_NOTED = 256,
};

/* From a block's start to one of its ends, or to where it was left. */
struct way {
	uint64_t count; /* not settled */
	struct way *touched;
	uint32_t cycles;
	uint32_t last; /* the newest instruction */
	/* The next one's place; `at` is none where it is indirect. */
	struct block_place place;
	uint16_t state; /* of the pipeline then */
	uint16_t instructions;
	/* Its last branch, for timing_replay(). */
	bool flow, taken;
	uint8_t foretold; /* enum timing_foretold */
	struct timing_state after;
	/* The next block, by what a branch has lost. */
	struct block *to[8];
	struct way_share *share; /* shares.h; NULL: no profile is on */
	struct timing_gain gain;
};

struct block_op {
	block_function *run;
	const void *d;   /* its decoded instruction */
	struct way *way; /* of a condition that ends the block */
	uint32_t to;     /* a fixed address that it moves data at, or what is
			    added to a register */
	uint16_t n;      /* the number of its instruction in the block */
};

struct block {
	/* The block may be entered at once while this is that of all. */
	uint32_t epoch;
	uint32_t most; /* cycles before its last boundary */
	const struct block_op *op;
	const uint8_t *insn; /* decoded: block_insn() */
	const uint8_t *plan; /* of each, for timing_replay() */
	struct block_place place;
	uint32_t pc, paddr; /* its address */
	uint32_t bytes;
	uint32_t last;  /* the address of its last instruction */
	uint16_t count; /* of instructions */
	uint16_t state;
	bool dead;
	uint32_t trusted;      /* its code is that of this age of memory */
	uint64_t break_places; /* see struct machine */
	struct mapping map;    /* of its first instruction */
	/* Its last instruction failed or passed, without its flow; with it, if
	 * that was foretold; and if not, where that alone decides. */
	struct way *end[2], *foretold[2], *missed[2];
	/* Taken, foretold, but the target is not at hand: foretold[1] where
	 * that makes no difference. */
	struct way *late;
	/* Of each instruction its row of a profile, as far as they are known.
	 */
	uint32_t *site;
	unsigned sited;
	struct way *left[BLOCK_MOST + 1]; /* before each instruction, if ever */
	struct block *next;               /* of the same hash */
};

/* A line of data at hand, by its address as the program has it. */
struct line {
	uint32_t tag; /* LINE_NONE: none */
	uint8_t *at;
};

#define LINE_NONE UINT32_MAX

struct arena {
	struct arena_piece *piece;
	size_t used;
};

struct blocks {
	struct machine *m;
	const struct block_arch *arch;
	const struct block_steps *steps;
	void *s; /* the architecture's registers, while it goes on */
	struct timing *timing;
	const struct predictor *predictor; /* of the core's two: NULL, or ... */
	struct global_predictor *global;
	uint32_t *recent; /* see timing_recent_branch() */
	uint32_t nowhere;
	uint64_t *posted; /* see timing_touched() */
	uint32_t posted_bits;

	uint8_t *growing;      /* instructions of the block that is made */
	unsigned line_bits[2]; /* of lines of data, and of code */

	uint64_t now;
	/* Before that cycle nobody looks; and where a block may not go to whose
	 * cycles are the most that it takes, if nothing is under way. */
	uint64_t horizon, limit;
	struct block *at;
	const struct way *way; /* the newest that was gone; NULL: the core has
				* what went since */
	uint64_t instructions, counted; /* some of them in b->saved */
	uint32_t last; /* the newest instruction, if it was of no way */
	/* A block has ended there, if none is known to follow: with a way, or
	 * before an instruction, or BLOCK_OVER. */
	struct {
		struct way *way;
		uint64_t late;
		uint16_t n;
	} end;
	struct block_place place; /* behind all blocks ... */
	struct timing_state left; /* ... and the pipeline there */
	bool predicts, privileged;
	bool misses;                  /* a miss goes on in the block */
	bool replays;                 /* see timing_replays() */
	bool apart;                   /* ways go by way_apart() */
	struct profile *profile;      /* NULL: none that blocks know of */
	struct shares *shares;        /* not NULL where one is on */
	uint32_t address[BLOCK_MOST]; /* where the block's instructions moved */

	struct line read[LINES], write[HALVES];
	/* Places in those that were taken since all were forgotten; more than
	 * that are not noted. */
	uint16_t taken[LINES_NOTED];
	unsigned taken_count;
	uint16_t read_slot[LINES], write_slot[HALVES]; /* of the data cache */
	/* Of each slot of the data cache, where its lines are in those. */
	uint16_t *kept;

	uint32_t epoch, age;
	struct {
		uint32_t pages, code_pages, mmu;
		uint64_t break_places;
		bool privileged;
	} seen;
	struct way *touched, spare;
	/* Instructions that blocks have saved lately, and how many go one by
	 * one before blocks are tried again, now and next time. */
	int32_t saved;
	uint32_t rest, next_rest;
	bool tireless;
	uint64_t quiet_until; /* no monitor has anything to do before */

	struct timing_state states[STATES];
	uint16_t state_of[2 * STATES];
	uint16_t aged[STATES][8];
	unsigned state_count;
	struct block *hashed[PLACES];
	uint8_t heat[1 << 14];
	struct arena arena;
	/* A bit for each line of physical memory: a block is from there. */
	uint32_t *code;
	/* Blocks by lines of the instruction cache's addresses. */
	struct line_of_code *lines[1 << 13];
	uint8_t rewritten[1 << 12];
	bool full;
};

/* A word of code as its architecture has it. */
static inline uint32_t block_word(const struct machine *m, uint32_t paddr)
{
	uint32_t word;

	memcpy(&word, m->memory + paddr, sizeof(word));
	return m->arch->big_endian ? __builtin_bswap32(word) : word;
}

/*
 * miss.c: an operation that has done nothing yet wants those bytes, and is all
 * that its instruction does to data.  It goes again, with them at hand; or they
 * miss, and the block goes on behind it; or it is left before it.
 */
struct block *line_wanted(struct blocks *b, const struct block_op *o,
			  uint32_t at, unsigned size, bool write);
/* An operation that wants others, too: where they miss, it is left. */
struct block *part_wanted(struct blocks *b, const struct block_op *o,
			  uint32_t at, unsigned size, bool write);
/* lines.c: where those bytes are, if nothing has to be told but an access that
 * hits; NULL: they are not at hand. */
uint8_t *line_read(struct blocks *b, uint32_t at, unsigned size);
uint8_t *line_write(struct blocks *b, uint32_t at, unsigned size);

static inline const void *block_insn(const struct blocks *b,
				     const struct block *v, unsigned n)
{
	return v->insn + n * b->arch->insn_size;
}

/* ways.c: the cycle behind some instructions of a way whose time is found when
 * it has been gone. */
uint64_t way_replayed(struct blocks *b, const struct way *w, unsigned from,
		      unsigned count);
/* told.c: a way is gone whose time is found then, or of which a profile has
 * to know. */
void way_apart(struct blocks *b, struct way *w);
/* The model has counted something itself, and let so many cycles go by: that is
 * the n-th instruction's. */
void blocks_counted(struct blocks *b, unsigned n, uint64_t cycles);

/* An access was found there. */
static inline void found_at(struct blocks *b, uint32_t at)
{
	*b->posted = at & b->posted_bits;
}

/* An instruction of the block moves data there. */
static inline void moves_at(struct blocks *b, const struct block_op *o,
			    uint64_t at)
{
	b->address[o->n] = (uint32_t)at;
}

static inline void way_gone(struct blocks *b, struct way *w)
{
	if (!w->count++) {
		w->touched = b->touched;
		b->touched = w;
	}
	if (b->apart)
		way_apart(b, w);
	else
		b->now += w->cycles;
	b->instructions += w->instructions;
	b->way = w;
}

/* The block is left before that operation's instruction. */
static inline struct block *leave(struct blocks *b, const struct block_op *o)
{
	b->end.way = NULL;
	b->end.n = o->n;
	return NULL;
}

/* The program goes on there, behind a way, so much later. */
static inline struct block *go_on(struct blocks *b, struct way *w, uint32_t at,
				  uint64_t late)
{
	b->end.way = w;
	b->end.late = late;
	b->place = (struct block_place){ at, w->place.within };
	return NULL;
}

/* told.c: behind a way that goes by way_apart(). */
struct block *go_apart(struct blocks *b, struct way *w, uint32_t at);

/* Any other way is gone. */
static inline void way_plain(struct blocks *b, struct way *w)
{
	if (!w->count++) {
		w->touched = b->touched;
		b->touched = w;
	}
	b->now += w->cycles;
	b->instructions += w->instructions;
	b->way = w;
}

/* Behind a way to anywhere: where it led before, or let it be looked for. */
static inline struct block *go_to(struct blocks *b, struct way *w, uint32_t at)
{
	struct block *v = w->to[0];

	if (b->apart)
		return go_apart(b, w, at);
	way_plain(b, w);
	if (v && v->epoch == b->epoch && v->place.at == at &&
	    b->now + v->most < b->limit)
		return v;
	return go_on(b, w, at, 0);
}

/* To the end of a way whose last branch has lost nothing. */
static inline struct block *go(struct blocks *b, struct way *w)
{
	struct block *v = w->to[0];

	if (b->apart)
		return go_apart(b, w, w->place.at);
	way_plain(b, w);
	if (v && v->epoch == b->epoch && b->now + v->most < b->limit)
		return v;
	return go_on(b, w, w->place.at, 0);
}

#endif
