/* SPDX-License-Identifier: MIT */
#ifndef CLI_RECORDS_H
#define CLI_RECORDS_H

#include "record/document/file.h"
#include "sample/sample.h"

/* The profile of a file, or of standard input where the path is "-".  NULL and
 * `err`: there is none. */
struct sample *profile_of_path(const char *path, struct error *err);

enum { KEPT_RECORDS = 64 }; /* in one list, at most */

/* The content of a file: one of both, and the other is NULL; or a list of
 * records. */
struct kept {
	struct record *record;
	struct sample *profile;
	struct record *list[KEPT_RECORDS];
	unsigned records;
};

/* False and `err`: none of these. */
bool kept_of_any(const char *path, struct kept *kept, struct error *err);
/* Reads the content as above; a list is refused. */
bool kept_of_path(const char *path, struct kept *kept, struct error *err);
void kept_free(struct kept *kept);

#endif
