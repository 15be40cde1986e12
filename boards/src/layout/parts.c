/* SPDX-License-Identifier: MIT */
/* The parts of a program that move.  See layout.h. */
#include <stdlib.h>
#include <string.h>

#include "boards/src/layout/layout.h"

enum {
	ALIGN_MOST = 64,
	ALIGN_DATA = 8, /* what is not known to have more */
};

/* A symbol with a size, and what is around it. */
struct named {
	struct layout_part part;
	bool code, filled; /* not filled: .bss */
	size_t segment;
};

struct parts {
	struct named *named;
	size_t count;
};

/* The segment that has all of it; the number of segments: none has. */
static size_t segment_of(const struct program *p, uint64_t from, uint64_t to)
{
	size_t i = 0;

	while (i < p->segments &&
	       !(from >= p->segment[i].addr &&
		 to <= p->segment[i].addr + p->segment[i].size))
		i++;
	return i;
}

static void add_named(struct parts *all, const struct program *p,
		      const struct program_symbol *s, bool code)
{
	const uint64_t to = s->addr + s->size;
	const size_t segment = segment_of(p, s->addr, to);

	if (!s->size || to < s->addr || to > UINT32_MAX ||
	    segment == p->segments)
		return;
	all->named[all->count++] = (struct named){
		.part = { .name = s->name,
			  .from = (uint32_t)s->addr,
			  .to = (uint32_t)to },
		.code = code,
		.filled = s->addr < p->segment[segment].addr +
					    p->segment[segment].file_size,
		.segment = segment,
	};
}

/* Of two that begin together the larger one first; names decide which of two
 * alike is kept. */
static int by_first_byte(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	if (x->part.from != y->part.from)
		return x->part.from < y->part.from ? -1 : 1;
	if (x->part.to != y->part.to)
		return x->part.to > y->part.to ? -1 : 1;
	return strcmp(x->part.name, y->part.name);
}

/* Leaves out what is within another one. */
static void drop_inner(struct parts *all)
{
	size_t kept = 0;

	for (size_t i = 0; i < all->count; i++)
		if (!kept ||
		    all->named[i].part.from >= all->named[kept - 1].part.to)
			all->named[kept++] = all->named[i];
	all->count = kept;
}

static bool is_beside(const struct named *a, const struct named *b)
{
	return a->segment == b->segment && a->code == b->code &&
	       a->filled == b->filled;
}

static uint32_t multiple(uint32_t addr, uint32_t align)
{
	return (addr + align - 1) & ~(align - 1);
}

/* The largest power of two that divides it, up to a bound. */
static uint32_t even_to(uint32_t addr, uint32_t most)
{
	const uint32_t low = addr & -addr;

	return low && low < most ? low : most;
}

/* Alignment that all functions have. */
static uint32_t code_align(const struct parts *all)
{
	uint32_t least = ALIGN_MOST;

	for (size_t i = 0; i < all->count; i++)
		if (all->named[i].code)
			least = even_to(all->named[i].part.from, least);
	return least;
}

/* Alignment by itself: of data what its size allows. */
static uint32_t own_align(const struct named *n, uint32_t code)
{
	const uint32_t size = n->part.to - n->part.from;
	uint32_t most = ALIGN_DATA;

	if (n->code)
		return code;
	while (most > size)
		most /= 2;
	return even_to(n->part.from, most);
}

/*
 * Bytes that are free before a part are there for its alignment, if that
 * explains them: then they are nobody's.  Else they are of the part before.
 */
static void settle_gap(struct named *before, struct named *n)
{
	const uint32_t end = before->part.to;
	uint32_t align = n->part.align;

	while (align < ALIGN_MOST && multiple(end, align) != n->part.from)
		align *= 2;
	if (multiple(end, align) == n->part.from)
		n->part.align = align;
	else
		before->part.to = n->part.from;
}

/* Does code without a name begin between both? */
static bool is_label_between(const struct program *p, uint32_t from,
			     uint32_t to)
{
	for (size_t i = 0; i < p->symbols; i++)
		if (!p->symbol[i].size && p->symbol[i].addr >= from &&
		    p->symbol[i].addr < to)
			return true;
	return false;
}

static void settle_parts(const struct program *p, struct parts *all)
{
	const uint32_t code = code_align(all);
	uint32_t run = 0;

	for (size_t i = 0; i < all->count; i++) {
		struct named *n = &all->named[i];
		struct named *before = i ? n - 1 : NULL;

		n->part.align = own_align(n, code);
		if (!before || !is_beside(before, n))
			run++;
		else if (n->code && n->part.from > before->part.to &&
			 is_label_between(p, before->part.to, n->part.from))
			before->part.to = n->part.from;
		else
			settle_gap(before, n);
		n->part.run = run;
	}
}

struct layout_part *layout_parts(const struct program *p, size_t *count)
{
	struct parts all = { 0 };
	struct layout_part *part;

	all.named = calloc(p->symbols + p->data + 1, sizeof *all.named);
	if (!all.named)
		return NULL;
	for (size_t i = 0; i < p->symbols; i++)
		add_named(&all, p, &p->symbol[i], true);
	for (size_t i = 0; i < p->data; i++)
		add_named(&all, p, &p->datum[i], false);
	qsort(all.named, all.count, sizeof *all.named, by_first_byte);
	drop_inner(&all);
	settle_parts(p, &all);
	part = calloc(all.count + 1, sizeof *part);
	for (size_t i = 0; part && i < all.count; i++)
		part[i] = all.named[i].part;
	*count = part ? all.count : 0;
	free(all.named);
	return part;
}
