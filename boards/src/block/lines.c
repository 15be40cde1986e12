/* SPDX-License-Identifier: MIT */
/*
 * Lines of data that the program may read or write without anybody being told
 * but the ledger, of an access that hits.  Each is here only as long as it is
 * in the cache and its page in the TLB; half lines for writing also are dirty,
 * and hold no code.
 */
#include <stdlib.h>

#include "base/rare.h"
#include "boards/src/block/inner.h"

enum { KINDS = 3 };

static uint16_t *kept_of(struct blocks *b, int slot)
{
	return &b->kept[(size_t)KINDS * (size_t)slot];
}

/* The lines of a slot are not at hand any more. */
static void gone(void *ctx, int slot)
{
	struct blocks *b = ctx;
	uint16_t *kept = kept_of(b, slot);

	b->read[kept[0]].tag = LINE_NONE;
	b->write[kept[1]].tag = LINE_NONE;
	b->write[kept[2]].tag = LINE_NONE;
}

bool lines_make(struct blocks *b)
{
	struct cache *c = timing_cache(b->timing, false);
	size_t slots = (size_t)c->shape.sets * c->shape.ways;

	b->kept = calloc(KINDS * slots, sizeof(*b->kept));
	c->watch = (struct cache_watch){ .fn = gone,
					 .ctx = b,
					 .slots = calloc(1, slots) };
	b->taken_count = LINES_NOTED + 1;
	lines_forget(b);
	return b->kept && c->watch.slots;
}

/* Few are at hand where all are forgotten often. */
static void forget_noted(struct blocks *b)
{
	for (unsigned i = 0; i < b->taken_count; i++) {
		unsigned at = b->taken[i];

		if (at < LINES)
			b->read[at].tag = LINE_NONE;
		else
			b->write[at - LINES].tag = LINE_NONE;
	}
	b->taken_count = 0;
}

void lines_forget(struct blocks *b)
{
	if (b->taken_count <= LINES_NOTED) {
		forget_noted(b);
		return;
	}
	b->taken_count = 0;
	for (unsigned i = 0; i < LINES; i++)
		b->read[i].tag = LINE_NONE;
	for (unsigned i = 0; i < HALVES; i++)
		b->write[i].tag = LINE_NONE;
}

/* One of a slot's is at hand, in place of what was there by another address. */
static void keep(struct blocks *b, int slot, struct line *lines, unsigned kind,
		 unsigned i, struct line line)
{
	uint16_t *slots = kind ? b->write_slot : b->read_slot;
	uint16_t *kept = &kept_of(b, slot)[kind];

	lines[*kept].tag = LINE_NONE;
	*kept = (uint16_t)i;
	lines[i] = line;
	if (b->taken_count < LINES_NOTED)
		b->taken[b->taken_count++] = (uint16_t)(kind ? LINES + i : i);
	else
		b->taken_count = LINES_NOTED + 1;
	slots[i] = (uint16_t)slot;
	timing_cache(b->timing, false)->watch.slots[slot] = 1;
}

static bool holds_code(const struct blocks *b, uint32_t paddr)
{
	uint32_t line = paddr >> b->line_bits[1];

	return b->code[line >> 5] >> (line & 31) & 1;
}

/* The slot of an access that is nobody's business; -1: it is somebody's. */
static int look(struct blocks *b, uint32_t at, bool write, uint32_t *paddr)
{
	struct mapping map;

	if (!b->arch->data(b->m, at, write, b->privileged, &map) ||
	    (write && holds_code(b, map.paddr)))
		return -1;
	*paddr = map.paddr;
	return timing_found(b->timing, at, &map, write, b->now);
}

uint8_t *line_read(struct blocks *b, uint32_t at, unsigned size)
{
	const unsigned bits = b->line_bits[0];
	const uint32_t within = (1u << bits) - 1;
	uint32_t line = at & ~within, paddr;
	int slot = at & (size - 1) ? -1 : look(b, at, false, &paddr);
	uint8_t *there;

	if (slot < 0)
		return NULL;
	there = b->m->memory + (paddr & ~within);
	keep(b, slot, b->read, 0, at >> bits & (LINES - 1),
	     (struct line){ line, there });
	return there + (at - line);
}

uint8_t *line_write(struct blocks *b, uint32_t at, unsigned size)
{
	const unsigned bits = b->line_bits[0] - 1;
	const uint32_t within = (1u << bits) - 1;
	uint32_t half = at & ~within, paddr;
	int slot = at & (size - 1) ? -1 : look(b, at, true, &paddr);
	uint8_t *there;

	if (slot < 0)
		return NULL;
	there = b->m->memory + (paddr & ~within);
	keep(b, slot, b->write, 1 + (half >> bits & 1),
	     at >> bits & (HALVES - 1), (struct line){ half, there });
	return there + (at - half);
}

APART struct block *line_wanted(struct blocks *b, const struct block_op *o,
				uint32_t at, unsigned size, bool write)
{
	const uint8_t *there =
		write ? line_write(b, at, size) : line_read(b, at, size);

	return there ? o->run(b, o) : leave(b, o);
}
