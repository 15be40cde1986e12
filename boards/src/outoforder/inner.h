/* SPDX-License-Identifier: MIT */
#ifndef BOARD_OUTOFORDER_INNER_H
#define BOARD_OUTOFORDER_INNER_H

#include "boards/src/core/cortex_a_inner.h"
#include "boards/src/core/inner.h"
#include "boards/src/core/timing.h"
#include "boards/src/operands/operands.h"
#include "boards/src/outoforder/outoforder.h"

/* The maker of a result may give it to some readers so many cycles earlier. */
enum { FORWARDS = 6 };

enum {
	WINDOW_MOST = 128,
	/* Cycles of which the ports are known, from the dispatch on ... */
	PORT_CYCLES = 1024,
	/* ... which is so many cycles behind the retirement at most. */
	BEHIND_MOST = 768,
	STORES = 64,    /* doublewords, by the lower bits of their addresses */
	FILLS_MOST = 8, /* lines that are under way */
	EARLIES = 3,    /* operands of a plan that may come earlier */
};

/* An instruction moves nothing: its condition has failed. */
#define OUTOFORDER_NOWHERE UINT32_MAX

/* Places that instructions have in common which read or write less than
 * others: nothing is ever late in the one, and nobody reads the other. */
enum {
	PLACE_NEVER_LATE = PLACES_ALL,
	PLACE_NEVER_READ,
	OUTOFORDER_PLACES,
};

struct outoforder_row {
	uint8_t ports;   /* a bit for each that will do; 0: it needs none */
	uint8_t latency; /* cycles until an operand may be that result */
	uint8_t uses;    /* of the ports, each for a cycle; 0 is 1 ... */
	uint8_t wide;    /* ... and with 128 bits of vectors; 0: as many */
	uint8_t more;    /* of latency, with 128 bits */
	uint8_t slots;   /* of the dispatch; 0: see by_uses */
	uint8_t second;  /* more, for each result behind the first */
	uint8_t forward;
	bool alone; /* all before it has retired, and it before all others */
};

struct outoforder_core {
	struct cortex_a_core a; /* first */
	struct outoforder_row row[OUTOFORDER_CLASSES_ALL];
	uint8_t earlier[FORWARDS][ROLES_ALL];
	uint8_t width;  /* slots of a cycle's dispatch, and of its retirement */
	uint8_t window; /* instructions between the two */
	bool by_uses;   /* slots are uses of ports; else 1, with 128 bits 2 */
	uint8_t updates; /* slots more, of an address that updates its base */
	uint8_t base;    /* latency of an address's base */
	uint8_t taken;   /* cycles from one branch taken to the next ... */
	bool at_hand;    /* ... but for one that was the last, too; else for
			    all that are direct */
	uint8_t forward; /* from a store's data to a load's */
	uint8_t split;   /* more, of an access in two lines */
	uint8_t fills;
	/* Lines of data come so many half cycles after each other, at least. */
	uint8_t apart;
};

/* Beside what all Cortex-A have.  Cycles are those of `now`. */
struct outoforder {
	struct cortex_a a; /* first */
	uint64_t front;    /* in which the newest was dispatched ... */
	unsigned slots;    /* ... with so many before it and itself */
	enum cause front_why;
	uint64_t turned; /* when the newest target was fetched, as dispatched */
	unsigned retiring; /* in this cycle */
	uint64_t seen;     /* `now` as it was left */
	uint64_t over;     /* when the newest had its result */
	/* The branch whose target's code is at hand; odd: none. */
	uint32_t recent;
	bool walks;
	unsigned newest; /* its place in: */
	uint64_t retired[WINDOW_MOST];
	uint64_t ready[OUTOFORDER_PLACES];
	uint8_t forward[OUTOFORDER_PLACES];
	uint8_t busy[PORT_CYCLES]; /* ports, by the cycle's lower bits */
	struct outoforder_store {
		uint32_t number; /* of its doubleword, and one more */
		uint64_t ready;
	} store[STORES];
	uint64_t last_fill; /* nothing is under way from then on */
	struct outoforder_fill {
		uint32_t line;
		uint64_t until;
		uint64_t next; /* half cycle of another, at the soonest */
		enum cause cause;
	} fill[FILLS_MOST];
};

/* Data of an instruction, as far as its time has to do with them. */
struct outoforder_move {
	uint32_t at;
	bool split;
	bool line; /* one comes to the first level */
	uint64_t late;
	enum cause cause;
};

/* Registers of an instruction's list, so many cycles two by two; 0: it has
 * none. */
static inline unsigned outoforder_pairs(const struct insn *i)
{
	return i->operands.list ? (i->transfers + 1u) / 2 : 0;
}

/* Uses of its ports. */
static inline unsigned outoforder_uses(const struct outoforder_row *row,
				       bool wide)
{
	const unsigned uses = wide && row->wide ? row->wide : row->uses;

	return uses ? uses : 1;
}

static inline struct outoforder *outoforder_of(const struct uarch *u)
{
	return u->own;
}

static inline const struct outoforder_core *
outoforder_core_of(const struct uarch *u)
{
	return u->ops->facts;
}

/* Nothing is dispatched before that cycle. */
static inline void outoforder_advance(struct outoforder *e, uint64_t to)
{
	uint64_t cycles = to - e->front;

	if (cycles > PORT_CYCLES)
		cycles = PORT_CYCLES;
	for (uint64_t i = 0; i < cycles; i++)
		e->busy[(e->front + i) % PORT_CYCLES] = 0;
	e->front = to;
}

/* outoforder.c: an instruction goes through; and a branch, which was taken, and
 * foretold, comes behind it. */
enum outoforder_turn { TURN_RIGHT, TURN_LATE, TURN_WRONG };
void outoforder_schedule(struct uarch *u, const struct insn *i,
			 const struct outoforder_move *m);
void outoforder_turn(struct uarch *u, const struct insn *i, bool taken,
		     enum outoforder_turn turn);
/* Something else took time: all that was under way is over. */
void outoforder_catch_up(struct uarch *u);
unsigned outoforder_slots(const struct outoforder_core *c,
			  const struct outoforder_row *row,
			  const struct operands *f);
/* The first cycle from there on in which it has one of these ports, of which it
 * takes so many. */
uint64_t outoforder_take_ports(struct outoforder *e, unsigned ports,
			       uint64_t at, unsigned uses);
/* Its results, the first of them when it is done; it has retired. */
void outoforder_give(struct outoforder *e, const struct outoforder_core *c,
		     const struct operands *f, uint64_t issued,
		     uint64_t latency, uint64_t done);

/* A fetch takes so long: the dispatch waits. */
void outoforder_hold(struct uarch *u, uint64_t cycles, enum cause cause);

bool outoforder_init(struct uarch *u);
/* quick.c: outoforder_schedule() and outoforder_turn() for a way through a
 * block, by what is worked out of each of its instructions once. */
struct outoforder_plan {
	bool quick; /* else none of what follows */
	bool more;  /* it writes more than `write`, or an address's base */
	uint8_t moves;
	uint8_t earlies; /* operands that it has of `early_place` */
	uint8_t read[3], stored[2], write;
	uint8_t early_place[EARLIES], early_role[EARLIES];
	uint8_t ports, uses, latency, slots, forward, why, bytes;
	uint8_t second; /* more, until all of its results are there */
	uint8_t stores; /* of `stored` */
};
enum { MOVES_NOTHING, MOVES_IN, MOVES_OUT };
void outoforder_plan(const struct uarch *u, const struct insn *i, void *plan);
void outoforder_schedule_gone(struct uarch *u, const struct timing_gone *gone);
/* retire.c */
void outoforder_retire(struct uarch *u, const struct retired *r);
void outoforder_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
			 const struct mapping *map);
/* blocks.c */
/* Of cores that keep a branch's target at hand, and of others. */
extern const struct uarch_blocks outoforder_blocks, outoforder_blocks_no_target;

#endif
