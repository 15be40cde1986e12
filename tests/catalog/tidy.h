/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CATALOG_TIDY_H
#define TESTS_CATALOG_TIDY_H

#include "catalog/catalog.h"

/* How names and texts of the catalogue are written. */

/*
 * Upper case, as PMUv3's manual has it, or lower; never both, but for the names
 * of the AHB monitor.
 */
bool tidy_event(const char *name);

/* Lower case, digits and '_', beginning with a letter. */
bool tidy_name(const char *name);
bool one_line(const char *text);

void each_monitor(void (*test)(const struct catalog_monitor *m));

#endif
