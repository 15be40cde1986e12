/* SPDX-License-Identifier: MIT */
/*
 * A channel of the DMA controller PL080 plans its next deed here [PRIMECELL].
 * It has a FIFO of four words and one burst on the buses at a time: it reads a
 * burst of the source, as far as the FIFO has room, writes all that, and so
 * on.  For a peripheral it fetches only what that has asked for.  Bursts are as
 * long as the burst size, the FIFO and the 1 KiB boundary allow: 16, 8 or 4
 * beats.  What is less goes beat by beat, INCR each [KA11898; KA3491 has two
 * and three in one INCR], and so does all with an address that stands still.
 */
#include "boards/src/ahb/pl080_model.h"

enum { BOUNDARY = 1024 };

static unsigned flow(const struct dma_channel *c)
{
	return dma_field(c->configuration, DMA_CHANNEL_FLOW_LSB, 3);
}

/* The flow control field: from memory or peripheral to either, and who knows
 * how much there is. */
bool dma_from_peripheral(const struct dma_channel *c)
{
	return 0xDCu >> flow(c) & 1; /* 2, 3, 4, 6, 7 */
}

bool dma_to_peripheral(const struct dma_channel *c)
{
	return 0xBAu >> flow(c) & 1; /* 1, 3, 4, 5, 7 */
}

bool dma_controller_counts(const struct dma_channel *c)
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
	c->item_words = 0;
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
	unsigned most = dma_controller_counts(c) && rest < burst ? rest : burst;

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
	if ((r.single && (most < burst || !dma_controller_counts(c))) ||
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
	if (dma_to_peripheral(c))
		c->destination_left = asked_for(
			ahb, c,
			dma_field(c->configuration, DMA_CHANNEL_DESTINATION_LSB,
				  4),
			burst, rest,
			!dma_controller_counts(c) && !source_counts(c));
	else
		c->destination_left = burst;
	return c->destination_left != 0;
}

static bool source_ready(struct ahb *ahb, struct dma_channel *c)
{
	unsigned burst = burst_size(c, DMA_CONTROL_SOURCE_BURST_LSB);

	if (c->configuration & DMA_CHANNEL_HALT)
		return false;
	if (dma_controller_counts(c) && size_left(c) == 0)
		return false;
	if (c->source_left)
		return true;
	if (dma_from_peripheral(c))
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

static void plan_write(struct dma_channel *c, struct dma_plan *p)
{
	unsigned width = destination_width(c);

	p->kind = DMA_WRITE;
	p->master = c->control >> DMA_CONTROL_DESTINATION_MASTER & 1;
	p->addr = c->destination;
	p->size = width;
	p->beats = least(c->level / width, c->destination_left);
	p->moves = c->control >> DMA_CONTROL_DESTINATION_INCREMENT & 1;
}

static void plan_read(struct dma_channel *c, struct dma_plan *p)
{
	unsigned width = source_width(c);
	unsigned beats = least((PL080_FIFO - c->level) / width, c->source_left);
	unsigned needed = c->destination_left * destination_width(c);

	if (dma_controller_counts(c))
		beats = least(beats, size_left(c));
	if (dma_to_peripheral(c))
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
	    (dma_controller_counts(c) && size_left(c) == 0) ||
	    (dma_to_peripheral(c) && c->level >= needed))
		return false;
	return PL080_FIFO - c->level >= source_width(c);
}

void dma_plan(struct ahb *ahb, struct dma_channel *c, struct dma_plan *p)
{
	p->kind = DMA_NOTHING;
	if (c->linking) {
		uint32_t item = c->link & ~UINT32_C(3);

		*p = (struct dma_plan){
			.kind = DMA_LINK,
			.master = c->link & 1,
			.addr = item + 4 * c->item_words,
			.size = 4,
			.beats = PL080_ITEM_WORDS - c->item_words,
			.moves = true,
		};
		return;
	}
	if (c->level >= destination_width(c) && !is_filling(c)) {
		if (destination_ready(ahb, c))
			plan_write(c, p);
		return;
	}
	if (dma_to_peripheral(c) && !destination_ready(ahb, c))
		return;
	if (source_ready(ahb, c))
		plan_read(c, p);
}

void dma_shape(const struct dma_plan *p, struct ahb_burst *burst)
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
		.beats = beats >= 16  ? 16
			 : beats >= 8 ? 8
			 : beats >= 4 ? 4
				      : 1,
		.size = (uint8_t)p->size,
		.prot = AHB_DATA,
		.write = p->kind == DMA_WRITE,
	};
}

bool dma_complete(const struct dma_channel *c)
{
	bool drained = c->level < destination_width(c);

	if (c->linking)
		return false;
	if (dma_controller_counts(c))
		return size_left(c) == 0 && drained;
	if (source_counts(c))
		return c->last && c->source_left == 0 && drained;
	return c->last && c->destination_left == 0;
}
