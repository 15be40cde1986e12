/* SPDX-License-Identifier: MIT */
#ifndef BOARD_AHB_PL080_H
#define BOARD_AHB_PL080_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The DMA controller PL080 [PRIMECELL]: eight channels, two masters, which
 * are the layers DMA-0 and DMA-1.
 */
enum {
	PL080_BASE = 0x10130000,
	PL080_CHANNELS = 8,
	PL080_MASTERS = 2,
	PL080_FIFO = 16,      /* bytes of a channel: four words */
	PL080_ITEM_WORDS = 4, /* of a list */
};

enum dma_kind {
	DMA_NOTHING,
	DMA_READ,  /* from the source into the FIFO */
	DMA_WRITE, /* from there to the destination */
	DMA_LINK,  /* the next item of the list */
};

struct dma_channel {
	uint32_t source, destination, link, control, configuration;
	uint8_t fifo[PL080_FIFO];
	unsigned level;       /* bytes in it */
	unsigned source_left; /* transfers of the source's present burst */
	unsigned destination_left;
	bool last;    /* this request was the peripheral's last */
	bool linking; /* the next item of the list is to be fetched */
	bool busy;    /* one of its bursts is on a layer */
	bool stale;   /* ... for what it was before it was started anew */
	unsigned item_words; /* that are there of it ... */
	uint32_t item[PL080_ITEM_WORDS];
};

struct pl080 {
	uint32_t configuration, sync;
	uint32_t terminal, error; /* raw interrupts, bit i: channel i */
	uint32_t soft_burst, soft_single, soft_last_burst, soft_last_single;
	struct dma_channel channel[PL080_CHANNELS];
	struct {
		enum dma_kind kind;
		unsigned channel;
	} work[PL080_MASTERS]; /* what the masters are at */
};

struct ahb;

void pl080_reset(struct pl080 *d);
uint32_t pl080_read(const struct ahb *ahb, uint32_t offset);
void pl080_write(struct ahb *ahb, uint32_t offset, uint32_t value);

#endif
