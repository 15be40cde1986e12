/* SPDX-License-Identifier: MIT */
/*
 * Address translation, walked by ourselves: the engine has its own, but it
 * tells neither memory attributes nor why an access failed, and the model of
 * the core needs the former as the guest needs the latter.
 *
 * Two formats of short descriptors [ARM ARM B4]: the old one (ARMv4/5, with
 * four sets of access rights in a page, and the XScale's extended bits) and
 * the ARMv6 one (SCTLR.XP, with TEX and execute-never).  What was looked up is
 * kept per 4 KiB until translation tables or registers change in a way that
 * software has to announce: TLB maintenance, TTBR, DACR, SCTLR.
 */
#include "boards/src/a32/mmu.h"

#include <stdlib.h>
#include <string.h>

#include "boards/src/a32/mpu.h"
#include "boards/src/a32/tcm.h"

enum {
	ENTRIES = 1024,
	PAGE = 4096,
	TINY_PAGE = 1024,     /* where translation changes within 4 KiB */
	SMALLEST_REGION = 32, /* where an MPU does */
	SCTLR_M = 1 << 0,
	SCTLR_S = 1 << 8,
	SCTLR_R = 1 << 9,
	SCTLR_I = 1 << 12,
	DOMAIN_CLIENT = 1,
	DOMAIN_MANAGER = 3,
	ALL_RIGHTS = MMU_READ | MMU_WRITE | MMU_EXECUTE,
};

struct mmu {
	const struct board_spec *spec;
	const uint8_t *memory;
	const struct tcms *tcms;
	struct mmu_control control;
	struct mmu_page entry[2][ENTRIES]; /* data, fetch */
	uint32_t changes;
};

struct mmu *mmu_new(const struct board_spec *spec, const uint8_t *memory)
{
	struct mmu *m = calloc(1, sizeof(*m));

	if (m) {
		m->spec = spec;
		m->memory = memory;
	}
	return m;
}

void mmu_free(struct mmu *m)
{
	free(m);
}

void mmu_set_tcms(struct mmu *m, const struct tcms *tcms)
{
	m->tcms = tcms;
	mmu_drop(m);
}

void mmu_set_control(struct mmu *m, const struct mmu_control *c)
{
	m->control = *c;
	mmu_drop(m);
}

uint32_t mmu_changes(const struct mmu *m)
{
	return m->changes;
}

void mmu_drop(struct mmu *m)
{
	m->changes++;
	for (unsigned side = 0; side < 2; side++)
		for (unsigned i = 0; i < ENTRIES; i++)
			m->entry[side][i].used = false;
}

static unsigned bits(uint32_t word, unsigned lsb, unsigned width)
{
	return word >> lsb & ((1u << width) - 1);
}

static bool read_descriptor(const struct mmu *m, uint32_t paddr,
			    uint32_t *value)
{
	const struct place *place = board_place(m->spec, paddr);

	if (!place || place->kind == PLACE_DEVICE)
		return false;
	memcpy(value, m->memory + paddr, sizeof(*value));
	return true;
}

/* Access permission bits; `apx` is the third bit of the ARMv6 format. */
static void set_rights(const struct mmu *m, struct mmu_page *p, unsigned ap,
		       bool apx, bool xn)
{
	static const uint8_t user[] = { 0, 0, MMU_READ, MMU_READ | MMU_WRITE };
	bool old = m->control.armv5 || !(m->control.sctlr & SCTLR_XP);
	unsigned u, k;

	if (apx) { /* read only: by privileged mode, or by both */
		k = ap ? MMU_READ : 0;
		u = ap >= 2 ? MMU_READ : 0;
	} else {
		k = ap ? MMU_READ | MMU_WRITE : 0;
		u = user[ap];
		if (old && ap == 0) { /* the S and R bits decide */
			if (m->control.sctlr & (SCTLR_S | SCTLR_R))
				k = MMU_READ;
			if ((m->control.sctlr & SCTLR_R) &&
			    !(m->control.sctlr & SCTLR_S))
				u = MMU_READ;
		}
	}
	if (!xn) {
		k |= k & MMU_READ ? MMU_EXECUTE : 0u;
		u |= u & MMU_READ ? MMU_EXECUTE : 0u;
	}
	p->rights[0] = (uint8_t)u;
	p->rights[1] = (uint8_t)k;
}

/* Memory attributes of the XScale: extension bit X, C, B [80200 3.2.2]. */
static void xscale_attributes(struct mapping *map, bool x, bool c, bool b)
{
	map->cacheable = c;
	map->bufferable = b || c;
	map->write_through = c && !b && !x;
	map->strongly_ordered = !c && !b && !x;
	map->mini = x && c && !b;
	map->write_allocate = x && c && b;
}

static void attributes(const struct mmu *m, struct mapping *map, unsigned tex,
		       bool c, bool b)
{
	if (m->control.xscale)
		xscale_attributes(map, tex & 1, c, b);
	else
		mmu_attributes_v6(map, m->control.armv5 ? 0 : tex, c, b);
}

/* Domains: none faults, client checks rights, manager does not. */
static void apply_domain(const struct mmu *m, struct mmu_page *p)
{
	unsigned kind = bits(m->control.dacr, p->domain * 2u, 2);

	if (kind == DOMAIN_MANAGER)
		p->rights[0] = p->rights[1] = ALL_RIGHTS;
	else if (kind != DOMAIN_CLIENT)
		p->fault = MMU_DOMAIN;
}

static void section(const struct mmu *m, struct mmu_page *p, uint32_t desc,
		    uint32_t vaddr, bool v6)
{
	struct mapping *map = &p->map;
	bool super = v6 && bits(desc, 18, 1);

	p->domain = super ? 0 : (uint8_t)bits(desc, 5, 4);
	map->page_bits = super ? 24 : 20;
	map->paddr = (desc & (super ? 0xff000000 : 0xfff00000)) |
		     (vaddr & (super ? 0x00ffffff : 0x000fffff));
	attributes(m, map, bits(desc, 12, 3), bits(desc, 3, 1),
		   bits(desc, 2, 1));
	set_rights(m, p, bits(desc, 10, 2), v6 && bits(desc, 15, 1),
		   v6 && bits(desc, 4, 1));
	p->whole = true;
}

static void page_v6(const struct mmu *m, struct mmu_page *p, uint32_t desc,
		    uint32_t vaddr)
{
	struct mapping *map = &p->map;
	bool large = bits(desc, 0, 2) == 1;

	map->page_bits = large ? 16 : 12;
	map->paddr = large ? (desc & 0xffff0000) | (vaddr & 0xffff)
			   : (desc & 0xfffff000) | (vaddr & 0xfff);
	attributes(m, map, large ? bits(desc, 12, 3) : bits(desc, 6, 3),
		   bits(desc, 3, 1), bits(desc, 2, 1));
	set_rights(m, p, bits(desc, 4, 2), bits(desc, 9, 1),
		   large ? bits(desc, 15, 1) : bits(desc, 0, 1));
	p->whole = true;
}

/* Four sets of rights, each for a quarter of the page. */
static void page_v5(const struct mmu *m, struct mmu_page *p, uint32_t desc,
		    uint32_t vaddr, bool fine)
{
	struct mapping *map = &p->map;
	unsigned kind = bits(desc, 0, 2), ap, tex = 0;

	p->whole = true;
	if (kind == 1) {
		map->page_bits = 16;
		map->paddr = (desc & 0xffff0000) | (vaddr & 0xffff);
		ap = bits(desc, 4 + bits(vaddr, 14, 2) * 2, 2);
		tex = bits(desc, 12, 3);
	} else if (kind == 2) {
		map->page_bits = 12;
		map->paddr = (desc & 0xfffff000) | (vaddr & 0xfff);
		ap = bits(desc, 4 + bits(vaddr, 10, 2) * 2, 2);
		p->whole = bits(desc, 4, 4) * 0x11u == bits(desc, 4, 8) &&
			   bits(desc, 4, 2) == bits(desc, 6, 2);
	} else if (!fine) { /* extended small page: one set of rights */
		map->page_bits = 12;
		map->paddr = (desc & 0xfffff000) | (vaddr & 0xfff);
		ap = bits(desc, 4, 2);
		tex = bits(desc, 6, 3);
	} else {
		map->page_bits = 10;
		map->paddr = (desc & 0xfffffc00) | (vaddr & 0x3ff);
		ap = bits(desc, 4, 2);
		p->whole = false;
	}
	attributes(m, map, tex, bits(desc, 3, 1), bits(desc, 2, 1));
	set_rights(m, p, ap, false, false);
}

static void second_level(const struct mmu *m, struct mmu_page *p,
			 uint32_t first, uint32_t vaddr, bool v6)
{
	bool fine = bits(first, 0, 2) == 3;
	bool extended = m->control.xscale || !m->control.armv5;
	uint32_t at, desc;

	p->page_level = true;
	p->domain = (uint8_t)bits(first, 5, 4);
	at = fine ? (first & 0xfffff000) | bits(vaddr, 10, 10) << 2
		  : (first & 0xfffffc00) | bits(vaddr, 12, 8) << 2;
	p->map.table[1] = at;
	p->map.tables = 2;
	if (!read_descriptor(m, at, &desc)) {
		p->fault = MMU_EXTERNAL_WALK;
		return;
	}
	/* ARMv5 leaves tiny pages outside of fine tables open: as QEMU. */
	if (bits(desc, 0, 2) == 0 ||
	    (bits(desc, 0, 2) == 3 && !fine && !extended)) {
		p->fault = MMU_TRANSLATION;
		p->whole = !fine;
		return;
	}
	if (v6)
		page_v6(m, p, desc, vaddr);
	else
		page_v5(m, p, desc, vaddr, fine);
}

/* The first-level descriptor's place: two tables in ARMv6 [DDI0301H 6.12]. */
static uint32_t table_entry(const struct mmu *m, struct mapping *map,
			    uint32_t vaddr)
{
	unsigned n = m->control.armv5 ? 0 : m->control.ttbcr & 7;
	bool second = n && vaddr >> (32 - n);
	uint32_t base = second ? m->control.ttbr1 : m->control.ttbr0;
	uint32_t kept = 0xffffffffu << (second ? 14 : 14 - n);

	map->walk = mmu_outer_policy(bits(base, 3, 2));
	map->table[0] = (base & kept) | bits(vaddr, 20, 12) << 2;
	return map->table[0];
}

static void walk(const struct mmu *m, struct mmu_page *p, uint32_t vaddr)
{
	bool v6 = !m->control.armv5 && (m->control.sctlr & SCTLR_XP);
	uint32_t desc;

	p->map.tables = 1;
	if (!read_descriptor(m, table_entry(m, &p->map, vaddr), &desc)) {
		p->fault = MMU_EXTERNAL_WALK;
		return;
	}
	switch (bits(desc, 0, 2)) {
	case 2:
		section(m, p, desc, vaddr, v6);
		break;
	case 1:
		second_level(m, p, desc, vaddr, v6);
		break;
	case 3:
		if (!v6) {
			second_level(m, p, desc, vaddr, v6);
			break;
		}
		/* fall through */
	default:
		p->fault = MMU_TRANSLATION;
		p->whole = true;
		return;
	}
	if (!p->fault)
		apply_domain(m, p);
}

/* Translation off: data uncached, instructions by the I bit. */
static void flat(const struct mmu *m, struct mmu_page *p, uint32_t vaddr,
		 bool fetch)
{
	p->map.paddr = vaddr;
	p->map.page_bits = 12;
	p->map.cacheable = fetch && (m->control.sctlr & SCTLR_I);
	p->map.strongly_ordered = !p->map.cacheable;
	p->rights[0] = p->rights[1] = ALL_RIGHTS;
	p->whole = true;
}

/* The place that answers at the physical address. */
static void find_place(const struct mmu *m, struct mmu_page *p)
{
	const struct tcm *tcm = m->tcms ? tcm_at(m->tcms, p->map.paddr) : NULL;

	p->map.tcm = tcm != NULL;
	p->map.itcm = tcm && tcm->place.kind != PLACE_DATA_RAM;
	p->place = tcm ? &tcm->place : board_place(m->spec, p->map.paddr);
}

static void find_quick(struct mmu_page *p)
{
	uint8_t kept = MMU_READ | MMU_WRITE;

	if (!(p->whole && p->place && p->place->kind != PLACE_DEVICE))
		return;
	if (p->place->kind == PLACE_FLASH)
		kept = MMU_READ;
	p->quick[0] = p->rights[0] & kept;
	p->quick[1] = p->rights[1] & kept;
}

const struct mmu_page *mmu_lookup(struct mmu *m, uint32_t vaddr, bool fetch)
{
	/* Two arrays a multiple of 4 MiB apart share no entry. */
	struct mmu_page *p =
		&m->entry[fetch][(vaddr >> 12 ^ vaddr >> 22) & (ENTRIES - 1)];

	/* No TLB keeps what faulted: mended tables count at once. */
	if (p->used && p->whole && !p->fault && p->vpage == vaddr >> 12)
		return p;
	m->changes += p->used && p->whole && !p->fault;
	memset(p, 0, sizeof(*p));
	p->used = true;
	p->vpage = vaddr >> 12;
	if (m->control.mpu)
		mpu_look_up(&m->control, p, vaddr, fetch);
	else if (m->control.sctlr & SCTLR_M)
		walk(m, p, vaddr);
	else
		flat(m, p, vaddr, fetch);
	if (!p->fault) {
		find_place(m, p);
		if (p->whole)
			p->map.paddr &= ~0xfffu;
		find_quick(p);
	}
	return p;
}

enum mmu_fault mmu_check(const struct mmu_page *page, enum mmu_right right,
			 bool privileged)
{
	if (page->fault)
		return page->fault;
	if (!(page->rights[privileged] & right))
		return MMU_PERMISSION;
	if (!page->place ||
	    (right == MMU_WRITE && page->place->kind == PLACE_FLASH) ||
	    (right == MMU_EXECUTE && (page->place->kind == PLACE_DEVICE ||
				      page->place->kind == PLACE_DATA_RAM)))
		return MMU_EXTERNAL;
	return MMU_OK;
}

struct mapping mmu_map(const struct mmu_page *page, uint32_t vaddr)
{
	struct mapping map = page->map;

	if (page->whole)
		map.paddr |= vaddr & 0xfff;
	return map;
}

uint32_t mmu_left(const struct mmu *m, const struct mmu_page *page,
		  uint32_t vaddr)
{
	uint32_t unit = page->whole      ? PAGE
			: m->control.mpu ? SMALLEST_REGION
					 : TINY_PAGE;

	return unit - vaddr % unit;
}

const char *mmu_reason(const struct mmu *m, enum mmu_fault fault)
{
	switch (fault) {
	case MMU_ALIGNMENT:
		return "which is not aligned";
	case MMU_TRANSLATION:
		return m->control.mpu ? "which the engine does not execute"
				      : "which the page tables do not map";
	case MMU_BACKGROUND:
		return "which no region of the MPU covers";
	case MMU_DOMAIN:
		return "in a domain without access";
	case MMU_PERMISSION:
		return m->control.mpu ? "which the MPU does not permit"
				      : "which the page tables do not permit";
	case MMU_EXTERNAL_WALK:
		return "whose page table is where nothing is";
	case MMU_EXTERNAL:
		return "where no memory is";
	case MMU_BUS_ERROR:
		return "which the bus answered with ERROR";
	case MMU_OK:
	default:
		return "for no known reason";
	}
}

/* The XScale has one register for both sides, with codes of its own. */
static uint32_t xscale_status(const struct mmu_page *page, enum mmu_fault fault,
			      bool fetch)
{
	if (fault == MMU_EXTERNAL)
		return 0x406;
	if (fetch)
		return 0x400;
	if (fault == MMU_ALIGNMENT)
		return 1;
	(void)page;
	return 0;
}

uint32_t mmu_fault_status(const struct mmu *m, const struct mmu_page *page,
			  enum mmu_fault fault, bool fetch)
{
	uint32_t domain = (uint32_t)page->domain << 4;
	uint32_t second = page->page_level ? 2 : 0;
	uint32_t xscale =
		m->control.xscale ? xscale_status(page, fault, fetch) : 0;

	if (xscale)
		return xscale;
	if (fetch && !m->control.armv5)
		domain = 0; /* only the data side tells it */
	switch (fault) {
	case MMU_ALIGNMENT:
		return 0x1;
	case MMU_BACKGROUND:
		return 0;
	case MMU_TRANSLATION:
		return 0x5 | second | (second ? domain : 0);
	case MMU_DOMAIN:
		return 0x9 | second | domain;
	case MMU_PERMISSION:
		return 0xd | second | domain;
	case MMU_EXTERNAL_WALK:
		return 0xc | second;
	case MMU_BUS_ERROR:
	case MMU_EXTERNAL: /* [DDI0198 3.7] */
		return 0x8 | (m->control.armv5 ? second | domain : 0);
	case MMU_OK:
	default:
		return 0;
	}
}
