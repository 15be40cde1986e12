/* SPDX-License-Identifier: MIT */
#ifndef BOARD_AHB_PERIPHERAL_H
#define BOARD_AHB_PERIPHERAL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The peripherals behind the DMA APB bridge, by their PSEL: smart card
 * interface PL131, three UARTs PL011, synchronous serial port PL022 [DDI0183,
 * PRIMECELL].  FIFOs that empty and fill at the line's speed, and ask
 * the DMA controller.
 */
enum {
	PERIPHERAL_BASE = 0x101F0000,
	PERIPHERAL_SCI = 0,
	PERIPHERAL_UART0 = 1,
	PERIPHERAL_SSP = 4,
	AHB_PERIPHERALS = 5,

	PERIPHERAL_FIFO = 16, /* the deepest */
};

struct fifo {
	uint16_t item[PERIPHERAL_FIFO]; /* the oldest first */
	unsigned count;
};

struct peripheral {
	uint32_t reg[32]; /* those that are only kept, by offset / 4 */
	struct fifo rx, tx;
	bool shifting;      /* an item is on the line ... */
	uint16_t shifted;   /* ... this ... */
	uint64_t sent;      /* ... and has gone at this time */
	uint64_t next_item; /* time at which one comes in; AHB_NEVER: none */
	uint16_t item;      /* its value */
	bool overrun;       /* one came when the FIFO was full */
};

struct ahb;

void peripherals_reset(struct ahb *ahb);
uint32_t peripheral_read(struct ahb *ahb, unsigned psel, uint32_t offset);
void peripheral_write(struct ahb *ahb, unsigned psel, uint32_t offset,
		      uint32_t value);

/* How a peripheral asks on a request line of the DMA controller, 0 to 15. */
struct dma_request {
	bool burst, single;
};
struct dma_request peripheral_request(struct ahb *ahb, unsigned line);
/* When the request on the line can next change by itself. */
uint64_t peripheral_event(const struct ahb *ahb, unsigned line);

#endif
