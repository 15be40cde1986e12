/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_APART_H
#define PROGRAM_APART_H

#include <sys/types.h>

#include "base/error.h"
#include "base/sandbox.h"

/*
 * The process in which a file is interpreted.  Files come from anywhere and the
 * libraries that know them are large, so that happens in a sandbox: the process
 * has the file's bytes, as the tool has read them, and a socket; what it says
 * is to be checked as a stranger's.
 */
struct apart {
	pid_t pid;
	int fd;
	_Atomic uint32_t *refused;
	double end; /* when it must have answered, as seconds_now() says */
};

/* Has `work` done there.  False and `err`: it cannot be; apart_end() follows
 * all the same. */
bool apart_start(struct apart *a,
		 void (*work)(void *ctx, enum sandbox_state sandbox), void *ctx,
		 struct error *err);
/* Takes what the process says; false: it ended early, or took for ever. */
bool apart_get(const struct apart *a, void *to, size_t count);
/* Tells that the process ended early, said what cannot be, or took for ever:
 * false, and `err`. */
bool apart_fail(struct apart *a, struct error *err);
void apart_end(struct apart *a);

/* In the process itself: to be said. */
void apart_put(const void *bytes, size_t count);

#endif
