/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_E500_H
#define BOARD_CORE_E500_H

#include "boards/src/core/uarch.h"

/* The model of e500v1 and e500v2. */
extern const struct uarch_ops uarch_e500_ops;

/*
 * The core requests these of the world outside its first level caches, a line
 * or a single access of a place; the answer is in core cycles until it has it.
 */
enum uarch_request {
	REQUEST_FETCH,
	REQUEST_LOAD,
	REQUEST_STORE, /* a line with intent to modify */
	REQUEST_WRITE_BACK,
	REQUEST_FETCH_SINGLE,
	REQUEST_READ_SINGLE,
	REQUEST_WRITE_SINGLE,
	REQUEST_ADDRESS_ONLY,
};

struct uarch_outside {
	void *ctx;
	/* *near: the second level has it. */
	uint32_t (*request)(void *ctx, uint64_t cycle, enum uarch_request what,
			    uint32_t paddr, bool *near);
};

/* How long something took that a monitor may compare with a threshold. */
struct uarch_duration {
	uint8_t item; /* enum ledger_item */
	uint32_t cycles;
};

/* Fills in i->e500, when all else of an instruction is there. */
void uarch_prepare(struct insn *i);
/*
 * As uarch_retire(), of an instruction that has ended as usual, changes no mode
 * and is no cache operation: quicker, to the same effect.
 */
void uarch_retire_usual(struct uarch *u, const struct retired *r);
/*
 * For blocks: was the branch foretold?  The branch target buffer learns.  What
 * only a branch that was not foretold adds to the ledger is counted here.
 */
bool uarch_foretells(struct uarch *u, const struct insn *i, bool taken,
		     uint32_t next);
/* The data that an access finds in blocks are the newest of their kind if these
 * say so; else uarch_found_again() makes them so. */
struct uarch_newest {
	const uint8_t *way; /* of each set of the cache */
	const uint32_t *base, *mask;
};
struct uarch_newest uarch_newest(const struct uarch *u);
void uarch_found_again(struct uarch *u, uint32_t vaddr, unsigned slot);
/* To be there before anything else. */
void uarch_set_outside(struct uarch *u, const struct uarch_outside *outside);
/* Another master's access is seen by the data cache; true: the line was there,
 * and *dirty: was modified and is written back. */
bool uarch_snoop(struct uarch *u, uint32_t paddr, bool write, bool *dirty);
/* The durations since this was asked last; at most `*count`. */
const struct uarch_duration *uarch_durations(struct uarch *u, unsigned *count);

#endif
