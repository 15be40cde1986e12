/* SPDX-License-Identifier: MIT */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/*
 * A file that the command writes.  It is written under another name in the same
 * folder and renamed when it is whole, so that a full disk does not harm the
 * file that it replaces.  What is no regular file (/dev/stdout, a pipe) is
 * written directly; should its reader go, that is a failure and no signal.
 *
 * Begin with {0}, or {.brief}; after a failure of any step, output_give_up().
 */
struct output {
	char *path;  /* as asked for, symbolic links followed */
	char *draft; /* NULL: it is written directly */
	FILE *stream;
	bool brief;  /* it is replaced soon: nobody waits for the disk */
	bool silent; /* SIGPIPE is ignored until it is closed */
};

bool output_begin(struct output *to, const char *path, struct error *err);
/* Writes all to the disk and closes the file; it is not renamed yet. */
bool output_finish(struct output *to, struct error *err);
bool output_place(struct output *to, struct error *err);
void output_give_up(struct output *to);

/* Do both names lead to the same file?  The other is read; '-' is standard
 * input. */
bool output_same(const char *path, const char *other);
/* Would one be written over the other, of files that need not be there yet? */
bool output_collides(const char *path, const char *other);
/* Does the name lead to the file that is open as `fd`? */
bool output_same_open(const char *path, int fd);

#endif
