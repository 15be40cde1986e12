/* SPDX-License-Identifier: MIT */
/* Another layout of a program.  See layout.h. */
#include "boards/src/layout/layout.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

struct layout {
	struct layout_part *part;
	size_t count;
	size_t last; /* that was found last */
	uint32_t heap_from, stack_from, stack_to;
	uint32_t heap_move, stack_move;
};

/* A part on its way to another place in its run. */
struct drawn {
	struct layout_part *part;
	uint64_t key;
};

/* FNV-1a, and then all bits of it mixed with each other. */
static uint64_t key_of(const struct layout_part *part, uint64_t seed)
{
	uint64_t key = UINT64_C(0xcbf29ce484222325);

	for (const char *c = part->name; *c; c++)
		key = (key ^ (uint8_t)*c) * UINT64_C(0x100000001b3);
	key ^= (part->to - part->from) * UINT64_C(0x9E3779B97F4A7C15);
	key += seed * UINT64_C(0xD1B54A32D192ED03);
	key = (key ^ key >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	key = (key ^ key >> 27) * UINT64_C(0x94D049BB133111EB);
	return key ^ key >> 31;
}

static int by_key(const void *a, const void *b)
{
	const struct drawn *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->part->from < y->part->from ? -1
					     : x->part->from > y->part->from;
}

/* Places the parts of a run one after the other, from where it begins. */
static void place_run(struct drawn *drawn, size_t count, uint32_t from)
{
	qsort(drawn, count, sizeof *drawn, by_key);
	for (size_t i = 0; i < count; i++) {
		struct layout_part *part = drawn[i].part;

		from = (from + part->align - 1) & ~(part->align - 1);
		part->move = from - part->from;
		from += part->to - part->from;
	}
}

static bool place_parts(struct layout *l, uint64_t seed)
{
	struct drawn *drawn = calloc(l->count + 1, sizeof *drawn);

	for (size_t i = 0, end; drawn && i < l->count; i = end) {
		for (end = i;
		     end < l->count && l->part[end].run == l->part[i].run;
		     end++)
			drawn[end] =
				(struct drawn){ &l->part[end],
						key_of(&l->part[end], seed) };
		place_run(&drawn[i], end - i, l->part[i].from);
	}
	if (!drawn)
		return false;
	free(drawn);
	return true;
}

/* A multiple of what the stack is aligned to. */
static uint32_t draw_shift(struct rng *rng, const struct program *p)
{
	const uint32_t align = p->bits / 4u;

	return rng_next(rng) % (LAYOUT_SHIFT / align) * align;
}

struct layout *layout_new(const struct program *p,
			  const struct layout_wish *wish)
{
	struct layout *l = calloc(1, sizeof *l);
	struct rng rng;

	if (!l)
		return NULL;
	l->part = layout_parts(p, &l->count);
	if (!l->part || !place_parts(l, wish->seed)) {
		layout_free(l);
		return NULL;
	}
	for (size_t i = 0; i < p->segments; i++) {
		const uint64_t end = p->segment[i].addr + p->segment[i].size;

		if (end <= wish->stack_from && end > l->heap_from)
			l->heap_from = (uint32_t)end;
	}
	l->stack_from = wish->stack_from;
	l->stack_to = wish->stack_to;
	rng_seed(&rng, wish->seed);
	l->heap_move = draw_shift(&rng, p);
	l->stack_move = -draw_shift(&rng, p);
	return l;
}

void layout_free(struct layout *l)
{
	if (!l)
		return;
	free(l->part);
	free(l);
}

/* The last part that begins at or before the address. */
static const struct layout_part *part_at(struct layout *l, uint32_t addr)
{
	size_t low = 0, high = l->count;

	if (l->count && addr >= l->part[l->last].from &&
	    addr < l->part[l->last].to)
		return &l->part[l->last];
	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (l->part[middle].from <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return NULL;
	l->last = low - 1;
	return &l->part[low - 1];
}

uint32_t layout_at(struct layout *l, uint32_t addr)
{
	const struct layout_part *part;

	if (addr >= l->stack_from && addr < l->stack_to)
		return addr + l->stack_move;
	if (addr >= l->heap_from && addr < l->stack_from)
		return addr + l->heap_move;
	part = part_at(l, addr);
	return part && addr < part->to ? addr + part->move : addr;
}
