/* SPDX-License-Identifier: MIT */
/*
 * Versatile/PB926EJ-S: UART 0.  Its only monitor is the AHB's, which asks for
 * no interrupts.  Address: [DUI0225], as Linux has it; registers: [DDI0183] 3.
 */
#include "common/board.h"

enum {
	UART0 = 0x101F1000,
	UART_DATA = UART0 + 0x00,
	UART_FLAGS = UART0 + 0x18,
	UART_LINE = UART0 + 0x2C,
	UART_CONTROL = UART0 + 0x30,
	UART_TRANSMIT_FULL = 1 << 5,
	UART_8_BITS_FIFO = 0x70,
	UART_ENABLE_TRANSMIT = 0x101,
};

void board_pmu_line(bool enable)
{
	(void)enable;
}

bool board_irq_take(uint32_t *token)
{
	*token = 0;
	return false;
}

void board_irq_done(uint32_t token)
{
	(void)token;
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
