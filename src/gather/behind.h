/* SPDX-License-Identifier: MIT */
#ifndef GATHER_BEHIND_H
#define GATHER_BEHIND_H

#include "record/why.h"
#include "sample/sample.h"

/*
 * Finds what software is behind the cycles of a profile, its first column: the
 * shares of those that compilers and C libraries bring along, the largest first
 * and each with who calls it most.  `within`: only what a function does, and
 * what it calls; NULL: all.  False: no memory.
 */
bool behind_of(const struct sample *s, const char *within, struct why *w);

/* Is the path within a function of that name?  NULL: it is. */
bool behind_is_within(const struct sample *s, uint32_t path, const char *name);
/* "fft fft.c:43": a function, and where it begins. */
void behind_name(const struct sample *s, uint32_t function, char *to,
		 size_t size);

#endif
