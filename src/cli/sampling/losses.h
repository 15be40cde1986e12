/* SPDX-License-Identifier: MIT */
#ifndef CLI_SAMPLING_LOSSES_H
#define CLI_SAMPLING_LOSSES_H

#include "dump/dump.h"

/* The records that a log lost: they are in no result of it. */

/* The log has the first records, and no room for what came then. */
bool losses_full(const struct dump *d);
/* Says on standard error what is missing.  CLI_FAILED: what is there is another
 * choice of records than the firmware asked for. */
int losses_tell(const struct dump *d);

#endif
