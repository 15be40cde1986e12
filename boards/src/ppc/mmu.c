/* SPDX-License-Identifier: MIT */
/*
 * TLB0 and TLB1, the MMU assist registers and the instructions that move
 * between them [E500CORERM 12.2, 12.3; the
 * fields: Linux's mmu-book3e.h].  Where two entries match, which the
 * manual calls an error, TLB1's first one counts (chosen).
 */
#include "boards/src/ppc/mmu.h"

#include "boards/src/ppc/core.h"

#include <stdlib.h>

enum { SETS = 128, PAGE = 4096, NO_PAGE = 2 };

enum {
	TLBSEL_LSB = 28,
	ESEL_LSB = 16,
	TID_LSB = 16,
	TSIZE_LSB = 8,
	TS_LSB = 12,
	ATTRIBUTES = 0x7f, /* X0, X1, WIMGE */
	RIGHTS = 0x3f,
	WRITE_RIGHTS = 0xc, /* of both modes */
	INV_ALL = 4,
	TLBIVAX_TLB1 = 8,
};

#define MAS1_KEPT   UINT32_C(0xc0ff1f00)
#define MAS3_KEPT   UINT32_C(0xfffff3ff)
#define PAGE_NUMBER UINT32_C(0xfffff000)

struct ppc_mmu {
	const struct board_spec *spec;
	struct ppc_mas mas;
	unsigned ways;
	struct ppc_tlb_entry tlb1[PPC_TLB1_ENTRIES];
	struct ppc_tlb_entry tlb0[PPC_TLB0_MOST];
	uint8_t next[SETS]; /* NV of each set of TLB0 */
	struct ppc_page memo[PPC_PAGES];
	uint32_t changes;
};

struct ppc_mmu *ppc_mmu_new(const struct board_spec *spec)
{
	struct ppc_mmu *t = calloc(1, sizeof(*t));

	if (!t)
		return NULL;
	t->spec = spec;
	t->ways = ppc_core_of(spec)->tlb0_ways;
	ppc_mmu_changed(t);
	return t;
}

void ppc_mmu_free(struct ppc_mmu *t)
{
	free(t);
}

struct ppc_mas *ppc_mmu_mas(struct ppc_mmu *t)
{
	return &t->mas;
}

unsigned ppc_mmu_tlb0(const struct ppc_mmu *t, unsigned *ways)
{
	*ways = t->ways;
	return t->ways * SETS;
}

void ppc_mmu_changed(struct ppc_mmu *t)
{
	for (unsigned i = 0; i < PPC_PAGES; i++)
		t->memo[i].tag = NO_PAGE;
	t->changes++;
}

uint32_t ppc_mmu_changes(const struct ppc_mmu *t)
{
	return t->changes;
}

/* log2 of the page's bytes; of TLB0's it is always 12. */
static unsigned page_bits(const struct ppc_tlb_entry *e)
{
	unsigned size = e->mas1 >> TSIZE_LSB & 15;

	size = size > 11 ? 11 : size;
	return 10 + 2 * (size ? size : 1);
}

static bool matches(const struct ppc_tlb_entry *e, unsigned bits, uint32_t ea,
		    bool space)
{
	uint64_t differs = (uint64_t)(e->mas2 ^ ea) >> bits;

	return (e->mas1 & MAS1_VALID) && !differs &&
	       (e->mas1 >> TS_LSB & 1) == space;
}

static bool owned(const struct ppc_tlb_entry *e, const uint32_t *pid,
		  unsigned pids)
{
	uint32_t tid = e->mas1 >> TID_LSB & 0xff;

	for (unsigned i = 0; i < pids; i++)
		if (tid == pid[i])
			return true;
	return tid == 0;
}

static unsigned set_of(uint32_t ea)
{
	return ea / PAGE % SETS;
}

/* The entry for the address, and where it is; NULL: none. */
static struct ppc_tlb_entry *search(struct ppc_mmu *t, uint32_t ea, bool space,
				    const uint32_t *pid, unsigned pids,
				    unsigned *array, unsigned *way)
{
	struct ppc_tlb_entry *set = &t->tlb0[(size_t)set_of(ea) * t->ways];

	for (unsigned i = 0; i < PPC_TLB1_ENTRIES; i++)
		if (matches(&t->tlb1[i], page_bits(&t->tlb1[i]), ea, space) &&
		    owned(&t->tlb1[i], pid, pids)) {
			*array = 1;
			*way = i;
			return &t->tlb1[i];
		}
	for (unsigned i = 0; i < t->ways; i++)
		if (matches(&set[i], 12, ea, space) &&
		    owned(&set[i], pid, pids)) {
			*array = 0;
			*way = i;
			return &set[i];
		}
	return NULL;
}

/* These rights need nobody to be asked further. */
static uint8_t quick_rights(const struct ppc_page *p)
{
	if (!p->place || p->little || p->place->kind == PLACE_DEVICE)
		return 0;
	if (p->place->kind == PLACE_FLASH)
		return (uint8_t)(p->rights & ~WRITE_RIGHTS);
	return p->rights;
}

static void fill(struct ppc_mmu *t, struct ppc_page *p, uint32_t vaddr,
		 bool space)
{
	unsigned array = 0, way = 0, bits;
	const struct ppc_tlb_entry *e =
		search(t, vaddr, space, t->mas.pid, 3, &array, &way);
	uint64_t rpn, offset;

	p->miss = !e;
	p->place = NULL;
	p->quick = 0;
	if (!e)
		return;
	bits = array ? page_bits(e) : 12;
	offset = (UINT64_C(1) << bits) - 1;
	rpn = (uint64_t)(e->mas7 & 15) << 32 | (e->mas3 & PAGE_NUMBER);
	p->physical = (rpn & ~offset) | (vaddr & PAGE_NUMBER & offset);
	p->rights = e->mas3 & RIGHTS;
	p->little = e->mas2 & MAS2_E;
	p->guarded = e->mas2 & MAS2_G;
	if (p->physical <= UINT32_MAX)
		p->place = board_place(t->spec, (uint32_t)p->physical);
	p->quick = quick_rights(p);
	p->map = (struct mapping){
		.paddr = (uint32_t)p->physical,
		.page_bits = bits > 31 ? 31 : bits,
		.cacheable = !(e->mas2 & MAS2_I),
		.write_through = e->mas2 & MAS2_W,
		.guarded = p->guarded,
		.variable_size = array == 1,
	};
}

const struct ppc_page *ppc_mmu_pages(const struct ppc_mmu *t)
{
	return t->memo;
}

const struct ppc_page *ppc_mmu_lookup(struct ppc_mmu *t, uint32_t vaddr,
				      bool space)
{
	uint32_t tag = ppc_page_tag(vaddr, space);
	struct ppc_page *p = &t->memo[vaddr / PAGE % PPC_PAGES];

	if (p->tag != tag) {
		p->tag = tag;
		fill(t, p, vaddr, space);
	}
	return p;
}

bool ppc_mmu_allows(const struct ppc_page *page, enum mmu_right right,
		    bool user)
{
	unsigned bit = right == MMU_EXECUTE ? 16 : right == MMU_WRITE ? 4 : 1;

	return page->rights & (user ? bit << 1 : bit);
}

void ppc_mmu_map_flat(struct ppc_mmu *t, unsigned i, uint32_t addr,
		      unsigned size, uint32_t attributes)
{
	t->tlb1[i] = (struct ppc_tlb_entry){
		.mas1 = MAS1_VALID | MAS1_IPROT | size << TSIZE_LSB,
		.mas2 = addr | attributes,
		.mas3 = addr | RIGHTS,
	};
	ppc_mmu_changed(t);
}

/* The entry that MAS0, and for TLB0 the page number in MAS2, select. */
static struct ppc_tlb_entry *selected(struct ppc_mmu *t)
{
	const uint32_t *mas = t->mas.mas;
	unsigned entry = mas[0] >> ESEL_LSB & 15;

	if (mas[0] >> TLBSEL_LSB & 1)
		return &t->tlb1[entry];
	return &t->tlb0[set_of(mas[2]) * t->ways + (entry & (t->ways - 1))];
}

void ppc_mmu_tlbwe(struct ppc_mmu *t)
{
	const uint32_t *mas = t->mas.mas;
	bool tlb1 = mas[0] >> TLBSEL_LSB & 1;
	struct ppc_tlb_entry *e = selected(t);

	e->mas1 = mas[1] & MAS1_KEPT;
	if (!tlb1) {
		e->mas1 &= ~(uint32_t)MAS1_IPROT; /* it has none */
		t->next[set_of(mas[2])] = mas[0] & 3 & (t->ways - 1);
	}
	e->mas2 = mas[2] & (PAGE_NUMBER | ATTRIBUTES);
	e->mas3 = mas[3] & MAS3_KEPT;
	e->mas7 = mas[7] & 15;
	ppc_mmu_changed(t);
}

static void show(struct ppc_mmu *t, const struct ppc_tlb_entry *e,
		 unsigned array, unsigned way, uint32_t ea)
{
	uint32_t *mas = t->mas.mas;

	mas[0] = array << TLBSEL_LSB | way << ESEL_LSB | t->next[set_of(ea)];
	mas[1] = e->mas1;
	mas[2] = e->mas2;
	mas[3] = e->mas3;
	mas[7] = e->mas7;
}

void ppc_mmu_tlbre(struct ppc_mmu *t)
{
	uint32_t mas0 = t->mas.mas[0];

	show(t, selected(t), mas0 >> TLBSEL_LSB & 1, mas0 >> ESEL_LSB & 15,
	     t->mas.mas[2]);
}

/* The MAS registers propose what software is likely to write, by MAS4. */
static void propose(struct ppc_mmu *t, uint32_t ea, uint32_t tid, bool space)
{
	uint32_t *mas = t->mas.mas;
	unsigned array = mas[4] >> TLBSEL_LSB & 1, set = set_of(ea);
	uint32_t next = t->next[set];

	mas[0] = array << TLBSEL_LSB;
	if (!array)
		mas[0] |= next << ESEL_LSB | ((next + 1) & (t->ways - 1));
	mas[1] = tid << TID_LSB | (uint32_t)space << TS_LSB |
		 (mas[4] & 15u << TSIZE_LSB);
	mas[2] = mas[4] & ATTRIBUTES;
	mas[3] = 0;
	mas[7] = 0;
}

void ppc_mmu_tlbsx(struct ppc_mmu *t, uint32_t ea)
{
	uint32_t *mas = t->mas.mas;
	uint32_t pid = mas[6] >> TID_LSB & 0xff;
	bool space = mas[6] & 1;
	unsigned array = 0, way = 0;
	struct ppc_tlb_entry *e = search(t, ea, space, &pid, 1, &array, &way);

	if (e)
		show(t, e, array, way, ea);
	else
		propose(t, ea, pid, space);
}

void ppc_mmu_missed(struct ppc_mmu *t, uint32_t ea, bool space)
{
	uint32_t *mas = t->mas.mas;
	unsigned which = mas[4] >> 16 & 3;

	propose(t, ea, which < 3 ? t->mas.pid[which] : 0, space);
	mas[1] |= MAS1_VALID;
	mas[2] |= ea & PAGE_NUMBER;
	mas[6] = t->mas.pid[0] << TID_LSB | space;
}

void ppc_mmu_flush(struct ppc_mmu *t, bool tlb0, bool tlb1)
{
	for (unsigned i = 0; i < PPC_TLB1_ENTRIES; i++)
		if (tlb1 && !(t->tlb1[i].mas1 & MAS1_IPROT))
			t->tlb1[i].mas1 = 0;
	for (unsigned i = 0; tlb0 && i < PPC_TLB0_MOST; i++)
		t->tlb0[i].mas1 = 0;
	ppc_mmu_changed(t);
}

/* Whatever the space and the process. */
void ppc_mmu_tlbivax(struct ppc_mmu *t, uint32_t ea)
{
	bool tlb1 = ea & TLBIVAX_TLB1;
	struct ppc_tlb_entry *set = &t->tlb0[(size_t)set_of(ea) * t->ways];

	if (ea & INV_ALL) {
		ppc_mmu_flush(t, !tlb1, tlb1);
		return;
	}
	for (unsigned i = 0; !tlb1 && i < t->ways; i++)
		if (!((set[i].mas2 ^ ea) & PAGE_NUMBER))
			set[i].mas1 = 0;
	for (unsigned i = 0; tlb1 && i < PPC_TLB1_ENTRIES; i++) {
		struct ppc_tlb_entry *e = &t->tlb1[i];

		if (!(e->mas1 & MAS1_IPROT) &&
		    !((uint64_t)(e->mas2 ^ ea) >> page_bits(e)))
			e->mas1 = 0;
	}
	ppc_mmu_changed(t);
}
