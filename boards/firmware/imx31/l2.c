/* SPDX-License-Identifier: MIT */
/*
 * i.MX31: the L210's event monitor [DDI0284G C; OKL4 l2cc.h].  It asks at the
 * source of the interrupt controller that is the core's monitor's, too.
 */
#include "common/l2.h"

#include "common/board.h"

enum {
	EVTMON = 0x43F08000,
	EMMC = EVTMON + 0x00,
	EMCS = EVTMON + 0x04,
	EMCC0 = EVTMON + 0x08,
	EMC0 = EVTMON + 0x18,
	ENABLE = 1 << 0,
	ACTIVE_HIGH = 1 << 2,
	RESET_ALL = 0xF00,
	ASKS = 1 << 0,
	EACH = 1 << 1,
	EVENT_LSB = 2,
	FLAGS = 0xF,

	INTSRCL = 0x68000000 + 0x4C,
	SOURCE = 23,
};

const uint32_t l2_base = 0x30000000;
const bool l2_is_l210 = true;

void l2_count(enum l2_event event, struct l2_window *window)
{
	board_write(EMMC, ACTIVE_HIGH);
	for (uint32_t n = 0; n < 4; n++)
		board_write(EMCC0 + 4 * n, 0);
	board_write(EMCC0, ((uint32_t)event + 2) << EVENT_LSB);
	board_write(EMCS, FLAGS);
	board_write(EMMC, RESET_ALL | ACTIVE_HIGH);
	*window = (struct l2_window){
		.control = EMMC,
		.open = ACTIVE_HIGH | ENABLE,
		.close = ACTIVE_HIGH,
		.ways = l2_base + L2_INVALIDATE_WAY,
	};
}

uint32_t l2_counted(void)
{
	return board_read(EMC0);
}

void l2_ask(uint32_t events)
{
	(void)events;
	board_write(EMCC0, board_read(EMCC0) | ASKS | EACH);
}

void l2_quiet(void)
{
	board_write(EMCC0, 0);
	board_write(EMCS, FLAGS);
}

bool l2_asks(void)
{
	return board_read(INTSRCL) & 1u << SOURCE;
}
