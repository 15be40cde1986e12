/* SPDX-License-Identifier: MIT */
#ifndef GATHER_FETCH_H
#define GATHER_FETCH_H

#include "dump/dump.h"
#include "run/sink.h"
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
	const struct run_sink *sink;
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
