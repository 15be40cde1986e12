/* SPDX-License-Identifier: MIT */
/*
 * Accesses that are not at hand.  Where the line only has to be looked up, the
 * operation goes again.  Where the access misses, or waits, the core's model
 * has it as it would by a step, and the program goes on in the block behind its
 * instruction: neither the machine nor the architecture has to be told.
 */
#include "base/rare.h"
#include "boards/src/block/inner.h"

/* In instructions, beside what a step costs. */
enum { MISS_COSTS = 1 };

static struct block *op_done(struct blocks *b, const struct block_op *o)
{
	(void)b;
	(void)o;
	return NULL;
}

/* The operation finds those bytes at hand, and none behind it. */
static void move_data(struct blocks *b, const struct block_op *o, uint32_t at,
		      uint32_t paddr, bool write)
{
	const unsigned bits = b->line_bits[0] - (write ? 1 : 0);
	const uint32_t within = (1u << bits) - 1;
	struct line *l = write ? &b->write[at >> bits & (HALVES - 1)]
			       : &b->read[at >> bits & (LINES - 1)];
	const struct block_op once[2] = { *o, { .run = op_done } };
	const struct line before = *l;

	*l = (struct line){ at & ~within, b->m->memory + (paddr & ~within) };
	(void)once[0].run(b, once);
	*l = before;
}

/* The block goes up to before the instruction; its way, if any. */
static struct way *go_before(struct blocks *b, unsigned n)
{
	struct way *w = way_left(b, b->at, n);

	if (n)
		way_gone(b, w);
	if (w == &b->spare)
		blocks_settle(b);
	return w;
}

/* An access to plain memory misses, or waits. */
static struct block *missed(struct blocks *b, const struct block_op *o,
			    struct access *a)
{
	const struct insn *i = block_insn(b, b->at, o->n);
	struct way *w = go_before(b, o->n);
	struct mapping map = b->at->map;
	const struct retired r = { .insn = i,
				   .fetch = &map,
				   .passed = true,
				   .next = i->addr + i->size,
				   .accesses = 1,
				   .element = a->size,
				   .access = a };
	struct timing_state after;
	struct block *v;
	bool told;

	map.paddr += i->addr - b->at->pc;
	b->place = block_behind(b, i, b->at->place.at + (i->addr - b->at->pc));
	move_data(b, o, a->vaddr, a->map.paddr, a->write);
	told = timing_miss(b->timing, &w->after, &b->now, &r, &after);
	b->instructions++;
	b->last = i->addr;
	b->way = NULL;
	blocks_look_at_pages(b);
	blocks_stepped(b);
	blocks_saved(b);
	b->saved -= MISS_COSTS;
	blocks_go_until(b, b->quiet_until < b->horizon ? b->quiet_until
						       : b->horizon);
	v = !told || blocks_tired(b) ? NULL
				     : block_in_state(b, &w->to[0], &after);
	return v && b->now + v->most < b->limit ? v : block_over(b);
}

APART struct block *part_wanted(struct blocks *b, const struct block_op *o,
				uint32_t at, unsigned size, bool write)
{
	struct access a = { .vaddr = at,
			    .size = (uint8_t)size,
			    .write = write };

	return line_look(b, &a) == LINE_AT_HAND ? o->run(b, o) : leave(b, o);
}

APART struct block *line_wanted(struct blocks *b, const struct block_op *o,
				uint32_t at, unsigned size, bool write)
{
	struct access a = { .vaddr = at,
			    .size = (uint8_t)size,
			    .write = write };
	const enum line_look look = line_look(b, &a);

	if (look == LINE_AT_HAND)
		return o->run(b, o);
	if (look == LINE_ELSEWHERE || !b->misses || b->profile ||
	    b->m->observer.retired)
		return leave(b, o);
	return missed(b, o, &a);
}
