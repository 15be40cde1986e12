/* SPDX-License-Identifier: MIT */
/*
 * The registers of the DMA controller PL080 [PRIMECELL].  Endianness of the
 * masters, DMACSync and a channel's bus lock are kept and do nothing.
 */
#include "boards/src/ahb/pl080_model.h"

#include <string.h>

enum {
	INT_STATUS = 0x00,
	INT_TC_STATUS = 0x04,
	INT_TC_CLEAR = 0x08,
	INT_ERROR_STATUS = 0x0C,
	INT_ERR_CLR = 0x10,
	RAW_INT_TC_STATUS = 0x14,
	RAW_INT_ERROR_STATUS = 0x18,
	ENBLD_CHNS = 0x1C,
	SOFT_BREQ = 0x20,
	SOFT_SREQ = 0x24,
	SOFT_LBREQ = 0x28,
	SOFT_LSREQ = 0x2C,
	CONFIGURATION = 0x30,
	SYNC = 0x34,
	CHANNELS = 0x100,
	CHANNELS_END = CHANNELS + 0x20 * PL080_CHANNELS,
	SRC_ADDR = 0x00,
	DEST_ADDR = 0x04,
	LLI = 0x08,
	CONTROL = 0x0C,
	CHANNEL_CONFIGURATION = 0x10,
	PERIPHID0 = 0xFE0,
};

/* Channels whose configuration has the bit. */
static uint32_t with(const struct pl080 *d, uint32_t bit)
{
	uint32_t set = 0;

	for (unsigned i = 0; i < PL080_CHANNELS; i++)
		if (d->channel[i].configuration & bit)
			set |= 1u << i;
	return set;
}

static uint32_t terminals(const struct pl080 *d)
{
	return d->terminal & with(d, DMA_CHANNEL_TERMINAL);
}

static uint32_t errors(const struct pl080 *d)
{
	return d->error & with(d, DMA_CHANNEL_ERROR);
}

void pl080_tell(struct ahb *ahb)
{
	const struct pl080 *d = &ahb->pl080;

	if (ahb->host.interrupt)
		ahb->host.interrupt(ahb->host.ctx, AHB_LINE_DMA,
				    (terminals(d) | errors(d)) != 0);
}

void pl080_reset(struct pl080 *d)
{
	memset(d, 0, sizeof(*d));
}

static uint32_t channel_read(const struct dma_channel *c, uint32_t offset)
{
	switch (offset) {
	case SRC_ADDR:
		return c->source;
	case DEST_ADDR:
		return c->destination;
	case LLI:
		return c->link;
	case CONTROL:
		return c->control;
	case CHANNEL_CONFIGURATION:
		return c->configuration |
		       (c->level ? (uint32_t)DMA_CHANNEL_ACTIVE : 0);
	default:
		return 0;
	}
}

uint32_t pl080_read(const struct ahb *ahb, uint32_t offset)
{
	static const uint8_t id[] = { 0x80, 0x10, 0x04, 0x0A,
				      0x0D, 0xF0, 0x05, 0xB1 };
	const struct pl080 *d = &ahb->pl080;

	if (offset >= CHANNELS && offset < CHANNELS_END)
		return channel_read(&d->channel[(offset - CHANNELS) / 0x20],
				    offset % 0x20);
	if (offset >= PERIPHID0)
		return id[(offset - PERIPHID0) / 4 % 8];
	switch (offset) {
	case INT_STATUS:
		return terminals(d) | errors(d);
	case INT_TC_STATUS:
		return terminals(d);
	case INT_ERROR_STATUS:
		return errors(d);
	case RAW_INT_TC_STATUS:
		return d->terminal;
	case RAW_INT_ERROR_STATUS:
		return d->error;
	case ENBLD_CHNS:
		return with(d, DMA_CHANNEL_ENABLE);
	case SOFT_BREQ:
		return d->soft_burst;
	case SOFT_SREQ:
		return d->soft_single;
	case SOFT_LBREQ:
		return d->soft_last_burst;
	case SOFT_LSREQ:
		return d->soft_last_single;
	case CONFIGURATION:
		return d->configuration;
	case SYNC:
		return d->sync;
	default:
		return 0;
	}
}

static void channel_write(struct dma_channel *c, uint32_t offset,
			  uint32_t value)
{
	uint32_t was = c->configuration;

	switch (offset) {
	case SRC_ADDR:
		c->source = value;
		break;
	case DEST_ADDR:
		c->destination = value;
		break;
	case LLI:
		c->link = value & ~UINT32_C(2);
		break;
	case CONTROL:
		c->control = value;
		break;
	case CHANNEL_CONFIGURATION:
		c->configuration = value & DMA_CHANNEL_BITS;
		if (value & ~was & DMA_CHANNEL_ENABLE) {
			pl080_start(c);
			c->stale = c->busy;
		}
		break;
	default:
		break;
	}
}

static void common_write(struct pl080 *d, uint32_t offset, uint32_t value)
{
	enum { LINES = 0xFFFF, CONFIGURATION_BITS = 7 };

	switch (offset) {
	case INT_TC_CLEAR:
		d->terminal &= ~value;
		break;
	case INT_ERR_CLR:
		d->error &= ~value;
		break;
	case SOFT_BREQ:
		d->soft_burst |= value & LINES;
		break;
	case SOFT_SREQ:
		d->soft_single |= value & LINES;
		break;
	case SOFT_LBREQ:
		d->soft_last_burst |= value & LINES;
		break;
	case SOFT_LSREQ:
		d->soft_last_single |= value & LINES;
		break;
	case CONFIGURATION:
		d->configuration = value & CONFIGURATION_BITS;
		break;
	case SYNC:
		d->sync = value & LINES;
		break;
	default:
		break;
	}
}

void pl080_write(struct ahb *ahb, uint32_t offset, uint32_t value)
{
	struct pl080 *d = &ahb->pl080;

	if (offset >= CHANNELS && offset < CHANNELS_END)
		channel_write(&d->channel[(offset - CHANNELS) / 0x20],
			      offset % 0x20, value);
	else
		common_write(d, offset, value);
	pl080_tell(ahb);
	ahb_kick(ahb, AHB_DMA0, ahb->now + 1);
	ahb_kick(ahb, AHB_DMA1, ahb->now + 1);
}
