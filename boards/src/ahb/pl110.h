/* SPDX-License-Identifier: MIT */
#ifndef BOARD_AHB_PL110_H
#define BOARD_AHB_PL110_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The colour LCD controller PL110 [PRIMECELL], as a master that fetches frames.
 */
enum { PL110_BASE = 0x10120000, PL110_PALETTE = 128 };

/* The timing registers' shape of a frame, in panel clocks and lines. */
struct pl110_shape {
	uint32_t clock; /* HCLK cycles of a panel clock */
	uint32_t before, pixels, line;
	uint32_t above, lines, frame;
	uint32_t per_word; /* pixels */
};

struct pl110 {
	uint32_t timing[4];
	struct pl110_shape shape; /* from these */
	uint32_t upbase, lpbase;
	uint32_t control, mask, status;
	uint32_t palette[PL110_PALETTE];

	bool running;   /* a frame is being shown */
	uint64_t frame; /* time at which it began */
	uint32_t base;  /* its address */
	uint32_t words; /* in it */
	uint32_t fetched;
	uint64_t compare; /* time of its vertical compare; AHB_NEVER: was */
};

struct ahb;

void pl110_reset(struct ahb *ahb);
uint32_t pl110_read(const struct pl110 *c, uint32_t offset);
void pl110_write(struct ahb *ahb, uint32_t offset, uint32_t value);

#endif
