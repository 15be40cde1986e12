/* SPDX-License-Identifier: MIT */
#ifndef CLI_COLLECT_TEXT_H
#define CLI_COLLECT_TEXT_H

#include "cli/rows.h"
#include "evidence/proof.h"

/*
 * Reads a text (`-`: standard input; a terminal line: the first proof or log
 * that comes).  What it has of proofs is printed; the exit status is 1 where
 * there is none, one is not whole, or something in one is not as it is known to
 * be.  A text that has logs alone, or any with `wants_log`, is given to `take`.
 */
int collect_text(const char *path, enum rows_format format, bool wants_log,
		 int (*take)(void *ctx, const struct proofs *all,
			     const char *name),
		 void *ctx);

#endif
