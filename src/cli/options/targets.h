/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_TARGETS_H
#define CLI_OPTIONS_TARGETS_H

#include "cli/options/stat.h"

/*
 * Several targets in one command, a column each: which program is whose.
 * Returns an enum cli_status; unless CLI_GOOD, a message was printed.
 */

/* Takes the programs, and the target and the program of one of the columns:
 * one program is for all targets, or each has its own, in the order of -t. */
int targets_choose(struct stat_options *o, char **program, int programs,
		   unsigned column);

#endif
