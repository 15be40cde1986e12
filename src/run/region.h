/* SPDX-License-Identifier: MIT */
#ifndef RUN_REGION_H
#define RUN_REGION_H

#include "run/run.h"

/* A region as addresses of the program. */
struct region_at {
	enum region_kind kind;
	uint64_t from; /* of a symbol: its entry */
	uint64_t to;   /* of a range */
};

/*
 * `err` names what is not in the program.  Where there is none (NULL), only
 * addresses name a place.
 */
bool region_resolve(const struct region *region, const struct program *program,
		    struct region_at *at, struct error *err);

#endif
