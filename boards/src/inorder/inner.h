/* SPDX-License-Identifier: MIT */
#ifndef BOARD_INORDER_INNER_H
#define BOARD_INORDER_INNER_H

#include "boards/src/core/cortex_a_inner.h"
#include "boards/src/core/inner.h"
#include "boards/src/inorder/inorder.h"
#include "boards/src/operands/operands.h"

/*
 * One word tells how full a cycle is, as core/e500_inner.h has it: a field for
 * each unit, in which an instruction adds what it takes; with the bits of FULL
 * where there is no room.
 */
enum {
	SLOT = 1 << 0,       /* two, of any kind */
	ALONE = 2 << 0,      /* both */
	LOAD_STORE = 1 << 3, /* one of each of these ... */
	MULTIPLIER = 1 << 5,
	BRANCHER = 1 << 7,
	SHIFTER = 1 << 9,
	FLOATS = 1 << 11,         /* ... but two of these: 64 bits of vectors */
	FRESH = 1 << 0 | 1 << 11, /* so that all fields overflow alike */
	SLOTS = 7,
	FULL = 1 << 2 | 1 << 4 | 1 << 6 | 1 << 8 | 1 << 10 | 1 << 13,
};

/* The maker of a result may give it to some readers so many cycles earlier. */
enum { BYPASSES = 8, CAUSE_BITS = 5 };
_Static_assert(CAUSES <= 1 << CAUSE_BITS, "a cause and a bypass fill a byte");

struct inorder_row {
	uint16_t takes;
	/* Cycles until an operand that is read for an address may be that
	 * result; others read later, by the core's `later`. */
	uint8_t latency;
	uint8_t second;   /* more, for each result behind the first */
	uint8_t interval; /* cycles for which `unit` is kept; 0 is 1 */
	uint8_t unit;     /* enum operand_place */
	uint8_t bypass, second_bypass;
	uint8_t more; /* cycles in which nothing else issues behind it */
	/* Cycles in which it issues, by itself but in the last, from which its
	 * latency is; 0: one. */
	uint8_t cycles;
	bool by_list; /* and one more for each two registers of its list, from
			 the first of which on they come two a cycle */
	bool first;   /* it goes to the first of the two pipelines only */
};

struct inorder_core {
	struct cortex_a_core a; /* first */
	struct inorder_row row[INORDER_CLASSES_ALL];
	uint8_t later[ROLES_ALL];
	uint8_t earlier[BYPASSES][ROLES_ALL];
	uint8_t base;  /* latency of an address's base */
	uint8_t taken; /* cycles behind a branch taken ... */
	bool at_hand;  /* ... but for one that was the last, too */
	/* Bytes over whose end a load is split, and a store; 0: nothing is, and
	 * nothing of more bytes. */
	uint8_t within[2], widest;
	uint8_t split;          /* more until it has what is split, */
	uint8_t split_interval; /* ... which keeps the unit so much longer, */
	uint8_t replay;         /* ... and lets nothing issue so long */
};

/* Beside what all Cortex-A have. */
struct inorder {
	struct cortex_a a; /* first */
	/* From here to `told` a walk moves it. */
	uint64_t ready[PLACES_ALL];
	uint8_t why[PLACES_ALL]; /* cause and bypass */
	uint32_t maker[PLACES_ALL];
	unsigned slots;
	/* The branch whose target's code is kept at hand; odd: none. */
	uint32_t recent;
	uint64_t told; /* places that the last timing_state told of */
	bool walks;
};

static inline struct inorder *inorder_of(const struct uarch *u)
{
	return u->own;
}

static inline const struct inorder_core *inorder_core_of(const struct uarch *u)
{
	return u->ops->facts;
}

/* inorder.c */
bool inorder_init(struct uarch *u);
void inorder_retire(struct uarch *u, const struct retired *r);
void inorder_execute(struct uarch *u, const struct retired *r);
void inorder_branch(struct uarch *u, const struct retired *r, bool right);
void inorder_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		      const struct mapping *map);
/* blocks.c */
/* Of cores that keep a branch's target at hand, and of others. */
extern const struct uarch_blocks inorder_blocks, inorder_blocks_no_target;

#endif
