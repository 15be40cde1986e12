/* SPDX-License-Identifier: MIT */
/*
 * Switching the second level on and off: [Linux cache-l2x0.h, cache-l2x0.c].
 * Aux Control can only be written while the cache is off, and way operations
 * are done when their register reads 0.
 */
#include "common/l2.h"

#include "common/board.h"

static void ways(uint32_t operation)
{
	board_write(l2_base + operation, L2_ALL_WAYS);
	while (board_read(l2_base + operation) & L2_ALL_WAYS)
		;
	board_write(l2_base + L2_SYNC, 0);
}

void l2_enable(void)
{
	if (board_read(l2_base + L2_CONTROL) & 1)
		return;
	board_write(l2_base + L2_AUX,
		    board_read(l2_base + L2_AUX) | L2_AUX_EVENT_BUS);
	ways(L2_INVALIDATE_WAY);
	board_write(l2_base + L2_CONTROL, 1);
}

void l2_disable(void)
{
	ways(L2_CLEAN_INVALIDATE_WAY);
	board_write(l2_base + L2_CONTROL, 0);
}
