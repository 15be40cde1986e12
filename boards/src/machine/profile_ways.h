/* SPDX-License-Identifier: MIT */
#ifndef BOARD_MACHINE_PROFILE_WAYS_H
#define BOARD_MACHINE_PROFILE_WAYS_H

#include "boards/src/machine/machine.h"

/*
 * A profile of instructions that go in blocks, along ways: what each of them
 * costs there is known beforehand, so that ways are counted and multiplied out.
 * Rows, costs and their order are those of one instruction after the other.
 */
struct insn;
struct profile;
struct retired;

enum {
	/* No cost of the profile, no site of it. */
	PROFILE_WAY_NO_COST = 0xffff,
	/* The one that is waited for is none of the way's instructions. */
	PROFILE_WAY_BEFORE = 0xff,
};

/* Of an instruction's costs one. */
struct profile_part {
	uint16_t n, cost;
	uint32_t by;
};

/* One waits for another one. */
struct profile_wait_there {
	uint32_t cycles;
	uint8_t n, cause;
	uint8_t maker, place; /* by its number, or who makes the place late */
	/* As it was found last, for that address and so many sites. */
	uint32_t pair, site, addr, sites;
};

/* A place is late behind the way, by one of its instructions. */
struct profile_late {
	uint8_t place, n;
};

struct profile_way {
	struct profile_way *next;
	uint64_t count; /* that sites do not have yet ... */
	uint32_t path;  /* ... and the path of those */
	bool listed, paired;
	bool waits; /* profile_way_waits() has something to do each time */
	uint16_t instructions, parts, wait_count, lates;
	uint32_t waited;      /* cycles for which its own have others wait */
	const uint32_t *site; /* of each instruction */
	const struct profile_part *part;
	struct profile_wait_there *wait;
	const struct profile_late *late;
};

/* The profile that observes, if ways can tell all its costs; else NULL. */
struct profile *profile_by_ways(const struct machine *m);
/* Before it looks at the ledger that is to be brought up to date. */
void profile_brought_by(struct profile *p, void (*bring)(void *ctx), void *ctx);
/* The cost of an item, or of LEDGER_ITEMS and a cause, or of waits. */
unsigned profile_cost_of(const struct profile *p, unsigned what);
unsigned profile_cost_of_waits(const struct profile *p);
/* Does a branch there make a difference to who was called? */
bool profile_follows(const struct profile *p, const struct insn *i,
		     uint32_t to);

uint32_t profile_site(struct profile *p, const struct insn *i);
/* A way was gone, and is to be looked at each time. */
void profile_way_waits(struct profile *p, struct profile_way *w,
		       uint32_t *const *maker);
/* So many times more, and the ledger has it. */
void profile_way_gone(struct profile *p, struct profile_way *w, uint64_t count);
/* ... as has the profile, of all ways. */
void profile_ways_taken(struct profile *p);
/* All that the ledger has gained besides ways is that site's, and so many
 * cycles that it has not yet. */
void profile_gained(struct profile *p, uint32_t site, uint64_t cycles);
/* A branch of a way has led elsewhere. */
void profile_follow(struct profile *p, uint32_t site, const struct retired *r);
/* The program goes on there. */
void profile_goes_on(struct profile *p, uint32_t next);
/* Sites get what ways were gone; these may go then. */
void profile_end_ways(struct profile *p);

#endif
