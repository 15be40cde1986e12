/* SPDX-License-Identifier: MIT */
#ifndef FW_L2_PAGE_H
#define FW_L2_PAGE_H

/*
 * The event counters of an L220 or L2C-310, in the controller's page [Linux
 * cache-l2x0.h, cache-l2x0-pmu.c], for a board's l2.c.  That names the
 * addresses L2_BASE and GIC_DIST and the number L2_INTERRUPT before it includes
 * this.
 */
#include "common/board.h"
#include "common/l2.h"

enum {
	COUNTERS = L2_BASE + 0x200,
	CONFIG0 = L2_BASE + 0x208,
	VALUE0 = L2_BASE + 0x210,
	MASK = L2_BASE + 0x214,
	CLEAR = L2_BASE + 0x220,
	ENABLE = 1 << 0,
	RESET_0 = 1 << 1,
	ON_OVERFLOW = 2,
	SOURCE_LSB = 2,
	COUNTERS_ASK = 1 << 0,

	GIC_PENDING = GIC_DIST + 0x200,
};

const uint32_t l2_base = L2_BASE;
const bool l2_is_l210 = false;

void l2_count(enum l2_event event, struct l2_window *window)
{
	board_write(COUNTERS, 0);
	board_write(CONFIG0, ((uint32_t)event + 1) << SOURCE_LSB);
	board_write(COUNTERS, RESET_0);
	*window = (struct l2_window){
		.control = COUNTERS,
		.open = ENABLE,
		.close = 0,
		.ways = L2_BASE + L2_INVALIDATE_WAY,
	};
}

uint32_t l2_counted(void)
{
	return board_read(VALUE0);
}

/* A value can be written while the source is 0. */
void l2_ask(uint32_t events)
{
	uint32_t config = board_read(CONFIG0);

	board_write(CONFIG0, 0);
	board_write(VALUE0, UINT32_MAX - events);
	board_write(CONFIG0, config | ON_OVERFLOW);
	board_write(CLEAR, COUNTERS_ASK);
	board_write(MASK, COUNTERS_ASK);
}

void l2_quiet(void)
{
	board_write(CONFIG0, 0);
	board_write(CLEAR, COUNTERS_ASK);
	board_write(MASK, 0);
}

bool l2_asks(void)
{
	return board_read(GIC_PENDING + L2_INTERRUPT / 32 * 4) &
	       1u << L2_INTERRUPT % 32;
}

#endif
