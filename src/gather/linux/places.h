/* SPDX-License-Identifier: MIT */
#ifndef GATHER_PLACES_H
#define GATHER_PLACES_H

#include "kernel/ring.h"
#include "sample/sample.h"

/*
 * From a command's samples to a profile that has its columns: each file that
 * was mapped has addresses of its own there, the file's, from a base on, which
 * is 0 for `program`: an absolute path, or NULL.  `rest`: of each column what
 * no sample was taken of.  False and `err`.
 */
bool places_fill(struct sample *s, const struct perf_taking *t,
		 const char *program, const uint64_t *rest, struct error *err);

/*
 * singles.c: each sample by itself, with its thread, processor and time.
 * `leaf` has the path of each, `addr` where it is in the profile, whose places
 * come in the order of their addresses.  False: out of memory.
 */
bool singles_fill(struct sample *s, const struct perf_taking *t,
		  const uint32_t *leaf, const uint64_t *addr);

#endif
