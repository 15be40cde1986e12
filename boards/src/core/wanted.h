/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_WANTED_H
#define BOARD_CORE_WANTED_H

#include "boards/src/board.h"
#include "boards/src/parts/cache.h"
#include "boards/src/parts/tlb.h"

/*
 * Parts as --machine wants them, and else as the core has them.  Caches: false
 * when out of memory; cache_done() may be called either way.
 */
struct uarch;
bool wanted_cache(const struct board_options *o, enum board_shape which,
		  struct cache *c, const struct cache_shape *own);
/* The first level's two. */
bool wanted_caches(struct uarch *u, const struct cache_shape *icache,
		   const struct cache_shape *dcache);
void wanted_tlb(const struct uarch *u, enum board_shape which, struct tlb *t,
		uint32_t sets, uint32_t ways);
uint32_t wanted_size(const struct uarch *u, enum board_shape which,
		     uint32_t own);
void wanted_times(struct uarch *u);
/* Blocks of instructions can be timed with them. */
bool wanted_by_blocks(const struct uarch *u);

/*
 * Values of ARM's registers that tell of them: Cache Size ID and Cache Type, of
 * ARMv7 and AArch64, from the core's own, which stay where a field cannot tell.
 */
uint32_t wanted_cache_size(const struct board_options *o,
			   enum board_shape which, uint32_t own);
uint32_t wanted_line_type(const struct board_options *o, uint32_t own);

#endif
