/* SPDX-License-Identifier: MIT */
/*
 * Lines of data that the program may read or write without anybody being told
 * but the ledger, of an access that hits.  Each is here only as long as it is
 * in the cache and its page in the TLB; half lines for writing also are dirty,
 * and hold no code.
 */
#include <stdlib.h>

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

/* The mapping of an access; false: it is somebody's business. */
static bool memory_only(struct blocks *b, struct access *a)
{
	return !(a->vaddr & (a->size - 1u)) &&
	       b->arch->data(b->m, a->vaddr, a->write, b->privileged,
			     &a->map) &&
	       !(a->write && holds_code(b, a->map.paddr));
}

/* An access gets its line, which is at hand from now on; NULL: it is not there.
 */
static uint8_t *bring(struct blocks *b, const struct access *a)
{
	const bool write = a->write;
	const unsigned bits = b->line_bits[0] - write;
	const uint32_t within = (1u << bits) - 1, at = a->vaddr & ~within;
	const uint32_t most = write ? HALVES : LINES;
	const int slot =
		timing_found(b->timing, a->vaddr, &a->map, write, b->now);
	uint8_t *there;

	if (slot < 0)
		return NULL;
	there = b->m->memory + (a->map.paddr & ~within);
	keep(b, slot, write ? b->write : b->read,
	     write ? 1 + (at >> bits & 1) : 0, at >> bits & (most - 1),
	     (struct line){ at, there });
	return there + (a->vaddr - at);
}

enum line_look line_look(struct blocks *b, struct access *a)
{
	if (!memory_only(b, a))
		return LINE_ELSEWHERE;
	return bring(b, a) ? LINE_AT_HAND : LINE_MISSES;
}

static uint8_t *line_for(struct blocks *b, uint32_t at, unsigned size,
			 bool write)
{
	struct access a = { .vaddr = at,
			    .size = (uint8_t)size,
			    .write = write };

	return memory_only(b, &a) ? bring(b, &a) : NULL;
}

uint8_t *line_read(struct blocks *b, uint32_t at, unsigned size)
{
	return line_for(b, at, size, false);
}

uint8_t *line_write(struct blocks *b, uint32_t at, unsigned size)
{
	return line_for(b, at, size, true);
}
