/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_E500_INNER_H
#define BOARD_CORE_E500_INNER_H

#include "boards/src/core/e500.h"
#include "boards/src/core/inner.h"

/* An e500's model has this besides the common state; sources: e500.c. */
enum {
	E500_LINE = 32,
	E500_BTB_SETS = 128,
	E500_BTB_MOST = 4096,
	E500_BTB_WAYS = 4,
	E500_TLB_WAYS = 4,
	E500_TLB4K_SETS = 16,
	E500_DLFB = 5,
	E500_DURATIONS = 8,
	E500_GROUP = 16,
};

/*
 * The places that keep when a register is ready: r0 to r31, the extras, then
 * one that nobody waits for and one that nobody reads.
 */
enum {
	E500_EXTRAS = 32,
	E500_ALWAYS = 36,
	E500_NOWHERE = 37,
	E500_RESULTS = 38,
};

/*
 * One word tells how full a cycle is: how many have issued, from 1 on, and
 * units that there is one of, each with a bit above.  An instruction adds what
 * it takes, and a bit of E500_FULL says that there was no room.  The two simple
 * units are never short: no more than two instructions issue.
 */
enum {
	E500_FRESH = 1,
	E500_ISSUES = 1,
	E500_ALONE = 2,
	E500_BRANCH_UNIT = 1 << 4,
	E500_LOAD_STORE_UNIT = 1 << 6,
	E500_MULTIPLE_UNIT = 1 << 8,
	E500_ISSUED = 7,
	E500_FULL = 1 << 2 | 1 << 5 | 1 << 7 | 1 << 9,
};

/* The newest first in each set; mask 0 with base 1 matches nothing. */
struct e500_tlb {
	uint32_t base[E500_TLB4K_SETS][E500_TLB_WAYS];
	uint32_t mask[E500_TLB4K_SETS][E500_TLB_WAYS];
	uint32_t moves; /* how often the order in a set has changed ... */
	uint32_t goes;  /* ... and a page has gone */
};

struct e500_btb_entry {
	uint32_t branch; /* odd: none */
	uint32_t target;
	uint8_t history; /* 0 to 3, from 2 on: taken */
};

struct e500_state {
	struct uarch_outside outside;
	struct e500_tlb ivsp, i4k, dvsp, d4k;
	uint32_t btb_sets; /* a power of two */
	struct e500_btb_entry btb[E500_BTB_MOST][E500_BTB_WAYS];
	uint8_t btb_next[E500_BTB_MOST];

	uint32_t group;       /* address of the group of instructions */
	uint32_t group_bytes; /* 0: the next one has to be fetched */

	uint64_t ready[E500_RESULTS]; /* cycle at which a result is there */
	uint8_t why[E500_RESULTS];    /* enum cause, of who waits for it */
	unsigned slots;               /* taken in this cycle */
	uint64_t divider_free;
	/* The addresses of the ones whose these are. */
	uint32_t maker[E500_RESULTS], divider_maker;

	/* The registers that the last timing_state told of as late. */
	uint64_t told;
	bool walks; /* a second core for walks, whose time begins anew */

	/* Lines on their way into the data cache. */
	struct {
		uint32_t line;
		uint64_t until;
		enum cause cause;
		uint32_t maker; /* the address of the one that asked */
	} dlfb[E500_DLFB];
	uint64_t dlfb_last; /* none of them is later */

	struct uarch_duration duration[E500_DURATIONS];
	unsigned durations;
};

static inline struct e500_state *e500_of(const struct uarch *u)
{
	return u->own;
}

/* Something has issued in this cycle, which so has its cause. */
static inline bool e500_begun(const struct uarch *u)
{
	return (e500_of(u)->slots & E500_ISSUED) != E500_FRESH;
}

/* Whatever issues next does so from that cycle on, which is not this. */
static inline void e500_stall(struct uarch *u, enum cause cause, uint64_t at)
{
	spend(u, CAUSE_ISSUE, e500_begun(u));
	wait_until(u, cause, at);
	e500_of(u)->slots = E500_FRESH;
}

/* A stall for another instruction. */
static inline void e500_stall_for(struct uarch *u, enum cause cause,
				  uint64_t at, uint32_t maker)
{
	spend(u, CAUSE_ISSUE, e500_begun(u));
	wait_for(u, cause, at, maker);
	e500_of(u)->slots = E500_FRESH;
}

static inline uint64_t e500_later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* An operand, of that place, is there at that cycle, which is not this. */
static inline void e500_wait_for(struct uarch *u, unsigned place, uint64_t at)
{
	const struct e500_state *e = e500_of(u);

	count(u, LEDGER_ISSUE_STALL, at - u->now - e500_begun(u));
	e500_stall_for(u, e->why[place], at, e->maker[place]);
}

/* In this cycle, or in the next if there is no room. */
static inline void e500_take(struct uarch *u, unsigned slots)
{
	struct e500_state *e = e500_of(u);
	unsigned taken = e->slots + slots;

	if (taken & E500_FULL) {
		bool both = (e->slots & E500_ISSUED) > E500_FRESH + 1;

		spend(u, both ? CAUSE_ISSUE : CAUSE_UNITS, 1);
		taken = E500_FRESH + slots;
	}
	e->slots = taken;
}

/* The group that begins at an address is fetched. */
static inline void e500_group(struct uarch *u, uint32_t addr)
{
	struct e500_state *e = e500_of(u);
	uint32_t left = E500_LINE - addr % E500_LINE;

	e->group = addr;
	e->group_bytes = left < E500_GROUP ? left : E500_GROUP;
	count(u, LEDGER_IL1_FETCHES, 1);
}

/* Is it in the entry of its set that was used last? */
static inline bool e500_newest(const struct e500_tlb *t, unsigned set,
			       uint32_t vaddr)
{
	return (vaddr & t->mask[set][0]) == t->base[set][0];
}

/* The slot of code that is in the line and page that hit last; or -1. */
static inline int e500_code_at_hand(const struct uarch *u, uint32_t vaddr,
				    const struct mapping *map)
{
	const struct e500_state *e = e500_of(u);

	if (!u->control.icache || !map->cacheable ||
	    !(map->variable_size
		      ? e500_newest(&e->ivsp, 0, vaddr)
		      : e500_newest(&e->i4k,
				    vaddr >> 12 & (E500_TLB4K_SETS - 1),
				    vaddr)))
		return -1;
	return cache_at_hand(&u->icache, map->paddr);
}

/* The buffer by which a line is on its way; -1: by none. */
static inline int e500_on_its_way(const struct e500_state *e, uint32_t line,
				  uint64_t now)
{
	if (now >= e->dlfb_last)
		return -1;
	for (int i = 0; i < E500_DLFB; i++)
		if (e->dlfb[i].line == line && e->dlfb[i].until > now)
			return i;
	return -1;
}

/* e500.c */
extern const struct uarch_timing e500_timing;
bool e500_init(struct uarch *u);
void e500_junk(struct uarch *u);
void e500_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		   const struct mapping *map);
/* The long way, which takes every instruction. */
void e500_retire(struct uarch *u, const struct retired *r);
/* All of it but fetch and flow, and without entering the time. */
void e500_execute(struct uarch *u, const struct retired *r);
/* An instruction takes that of a cycle. */
static inline unsigned e500_slots(const struct insn *i)
{
	static const uint16_t units[CLASSES] = {
		[CLASS_MULTIPLY] = E500_MULTIPLE_UNIT,
		[CLASS_DIVIDE] = E500_MULTIPLE_UNIT,
		[CLASS_LOAD] = E500_LOAD_STORE_UNIT,
		[CLASS_STORE] = E500_LOAD_STORE_UNIT,
		[CLASS_LOAD_MULTIPLE] = E500_LOAD_STORE_UNIT,
		[CLASS_STORE_MULTIPLE] = E500_LOAD_STORE_UNIT,
		[CLASS_OTHER] = E500_BRANCH_UNIT,
	};
	unsigned unit = i->flow == FLOW_NEXT ? units[i->class]
					     : (unsigned)E500_BRANCH_UNIT;

	return unit + (i->class == CLASS_STATUS ? E500_ALONE : E500_ISSUES);
}
/* Is rA written besides what is loaded, or by a store? */
static inline bool e500_updates(const struct insn *i)
{
	return (i->class == CLASS_STORE && i->writes) ||
	       (i->class == CLASS_LOAD && (i->writes & (i->writes - 1)));
}
/* e500_branch.c */
void e500_btb_clear(struct e500_state *e);
void e500_branch(struct uarch *u, const struct retired *r);
/* Its second half, when the buffer has learned, and was right or not. */
void e500_go_on(struct uarch *u, const struct insn *i, bool taken, bool right);
/* e500_data.c: the cycle at which what was loaded is there. */
struct late e500_data(struct uarch *u, const struct retired *r);
/* e500_outside.c: no board is around the core. */
void e500_stand_alone(struct uarch *u);
/* Something took so long, which a monitor may compare with a threshold. */
void e500_took(struct uarch *u, enum ledger_item item, uint32_t cycles);
/* Asks for something; cycles until it is there. */
uint32_t e500_ask(struct uarch *u, enum uarch_request what, uint32_t paddr);
/* e500_data.c: the slow half of e500_reload(). */
bool e500_reload_set(struct e500_tlb *t, unsigned set, uint32_t vaddr,
		     uint32_t bits);
/* Is the page in the first level?  Then false; else it comes there.  `sets`: a
 * power of two. */
static inline bool e500_reload(struct e500_tlb *t, unsigned sets,
			       uint32_t vaddr, uint32_t bits)
{
	unsigned set = (vaddr >> bits) & (sets - 1);

	return (vaddr & t->mask[set][0]) != t->base[set][0] &&
	       e500_reload_set(t, set, vaddr, bits);
}
void e500_tlb_clear(struct e500_tlb *t);

#endif
