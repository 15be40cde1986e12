/* SPDX-License-Identifier: MIT */
#ifndef CLI_DIFF_FOLDERS_H
#define CLI_DIFF_FOLDERS_H

#include "cli/diff/profiles.h"
#include "cli/limit.h"

/* Are both folders? */
bool diff_are_folders(const char *before, const char *after);

/* Compares the results of `tally bench` in two folders, job by job, and prints
 * it.  Returns the exit status. */
int diff_folders(const char *before, const char *after,
		 const struct diff_wish *wish, double noise,
		 const struct limits *limits);

#endif
