/* SPDX-License-Identifier: MIT */
#ifndef CLI_PROOF_FILES_H
#define CLI_PROOF_FILES_H

#include <stdbool.h>

/*
 * Writes the kit that proves a monitor into a folder, which is made if it is
 * not there, and prints the files' names.  Without `force` no file is written
 * over.  Returns the exit status.
 */
int proof_files(const char *verb, const char *monitor, const char *folder,
		bool force);

/*
 * Writes the kits of an image with all that makes it, into the folder, or if
 * it is NULL one of the image's name; has it made by the compilers that are
 * installed, and prints what was made.
 */
int proof_image(const char *verb, const char *name, const char *folder,
		bool force);

#endif
