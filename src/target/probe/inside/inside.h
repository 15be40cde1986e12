/* SPDX-License-Identifier: MIT */
#ifndef TARGET_PROBE_INSIDE_INSIDE_H
#define TARGET_PROBE_INSIDE_INSIDE_H

#include "target/target.h"

struct gdb_arch;
struct gdb_target;

/*
 * Instructions that stay in the scratch memory while the program runs: the
 * region's first instruction is replaced by a branch to them.  They start the
 * counters, and have the region return to where the counters are stopped.
 */
enum {
	INSIDE_SESSIONS = 4,
	/* Bytes of the scratch memory that they take, with a stack at its end.
	 */
	INSIDE_BYTES = 384,
	INSIDE_STACK = 32,
	INSIDE_WORDS = 80,
};

/* Their data, each of a register's size. */
enum inside_place {
	INSIDE_NEXT,  /* where they go on: the first time, and then again */
	INSIDE_LINK,  /* where the region returns to */
	INSIDE_SP,    /* when it was entered */
	INSIDE_SEEN,  /* the nonce, as the core has read it */
	INSIDE_AGAIN, /* entries while the window was open */
	INSIDE_USER,  /* the mode, if it was one that may not do this */
	INSIDE_NONCE,
	INSIDE_TO_AGAIN,
	INSIDE_TO_END,
	INSIDE_LITERAL, /* of the region's first instruction */
	INSIDE_VALUE,   /* to write: at the start, and then at the end */
	INSIDE_PLACES = INSIDE_VALUE + 2 * INSIDE_SESSIONS,
};

/* Whether the region is the program's, or empty: then the window is over when
 * it has been entered, once or once more from within. */
enum inside_region { INSIDE_PROGRAM, INSIDE_EMPTY, INSIDE_EMPTY_TWICE };

struct inside_wish {
	const struct gdb_arch *arch;
	enum inside_region region;
	uint64_t base; /* of the data; the instructions are behind it */
	uint64_t stop; /* where they go when the counters are stopped */
	uint64_t from; /* the region's first instruction ... */
	uint32_t word; /* ... which this is */
	bool thumb;
	uint32_t more; /* of Thumb, the half behind these */
	const struct target_step *open, *close;
	unsigned opens, closes;
	uint64_t nonce;
};

struct inside_code {
	const struct inside_wish *wish;
	uint64_t data[INSIDE_PLACES];
	uint32_t word[INSIDE_WORDS];
	unsigned words;
	uint64_t take, again; /* what INSIDE_NEXT may be */
	uint64_t end;         /* where the region returns to instead */
	/* The place that INSIDE_LITERAL is read from, and of how many bytes; 0:
	 * it is known, or not used. */
	uint64_t literal;
	unsigned literal_bytes;
};

/* The address of the first instruction; all of them are words. */
uint64_t inside_entry(const struct inside_wish *w);
/* False and `err`: the first instruction cannot be carried out elsewhere. */
bool inside_make(struct inside_code *c, const struct inside_wish *w,
		 struct error *err);
/* Before the first one, where Thumb code comes in. */
enum { INSIDE_DOOR = 4 };

/*
 * Into Thumb state, the instructions that stood at the region's begin, and on
 * behind them, as words for `at`; how many, and 0: they cannot be carried out
 * elsewhere.  `place` is that of INSIDE_LITERAL.
 */
unsigned inside_thumb_first(struct inside_code *c, uint64_t at, uint64_t place,
			    uint32_t *word);
/*
 * Code of an empty region, when c->end is known: the way on, the branch at the
 * begin, and from the word INSIDE_THUMB_AGAIN on the way on behind that.
 */
enum { INSIDE_THUMB_EMPTY = 10, INSIDE_THUMB_AGAIN = 6 };
void inside_thumb_empty(const struct inside_code *c, uint64_t at,
			uint32_t word[INSIDE_THUMB_EMPTY]);
bool inside_thumb_branch(uint64_t from, uint64_t to, uint32_t *word);

/* The branch to them that stands at `from`.  False: it is too far. */
bool inside_branch(const struct gdb_arch *a, uint64_t from, uint64_t to,
		   uint32_t *word);

/* Code that goes on at `at` where the place at `link` says. */
void inside_return(const struct gdb_arch *a, uint64_t at, uint64_t link,
		   uint32_t word[2]);

/* As control->resident() has it. */
bool gdb_inside(struct target_run *run, const struct target_window *w,
		const struct target_step *step, unsigned entries,
		struct error *err);
/*
 * At a stop at `stop->pc`: the window may be over.  Then the core is where the
 * region's caller goes on.
 */
bool gdb_inside_stopped(struct gdb_target *t, struct target_stop *stop,
			struct error *err);
/* Is the program in the region, as far as the target knows? */
bool gdb_inside_within(struct gdb_target *t);
/* Puts back what is left of it, wherever the stopped core is. */
bool gdb_inside_end(struct gdb_target *t, struct error *err);

#endif
