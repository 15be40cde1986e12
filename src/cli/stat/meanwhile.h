/* SPDX-License-Identifier: MIT */
#ifndef CLI_STAT_MEANWHILE_H
#define CLI_STAT_MEANWHILE_H

#include <stddef.h>

#include "base/error.h"
#include "run/sink.h"

/*
 * A file that says while something is measured what was counted so far, for
 * whoever reads it again and again.  It is replaced whole at each row of counts
 * over time, and once more when there are no more.  Begin with {.path}; NULL:
 * nobody wants it.
 */
struct meanwhile {
	const char *path;
	uint64_t *sum; /* of each event since it began */
	char *ended;   /* the text for when it has */
	size_t size;
	struct error err; /* why it could not be written ... */
	bool failed;      /* ... once, or there was no memory */
};

/* A file that cannot be written does not end what is measured. */
void meanwhile_row(struct meanwhile *m, const struct series_row *row);
/* Writes it a last time, and frees it.  Returns an enum cli_status; unless
 * CLI_GOOD, a message was printed. */
int meanwhile_end(struct meanwhile *m, const char *verb);

#endif
