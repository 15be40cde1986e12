/* SPDX-License-Identifier: MIT */
#ifndef GATHER_CALLERS_H
#define GATHER_CALLERS_H

#include "kernel/ring.h"
#include "program/program.h"

enum { CALLERS = PERF_CHAIN + 32 };

/*
 * The addresses of return of a sample's functions outside of the kernel,
 * innermost first: by the program's tables as far as its stack was kept, and
 * from there on by frame pointers.  `find`: the program that an address was of
 * then, and its address there; NULL: none that can be read.
 */
struct callers {
	const struct perf_taking *taking;
	const struct program *(*find)(void *ctx, const struct perf_taken *t,
				      uint64_t ip, uint64_t *addr);
	void *ctx;
};

unsigned callers_of(const struct callers *c, const struct perf_taken *t,
		    uint64_t to[CALLERS]);

#endif
