/* SPDX-License-Identifier: MIT */
/*
 * The colour LCD controller PL110 [PRIMECELL], with LCDControl and LCDIMSC
 * in each other's place, as the Versatile has them.  It reads the upper
 * panel's frame over and over: pixel clock, lines and porches come from the
 * timing registers, the FIFO of 32 words asks by the WATERMARK bit.  Colours
 * are nobody's concern here.
 */
#include "boards/src/ahb/inner.h"

#include <string.h>

enum {
	LCDTIMING3 = 0x0C,
	LCDUPBASE = 0x10,
	LCDLPBASE = 0x14,
	LCDCONTROL = 0x18,
	LCDIMSC = 0x1C,
	LCDSTATUS = 0x20,
	LCDINTERRUPT = 0x24,
	LCDUPCURR = 0x28,
	LCDLPCURR = 0x2C,
	PALETTE = 0x200,
	PALETTE_END = 0x400,
	PERIPHID0 = 0xFE0,

	CONTROL_BITS = 0x1BFFF,
	CONTROL_EN = 1 << 0,
	CONTROL_BPP_LSB = 1,
	CONTROL_VCOMP_LSB = 12,
	CONTROL_WATERMARK = 1 << 16,

	FUF = 1 << 1,     /* the FIFO ran empty */
	LNBU = 1 << 2,    /* the base address has been taken up */
	VCOMP = 1 << 3,   /* the chosen place of the frame is reached */
	MBERROR = 1 << 4, /* ERROR on the bus */
	STATUS_BITS = FUF | LNBU | VCOMP | MBERROR,

	FIFO_WORDS = 32, /* both FIFOs of 16, for one panel */
	CLCDCLK = 3,     /* HCLK cycles of it; chosen */
	BOUNDARY = 1024,
};

static uint32_t field(uint32_t value, unsigned lsb, unsigned width)
{
	return value >> lsb & ((UINT32_C(1) << width) - 1);
}

/* 1, 2, 4, 8, 16 and 24 bits; 24 take a word each.  6 and 7 are reserved and
 * go as that. */
static uint32_t pixels_per_word(const struct pl110 *c)
{
	uint32_t bpp = field(c->control, CONTROL_BPP_LSB, 3);

	return bpp < 5 ? UINT32_C(32) >> bpp : 1;
}

static struct pl110_shape shape_of(const struct pl110 *c, uint32_t clcdclk)
{
	uint32_t t0 = c->timing[0], t1 = c->timing[1], t2 = c->timing[2];
	uint32_t divider = field(t2, 27, 5) << 5 | field(t2, 0, 5);
	bool bypass = field(t2, 26, 1), external = field(t2, 5, 1);
	struct pl110_shape s = {
		.clock = (bypass ? 1 : divider + 2) * (external ? clcdclk : 1),
		.before = field(t0, 8, 8) + 1 + field(t0, 24, 8) + 1,
		.pixels = 16 * (field(t0, 2, 6) + 1),
		.above = field(t1, 10, 6) + 1 + field(t1, 24, 8),
		.lines = field(t1, 0, 10) + 1,
		.per_word = pixels_per_word(c),
	};

	s.line = s.before + s.pixels + field(t0, 16, 8) + 1;
	s.frame = s.above + s.lines + field(t1, 16, 8);
	return s;
}

static void take_shape(struct ahb *ahb)
{
	uint32_t clcdclk = ahb->options.clcdclk;

	ahb->pl110.shape = shape_of(&ahb->pl110, clcdclk ? clcdclk : CLCDCLK);
}

static uint64_t clocks(const struct pl110_shape *s, uint32_t lines,
		       uint32_t more)
{
	return ((uint64_t)lines * s->line + more) * s->clock;
}

/* When the word leaves the FIFO for the panel: with its first pixel. */
static uint64_t leaves(const struct pl110 *c, const struct pl110_shape *s,
		       uint32_t word)
{
	uint32_t pixel = word * s->per_word; /* of 2^20 at most */
	uint32_t line = pixel / s->pixels;
	uint32_t x = pixel % s->pixels;

	return c->frame + clocks(s, s->above + line, s->before + x);
}

/* How many of the frame's words have left before `now`; the FIFO has the
 * others. */
static uint32_t left_before(const struct pl110 *c, const struct pl110_shape *s,
			    uint64_t now)
{
	uint32_t high = c->fetched;
	uint32_t low = high > FIFO_WORDS ? high - FIFO_WORDS : 0;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (leaves(c, s, middle) < now)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static void tell(struct ahb *ahb)
{
	const struct pl110 *c = &ahb->pl110;

	if (ahb->host.interrupt)
		ahb->host.interrupt(ahb->host.ctx, AHB_LINE_CLCD,
				    (c->status & c->mask) != 0);
}

static void raise(struct ahb *ahb, uint32_t bits)
{
	ahb->pl110.status |= bits;
	tell(ahb);
}

/* Lines from the frame's start to the vertical compare [PRIMECELL]. */
static uint32_t compare_line(const struct pl110 *c, const struct pl110_shape *s)
{
	switch (field(c->control, CONTROL_VCOMP_LSB, 2)) {
	case 0: /* start of vertical synchronization */
		return 0;
	case 1: /* of the back porch */
		return field(c->timing[1], 10, 6) + 1;
	case 2: /* of what is seen */
		return s->above;
	default: /* of the front porch */
		return s->above + s->lines;
	}
}

static void begin_frame(struct ahb *ahb, uint64_t time)
{
	struct pl110 *c = &ahb->pl110;
	const struct pl110_shape *s = &c->shape;
	uint32_t pixels = s->pixels * s->lines;

	c->running = true;
	c->frame = time;
	c->base = c->upbase;
	c->fetched = 0;
	c->words = (pixels + s->per_word - 1) / s->per_word;
	c->compare = time + clocks(s, compare_line(c, s), 0);
	raise(ahb, LNBU);
}

/* Events that have their time and are no transfers: the line that is compared,
 * and the frame's end. */
static void pass_time(struct ahb *ahb, const struct pl110_shape *s)
{
	struct pl110 *c = &ahb->pl110;
	uint64_t end = c->frame + clocks(s, s->frame, 0);

	if (c->compare <= ahb->now) {
		c->compare = AHB_NEVER;
		raise(ahb, VCOMP);
	}
	if (c->fetched == c->words && end <= ahb->now)
		begin_frame(ahb, end);
}

/* Words that the FIFO has room for and the frame still has. */
static uint32_t wanted(const struct pl110 *c, const struct pl110_shape *s,
		       uint64_t now)
{
	uint32_t room = FIFO_WORDS - (c->fetched - left_before(c, s, now));
	uint32_t rest = c->words - c->fetched;

	return room < rest ? room : rest;
}

static uint32_t least(const struct pl110 *c)
{
	uint32_t watermark = c->control & CONTROL_WATERMARK ? 8 : 4;
	uint32_t rest = c->words - c->fetched;

	return rest < watermark ? rest : watermark;
}

/* The first cell after which something is to be done. */
static uint64_t next_time(const struct ahb *ahb, const struct pl110_shape *s)
{
	const struct pl110 *c = &ahb->pl110;
	uint64_t time = c->frame + clocks(s, s->frame, 0);
	uint32_t in_fifo = FIFO_WORDS - least(c); /* at most, to ask */

	if (c->fetched < c->words)
		time = c->fetched <= in_fifo
			       ? ahb->now
			       : leaves(c, s, c->fetched - in_fifo - 1) + 1;
	if (c->compare < time)
		time = c->compare;
	return time > ahb->now ? time : ahb->now + 1;
}

static void shape_burst(const struct pl110 *c, uint32_t words,
			struct ahb_burst *burst)
{
	uint32_t addr = c->base + 4 * c->fetched;
	uint32_t until = (BOUNDARY - addr % BOUNDARY) / 4;

	if (until < words)
		words = until;
	*burst = (struct ahb_burst){
		.addr = addr,
		.type = words >= 16  ? AHB_INCR16
			: words >= 8 ? AHB_INCR8
			: words >= 4 ? AHB_INCR4
				     : AHB_INCR,
		.beats = words >= 16  ? 16
			 : words >= 8 ? 8
			 : words >= 4 ? 4
				      : 1,
		.size = 4,
		.prot = AHB_DATA,
	};
}

static bool stopped(const struct pl110 *c)
{
	return !(c->control & CONTROL_EN) || c->status & MBERROR;
}

static bool pl110_next(struct ahb *ahb, unsigned layer, struct ahb_burst *burst)
{
	struct pl110 *c = &ahb->pl110;
	const struct pl110_shape *s = &c->shape;
	uint32_t words;

	if (stopped(c)) {
		c->running = false;
		ahb->layer[layer].want = AHB_NEVER;
		return false;
	}
	if (!c->running)
		begin_frame(ahb, ahb->now);
	pass_time(ahb, s);
	words = wanted(c, s, ahb->now);
	if (words && words >= least(c)) {
		shape_burst(c, words, burst);
		return true;
	}
	ahb->layer[layer].want = next_time(ahb, s);
	return false;
}

/*
 * A word that comes too late stops the display until it is there (chosen).
 * After an ERROR nothing is asked for until the interrupt is cleared.
 */
static bool pl110_beat(struct ahb *ahb, unsigned layer, bool error)
{
	struct pl110 *c = &ahb->pl110;
	const struct pl110_shape *s = &c->shape;
	uint64_t leave = leaves(c, s, c->fetched);
	uint64_t time = ahb->now + 1;

	(void)layer;
	if (error) {
		c->running = false;
		raise(ahb, MBERROR);
		return false;
	}
	if (time > leave) {
		c->frame += time - leave;
		raise(ahb, FUF);
	}
	c->fetched++;
	return true;
}

static void pl110_end(struct ahb *ahb, unsigned layer)
{
	ahb->layer[layer].want = ahb->now + 2; /* one idle cycle; chosen */
}

const struct master pl110_master = { pl110_next, NULL, pl110_beat, pl110_end };

void pl110_reset(struct ahb *ahb)
{
	memset(&ahb->pl110, 0, sizeof(ahb->pl110));
	take_shape(ahb);
}

uint32_t pl110_read(const struct pl110 *c, uint32_t offset)
{
	static const uint8_t id[] = { 0x10, 0x11, 0x04, 0x00,
				      0x0D, 0xF0, 0x05, 0xB1 };

	if (offset <= LCDTIMING3)
		return c->timing[offset / 4];
	if (offset >= PALETTE && offset < PALETTE_END)
		return c->palette[(offset - PALETTE) / 4];
	if (offset >= PERIPHID0)
		return id[(offset - PERIPHID0) / 4 % 8];
	switch (offset) {
	case LCDUPBASE:
		return c->upbase;
	case LCDLPBASE:
	case LCDLPCURR:
		return c->lpbase;
	case LCDCONTROL:
		return c->control;
	case LCDIMSC:
		return c->mask;
	case LCDSTATUS:
		return c->status;
	case LCDINTERRUPT:
		return c->status & c->mask;
	case LCDUPCURR:
		return c->running ? c->base + 4 * c->fetched : c->upbase;
	default:
		return 0;
	}
}

void pl110_write(struct ahb *ahb, uint32_t offset, uint32_t value)
{
	struct pl110 *c = &ahb->pl110;

	if (offset <= LCDTIMING3)
		c->timing[offset / 4] = value;
	else if (offset >= PALETTE && offset < PALETTE_END)
		c->palette[(offset - PALETTE) / 4] = value;
	else if (offset == LCDUPBASE)
		c->upbase = value & ~UINT32_C(3);
	else if (offset == LCDLPBASE)
		c->lpbase = value & ~UINT32_C(3);
	else if (offset == LCDCONTROL)
		c->control = value & CONTROL_BITS;
	else if (offset == LCDIMSC)
		c->mask = value & STATUS_BITS;
	else if (offset == LCDSTATUS)
		c->status &= ~(value & STATUS_BITS);
	take_shape(ahb);
	tell(ahb);
	/* Asked in the cycle after the write, at the soonest. */
	ahb_kick(ahb, AHB_CLCDC, ahb->now + 1);
}
