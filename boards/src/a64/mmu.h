/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A64_MMU_H
#define BOARD_A64_MMU_H

#include "boards/src/machine/spec.h"

/* The translation registers of EL1. */
struct a64_mmu_control {
	uint64_t sctlr, tcr, ttbr0, mair;
};

enum {
	A64_SCTLR_M = 1 << 0,
	A64_SCTLR_A = 1 << 1,
	A64_SCTLR_C = 1 << 2,
	A64_SCTLR_I = 1 << 12,
	A64_SCTLR_WXN = 1 << 19,
	A64_SCTLR_EE = 1 << 25
};

/* Fault status codes: kind, and the level in the low bits [DDI0487 D17.2.37].
 */
enum a64_fault {
	A64_OK = 0,
	A64_ADDRESS_SIZE = 0x00, /* level 0 would be A64_OK: see `faulty` */
	A64_TRANSLATION = 0x04,
	A64_ACCESS_FLAG = 0x08,
	A64_PERMISSION = 0x0c,
	A64_EXTERNAL = 0x10,
	A64_EXTERNAL_WALK = 0x14,
	A64_ALIGNMENT = 0x21,
};

/* One translation, good for its 4 KiB. */
struct a64_page {
	uint32_t vpage;
	bool used;
	bool faulty;   /* whatever the access, `status` */
	bool device;   /* memory type Device */
	uint8_t level; /* where the walk ended */
	uint8_t status;
	uint8_t quick[2];  /* what of them is all there is to know: memory */
	uint8_t rights[2]; /* of EL0 and EL1: enum mmu_right */
	struct mapping map;
	const struct place *place;
};

struct a64_mmu;

struct a64_mmu *a64_mmu_new(const struct board_spec *spec,
			    const uint8_t *memory);
void a64_mmu_free(struct a64_mmu *m);

/* Takes over the registers and drops what was looked up before. */
void a64_mmu_set_control(struct a64_mmu *m, const struct a64_mmu_control *c);
void a64_mmu_drop(struct a64_mmu *m);
/* Moves when what was looked up before is not known any more. */
uint32_t a64_mmu_changes(const struct a64_mmu *m);

/* Never NULL; valid until the next call.  `fetch`: for an instruction. */
const struct a64_page *a64_mmu_lookup(struct a64_mmu *m, uint32_t vaddr,
				      bool fetch);
/* The fault status code, or A64_OK. */
unsigned a64_mmu_check(const struct a64_page *page, enum mmu_right right,
		       bool privileged);
struct mapping a64_mmu_map(const struct a64_page *page, uint32_t vaddr);
/* For people: why not. */
const char *a64_mmu_reason(unsigned status);

#endif
