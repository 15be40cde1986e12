/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PARTS_TLB_H
#define BOARD_PARTS_TLB_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"

/*
 * A translation lookaside buffer: which pages are known, not where they lead.
 * Fully associative (sets = 1) or set-associative, round robin in each set.
 * A page's size is known to whoever asks, so it also picks the set.
 */
enum { TLB_ENTRIES_MAX = 1024 };

struct tlb {
	uint32_t sets; /* a power of two */
	uint32_t ways;
	uint32_t base[TLB_ENTRIES_MAX];
	uint32_t mask[TLB_ENTRIES_MAX]; /* 0 with base 1: matches nothing */
	uint8_t next[TLB_ENTRIES_MAX];  /* of each set */
	uint32_t changes;               /* so often a page came in or went */
};

void tlb_init(struct tlb *t, uint32_t sets, uint32_t ways);

/* Look `vaddr` up, and take its page in when absent.  Was it there? */
bool tlb_touch(struct tlb *t, uint32_t vaddr, uint32_t page_bits);

/* Is it there?  Nothing changes. */
bool tlb_has(const struct tlb *t, uint32_t vaddr, uint32_t page_bits);

void tlb_drop_all(struct tlb *t);
void tlb_drop(struct tlb *t, uint32_t vaddr);

/* Half full of small pages from anywhere. */
void tlb_junk(struct tlb *t, struct rng *rng);

#endif
