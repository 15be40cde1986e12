/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_TCM_H
#define BOARD_A32_TCM_H

#include "boards/src/a32/core.h"
#include "boards/src/a32/engine.h"

/*
 * Tightly coupled memories and their registers in CP15 c0 and c9
 * [DDI0301H 3.2.4, 3.2.25 to 3.2.29, 7.3].  Memory is one array by physical
 * address, so an enabled TCM's bytes lie in it and what they hide is kept
 * here; otherwise it is the other way round.
 */
enum { TCM_BANKS = 2 };

struct tcm {
	struct place place;
	bool enabled;
	bool nonsecure; /* the Non-secure world may use it; only kept */
	uint8_t *bytes; /* its contents, or what they hide */
};

struct tcms {
	const struct board_spec *spec;
	struct engine *engine;
	uint8_t *memory; /* 4 GiB by physical address */
	uint8_t *spare;
	uint32_t selected; /* the bank that the registers are about */
	/* Memory that the last tcm_write() has changed: from here to there. */
	uint32_t changed, changed_last;
	struct tcm bank[TCM_SIDES][TCM_BANKS];
};

/* All disabled, at address 0, and zero.  False when out of memory;
 * tcm_done() may be called either way. */
bool tcm_init(struct tcms *t, const struct board_spec *spec, uint8_t *memory,
	      struct engine *engine);
void tcm_done(struct tcms *t);

/* One of their registers; `addr` is its TALLY_CP(). */
uint32_t tcm_read(const struct tcms *t, uint32_t addr);
/* Addresses that were looked up, and code fetched from `changed`, are out of
 * date then. */
void tcm_write(struct tcms *t, uint32_t addr, uint32_t value);

/* The enabled TCM that covers the physical address, or NULL. */
const struct tcm *tcm_at(const struct tcms *t, uint32_t paddr);

#endif
