/* SPDX-License-Identifier: MIT */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/*
 * A file that the command writes.  It is written beside its place and put there
 * when it is whole, so that a full disk takes nothing from what was there.
 * What is no regular file (/dev/stdout, a pipe) is written as it is.
 *
 * Begin with {0}; after a failure of any step, output_give_up().
 */
struct output {
	char *path;  /* as asked for, symbolic links followed */
	char *draft; /* NULL: it is written directly */
	FILE *stream;
};

bool output_begin(struct output *to, const char *path, struct error *err);
/* All is written; it has arrived, but not yet in its place. */
bool output_finish(struct output *to, struct error *err);
bool output_place(struct output *to, struct error *err);
void output_give_up(struct output *to);

/* Is it the same file, by whatever name? */
bool output_same(const char *path, const char *other);

#endif
