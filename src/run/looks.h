/* SPDX-License-Identifier: MIT */
#ifndef RUN_LOOKS_H
#define RUN_LOOKS_H

#include "run/job.h"

/*
 * Counts over time where an operating system counts: what was counted from one
 * look to the next.
 */
struct looks {
	struct job_series series; /* `apart` */
	unsigned events;          /* of the request */
	/* Of each count what stood there at the last look. */
	struct target_count *last;
	bool *have; /* room, per event */
};

/* False: out of memory. */
bool looks_begin(struct looks *l, unsigned events, unsigned counts,
		 uint64_t period);
/*
 * Counts as they stand, so many nanoseconds after the beginning; `event` is
 * which of the request each is of.  Looks within one interval are one, unless
 * it is the last.  Of more intervals than a record has, two become one.
 */
bool looks_take(struct looks *l, const struct target_count *c,
		const unsigned *event, unsigned counts, uint64_t now, bool last,
		struct error *err);
void looks_free(struct looks *l);

#endif
