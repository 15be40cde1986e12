/* SPDX-License-Identifier: MIT */
/*
 * Cortex-A: TLBs, data side, second-level cache, bus.  A write allocates
 * where the memory is cacheable and write-back (chosen for all memory).  The
 * second level takes in what the first one asks for and what it writes back;
 * where a core has none, a controller beside it may be asked.
 */
#include "boards/src/core/cortex_a_inner.h"

enum { BEAT = 16 };

static unsigned beats_of_line(const struct uarch *u)
{
	return cortex_a_line(u) / BEAT;
}

static void bus(struct uarch *u, bool write, unsigned beats)
{
	count(u, LEDGER_BUS_ACCESS, beats);
	count(u, write ? LEDGER_BUS_WRITE : LEDGER_BUS_READ, beats);
}

/* A line into the second level; its victim goes to memory if dirty. */
static int fill_l2(struct uarch *u, uint32_t paddr)
{
	unsigned halves;
	int slot = cache_fill(&cortex_a_of(u)->l2, paddr, &halves);

	if (halves) {
		count(u, LEDGER_L2D_WRITE_BACK, 1);
		count(u, LEDGER_L2D_WRITE_BACK_VICTIM, 1);
		bus(u, true, beats_of_line(u));
	}
	return slot;
}

uint64_t cortex_a_refill(struct uarch *u, enum l2_port port, uint32_t paddr,
			 const struct outer *outer)
{
	if (!cortex_a_core_of(u)->l2_sets) {
		bus(u, false, beats_of_line(u));
		return beyond_read(u, cortex_a_of(u)->controller, port, paddr,
				   outer, u->t.read);
	}
	count(u, LEDGER_L2D_ACCESS, 1);
	count(u, LEDGER_L2D_READ, 1);
	u->near = cache_find(&cortex_a_of(u)->l2, paddr) >= 0;
	if (u->near)
		return vary(u, u->t.level2);
	count(u, LEDGER_L2D_REFILL, 1);
	count(u, LEDGER_L2D_REFILL_READ, 1);
	bus(u, false, beats_of_line(u));
	fill_l2(u, paddr);
	return vary(u, u->t.read);
}

/* A dirty line of the first level goes to the second, which need not read. */
static void write_back(struct uarch *u, uint32_t paddr)
{
	uint32_t line = cortex_a_line(u);
	int slot;

	count(u, LEDGER_L1D_WRITE_BACK, 1);
	if (!cortex_a_core_of(u)->l2_sets) {
		bus(u, true, beats_of_line(u));
		if (cortex_a_of(u)->controller)
			l2_cast_out(cortex_a_of(u)->controller,
				    paddr & ~(line - 1),
				    CACHE_LOWER | CACHE_UPPER);
		return;
	}
	slot = cache_find(&cortex_a_of(u)->l2, paddr);
	count(u, LEDGER_L2D_ACCESS, 1);
	count(u, LEDGER_L2D_WRITE, 1);
	if (slot < 0)
		slot = fill_l2(u, paddr);
	cache_soil(&cortex_a_of(u)->l2, slot, paddr & ~(line - 1), line);
}

void cortex_a_clean(struct uarch *u, int slot, uint32_t paddr)
{
	if (!cache_clean(&u->dcache, slot))
		return;
	count(u, LEDGER_L1D_WRITE_BACK_CLEAN, 1);
	write_back(u, paddr);
}

void cortex_a_clean_all(struct uarch *u)
{
	const struct cache *c = &u->dcache;
	const uint32_t slots = c->shape.sets * c->shape.ways;

	for (uint32_t i = cache_next(c->dirty, 0, slots); i < slots;
	     i = cache_next(c->dirty, i + 1, slots))
		cortex_a_clean(u, (int)i, c->tag[i] << c->shape.line_bits);
}

/* Descriptors to read: one for each level below the tables' root. */
static unsigned descriptors(const struct uarch *u, const struct mapping *map)
{
	if (cortex_a_core_of(u)->short_descriptors)
		return map->page_bits >= 20 ? 1 : 2;
	return map->page_bits >= 29 ? 1 : map->page_bits >= 21 ? 2 : 3;
}

/* A walk goes by the port for data (chosen).  Beside a controller are cores of
 * two tables at most. */
static uint64_t read_descriptor(struct uarch *u, const struct mapping *map,
				unsigned level)
{
	if (!cortex_a_of(u)->controller)
		return vary(u, u->t.walk_read);
	return beyond_read(u, cortex_a_of(u)->controller, L2_DATA,
			   map->table[level], &map->walk, u->t.walk_read);
}

uint64_t cortex_a_translate(struct uarch *u, uint32_t vaddr,
			    const struct mapping *map, bool fetch)
{
	struct tlb *first =
		fetch ? &cortex_a_of(u)->imicro : &cortex_a_of(u)->dmicro;
	uint64_t cycles = 0;

	if (tlb_touch(first, vaddr, map->page_bits))
		return 0;
	count(u, fetch ? LEDGER_L1I_TLB_REFILL : LEDGER_L1D_TLB_REFILL, 1);
	count(u, LEDGER_L2_TLB_ACCESS, !fetch);
	if (cortex_a_core_of(u)->tlb_sets &&
	    tlb_touch(&cortex_a_of(u)->main_tlb, vaddr, map->page_bits))
		return u->t.main_tlb;
	count(u, LEDGER_L2_TLB_REFILL, !fetch);
	count(u, fetch ? LEDGER_ITLB_WALK : LEDGER_DTLB_WALK, 1);
	for (unsigned i = 0; i < descriptors(u, map); i++)
		cycles += read_descriptor(u, map, i);
	return u->t.main_tlb + cycles;
}

static void translate(struct uarch *u, const struct access *a)
{
	uint64_t before = u->ledger.n[LEDGER_L1D_TLB_REFILL];

	if (!u->control.mmu ||
	    !other_page(&u->dpage, a->vaddr, a->map.page_bits))
		return;
	cortex_a_take(u, CAUSE_WALK_DATA,
		      cortex_a_translate(u, a->vaddr, &a->map, false));
	if (u->ledger.n[LEDGER_L1D_TLB_REFILL] != before)
		count(u,
		      a->write ? LEDGER_L1D_TLB_REFILL_WRITE
			       : LEDGER_L1D_TLB_REFILL_READ,
		      1);
}

static int miss(struct uarch *u, const struct access *a, uint32_t paddr,
		unsigned size)
{
	/* None of its old bytes is needed then. */
	bool whole = size == cortex_a_line(u);
	unsigned halves;
	uint64_t cycles;
	int slot;

	count(u, LEDGER_L1D_REFILL, !whole);
	count(u, a->write ? LEDGER_L1D_REFILL_WRITE : LEDGER_L1D_REFILL_READ,
	      !whole);
	slot = cache_fill(&u->dcache, paddr, &halves);
	if (halves) {
		count(u, LEDGER_L1D_WRITE_BACK_VICTIM, 1);
		write_back(u, u->dcache.gone);
	}
	if (!whole) {
		cycles = cortex_a_refill(u, L2_DATA, paddr, &a->map.outer);
		cortex_a_take(u, data_cause(u), cycles);
	}
	return slot;
}

static void cached(struct uarch *u, const struct access *a, uint32_t paddr,
		   unsigned size, bool counted)
{
	int slot = cache_find(&u->dcache, paddr);

	if (counted) {
		count(u, LEDGER_L1D_ACCESS, 1);
		count(u, a->write ? LEDGER_L1D_WRITE : LEDGER_L1D_READ, 1);
	}
	if (slot < 0)
		slot = miss(u, a, paddr, size);
	if (a->write)
		cache_soil(&u->dcache, slot, paddr, size);
}

/* The part of an access in one line; `counted`: the first there. */
static void in_line(struct uarch *u, const struct access *a, uint32_t offset,
		    unsigned size, bool counted)
{
	uint32_t paddr = a->map.paddr + offset;

	if (counted) {
		count(u, LEDGER_MEM_ACCESS, 1);
		count(u, a->write ? LEDGER_MEM_WRITE : LEDGER_MEM_READ, 1);
	}
	if (u->control.dcache && a->map.cacheable) {
		cached(u, a, paddr, size, counted);
		return;
	}
	bus(u, a->write, 1);
	if (a->write)
		cortex_a_take(u, CAUSE_UNCACHED,
			      beyond_write(u, cortex_a_of(u)->controller, paddr,
					   size, &a->map.outer, !counted));
	else
		cortex_a_take(u, CAUSE_UNCACHED,
			      beyond_read(u, cortex_a_of(u)->controller,
					  L2_DATA, paddr, &a->map.outer,
					  u->t.read));
}

void cortex_a_data(struct uarch *u, const struct retired *r)
{
	uint32_t last = 1; /* line number and direction of the one before */
	bool first = true;
	uint64_t before = u->now;

	for (unsigned i = 0; i < r->accesses; i++) {
		const struct access *a = &r->access[i];
		uint32_t at = a->map.paddr, line = cortex_a_line(u);
		uint32_t here = at >> u->dcache.shape.line_bits;
		unsigned done = line - at % line;
		unsigned size = a->size < done ? a->size : done;

		translate(u, a);
		in_line(u, a, 0, size, first || here != last);
		for (done = size; done < a->size; done += size) {
			size = a->size - done < line ? a->size - done : line;
			here++;
			in_line(u, a, done, size, true);
		}
		last = here;
		first = false;
	}
	count(u, LEDGER_STALL_BACKEND, u->now - before);
	count(u, LEDGER_STALL, u->now - before);
}
