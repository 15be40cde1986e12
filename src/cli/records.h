/* SPDX-License-Identifier: MIT */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "record/file.h"
#include "sample/sample.h"

/* The profile of a file, or of standard input where the path is "-".  NULL and
 * `err`: there is none. */
struct sample *profile_of_path(const char *path, struct error *err);

/* What a file has: one of both, and the other is NULL. */
struct kept {
	struct record *record;
	struct sample *profile;
};

/* False and `err`: neither. */
bool kept_of_path(const char *path, struct kept *kept, struct error *err);
void kept_free(struct kept *kept);

#endif
