/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_E500_INNER_H
#define BOARD_CORE_E500_INNER_H

#include "board/core/e500.h"
#include "board/core/inner.h"

/* What an e500's model has besides the common state; sources: e500.c. */
enum {
	E500_LINE = 32,
	E500_BTB_SETS = 128,
	E500_BTB_WAYS = 4,
	E500_TLB_WAYS = 4,
	E500_TLB4K_SETS = 16,
	E500_DLFB = 5,
	E500_DURATIONS = 8,
};

/* The newest first in each set; mask 0 with base 1 matches nothing. */
struct e500_tlb {
	uint32_t base[E500_TLB4K_SETS][E500_TLB_WAYS];
	uint32_t mask[E500_TLB4K_SETS][E500_TLB_WAYS];
};

struct e500_btb_entry {
	uint32_t branch; /* odd: none */
	uint32_t target;
	uint8_t history; /* 0 to 3, from 2 on: taken */
};

struct e500_state {
	struct uarch_outside outside;
	struct e500_tlb ivsp, i4k, dvsp, d4k;
	struct e500_btb_entry btb[E500_BTB_SETS][E500_BTB_WAYS];
	uint8_t btb_next[E500_BTB_SETS];

	uint32_t group;       /* address of the group of instructions */
	uint32_t group_bytes; /* 0: the next one has to be fetched */

	uint64_t ready[RESULTS]; /* cycle at which a result is there */
	unsigned issued;         /* in this cycle */
	unsigned simple;         /* of them by a simple unit */
	unsigned busy;           /* other units, a bit each */
	uint64_t divider_free;

	/* Lines on their way into the data cache. */
	struct {
		uint32_t line;
		uint64_t until;
	} dlfb[E500_DLFB];
	uint64_t dlfb_last; /* none of them is later */

	struct uarch_duration duration[E500_DURATIONS];
	unsigned durations;
};

static inline struct e500_state *e500_of(const struct uarch *u)
{
	return u->own;
}

/* e500.c: whatever issues next does so from that cycle on. */
void e500_new_cycle(struct uarch *u, uint64_t at);
/* e500_branch.c */
void e500_btb_clear(struct e500_state *e);
void e500_branch(struct uarch *u, const struct retired *r);
/* e500_data.c: the cycle at which what was loaded is there. */
uint64_t e500_data(struct uarch *u, const struct retired *r);
void e500_took(struct uarch *u, enum ledger_item item, uint32_t cycles);
uint32_t e500_ask(struct uarch *u, enum uarch_request what, uint32_t paddr);
/* The slow half of e500_reload(). */
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
