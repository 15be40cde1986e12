/* SPDX-License-Identifier: MIT */
/*
 * The generic board of the ARM1156T2-S: a PL190 interrupt controller, where the
 * monitor's IRQ is source 30 and its FIQ source 31, and a PL011 UART.
 * Registers: [DDI0181] 3, [DDI0183] 3.  The vectors of the controller are not
 * used, so it need not be told what has been served.
 */
#include "common/board.h"

enum {
	VIC = 0x10140000,
	VICIRQSTATUS = VIC + 0x000,
	VICFIQSTATUS = VIC + 0x004,
	VICINTSELECT = VIC + 0x00C, /* 1 makes a source an FIQ */
	VICINTENABLE = VIC + 0x010,
	VICINTENCLEAR = VIC + 0x014,

	PMU_SOURCE = 1 << 30,

	UART0 = 0x101F1000,
	UART_DATA = UART0 + 0x00,
	UART_FLAGS = UART0 + 0x18,
	UART_LINE = UART0 + 0x2C,
	UART_CONTROL = UART0 + 0x30,
	UART_TRANSMIT_FULL = 1 << 5,
	UART_8_BITS_FIFO = 0x70,
	UART_ENABLE_TRANSMIT = 0x101,
};

static const uint32_t PMU_FAST_SOURCE = 1u << 31;

void board_pmu_line(bool enable)
{
	board_write(enable ? VICINTENABLE : VICINTENCLEAR, PMU_SOURCE);
}

void board_pmu_fast_line(bool enable)
{
	board_write(VICINTSELECT, board_read(VICINTSELECT) | PMU_FAST_SOURCE);
	board_write(enable ? VICINTENABLE : VICINTENCLEAR, PMU_FAST_SOURCE);
}

bool board_fiq_is_pmu(void)
{
	return board_read(VICFIQSTATUS) & PMU_FAST_SOURCE;
}

bool board_irq_take(uint32_t *token)
{
	*token = board_read(VICIRQSTATUS);
	return *token & PMU_SOURCE;
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
