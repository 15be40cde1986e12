/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_AHB_MAP_H
#define CATALOG_AHB_MAP_H

#include "catalog/catalog.h"

/*
 * Maps of the AHB monitor, from files: doc/ahb-map.md has the format.
 */

/*
 * Does the monitor take a map?  It does if no document says where its registers
 * are.
 */
bool catalog_takes_map(const struct catalog_monitor *m);

/*
 * The monitor with the places and bits of a file; "own" is Tally's, for the
 * virtual board.  NULL and `err`: "FILE:LINE: cause; cure".
 */
struct catalog_monitor *catalog_with_map(const struct catalog_monitor *m,
					 const char *file, struct error *err);
void catalog_map_free(struct catalog_monitor *m);

#endif
