/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_MMU_H
#define BOARD_PPC_MMU_H

#include "boards/src/machine/spec.h"

/*
 * The e500's second level of translation, which software manages: TLB1 of 16
 * entries with pages of many sizes, TLB0 of pages of 4 KiB, and the MMU assist
 * registers [E500CORERM 12.3].  It says where an address leads; what of that
 * the first level remembers is the model's affair (core/e500.c).
 */
enum { PPC_TLB1_ENTRIES = 16, PPC_TLB0_MOST = 512 };

enum {
	MAS1_VALID = 1u << 31,
	MAS1_IPROT = 1 << 30,
	MAS2_W = 1 << 4,
	MAS2_I = 1 << 3,
	MAS2_M = 1 << 2,
	MAS2_G = 1 << 1,
	MAS2_E = 1 << 0,
};

/* As MAS1, MAS2, MAS3 and MAS7 have them. */
struct ppc_tlb_entry {
	uint32_t mas1, mas2, mas3, mas7;
};

struct ppc_mas {
	uint32_t mas[8]; /* 5 is not there */
	uint32_t pid[3];
};

/* A page as its entry in a TLB has it, where there is one. */
struct ppc_page {
	uint32_t tag;   /* ppc_page_tag(); NO_PAGE: of none */
	bool miss;      /* no entry */
	uint8_t quick;  /* those of plain memory, big-endian; else none */
	uint8_t rights; /* MAS3's: UX SX UW SW UR SR, from bit 5 */
	bool little;    /* E: bytes the other way round */
	bool guarded;
	uint64_t physical;         /* of the 4 KiB */
	const struct place *place; /* NULL: nothing answers */
	struct mapping map;
};

struct ppc_mmu;

struct ppc_mmu *ppc_mmu_new(const struct board_spec *spec);
void ppc_mmu_free(struct ppc_mmu *t);
struct ppc_mas *ppc_mmu_mas(struct ppc_mmu *t);
/* Number of entries and ways of TLB0. */
unsigned ppc_mmu_tlb0(const struct ppc_mmu *t, unsigned *ways);

/* Forget what was derived from entries and PIDs. */
void ppc_mmu_changed(struct ppc_mmu *t);
/* How often that was. */
uint32_t ppc_mmu_changes(const struct ppc_mmu *t);

/* The page of an address in a space; valid until the next call. */
const struct ppc_page *ppc_mmu_lookup(struct ppc_mmu *t, uint32_t vaddr,
				      bool space);

/* The PPC_PAGES newest of them, each at its own place. */
enum { PPC_PAGES = 256 };
const struct ppc_page *ppc_mmu_pages(const struct ppc_mmu *t);

static inline uint32_t ppc_page_tag(uint32_t vaddr, bool space)
{
	return (vaddr & UINT32_C(0xfffff000)) | space;
}

/* The page, if it is at hand, or NULL: it has to be looked up. */
static inline const struct ppc_page *
ppc_page_at_hand(const struct ppc_page *pages, uint32_t vaddr, bool space)
{
	const struct ppc_page *page = &pages[vaddr / 4096 % PPC_PAGES];

	return page->tag == ppc_page_tag(vaddr, space) ? page : NULL;
}
/* Has it that right, in user mode or supervisor's? */
bool ppc_mmu_allows(const struct ppc_page *page, enum mmu_right right,
		    bool user);

/* Code can be had from there, without an exception. */
static inline bool ppc_page_of_code(const struct ppc_page *page, bool user)
{
	return !page->miss && !page->little && page->place &&
	       page->place->kind != PLACE_DEVICE &&
	       ppc_mmu_allows(page, MMU_EXECUTE, user);
}

/* Installs entry `i` of TLB1: a page of 4^size KiB mapped to itself. */
void ppc_mmu_map_flat(struct ppc_mmu *t, unsigned i, uint32_t addr,
		      unsigned size, uint32_t attributes);

/* The instructions, with the MAS registers; `ea` as they make it. */
void ppc_mmu_tlbwe(struct ppc_mmu *t);
void ppc_mmu_tlbre(struct ppc_mmu *t);
void ppc_mmu_tlbsx(struct ppc_mmu *t, uint32_t ea);
void ppc_mmu_tlbivax(struct ppc_mmu *t, uint32_t ea);
/* MMUCSR0: bit 1 TLB1, bit 2 TLB0. */
void ppc_mmu_flush(struct ppc_mmu *t, bool tlb0, bool tlb1);
/* A TLB error fills the MAS registers. */
void ppc_mmu_missed(struct ppc_mmu *t, uint32_t ea, bool space);

/* A mapping of the page, with the offset of `vaddr` in it. */
static inline struct mapping ppc_mmu_map(const struct ppc_page *page,
					 uint32_t vaddr)
{
	struct mapping map = page->map;

	map.paddr |= vaddr & 0xfff;
	return map;
}

#endif
