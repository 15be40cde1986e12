/* SPDX-License-Identifier: MIT */
/*
 * The second level cache on the bus: 256 KiB (MPC8540) or 512 KiB, eight ways,
 * lines of 32 bytes; L2CTL as in U-Boot's immap_85xx.h.
 *
 * Chosen, as no manual's text was found: it is written through, so it never
 * holds what memory does not; misses of the core's reads and stashed writes
 * allocate, nothing else does; the lowest invalid way is taken, else one at
 * random; a write that does not allocate makes its line invalid.  Memory-mapped
 * SRAM and locking are not there.
 */
#include "boards/src/pq3/inner.h"

enum { L2CTL = 0x20000, L2_WAYS = 8, L2SIZ_LSB = 28 };

#define L2E     UINT32_C(0x80000000)
#define L2I     UINT32_C(0x40000000)
#define L2DO    UINT32_C(0x00400000) /* allocate for data only */
#define L2IO    UINT32_C(0x00200000) /* for instructions only */
#define L2_KEPT (L2E | L2DO | L2IO)

static uint32_t size_of(const struct pq3 *p)
{
	if (p->options.l2_bytes)
		return p->options.l2_bytes;
	return p->options.part == PQ3_MPC8540 ? 256 * 1024 : 512 * 1024;
}

bool l2_init(struct pq3 *p)
{
	const uint32_t ways = p->options.l2_ways ? p->options.l2_ways : L2_WAYS;
	struct cache_shape shape = {
		.sets = size_of(p) / PQ3_LINE_BYTES / ways,
		.ways = ways,
		.choice = CACHE_INVALID_THEN_RANDOM,
	};

	return cache_init(&p->l2.cache, &shape);
}

bool l2_on(const struct pq3 *p)
{
	return p->l2.control & L2E;
}

bool l2_has(struct pq3 *p, uint32_t paddr)
{
	return cache_find(&p->l2.cache, paddr) >= 0;
}

void l2_take(struct pq3 *p, uint32_t paddr, bool instructions)
{
	struct cache *c = &p->l2.cache;
	uint32_t set = paddr / PQ3_LINE_BYTES & (c->shape.sets - 1);
	unsigned halves;

	if (p->l2.control & (instructions ? L2DO : L2IO))
		return;
	if (cache_search(c, set, CACHE_NO_LINE) < 0)
		pq3_note(p, PQ3_L2_VICTIM, 1);
	cache_fill(c, paddr, &halves);
	pq3_note(p, PQ3_L2_ALLOC, 1);
}

void l2_invalidate(struct pq3 *p, uint32_t paddr)
{
	int slot = cache_find(&p->l2.cache, paddr);

	if (slot < 0)
		return;
	cache_drop(&p->l2.cache, slot);
	pq3_note(p, PQ3_L2_INVALIDATE, 1);
}

static void invalidate_all(struct pq3 *p)
{
	struct cache *c = &p->l2.cache;
	uint32_t valid = 0;

	for (uint32_t i = 0; i < c->shape.sets * c->shape.ways; i++)
		valid += c->tag[i] != CACHE_NO_LINE;
	cache_drop_all(c);
	if (valid)
		pq3_note(p, PQ3_L2_INVALIDATE, valid);
}

/* L2SIZ: 1: 256 KiB, 2: 512; the part's own where it cannot tell. */
static uint32_t size_code(const struct pq3 *p)
{
	const uint32_t size = size_of(p);

	if (size == 256 * 1024)
		return 1;
	if (size == 512 * 1024)
		return 2;
	return p->options.part == PQ3_MPC8540 ? 1 : 2;
}

bool pq3_l2_read(struct pq3 *p, uint32_t offset, uint32_t *value)
{
	if (offset != L2CTL)
		return false;
	*value = p->l2.control | size_code(p) << L2SIZ_LSB;
	return true;
}

bool pq3_l2_write(struct pq3 *p, uint32_t offset, uint32_t value)
{
	if (offset != L2CTL)
		return false;
	if (value & L2I)
		invalidate_all(p);
	p->l2.control = value & L2_KEPT;
	return true;
}
