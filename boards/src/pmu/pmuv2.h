/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_PMUV2_H
#define BOARD_PMU_PMUV2_H

#include "boards/src/pmu/pmu.h"

/* The monitors of the cores with ARMv7. */
extern const struct pmu_ops pmu_cortex_a8_ops, pmu_cortex_a9_ops;

#endif
