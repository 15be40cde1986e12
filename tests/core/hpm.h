/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CORE_HPM_H
#define TESTS_CORE_HPM_H

#include "catalog/catalog.h"

/* The tests' own monitor: see hpm.def. */
extern const struct tally_monitor tally_hpm;
extern const struct catalog_monitor catalog_hpm;

/* All monitors of the catalogue; behind them this one, and it without what
 * stops its counters. */
const struct catalog_monitor *const *hpm_and_all(unsigned *count);

#endif
