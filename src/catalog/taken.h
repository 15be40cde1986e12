/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_TAKEN_H
#define CATALOG_TAKEN_H

#include "catalog/catalog.h"

/* The words of a summary where nobody says how many event counters there are.
 */
#define CATALOG_SIX_TAKEN "six are taken"

/* Is that so of this monitor?  A plan for it says what it took. */
bool catalog_counters_taken(const struct catalog_monitor *m);

#endif
