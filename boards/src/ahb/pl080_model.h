/* SPDX-License-Identifier: MIT */
#ifndef BOARD_AHB_PL080_MODEL_H
#define BOARD_AHB_PL080_MODEL_H

#include "boards/src/ahb/inner.h"

/* The registers, pl080.c, and the transfers, pl080_channel.c, share these. */
enum {
	DMA_CONTROL_SIZE = 0xFFF,
	DMA_CONTROL_SOURCE_BURST_LSB = 12,
	DMA_CONTROL_DESTINATION_BURST_LSB = 15,
	DMA_CONTROL_SOURCE_WIDTH_LSB = 18,
	DMA_CONTROL_DESTINATION_WIDTH_LSB = 21,
	DMA_CONTROL_SOURCE_MASTER = 24,
	DMA_CONTROL_DESTINATION_MASTER = 25,
	DMA_CONTROL_SOURCE_INCREMENT = 26,
	DMA_CONTROL_DESTINATION_INCREMENT = 27,
	DMA_CONTROL_INTERRUPT = 31,

	DMA_CHANNEL_ENABLE = 1 << 0,
	DMA_CHANNEL_SOURCE_LSB = 1,
	DMA_CHANNEL_DESTINATION_LSB = 6,
	DMA_CHANNEL_FLOW_LSB = 11,
	DMA_CHANNEL_ERROR = 1 << 14,    /* may interrupt */
	DMA_CHANNEL_TERMINAL = 1 << 15, /* likewise */
	DMA_CHANNEL_ACTIVE = 1 << 17,
	DMA_CHANNEL_HALT = 1 << 18,
	DMA_CHANNEL_BITS = 0x5FBDF,

	DMA_ENABLE = 1 << 0, /* of DMACConfiguration */
};

static inline uint32_t dma_field(uint32_t value, unsigned lsb, unsigned width)
{
	return value >> lsb & ((UINT32_C(1) << width) - 1);
}

/* The interrupt request may have changed. */
void pl080_tell(struct ahb *ahb);
/* A channel is switched on. */
void pl080_start(struct dma_channel *c);

/* A plan is a channel's next deed. */
struct dma_plan {
	enum dma_kind kind;
	unsigned master;
	uint32_t addr;
	unsigned size, beats;
	bool moves; /* the address does */
};

/* kind is DMA_NOTHING while it waits.  Takes up requests of peripherals. */
void dma_plan(struct ahb *ahb, struct dma_channel *c, struct dma_plan *p);
void dma_shape(const struct dma_plan *p, struct ahb_burst *burst);
/* Has it moved all that it was to move? */
bool dma_complete(const struct dma_channel *c);
bool dma_from_peripheral(const struct dma_channel *c);
bool dma_to_peripheral(const struct dma_channel *c);
/* Not a peripheral: the transfer size tells. */
bool dma_controller_counts(const struct dma_channel *c);

#endif
