/* SPDX-License-Identifier: MIT */
#ifndef FW_REALVIEW_H
#define FW_REALVIEW_H

/*
 * A board of the RealView family handles its interrupt controller and its UART
 * 0 so, for its board.c.  That names the addresses GIC_CPU, GIC_DIST and UART0
 * and the number PMU_INTERRUPT before it includes this.  Registers: [IHI0048]
 * generic interrupt controller, [DDI0183] PL011.
 */
#include "common/board.h"

enum {
	GIC_CONTROL = GIC_CPU + 0x00,
	GIC_PRIORITY_MASK = GIC_CPU + 0x04,
	GIC_ACKNOWLEDGE = GIC_CPU + 0x0C,
	GIC_END = GIC_CPU + 0x10,

	GIC_DIST_CONTROL = GIC_DIST + 0x000,
	GIC_SET_ENABLE = GIC_DIST + 0x100,
	GIC_CLEAR_ENABLE = GIC_DIST + 0x180,
	GIC_PRIORITY = GIC_DIST + 0x400,
	GIC_TARGET = GIC_DIST + 0x800,

	ID_MASK = 0x3FF,

	UART_DATA = UART0 + 0x00,
	UART_FLAGS = UART0 + 0x18,
	UART_LINE = UART0 + 0x2C,
	UART_CONTROL = UART0 + 0x30,
	UART_TRANSMIT_FULL = 1 << 5,
	UART_8_BITS_FIFO = 0x70,
	UART_ENABLE_TRANSMIT = 0x101,
};

/* A byte of a register that holds one byte for each interrupt. */
static void put_byte(uint32_t base, uint32_t id, uint32_t value)
{
	uint32_t addr = base + (id & ~3u);
	uint32_t shift = 8 * (id & 3);

	board_write(addr,
		    (board_read(addr) & ~(0xFFu << shift)) | value << shift);
}

void board_pmu_line(bool enable)
{
	uint32_t word = PMU_INTERRUPT / 32 * 4;
	uint32_t bit = 1u << PMU_INTERRUPT % 32;

	if (!enable) {
		board_write(GIC_CLEAR_ENABLE + word, bit);
		return;
	}
	put_byte(GIC_PRIORITY, PMU_INTERRUPT, 0x80);
	put_byte(GIC_TARGET, PMU_INTERRUPT, 1);
	board_write(GIC_SET_ENABLE + word, bit);
	board_write(GIC_PRIORITY_MASK, 0xF0);
	board_write(GIC_CONTROL, 1);
	board_write(GIC_DIST_CONTROL, 1);
}

bool board_irq_take(uint32_t *token)
{
	*token = board_read(GIC_ACKNOWLEDGE);
	return (*token & ID_MASK) == PMU_INTERRUPT;
}

void board_irq_done(uint32_t token)
{
	board_write(GIC_END, token);
}

void board_uart_put(char c)
{
	if (!(board_read(UART_CONTROL) & 1)) {
		board_write(UART_LINE, UART_8_BITS_FIFO);
		board_write(UART_CONTROL, UART_ENABLE_TRANSMIT);
	}
	while (board_read(UART_FLAGS) & UART_TRANSMIT_FULL)
		;
	board_write(UART_DATA, (uint8_t)c);
}

#endif
