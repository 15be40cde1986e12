/* SPDX-License-Identifier: MIT */
#ifndef CLI_SAMPLING_FETCH_H
#define CLI_SAMPLING_FETCH_H

#include "dump/dump.h"
#include "target/target.h"

/*
 * The log in a file with a dump of memory, which need not be the whole.  NULL
 * and `err`.
 */
struct dump *fetch_from_file(const char *path, struct error *err);

/*
 * The log in the memory of a target, whose program is run to its end first,
 * unless what runs there was started by somebody else.  It is at `at`, or,
 * where that is NULL, in memory that the program may write.  What the program
 * says goes to standard error, unless `quiet`.  NULL and `err`.
 */
struct dump *fetch_from_target(struct target *t, const uint64_t *at, bool quiet,
			       struct error *err);

#endif
