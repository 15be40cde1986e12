/* SPDX-License-Identifier: MIT */
#ifndef BOARD_AHB_MONITOR_H
#define BOARD_AHB_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "boards/src/ahb/ahb.h"

/*
 * The registers of the AHB monitor.  The names are the manual's; neither
 * offsets nor bits are in any public text, so all numbers here are Tally's
 * own, for the virtual board: the counters in the order of ahb_counters.def, a
 * word each from 0 on, and these behind them.
 */
enum {
	AHBMON_GXI_PAGE_SIZE = 0x16C, /* GxiPageSize */
	AHBMON_CTRL = 0x170,          /* AHBMONCtrlReg */
	AHBMON_RST = 0x174,           /* AHBMONRstCtrs, AHBMONRstCntrs */
	AHBMON_PRST = 0x178,          /* AHBMONPrstCtrs, AHBMONPrstCntrs */
	/* Wait-state thresholds, one a layer, as enum ahb_layer: ARM-D,
	 * ARM-I, CLCDC, DMA-0, DMA-1, EXP, GXI.  They have no name. */
	AHBMON_THRESHOLD = 0x17C,

	AHBMON_CTRL_ENABLE = 1 << 0,
	AHBMON_CTRL_TRACK_DBGACK = 1 << 1,
	AHBMON_CTRL_ALIGN_CAST_OUT4 = 1 << 2,
	AHBMON_CTRL_BITS = 7,

	AHBMON_THRESHOLD_BITS = 0xFFFF,
};

/* A counter: what it had when the ledger stood at `snap`. */
struct pmu_ahb_counter {
	uint32_t value;
	bool counting;
	uint64_t snap;
};

struct pmu_ahb {
	struct pmu_quirks quirks;
	struct rng rng;
	uint32_t control;
	uint32_t page_size;
	uint32_t threshold[AHB_ALL_LAYERS];
	bool debug; /* DBGACK */
	struct pmu_ahb_counter counter[AHB_COUNTERS];
};

/*
 * Everywhere `ledger` has the truth up to the moment.  The caller carries a
 * write out after it has counted the transfer that brings it, and reads before.
 */
void pmu_ahb_reset(struct pmu_ahb *p, const struct pmu_quirks *quirks);
uint32_t pmu_ahb_read(struct pmu_ahb *p, uint32_t offset,
		      const struct ahb_ledger *ledger);
/* True: it changed something. */
bool pmu_ahb_write(struct pmu_ahb *p, uint32_t offset, uint32_t value,
		   const struct ahb_ledger *ledger);
void pmu_ahb_debug(struct pmu_ahb *p, bool asserted,
		   const struct ahb_ledger *ledger);

/* The fabric asks for these settings. */
static inline uint32_t pmu_ahb_threshold(const struct pmu_ahb *p,
					 unsigned layer)
{
	return p->threshold[layer];
}

static inline unsigned pmu_ahb_page_shift(const struct pmu_ahb *p)
{
	return 11 + p->page_size;
}

static inline bool pmu_ahb_aligns(const struct pmu_ahb *p)
{
	return p->control & AHBMON_CTRL_ALIGN_CAST_OUT4;
}

#endif
