/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_CORTEX_A_INNER_H
#define BOARD_CORE_CORTEX_A_INNER_H

#include "board/core/cortex_a.h"
#include "board/core/inner.h"
#include "board/core/predictor.h"
#include "board/core/tlb.h"

/* What only these cores have. */
struct cortex_a {
	struct cache l2;
	struct tlb imicro, dmicro, main_tlb; /* first and second level */
	struct global_predictor global;
	struct return_stack returns;
};

static inline struct cortex_a *cortex_a_of(const struct uarch *u)
{
	return u->own;
}

/* What the cores differ in; sources are in cortex_a_cores.c. */
struct cortex_a_core {
	uint16_t icache_sets, dcache_sets, l2_sets;
	uint8_t icache_ways, dcache_ways, l2_ways;
	uint8_t itlb, dtlb; /* first level, fully associative */
	uint16_t tlb_sets;  /* second level, four ways */
};

enum { CORTEX_A_LINE_BITS = 6, CORTEX_A_LINE = 64 };

bool cortex_a_init(struct uarch *u);
void cortex_a_done(struct uarch *u);
void cortex_a_junk(struct uarch *u);
void cortex_a_retire(struct uarch *u, const struct retired *r);
void cortex_a_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		       const struct mapping *map);

/* cortex_a_data.c: a line comes to the first level; cycles it takes. */
uint64_t cortex_a_refill(struct uarch *u, uint32_t paddr);
/* A data or instruction page that the first-level TLB does not have. */
uint64_t cortex_a_translate(struct uarch *u, uint32_t vaddr,
			    const struct mapping *map, bool fetch);
void cortex_a_data(struct uarch *u, const struct retired *r);
/* Dirty lines go out because something asks for that. */
void cortex_a_clean(struct uarch *u, int slot, uint32_t paddr);
void cortex_a_clean_all(struct uarch *u);

#endif
