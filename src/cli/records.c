/* SPDX-License-Identifier: MIT */
/* Records that were kept in files. */
#include "cli/records.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

struct record *record_of_path(const char *path, struct error *err)
{
	FILE *from = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
	struct record *r;

	if (!from) {
		error_set(err,
			  "%s: %s; name a file that `tally stat --json -o "
			  "FILE` wrote",
			  path, strerror(errno));
		return NULL;
	}
	r = record_read(from, from == stdin ? "standard input" : path, err);
	if (from != stdin)
		fclose(from);
	return r;
}
