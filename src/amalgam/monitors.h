/* SPDX-License-Identifier: MIT */
#ifndef AMALGAM_MONITORS_H
#define AMALGAM_MONITORS_H

#include <stdio.h>

#include "amalgam/amalgam.h"

/*
 * The monitor whose source a core of the user's is programmed by; of any other
 * monitor itself.
 */
const struct catalog_monitor *amalgam_base(const struct catalog_monitor *m);

/* Are its registers in memory, and not the core's own? */
bool amalgam_in_memory(const struct catalog_monitor *m);

/* Of a core of the user's an enumeration of its events, for the header. */
void amalgam_put_events(FILE *out, const struct catalog_monitor *m);

#endif
