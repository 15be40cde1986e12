/* SPDX-License-Identifier: MIT */
/*
 * The transfers of the DMA controller PL080 on its two layers: channel 0 goes
 * before channel 7, burst by burst.
 */
#include "boards/src/ahb/pl080_model.h"

#include <string.h>

static void finish(struct ahb *ahb, unsigned channel)
{
	struct dma_channel *c = &ahb->pl080.channel[channel];

	if (c->control >> DMA_CONTROL_INTERRUPT & 1)
		ahb->pl080.terminal |= 1u << channel;
	pl080_start(c);
	if (c->link & ~UINT32_C(3))
		c->linking = true;
	else
		c->configuration &= ~(uint32_t)DMA_CHANNEL_ENABLE;
	pl080_tell(ahb);
}

static bool is_on(const struct ahb *ahb, const struct dma_channel *c)
{
	return ahb->pl080.configuration & DMA_ENABLE &&
	       c->configuration & DMA_CHANNEL_ENABLE;
}

/* When a peripheral that a channel waits for can change its mind. */
static uint64_t next_event(const struct ahb *ahb, const struct dma_channel *c)
{
	uint64_t source = AHB_NEVER, destination = AHB_NEVER;

	if (!is_on(ahb, c) || c->busy)
		return AHB_NEVER;
	if (dma_from_peripheral(c))
		source = peripheral_event(
			ahb,
			dma_field(c->configuration, DMA_CHANNEL_SOURCE_LSB, 4));
	if (dma_to_peripheral(c))
		destination = peripheral_event(
			ahb, dma_field(c->configuration,
				       DMA_CHANNEL_DESTINATION_LSB, 4));
	return source < destination ? source : destination;
}

static bool begin(struct ahb *ahb, unsigned channel, unsigned master,
		  struct ahb_burst *burst)
{
	struct dma_channel *c = &ahb->pl080.channel[channel];
	struct dma_plan p;

	if (!is_on(ahb, c) || c->busy)
		return false;
	if (dma_complete(c))
		finish(ahb, channel);
	if (!is_on(ahb, c))
		return false;
	dma_plan(ahb, c, &p);
	if (p.kind == DMA_NOTHING || p.master != master)
		return false;
	dma_shape(&p, burst);
	c->busy = true;
	ahb->pl080.work[master].kind = p.kind;
	ahb->pl080.work[master].channel = channel;
	return true;
}

/*
 * An ERROR ends all that the controller does on the buses [DDI0287 4.2.2],
 * until the program has cleared it (chosen); strict: its channel alone
 * [PRIMECELL].
 */
static bool halted(const struct ahb *ahb)
{
	return ahb->pl080.error && !ahb->pmu.quirks.strict;
}

static bool pl080_next(struct ahb *ahb, unsigned layer, struct ahb_burst *burst)
{
	uint64_t want = AHB_NEVER;

	if (halted(ahb)) {
		ahb->layer[layer].want = AHB_NEVER;
		return false;
	}
	for (unsigned i = 0; i < PL080_CHANNELS; i++) {
		uint64_t event;

		if (begin(ahb, i, layer - AHB_DMA0, burst))
			return true;
		event = next_event(ahb, &ahb->pl080.channel[i]);
		if (event < want)
			want = event;
	}
	ahb->layer[layer].want = want > ahb->now ? want : ahb->now + 1;
	return false;
}

static struct dma_channel *working(struct ahb *ahb, unsigned layer)
{
	return &ahb->pl080.channel[ahb->pl080.work[layer - AHB_DMA0].channel];
}

static void put(struct dma_channel *c, unsigned size, uint32_t value)
{
	for (unsigned i = 0; i < size; i++)
		c->fifo[c->level++] = (uint8_t)(value >> 8 * i);
}

static uint32_t first_of(const struct dma_channel *c, unsigned size)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < size; i++)
		value |= (uint32_t)c->fifo[i] << 8 * i;
	return value;
}

static bool pl080_carry(struct ahb *ahb, unsigned layer)
{
	const struct layer *l = &ahb->layer[layer];
	struct dma_channel *c = working(ahb, layer);
	unsigned size = l->burst.size;
	uint32_t value;

	if (c->stale)
		return true;
	if (l->burst.write)
		return ahb_store(ahb, l->addr, size, first_of(c, size));
	if (!ahb_fetch(ahb, l->addr, size, &value))
		return false;
	if (ahb->pl080.work[layer - AHB_DMA0].kind == DMA_LINK)
		c->item[c->item_words] = value;
	else
		put(c, size, value);
	return true;
}

static void moved(struct dma_channel *c, enum dma_kind kind, unsigned size)
{
	uint32_t increment =
		kind == DMA_READ
			? c->control >> DMA_CONTROL_SOURCE_INCREMENT & 1
			: c->control >> DMA_CONTROL_DESTINATION_INCREMENT & 1;

	if (kind == DMA_READ) {
		c->source += increment * size;
		c->source_left--;
		/* Its lowest field, unless the program has emptied it. */
		if (dma_controller_counts(c) && c->control & DMA_CONTROL_SIZE)
			c->control--;
	} else if (kind == DMA_WRITE) {
		c->destination += increment * size;
		c->destination_left--;
		c->level -= size;
		memmove(&c->fifo[0], &c->fifo[size], c->level);
	} else if (kind == DMA_LINK) {
		c->item_words++;
	}
}

/* An ERROR ends the channel's transfer, for good. */
static bool pl080_beat(struct ahb *ahb, unsigned layer, bool error)
{
	unsigned channel = ahb->pl080.work[layer - AHB_DMA0].channel;
	struct dma_channel *c = working(ahb, layer);

	if (c->stale)
		return false;
	if (error) {
		pl080_start(c);
		c->configuration &= ~(uint32_t)DMA_CHANNEL_ENABLE;
		ahb->pl080.error |= 1u << channel;
		pl080_tell(ahb);
		return false;
	}
	moved(c, ahb->pl080.work[layer - AHB_DMA0].kind,
	      ahb->layer[layer].burst.size);
	return true;
}

static void take_item(struct dma_channel *c)
{
	c->source = c->item[0];
	c->destination = c->item[1];
	c->link = c->item[2] & ~UINT32_C(2);
	c->control = c->item[3];
	c->linking = false;
}

/* Its next burst, on either layer, comes after an idle cycle (chosen). */
static void pl080_end(struct ahb *ahb, unsigned layer)
{
	enum dma_kind kind = ahb->pl080.work[layer - AHB_DMA0].kind;
	struct dma_channel *c = working(ahb, layer);

	if (kind == DMA_LINK && c->linking && !c->stale &&
	    c->item_words == PL080_ITEM_WORDS)
		take_item(c);
	c->busy = false;
	c->stale = false;
	ahb->layer[layer].want = AHB_NEVER;
	ahb_kick(ahb, AHB_DMA0, ahb->now + 2);
	ahb_kick(ahb, AHB_DMA1, ahb->now + 2);
}

const struct master pl080_master = { pl080_next, pl080_carry, pl080_beat,
				     pl080_end };
