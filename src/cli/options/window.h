/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_WINDOW_H
#define CLI_OPTIONS_WINDOW_H

#include "cli/options/stat.h"

/*
 * Regions, intervals, and what comes before: whether they fit together, and the
 * target.  Each returns an enum cli_status; unless CLI_GOOD, a message was
 * printed.
 */
int window_regions(struct stat_options *o);
/* After the target was found, where -I, --seconds and --warmup were given. */
int window_interval(struct stat_options *o);
int window_seconds(struct stat_options *o);
int window_warmup(const struct stat_options *o);

#endif
