/* SPDX-License-Identifier: MIT */
#ifndef CLI_DIFF_FOLDERS_H
#define CLI_DIFF_FOLDERS_H

#include "cli/diff/limit.h"
#include "cli/diff/profiles.h"

/* Limits of the command line. */
struct diff_limits {
	const struct limit *limit;
	const char *const *text;
	unsigned count;
};

/* Are both folders? */
bool diff_are_folders(const char *before, const char *after);

/* Compares the results of `tally bench` in two folders, job by job, and prints
 * it.  Returns the exit status. */
int diff_folders(const char *before, const char *after,
		 const struct diff_wish *wish, double noise,
		 const struct diff_limits *limits);

/* Judges one comparison; `where` is its job, NULL: there is one alone.  Every
 * limit is told; what is exceeded counts more than what is not known. */
int diff_judge(const struct diff_limits *limits, const struct diff *d,
	       const char *where);

#endif
