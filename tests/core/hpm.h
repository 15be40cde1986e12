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
const struct catalog_monitor *hpm_without_a_stop(void);
/* The catalogue's alone. */
const struct catalog_monitor *const *hpm_none(unsigned *count);

/* Monitors in the place of all, where a net is to be seen to complain
 * (spoilt.c); NULL. */
extern const struct catalog_monitor *const *(*hpm_spoilt)(unsigned *count);
/* The monitor whose folded form theirs is; NULL. */
extern const struct tally_monitor *hpm_spoilt_of;

#endif
