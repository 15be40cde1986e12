/* SPDX-License-Identifier: MIT */
/*
 * EL1's translation by the tables of TTBR0, granules of 4 and 64 KiB
 * [DDI0487 D8].  Virtual addresses end at 4 GiB, since the engine's do, and so
 * TTBR1, whose addresses begin far above, plays no part.  The engine
 * translates too; this is for attributes, rights and faults.
 */
#include "boards/src/a64/mmu.h"

#include <stdlib.h>
#include <string.h>

enum {
	ENTRIES = 1024,
	PAGE_BITS = 12,
	PAGE = 1 << PAGE_BITS,
	LARGEST_BITS = 29, /* a TLB splits blocks of 1 GiB [DDI0500E 5.2.2] */
	SIDES = 2,         /* data, and instructions while it is off */
};

enum { /* TCR_EL1 */
       TCR_T0SZ = 0x3f,
       TCR_EPD0 = 1 << 7,
       TCR_TG0_LSB = 14,
       TCR_TG0_64K = 1,
};

enum { /* descriptors */
       VALID = 1,
       TABLE = 2, /* or, at the last level, a page */
       ATTRIBUTE_LSB = 2,
       EL0_TOO = 1 << 6,   /* AP[1] */
       READ_ONLY = 1 << 7, /* AP[2] */
       ACCESS_FLAG = 1 << 10,
       PXN_BIT = 53,
       UXN_BIT = 54,
       PXN_TABLE_BIT = 59,
       UXN_TABLE_BIT = 60,
       NO_EL0_TABLE_BIT = 61,
       READ_ONLY_TABLE_BIT = 62,
       LAST_LEVEL = 3,
};

static const uint64_t ADDRESS = UINT64_C(0x0000fffffffff000);
static const uint64_t BASE = UINT64_C(0x0000ffffffffffff); /* TTBR0_EL1 */

struct a64_mmu {
	const struct board_spec *spec;
	const uint8_t *memory;
	struct a64_mmu_control control;
	uint32_t changes;
	struct a64_page page[SIDES][ENTRIES];
};

/* A walk on its way. */
struct walk {
	struct a64_page *page;
	uint32_t vaddr;
	uint64_t table; /* of this level, then the descriptor found */
	unsigned granule_bits;
	unsigned level;
	bool read_only, no_el0, pxn, uxn; /* by tables above */
};

struct a64_mmu *a64_mmu_new(const struct board_spec *spec,
			    const uint8_t *memory)
{
	struct a64_mmu *m = calloc(1, sizeof(*m));

	if (m) {
		m->spec = spec;
		m->memory = memory;
	}
	return m;
}

void a64_mmu_free(struct a64_mmu *m)
{
	free(m);
}

uint32_t a64_mmu_changes(const struct a64_mmu *m)
{
	return m->changes;
}

void a64_mmu_drop(struct a64_mmu *m)
{
	m->changes++;
	for (unsigned i = 0; i < ENTRIES; i++)
		m->page[0][i].used = m->page[1][i].used = false;
}

void a64_mmu_set_control(struct a64_mmu *m, const struct a64_mmu_control *c)
{
	m->control = *c;
	a64_mmu_drop(m);
}

static bool bit(uint64_t word, unsigned n)
{
	return word >> n & 1;
}

static void fail(struct walk *w, unsigned status)
{
	w->page->faulty = true;
	w->page->level = (uint8_t)w->level;
	w->page->status = (uint8_t)(status | w->level);
}

/* The lowest address bit that this level's index is made of. */
static unsigned level_bits(const struct walk *w)
{
	return w->granule_bits +
	       (LAST_LEVEL - w->level) * (w->granule_bits - 3);
}

/* 1 GiB and 2 MiB, or 512 MiB. */
static bool has_blocks(const struct walk *w)
{
	return w->level == 2 || (w->level == 1 && w->granule_bits == 12);
}

static bool read_descriptor(struct a64_mmu *m, struct walk *w, unsigned size)
{
	unsigned low = level_bits(w), width = w->granule_bits - 3;
	uint64_t index, at;

	if (low + width > size)
		width = size - low;
	index = (uint64_t)w->vaddr >> low & ((UINT64_C(1) << width) - 1);
	at = w->table + index * 8;
	if (at > UINT32_MAX || !board_place(m->spec, (uint32_t)at) ||
	    board_place(m->spec, (uint32_t)at)->kind == PLACE_DEVICE) {
		fail(w, A64_EXTERNAL_WALK);
		return false;
	}
	memcpy(&w->table, m->memory + at, sizeof(w->table));
	if (!(w->table & VALID) || (!(w->table & TABLE) && !has_blocks(w))) {
		fail(w, A64_TRANSLATION);
		return false;
	}
	return true;
}

static void memory_type(const struct a64_mmu *m, struct a64_page *p,
			unsigned index)
{
	unsigned type = (unsigned)(m->control.mair >> index * 8) & 0xff;

	p->device = type >> 4 == 0;
	p->map.strongly_ordered = type == 0;
	/* Inner and outer: neither Device nor Non-cacheable. */
	p->map.cacheable = !p->device && type != 0x44 && (type & 15) != 4;
	p->map.bufferable = !p->map.strongly_ordered;
	p->map.write_through = p->map.cacheable && !(type & 0x40);
	p->map.write_allocate = p->map.cacheable && (type & 0x10);
}

static void rights(const struct a64_mmu *m, const struct walk *w, uint64_t leaf)
{
	bool el0 = (leaf & EL0_TOO) && !w->no_el0;
	uint8_t data = MMU_READ;
	bool pxn = bit(leaf, PXN_BIT) || w->pxn;
	bool uxn = bit(leaf, UXN_BIT) || w->uxn;

	if (!(leaf & READ_ONLY) && !w->read_only)
		data |= MMU_WRITE;
	w->page->rights[0] = el0 ? data : 0;
	w->page->rights[1] = data;
	if (data & MMU_WRITE)
		pxn = pxn || el0 || (m->control.sctlr & A64_SCTLR_WXN);
	if (!uxn)
		w->page->rights[0] |= MMU_EXECUTE;
	if (!pxn)
		w->page->rights[1] |= MMU_EXECUTE;
}

static void leaf(struct a64_mmu *m, struct walk *w)
{
	unsigned low = level_bits(w);
	uint64_t mask = (UINT64_C(1) << low) - 1;
	uint64_t to = (w->table & ADDRESS & ~mask) | (w->vaddr & mask);

	if (!(w->table & ACCESS_FLAG)) {
		fail(w, A64_ACCESS_FLAG);
		return;
	}
	if (to > UINT32_MAX) { /* no memory is there on any board */
		fail(w, A64_ADDRESS_SIZE);
		return;
	}
	w->page->level = (uint8_t)w->level;
	w->page->map.paddr = (uint32_t)to & ~(PAGE - 1u);
	w->page->map.page_bits = low > LARGEST_BITS ? LARGEST_BITS : low;
	memory_type(m, w->page, w->table >> ATTRIBUTE_LSB & 7);
	rights(m, w, w->table);
}

static void walk(struct a64_mmu *m, struct a64_page *p, uint32_t vaddr)
{
	uint64_t tcr = m->control.tcr;
	unsigned size = 64 - (unsigned)(tcr & TCR_T0SZ), stride;
	struct walk w = { .page = p,
			  .vaddr = vaddr,
			  .table = m->control.ttbr0 & BASE,
			  .granule_bits =
				  (tcr >> TCR_TG0_LSB & 3) == TCR_TG0_64K
					  ? 16
					  : 12 };

	if (size > 48)
		size = 48;
	if (size < 25)
		size = 25;
	stride = w.granule_bits - 3;
	w.level = LAST_LEVEL - (size - 1 - w.granule_bits) / stride;
	/* The first table is aligned to its size, which may be less than a
	 * granule. */
	w.table &= UINT64_MAX << (size - level_bits(&w) + 3);
	if ((tcr & TCR_EPD0) || (uint64_t)vaddr >> size) {
		w.level = 0;
		fail(&w, A64_TRANSLATION);
		return;
	}
	while (read_descriptor(m, &w, size)) {
		if (w.level == LAST_LEVEL || !(w.table & TABLE)) {
			leaf(m, &w);
			return;
		}
		w.read_only |= bit(w.table, READ_ONLY_TABLE_BIT);
		w.no_el0 |= bit(w.table, NO_EL0_TABLE_BIT);
		w.pxn |= bit(w.table, PXN_TABLE_BIT);
		w.uxn |= bit(w.table, UXN_TABLE_BIT);
		w.table &= ADDRESS & ~((UINT64_C(1) << w.granule_bits) - 1);
		w.level++;
	}
}

/* Translation off: data are Device, instructions cacheable [D8.2.9]. */
static void flat(const struct a64_mmu *m, struct a64_page *p, uint32_t vaddr,
		 bool fetch)
{
	p->map.paddr = vaddr & ~(PAGE - 1u);
	p->map.page_bits = PAGE_BITS;
	p->map.cacheable = fetch && (m->control.sctlr & A64_SCTLR_I);
	p->device = !fetch;
	p->map.strongly_ordered = !fetch;
	p->rights[0] = p->rights[1] = MMU_READ | MMU_WRITE | MMU_EXECUTE;
}

static void find_quick(struct a64_page *p)
{
	uint8_t kept = MMU_READ | MMU_WRITE;

	if (!(p->place && p->place->kind != PLACE_DEVICE && !p->device))
		return;
	if (p->place->kind == PLACE_FLASH)
		kept = MMU_READ;
	p->quick[0] = p->rights[0] & kept;
	p->quick[1] = p->rights[1] & kept;
}

const struct a64_page *a64_mmu_lookup(struct a64_mmu *m, uint32_t vaddr,
				      bool fetch)
{
	uint32_t vpage = vaddr >> PAGE_BITS;
	bool on = m->control.sctlr & A64_SCTLR_M;
	/* Two arrays a multiple of 4 MiB apart share no entry. */
	struct a64_page *p =
		&m->page[fetch && !on][(vpage ^ vpage / ENTRIES) % ENTRIES];

	/* No TLB keeps what faulted: mended tables count at once [D8.16.1]. */
	if (p->used && !p->faulty && p->vpage == vpage)
		return p;
	m->changes += p->used && !p->faulty;
	memset(p, 0, sizeof(*p));
	p->used = true;
	p->vpage = vpage;
	if (on)
		walk(m, p, vaddr);
	else
		flat(m, p, vaddr, fetch);
	if (!p->faulty) {
		p->place = board_place(m->spec, p->map.paddr);
		find_quick(p);
	}
	return p;
}

unsigned a64_mmu_check(const struct a64_page *page, enum mmu_right right,
		       bool privileged)
{
	if (page->faulty)
		return page->status ? page->status : A64_TRANSLATION;
	if (!(page->rights[privileged] & right))
		return A64_PERMISSION | page->level;
	if (!page->place ||
	    (right == MMU_WRITE && page->place->kind == PLACE_FLASH) ||
	    (right == MMU_EXECUTE && page->place->kind == PLACE_DEVICE))
		return A64_EXTERNAL;
	return A64_OK;
}

struct mapping a64_mmu_map(const struct a64_page *page, uint32_t vaddr)
{
	struct mapping map = page->map;

	map.paddr |= vaddr & (PAGE - 1);
	return map;
}

const char *a64_mmu_reason(unsigned status)
{
	if (status == A64_ALIGNMENT)
		return "which is not aligned";
	switch (status & ~3u) {
	case A64_TRANSLATION:
		return "which the page tables do not map";
	case A64_ACCESS_FLAG:
		return "whose page table entry has no access flag";
	case A64_PERMISSION:
		return "which the page tables do not permit";
	case A64_EXTERNAL_WALK:
		return "whose page table is where nothing is";
	case A64_EXTERNAL:
		return "where no memory is";
	default:
		return "for which the page tables have an address too large";
	}
}
