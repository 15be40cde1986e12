/* SPDX-License-Identifier: MIT */
#ifndef BOARD_OUTOFORDER_ROWS_H
#define BOARD_OUTOFORDER_ROWS_H

#include "boards/src/outoforder/inner.h"

/* The tables of the Cortex-A57 and of its successor have these in common: eight
 * ports, sizes (core/cortex_a_inner.h), and who schedules. */
enum {
	B = 1 << 0,
	I0 = 1 << 1,
	I1 = 1 << 2,
	M = 1 << 3,
	L = 1 << 4,
	S = 1 << 5,
	F0 = 1 << 6,
	F1 = 1 << 7,
	I = I0 | I1,
	F = F0 | F1,
};

#define OUTOFORDER_SIZES                                                       \
	{                                                                      \
		.line_bits = 6, .icache_sets = 256, .icache_ways = 3,          \
		.dcache_sets = 256, .dcache_ways = 2, .l2_sets = 512,          \
		.l2_ways = 16, .itlb = 48, .dtlb = 32, .tlb_sets = 256,        \
		.tlb_ways = 4, .look_up = 16,                                  \
	}

#define OUTOFORDER_OPS(core, times)                                            \
	{                                                                      \
		.timing = &(times), .returns = 8, .facts = &(core),            \
		.blocks = &outoforder_blocks,                                  \
		.own_size = sizeof(struct outoforder),                         \
		.init = outoforder_init, .done = cortex_a_done,                \
		.junk = cortex_a_junk, .attach_l2 = cortex_a_attach_l2,        \
		.retire = outoforder_retire, .maintain = outoforder_maintain,  \
	}

#endif
