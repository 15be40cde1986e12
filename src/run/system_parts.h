/* SPDX-License-Identifier: MIT */
#ifndef RUN_SYSTEM_PARTS_H
#define RUN_SYSTEM_PARTS_H

#include "run/keep.h"

/* Counts that an operating system tells apart: by threads, or by cores. */
struct system_parts {
	struct region_list *list; /* their names; NULL: there are none */
	char (*name)[TARGET_PART_NAME];
	struct target_count *count; /* `counts` of each */
	unsigned room;
	bool threads; /* and not cores */
};

/* Adds one; false: no memory. */
bool system_parts_add(struct system_parts *p, const char *name, bool thread,
		      const struct target_count *c, unsigned counts);
/* Makes parts of the samples of one run, whose counts are of these events of
 * the request; `p` has to outlast them.  False: no memory. */
bool system_parts_keep(const struct system_parts *p, struct samples *s,
		       const unsigned *event, unsigned counts);
void system_parts_free(struct system_parts *p);

#endif
