/* SPDX-License-Identifier: MIT */
#ifndef CLI_SCRIPT_FILES_H
#define CLI_SCRIPT_FILES_H

#include "script/script.h"

/*
 * `script -o NAME.c`: exact C as a file that other files of a program call, and
 * NAME.h beside it, which they include.
 */

/* Looks at the name; returns the exit status. */
int script_files_check(const char *path);
int script_files_write(const char *path, const struct request *q,
		       const struct script_wishes *w);

#endif
