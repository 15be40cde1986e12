/* SPDX-License-Identifier: MIT */
/*
 * The transfers of the DMA controller PL080 [DDI0196 2, 3.4].  A channel has
 * a FIFO of four words and one burst on the buses at a time: it reads a
 * burst of the source, as far as the FIFO has room, writes all that, and so
 * on.  For a peripheral it
 * fetches only what that has asked for.  Bursts are as long as the burst
 * size, the FIFO and the 1 KiB boundary allow: 16, 8 or 4 beats, and INCR for
 * fewer.  An address that stands still makes bursts of one beat, INCR.
 */
#include "board/pl080_model.h"

#include <string.h>

enum { BOUNDARY = 1024, LINK_WORDS = 4 };

/* What a channel would do next. */
struct plan {
	enum dma_kind kind;
	unsigned master;
	uint32_t addr;
	unsigned size, beats;
	bool moves; /* the address does */
};

static unsigned flow(const struct dma_channel *c)
{
	return dma_field(c->configuration, DMA_CHANNEL_FLOW_LSB, 3);
}

/* The flow control field: from memory or peripheral to either, and who knows
 * how much there is. */
static bool from_peripheral(const struct dma_channel *c)
{
	return 0xDCu >> flow(c) & 1; /* 2, 3, 4, 6, 7 */
}

static bool to_peripheral(const struct dma_channel *c)
{
	return 0xBAu >> flow(c) & 1; /* 1, 3, 4, 5, 7 */
}

static bool controller_counts(const struct dma_channel *c)
{
	return flow(c) < 4;
}

static bool source_counts(const struct dma_channel *c)
{
	return flow(c) >= 6;
}

static unsigned burst_size(const struct dma_channel *c, unsigned lsb)
{
	static const uint16_t size[] = { 1, 4, 8, 16, 32, 64, 128, 256 };

	return size[dma_field(c->control, lsb, 3)];
}

static unsigned source_width(const struct dma_channel *c)
{
	return 1u << (dma_field(c->control, DMA_CONTROL_SOURCE_WIDTH_LSB, 3) %
		      3);
}

static unsigned destination_width(const struct dma_channel *c)
{
	return 1u << (dma_field(c->control, DMA_CONTROL_DESTINATION_WIDTH_LSB,
				3) %
		      3);
}

void pl080_start(struct dma_channel *c)
{
	c->level = 0;
	c->source_left = 0;
	c->destination_left = 0;
	c->last = false;
	c->linking = false;
}

static bool soft(uint32_t *requests, unsigned line)
{
	uint32_t bit = UINT32_C(1) << line;
	bool asked = *requests & bit;

	*requests &= ~bit;
	return asked;
}

/*
 * Transfers that a peripheral asks for on its line, of `rest` in all (which
 * only the controller knows): a burst, or a single one when less than a burst
 * is left or the peripheral counts.
 */
static unsigned asked_for(struct ahb *ahb, struct dma_channel *c, unsigned line,
			  unsigned burst, unsigned rest, bool counts)
{
	struct pl080 *d = &ahb->pl080;
	struct dma_request r = peripheral_request(ahb, line);
	unsigned most = controller_counts(c) && rest < burst ? rest : burst;

	if (counts && soft(&d->soft_last_burst, line)) {
		c->last = true;
		return burst;
	}
	if (counts && soft(&d->soft_last_single, line)) {
		c->last = true;
		return 1;
	}
	if (r.burst || soft(&d->soft_burst, line))
		return most;
	if ((r.single && (most < burst || !controller_counts(c))) ||
	    soft(&d->soft_single, line))
		return 1;
	return 0;
}

static unsigned size_left(const struct dma_channel *c)
{
	return c->control & DMA_CONTROL_SIZE;
}

/* The destination's wish; a memory always has one. */
static bool destination_ready(struct ahb *ahb, struct dma_channel *c)
{
	unsigned width = destination_width(c);
	unsigned burst = burst_size(c, DMA_CONTROL_DESTINATION_BURST_LSB);
	unsigned rest = (size_left(c) * source_width(c) + c->level) / width;

	if (c->destination_left)
		return true;
	if (to_peripheral(c))
		c->destination_left =
			asked_for(ahb, c,
				  dma_field(c->configuration,
					    DMA_CHANNEL_DESTINATION_LSB, 4),
				  burst, rest,
				  !controller_counts(c) && !source_counts(c));
	else
		c->destination_left = burst;
	return c->destination_left != 0;
}

static bool source_ready(struct ahb *ahb, struct dma_channel *c)
{
	unsigned burst = burst_size(c, DMA_CONTROL_SOURCE_BURST_LSB);

	if (c->configuration & DMA_CHANNEL_HALT)
		return false;
	if (controller_counts(c) && size_left(c) == 0)
		return false;
	if (c->source_left)
		return true;
	if (from_peripheral(c))
		c->source_left = asked_for(
			ahb, c,
			dma_field(c->configuration, DMA_CHANNEL_SOURCE_LSB, 4),
			burst, size_left(c), source_counts(c));
	else
		c->source_left = burst;
	return c->source_left != 0;
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static void plan_write(struct dma_channel *c, struct plan *p)
{
	unsigned width = destination_width(c);

	p->kind = DMA_WRITE;
	p->master = c->control >> DMA_CONTROL_DESTINATION_MASTER & 1;
	p->addr = c->destination;
	p->size = width;
	p->beats = least(c->level / width, c->destination_left);
	p->moves = c->control >> DMA_CONTROL_DESTINATION_INCREMENT & 1;
}

static void plan_read(struct dma_channel *c, struct plan *p)
{
	unsigned width = source_width(c);
	unsigned beats = least((PL080_FIFO - c->level) / width, c->source_left);
	unsigned needed = c->destination_left * destination_width(c);

	if (controller_counts(c))
		beats = least(beats, size_left(c));
	if (to_peripheral(c))
		beats = least(beats, (needed - c->level + width - 1) / width);
	p->kind = DMA_READ;
	p->master = c->control >> DMA_CONTROL_SOURCE_MASTER & 1;
	p->addr = c->source;
	p->size = width;
	p->beats = beats;
	p->moves = c->control >> DMA_CONTROL_SOURCE_INCREMENT & 1;
}

/* In the middle of a burst of the source, with room for more of it? */
static bool is_filling(const struct dma_channel *c)
{
	unsigned needed = c->destination_left * destination_width(c);

	if (c->source_left == 0 || c->configuration & DMA_CHANNEL_HALT ||
	    (controller_counts(c) && size_left(c) == 0) ||
	    (to_peripheral(c) && c->level >= needed))
		return false;
	return PL080_FIFO - c->level >= source_width(c);
}

static void plan_channel(struct ahb *ahb, struct dma_channel *c, struct plan *p)
{
	p->kind = DMA_NOTHING;
	if (c->linking) {
		*p = (struct plan){
			DMA_LINK, c->link & 1, c->link & ~UINT32_C(3),
			4,        LINK_WORDS,  true
		};
		return;
	}
	if (c->level >= destination_width(c) && !is_filling(c)) {
		if (destination_ready(ahb, c))
			plan_write(c, p);
		return;
	}
	if (to_peripheral(c) && !destination_ready(ahb, c))
		return;
	if (source_ready(ahb, c))
		plan_read(c, p);
}

static void shape_burst(const struct plan *p, struct ahb_burst *burst)
{
	unsigned beats =
		least(p->beats, (BOUNDARY - p->addr % BOUNDARY) / p->size);

	if (!p->moves)
		beats = 1;
	*burst = (struct ahb_burst){
		.addr = p->addr,
		.type = beats >= 16  ? AHB_INCR16
			: beats >= 8 ? AHB_INCR8
			: beats >= 4 ? AHB_INCR4
				     : AHB_INCR,
		.beats = (uint8_t)(beats >= 16  ? 16
				   : beats >= 8 ? 8
				   : beats >= 4 ? 4
						: beats),
		.size = (uint8_t)p->size,
		.prot = AHB_DATA,
		.write = p->kind == DMA_WRITE,
	};
}

/* Has it moved all that it was to move? */
static bool complete(const struct dma_channel *c)
{
	bool drained = c->level < destination_width(c);

	if (c->linking)
		return false;
	if (controller_counts(c))
		return size_left(c) == 0 && drained;
	if (source_counts(c))
		return c->last && c->source_left == 0 && drained;
	return c->last && c->destination_left == 0;
}

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
	if (from_peripheral(c))
		source = peripheral_event(
			ahb,
			dma_field(c->configuration, DMA_CHANNEL_SOURCE_LSB, 4));
	if (to_peripheral(c))
		destination = peripheral_event(
			ahb, dma_field(c->configuration,
				       DMA_CHANNEL_DESTINATION_LSB, 4));
	return source < destination ? source : destination;
}

static bool begin(struct ahb *ahb, unsigned channel, unsigned master,
		  struct ahb_burst *burst)
{
	struct dma_channel *c = &ahb->pl080.channel[channel];
	struct plan p;

	if (!is_on(ahb, c) || c->busy)
		return false;
	if (complete(c))
		finish(ahb, channel);
	if (!is_on(ahb, c))
		return false;
	plan_channel(ahb, c, &p);
	if (p.kind == DMA_NOTHING || p.master != master)
		return false;
	shape_burst(&p, burst);
	c->busy = true;
	ahb->pl080.work[master].kind = p.kind;
	ahb->pl080.work[master].channel = channel;
	return true;
}

static bool pl080_next(struct ahb *ahb, unsigned layer, struct ahb_burst *burst)
{
	uint64_t want = AHB_NEVER;

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
		c->item[l->beat] = value;
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
		if (controller_counts(c))
			c->control--; /* its lowest field */
	} else if (kind == DMA_WRITE) {
		c->destination += increment * size;
		c->destination_left--;
		c->level -= size;
		memmove(&c->fifo[0], &c->fifo[size], c->level);
	}
}

/* An ERROR ends the channel's activity, for good. */
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

	if (kind == DMA_LINK && c->linking && !c->stale)
		take_item(c);
	c->busy = false;
	c->stale = false;
	ahb->layer[layer].want = AHB_NEVER;
	ahb_kick(ahb, AHB_DMA0, ahb->now + 2);
	ahb_kick(ahb, AHB_DMA1, ahb->now + 2);
}

const struct master pl080_master = { pl080_next, pl080_carry, pl080_beat,
				     pl080_end };
