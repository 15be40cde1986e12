/* SPDX-License-Identifier: MIT */
#ifndef RUN_REGION_H
#define RUN_REGION_H

#include "run/run.h"

/* A region as addresses of the program. */
struct region_at {
	enum region_kind kind;
	uint64_t from;    /* of a symbol: its entry */
	uint64_t to;      /* of a range */
	uint64_t own_to;  /* where a function's own code ends; 0: not said */
	const char *text; /* what it is called */
};

/*
 * `err` names what is not in the program.  Where there is none (NULL), only
 * addresses name a place.
 */
bool region_resolve(const struct region *region, const struct program *program,
		    struct region_at *at, struct error *err);

/* Is a place written as FILE:LINE? */
bool region_is_line(const char *text);
/* The lowest address of the line's code. */
bool region_line(const struct program *p, const char *text, uint64_t *addr,
		 struct error *err);

/* Several of them; no two are of the same code. */
struct region_list {
	struct region_at at[RUN_PARTS];
	unsigned count;
	unsigned asked; /* the first so many were named, not matched */
};

bool region_expand(const struct run_parts *parts, const struct program *program,
		   struct region_list *list, struct error *err);

#endif
