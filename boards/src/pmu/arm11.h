/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_ARM11_H
#define BOARD_PMU_ARM11_H

#include "boards/src/pmu/pmu.h"

/* The monitors of the ARM11 cores. */
extern const struct pmu_ops pmu_arm1136_ops, pmu_arm1156_ops;
extern const struct pmu_ops pmu_arm1176_ops;

#endif
