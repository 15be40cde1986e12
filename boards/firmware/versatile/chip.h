/* SPDX-License-Identifier: MIT */
/*
 * Registers of the ARM926PXP development chip that the bus programs use:
 * colour LCD controller PL110 [DDI0161 3.2; on the Versatile LCDControl is at
 * 0x18 and LCDIMSC at 0x1C, as Linux and QEMU have it], DMA controller PL080
 * [DDI0196 3], UART PL011 [DDI0183 3].  Addresses: [DUI0225], as Linux has
 * them.
 */
#ifndef CHIP_H
#define CHIP_H

#include <stdint.h>

enum {
	CLCD = 0x10120000,
	CLCD_TIMING0 = CLCD + 0x00, /* pixels per line */
	CLCD_TIMING1 = CLCD + 0x04, /* lines */
	CLCD_TIMING2 = CLCD + 0x08, /* clocks */
	CLCD_UPBASE = CLCD + 0x10,
	CLCD_CONTROL = CLCD + 0x18,
	CLCD_RAW_STATUS = CLCD + 0x20,
	CLCD_ENABLE = 1 << 0,
	CLCD_16_BITS = 4 << 1,
	CLCD_TFT = 1 << 5,
	CLCD_POWER = 1 << 11,
	CLCD_NEXT_BASE = 1 << 2, /* of the status: a frame has begun */
	CLCD_CLEAR = CLCD + 0x28,

	DMA = 0x10130000,
	DMA_CONFIGURATION = DMA + 0x30,
	DMA_RAW_TERMINAL = DMA + 0x14,
	DMA_RAW_ERROR = DMA + 0x18,
	DMA_CHANNEL = DMA + 0x100, /* each 0x20 */
	DMA_SOURCE = 0x00,
	DMA_DESTINATION = 0x04,
	DMA_LINK = 0x08,
	DMA_CONTROL = 0x0C,
	DMA_CHANNEL_CONFIGURATION = 0x10,
	/* control: transfers, then bursts of 2^n items and widths in log2 */
	DMA_SOURCE_BURST_LSB = 12,
	DMA_DESTINATION_BURST_LSB = 15,
	DMA_BURST_4 = 1,
	DMA_BURST_8 = 2,
	DMA_SOURCE_WIDTH_LSB = 18,
	DMA_DESTINATION_WIDTH_LSB = 21,
	DMA_WORDS = 2,
	DMA_SOURCE_MASTER_2 = 1 << 24,
	DMA_DESTINATION_MASTER_2 = 1 << 25,
	DMA_SOURCE_UP = 1 << 26,
	DMA_DESTINATION_UP = 1 << 27,
	DMA_ENABLE = 1 << 0,
	DMA_TO_PERIPHERAL = 1 << 11, /* from memory; 0: memory to memory */
	DMA_DESTINATION_LSB = 6,
	DMA_UART0_TRANSMIT = 15, /* its request line */

	UART0 = 0x101F1000,
	UART0_DATA = UART0 + 0x00,
	UART0_FLAGS = UART0 + 0x18,
	UART0_DIVISOR = UART0 + 0x24,
	UART0_FRACTION = UART0 + 0x28,
	UART0_LINE = UART0 + 0x2C,
	UART0_CONTROL = UART0 + 0x30,
	UART0_DMA_CONTROL = UART0 + 0x48,
	UART_BUSY = 1 << 3,
	UART_8_BITS_FIFO = 0x70,
	UART_ENABLE_TRANSMIT = 0x101,
	UART_DMA_TRANSMIT = 1 << 1,
};

static const uint32_t dma_terminal_interrupt = UINT32_C(1) << 31;

static inline void chip_write(uint32_t addr, uint32_t value)
{
	*(volatile uint32_t *)addr = value;
}

static inline uint32_t chip_read(uint32_t addr)
{
	return *(volatile uint32_t *)addr;
}

#endif
