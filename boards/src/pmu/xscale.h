/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_XSCALE_H
#define BOARD_PMU_XSCALE_H

#include "boards/src/pmu/pmu.h"

/* The monitor of the PXA250. */
extern const struct pmu_ops pmu_pxa250_ops;

#endif
