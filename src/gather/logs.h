/* SPDX-License-Identifier: MIT */
#ifndef GATHER_LOGS_H
#define GATHER_LOGS_H

#include "base/error.h"
#include "program/program.h"

/* The logs of a memory: each core may have its own, and one is collected. */
enum { LOGS_NAMED = 8 };

struct logs {
	uint64_t at[LOGS_NAMED]; /* of the first ones */
	unsigned count;
};

/* Adds those that begin in the bytes, which are at that address. */
void logs_add(struct logs *l, const uint8_t *bytes, size_t size, uint64_t addr);
/* False and `err`: there are several, which it names as the program does; the
 * program may be NULL. */
bool logs_single(const struct logs *l, const struct program *p,
		 struct error *err);

#endif
