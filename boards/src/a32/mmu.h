/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_MMU_H
#define BOARD_A32_MMU_H

#include "boards/src/machine/spec.h"

/* A region of an MPU, as its three registers have it. */
struct mpu_region {
	uint32_t base, size, access;
};

enum { MPU_REGIONS = 16 };

/* The system registers that rule address translation, or protection. */
struct mmu_control {
	uint32_t sctlr;
	uint32_t ttbr0, ttbr1, ttbcr;
	uint32_t dacr;
	bool armv5;  /* never descriptors of ARMv6 */
	bool xscale; /* ... but with the XScale's extensions */
	bool mpu;    /* regions instead of translation */
	struct mpu_region region[MPU_REGIONS];
};

/* Why there is no way. */
enum mmu_fault {
	MMU_OK,
	MMU_ALIGNMENT,
	MMU_TRANSLATION,
	MMU_BACKGROUND, /* outside of every region of an MPU */
	MMU_DOMAIN,
	MMU_PERMISSION,
	MMU_EXTERNAL,      /* nothing answers at the physical address */
	MMU_BUS_ERROR,     /* something does, with an error */
	MMU_EXTERNAL_WALK, /* nothing answers where the table should be */
};

/* One translation, good for the whole of its 4 KiB if `whole`. */
struct mmu_page {
	uint32_t vpage;
	bool used;
	bool whole;
	bool page_level; /* found at the second level */
	uint8_t fault;   /* enum mmu_fault, whatever the access */
	uint8_t domain;
	/* The part of `rights` that is all that has to be known: plain memory,
	 * and all of the 4 KiB alike. */
	uint8_t quick[2];
	uint8_t rights[2];  /* of user and privileged mode: enum mmu_right */
	struct mapping map; /* of the start of the 4 KiB, or of the address */
	const struct place *place;
};

struct mmu;
struct tcms;

struct mmu *mmu_new(const struct board_spec *spec, const uint8_t *memory);
void mmu_free(struct mmu *m);
/* The TCMs answer before anything else does.  NULL, as at first: none. */
void mmu_set_tcms(struct mmu *m, const struct tcms *tcms);

/* Takes over the registers and drops what was looked up before. */
void mmu_set_control(struct mmu *m, const struct mmu_control *c);
/* TLB maintenance. */
void mmu_drop(struct mmu *m);
/* Moves when what was looked up before is not known any more. */
uint32_t mmu_changes(const struct mmu *m);

/*
 * The page of an address, from the cache or by a walk of the tables.  Never
 * NULL; valid until the next call.  `fetch` only matters with translation
 * off, where instructions may be cacheable and data are not.
 */
const struct mmu_page *mmu_lookup(struct mmu *m, uint32_t vaddr, bool fetch);

/* MMU_OK if the page may be used like that. */
enum mmu_fault mmu_check(const struct mmu_page *page, enum mmu_right right,
			 bool privileged);

/* Does the address lead anywhere, whoever may go there? */
static inline bool mmu_translates(const struct mmu_page *page)
{
	return page->fault != MMU_TRANSLATION &&
	       page->fault != MMU_EXTERNAL_WALK;
}

/* The mapping of the very address. */
struct mapping mmu_map(const struct mmu_page *page, uint32_t vaddr);

/* How many bytes from `vaddr` on the page is good for. */
uint32_t mmu_left(const struct mmu *m, const struct mmu_page *page,
		  uint32_t vaddr);

/* Why there is no way, for people: "which the page tables do not map". */
const char *mmu_reason(const struct mmu *m, enum mmu_fault fault);

/* attributes.c: a policy of two bits, in TEX and in TTBR alike [DDI0301H 6.6.1,
 * 3.2.13]. */
struct outer mmu_outer_policy(unsigned policy);
/* Memory attributes of ARMv6: TEX, C, B, inner part [DDI0301H 6.6.1]. */
void mmu_attributes_v6(struct mapping *map, unsigned tex, bool c, bool b);

/* The fault status register's value, without the bit that marks writes. */
uint32_t mmu_fault_status(const struct mmu *m, const struct mmu_page *page,
			  enum mmu_fault fault, bool fetch);

#endif
