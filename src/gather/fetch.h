/* SPDX-License-Identifier: MIT */
#ifndef GATHER_FETCH_H
#define GATHER_FETCH_H

#include "dump/dump.h"
#include "target/target.h"

/*
 * The log in a file with a dump of memory, which need not be the whole: the
 * only one (`at` is NULL), or the one that begins at that byte.  NULL and
 * `err`.
 */
struct dump *fetch_from_file(const char *path, const char *at,
			     struct error *err);

struct fetch_how {
	/* An address, or data of the program; NULL: the only one. */
	const char *at;
	const char *until; /* a function; NULL: the program's end */
	/* Takes what the program says, as target_control.console has it. */
	void (*console)(void *ctx, const void *bytes, size_t count,
			double patience);
	void *ctx;
	const volatile bool *stop; /* becomes true on Ctrl-C */
	/* Filled: how many seconds what goes on there was held for it. */
	double *held;
};

/*
 * The log in the memory of a target, whose program is run until then.  One that
 * was started by somebody else is taken as it stands where `until` is NULL.
 * NULL and `err`.
 */
struct dump *fetch_from_target(struct target *t, const struct fetch_how *how,
			       struct error *err);

#endif
