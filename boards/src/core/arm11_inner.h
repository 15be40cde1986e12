/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_ARM11_INNER_H
#define BOARD_CORE_ARM11_INNER_H

#include "boards/src/core/arm11.h"
#include "boards/src/core/beyond.h"
#include "boards/src/parts/buffer.h"
#include "boards/src/parts/predictor.h"
#include "boards/src/parts/tlb.h"

/* Only the ARM11 cores have this state. */
struct arm11 {
	struct tlb imicro, dmicro, main_tlb; /* where there is an MMU */
	struct predictor predictor;
	struct return_stack returns;
	struct buffer requests; /* the LSU's queue */
	uint64_t lsu_free;      /* the LSU takes an instruction ... */
	uint32_t lsu_maker;     /* ... once this one is through with it */
	uint64_t posted;    /* the last data access was a write to level 2, and
			       is done then; else 0 */
	uint32_t fill_line; /* the instruction cache's last ... */
	uint64_t fill_end;  /* ... is on its way until then */
	struct l2 *controller; /* of the second level; NULL: none */
};

static inline struct arm11 *arm11_of(const struct uarch *u)
{
	return u->own;
}

/*
 * The ARM11 model: cores, instruction side and data side, for each other.
 */

void arm11_retire(struct uarch *u, const struct retired *r);
/* Two parts of that: everything but fetch and flow, and flow. */
void arm11_execute(struct uarch *u, const struct retired *r);
void arm11_flow(struct uarch *u, const struct retired *r);
void arm11_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		    const struct mapping *map);

/* Does an access go to the cache, if that is on?  Never one to a TCM. */
static inline bool arm11_looks_up(bool cache_on, const struct mapping *map)
{
	return cache_on && map->cacheable && !map->tcm;
}

/*
 * Cycles until the first data of a read are there, from wherever, once its
 * request has gone out.
 */
uint64_t arm11_read(struct uarch *u, enum l2_port port,
		    const struct mapping *map);
/* A read of bytes that nobody waits for. */
void arm11_read_unused(struct uarch *u, enum l2_port port, uint32_t paddr,
		       const struct outer *outer);

/* A page that a MicroTLB does not have. */
void arm11_main_tlb(struct uarch *u, enum cause cause, uint32_t vaddr,
		    const struct mapping *map);

/* A load or store once its operands are there; the instruction was ready to
 * go, but for its operands, in cycle `from`. */
void arm11_data(struct uarch *u, const struct retired *r, uint64_t from);

/* DSB, and before a strongly ordered access. */
void arm11_drain(struct uarch *u, enum cause cause);

/* arm11_blocks.c */
extern const struct uarch_blocks arm11_blocks;

#endif
