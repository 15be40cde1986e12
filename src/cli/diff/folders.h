/* SPDX-License-Identifier: MIT */
#ifndef CLI_DIFF_FOLDERS_H
#define CLI_DIFF_FOLDERS_H

#include "cli/diff/profiles.h"
#include "cli/limit.h"

/* Is each a folder, or no file, and so a label or a commit of what is below
 * `results`?  NULL: that is the usual folder, if it is there. */
bool diff_are_results(const char *before, const char *after,
		      const char *results);

/* Compares the results of `tally bench` in two folders, or of two versions, job
 * by job, and prints it.  Returns the exit status. */
int diff_folders(const char *before, const char *after, const char *results,
		 const struct diff_wish *wish, double noise,
		 const struct limits *limits);

#endif
