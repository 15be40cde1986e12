/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_TIMING_H
#define BOARD_CORE_TIMING_H

#include <stddef.h>

#include "boards/src/core/uarch.h"
#include "boards/src/parts/cache.h"
#include "boards/src/parts/predictor.h"

/*
 * Whoever carries instructions out in blocks asks a core's model by this.  All
 * that code alone decides is worked out once for a block and a state of the
 * pipeline at its entry, by the model's own functions on a core in which every
 * access hits; what data decide is looked at where it happens.  uarch_retire()
 * is the reference, and carries on wherever this gives up.
 */
enum {
	TIMING_REGISTERS = 36,
	TIMING_UNIT = TIMING_REGISTERS,
	TIMING_PLACES,
	TIMING_PARTS = 28
};

/* The pipeline between two instructions: of each register how long it is not
 * there yet, and why, in cycles from now.  All that is not said is 0. */
struct timing_state {
	uint64_t pending; /* a bit for each that is not */
	uint8_t left[TIMING_REGISTERS];
	uint8_t why[TIMING_REGISTERS]; /* enum cause; 0 where nothing is left */
	uint8_t unit;                  /* until loads and stores go on */
	/* As the core's model has it; 0: the next instruction has to be looked
	 * up. */
	uint8_t fetched;
	uint16_t issued; /* taken of its cycle, as the model has it */
	uint32_t padding;
};

/* Some instructions' items and causes where every access hits. */
struct timing_gain {
	uint32_t cycles;
	uint32_t parts;
	struct timing_part {
		uint16_t what; /* an item, or LEDGER_ITEMS and a cause */
		uint16_t by;
	} part[TIMING_PARTS];
};

/* How a flow may have been foretold: LATE is right, but the target is not at
 * hand, which makes a difference where timing_recent_branch(). */
enum timing_foretold { TIMING_WRONG, TIMING_RIGHT, TIMING_LATE };

/* Instructions that have been carried out, each decoded so many bytes behind
 * the one before. */
struct timing_gone {
	const void *insn;
	size_t size;
	unsigned count;
	const void *plan;        /* as timing_plan() has it */
	const uint32_t *address; /* of the data of each that moves any */
	bool flow;               /* the last is a branch, and was ... */
	bool taken;
	enum timing_foretold foretold;
};

struct timing;

/* NULL: the core's model cannot be asked like that, or out of memory. */
struct timing *timing_new(struct uarch *u);
void timing_free(struct timing *t);

/*
 * The core's state before the instruction at `pc`, and its cycle, go to the
 * caller; false: something is under way that no state tells, and uarch_retire()
 * has to go on.
 */
bool timing_take(const struct timing *t, uint32_t pc, struct timing_state *s,
		 uint64_t *now);
/* And back: `last` is the newest instruction, which was fetched from a cache,
 * and the next is at `pc`. */
void timing_give(struct timing *t, const struct timing_state *s, uint64_t now,
		 uint32_t last, uint32_t pc);

/* The core's cycle alone, before all else is given. */
void timing_clock(struct timing *t, uint64_t now);

/* Can one instruction go by itself between two blocks?  It has one access,
 * which is to memory: the core has it behind that state and cycle, which
 * becomes that of its end; false: no state tells what is under way then. */
bool timing_misses(const struct timing *t);
bool timing_miss(struct timing *t, const struct timing_state *before,
		 uint64_t *now, const struct retired *r,
		 struct timing_state *after);

/* From a state before `pc` on, one instruction after the other, without its
 * flow. */
void timing_walk(struct timing *t, uint32_t pc, const struct timing_state *s);
void timing_walk_on(struct timing *t, const struct insn *insn, bool passed);
/* The flow of the newest, foretold for sure; or otherwise, where
 * timing_guesses(). */
void timing_walk_flow(struct timing *t, const struct insn *insn, bool passed,
		      enum timing_foretold foretold);
/* Gains of the walk so far, and where it is, before `pc`; false: neither can be
 * told. */
bool timing_walked(struct timing *t, uint32_t pc, struct timing_gain *gain,
		   struct timing_state *s);
/* The first half of it. */
bool timing_gained(const struct timing *t, struct timing_gain *gain);
/*
 * From now on walks tell who waits for whom: of the newest instruction so many
 * waits.  The maker of what was late before the walk is timing_before() of its
 * place; what is late behind it has its maker by its place (NULL: it has none),
 * as it has in the core itself.
 */
void timing_tell_waits(struct timing *t);
unsigned timing_waits(const struct timing *t, const struct uarch_wait **wait);
uint32_t *timing_maker(const struct timing *t, bool of_walk, unsigned place);
static inline uint32_t timing_before(unsigned place)
{
	return place << 1 | 1;
}
/* To come back to where it is now. */
void timing_mark(struct timing *t);
void timing_back(struct timing *t);

/* Do cycles depend on more than a state?  Then a walk's are what it may take at
 * most, and timing_replay() spends those of what was gone; gives the cycle. */
bool timing_replays(const struct timing *t);
uint64_t timing_replay(struct timing *t, const struct timing_gone *gone);
/* Of such a core, the cycle by which all lines that are under way are there: a
 * load waits for them beyond what a walk has; 0: none is. */
uint64_t timing_under_way(const struct timing *t);
/* Bytes that are worked out for that of each instruction, and they are; the
 * next has its own behind them. */
size_t timing_plan_size(const struct timing *t);
void timing_plan(const struct timing *t, const struct insn *insn, void *plan);

/* Adds so many of such gains to the ledger. */
void timing_enter(struct timing *t, const struct timing_gain *gain,
		  uint64_t times);
/* An access to so many lines more than the walk knew of. */
void timing_more_lines(struct timing *t, unsigned lines, bool write);

/* The flow of an instruction that is not foretold for sure, in that cycle;
 * gives the cycle after it. */
uint64_t timing_flow(struct timing *t, const struct retired *r, uint64_t now);
/* Does a flow take time by nothing but whether it is foretold?  Then
 * timing_foretells() tells that, and learns; of the direction of a conditional
 * branch the predictor alone does. */
bool timing_guesses(const struct timing *t);
/* NULL: it has none. */
struct global_predictor *timing_global(const struct timing *t);
bool timing_foretells(struct timing *t, const struct insn *insn, bool taken,
		      uint32_t next);
/* The address of the branch whose target is at hand, which every direct one
 * that is taken becomes; NULL: that makes no difference. */
uint32_t *timing_recent_branch(const struct timing *t);
/* Can the predictor foretell anything? */
bool timing_predicts(const struct timing *t);
/* NULL: it has no such table. */
const struct predictor *timing_predictor(const struct timing *t);

/*
 * The slot of the line if an access would find it at once, with nothing lost
 * on the way, and change nothing but a dirty half, which it then is; else -1.
 */
int timing_fetched(struct timing *t, uint32_t vaddr, const struct mapping *map);
int timing_found(struct timing *t, uint32_t vaddr, const struct mapping *map,
		 bool write, uint64_t now);
/* An access that was found sets this to those bits of its address. */
uint64_t *timing_touched(struct timing *t, uint32_t *bits);
/* Before that cycle nobody but the core does anything. */
uint64_t timing_alone(const struct timing *t);
struct cache *timing_cache(struct timing *t, bool fetch);
/* Instructions that may issue in one cycle. */
unsigned timing_width(const struct timing *t);
/* Is a line of code at hand only while it is the one that hit last? */
bool timing_recent(const struct timing *t);
/* Moves when a TLB's pages do. */
uint32_t timing_pages(const struct timing *t, bool fetch);

#endif
