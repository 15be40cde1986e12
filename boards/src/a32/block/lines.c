/* SPDX-License-Identifier: MIT */
/*
 * Lines of data that the program may read or write without anybody being told
 * but the ledger, of an access that hits.  Each is here only as long as it is
 * in the cache and its page in the TLB; half lines for writing also are dirty,
 * and hold no code.
 */
#include <stdlib.h>

#include "boards/src/a32/block/inner.h"

enum { PAGE = 4096, HALF_BITS = CACHE_LINE_BITS - 1, KINDS = 3 };

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
	c->watch = (struct cache_watch){ gone, b, calloc(1, slots) };
	lines_forget(b);
	return b->kept && c->watch.slots;
}

void lines_forget(struct blocks *b)
{
	for (unsigned i = 0; i < LINES; i++)
		b->read[i].tag = LINE_NONE;
	for (unsigned i = 0; i < HALVES; i++)
		b->write[i].tag = LINE_NONE;
}

/* One of a slot's is at hand, in place of what was there by another address. */
static void keep(struct blocks *b, int slot, struct line *lines, unsigned kind,
		 unsigned i, struct line line)
{
	uint16_t *kept = &kept_of(b, slot)[kind];

	lines[*kept].tag = LINE_NONE;
	*kept = (uint16_t)i;
	lines[i] = line;
	timing_cache(b->timing, false)->watch.slots[slot] = 1;
}

static bool holds_code(const struct blocks *b, uint32_t paddr)
{
	return b->code[paddr >> 10] >> (paddr >> CACHE_LINE_BITS & 31) & 1 ||
	       a32_of(b->m)->code[paddr >> 15] >> (paddr >> 12 & 7) & 1;
}

/* The slot of an access that is nobody's business; -1: it is somebody's. */
static int look(struct blocks *b, uint32_t at, bool write, uint32_t *paddr)
{
	const struct mmu_page *page = mmu_lookup(a32_of(b->m)->mmu, at, false);
	unsigned right = write ? MMU_WRITE : MMU_READ;
	struct mapping map = page->map;

	if (!(page->quick[b->privileged] & right))
		return -1;
	map.paddr |= at % PAGE;
	*paddr = map.paddr;
	if (write && holds_code(b, map.paddr))
		return -1;
	return timing_found(b->timing, at, &map, write, b->now);
}

uint8_t *line_read(struct blocks *b, uint32_t at, unsigned size)
{
	uint32_t line = at & ~(CACHE_LINE_BYTES - 1u), paddr;
	int slot = at & (size - 1) ? -1 : look(b, at, false, &paddr);
	uint8_t *there;

	if (slot < 0)
		return NULL;
	there = b->m->memory + (paddr & ~(CACHE_LINE_BYTES - 1u));
	keep(b, slot, b->read, 0, at >> CACHE_LINE_BITS & (LINES - 1),
	     (struct line){ line, there });
	return there + (at - line);
}

uint8_t *line_write(struct blocks *b, uint32_t at, unsigned size)
{
	uint32_t half = at & ~((1u << HALF_BITS) - 1), paddr;
	int slot = at & (size - 1) ? -1 : look(b, at, true, &paddr);
	uint8_t *there;

	if (slot < 0)
		return NULL;
	there = b->m->memory + (paddr & ~((1u << HALF_BITS) - 1));
	keep(b, slot, b->write, 1 + (half >> HALF_BITS & 1),
	     at >> HALF_BITS & (HALVES - 1), (struct line){ half, there });
	return there + (at - half);
}
