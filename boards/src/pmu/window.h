/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_WINDOW_H
#define BOARD_PMU_WINDOW_H

#include "boards/src/pmu/pmu.h"

extern const struct pmu_ops pmu_arm926pxp_ops;

/*
 * The monitor of an ARM926PXP: its registers are on the bus that it watches, by
 * offset.  Until it is told so it has none.
 */
struct pmu_window {
	void *ctx;
	uint32_t (*read)(void *ctx, uint32_t offset);
	void (*write)(void *ctx, uint32_t offset, uint32_t value);
};
void pmu_set_window(struct pmu *p, const struct pmu_window *bus);

#endif
