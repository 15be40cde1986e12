/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PMU_EVENT_BUS_H
#define BOARD_PMU_EVENT_BUS_H

#include "boards/src/pmu/pmu.h"

/* The L210's has the i.MX31's layout. */
extern const struct pmu_ops pmu_l210_ops, pmu_l220_ops, pmu_l2c310_ops;

/*
 * The monitors of L210, L220 and L2C-310: the cache's events reach the monitor,
 * by its Aux Control; at first they do not.
 */
void pmu_set_event_bus(struct pmu *p, bool on);

#endif
