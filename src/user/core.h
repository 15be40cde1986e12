/* SPDX-License-Identifier: MIT */
#ifndef USER_CORE_H
#define USER_CORE_H

#include <stdbool.h>

#include "base/error.h"

/*
 * Cores of which a user has a list of events, in one of two forms that are read
 * as they are: Arm's (ARM-software/data, pmu/NAME.json) and that of Linux
 * (tools/perf/pmu-events), a file of it or a folder of files.
 */

/*
 * Adds the core to the catalogue as "user/NAME".  False and `err`:
 * "FILE:LINE: cause; cure".
 */
bool user_core_add(const char *path, struct error *err);

/*
 * A name that the catalogue does not know is looked for from now on in
 * $XDG_DATA_HOME/tally/cores, as NAME.json or a folder NAME.
 */
void user_cores_search(void);

/* Takes out of the catalogue, and frees, what has been added. */
void user_cores_free(void);

#endif
