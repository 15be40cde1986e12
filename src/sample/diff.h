/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_DIFF_H
#define SAMPLE_DIFF_H

#include "sample/sample.h"

/*
 * Two profiles held against each other, function by function: by their names,
 * as what is compiled again is at other addresses.  Functions of one name are
 * taken together, and a compiler's copy that the other side has not,
 * walk.constprop.0, goes with what it is a copy of, walk.
 *
 * Names point into the profiles, which have to live as long, or into `base`.
 */
enum { SAMPLE_BEFORE, SAMPLE_AFTER, SAMPLE_SIDES };

struct sample_change {
	const char *name;
	bool cause;                   /* no function: what no instruction did */
	bool there[SAMPLE_SIDES];     /* the program came to it */
	uint64_t *cost[SAMPLE_SIDES]; /* a number for each column below */
};

struct sample_diff {
	const struct sample *side[SAMPLE_SIDES];
	/* Of the events that both have, as the first side has them. */
	unsigned columns;
	uint32_t column[SAMPLE_SIDES][SAMPLE_COLUMNS];
	struct sample_change *row; /* by name, causes last */
	uint32_t rows;
	uint64_t *costs;
	char **base; /* names of what copies are of */
	uint32_t bases;
};

/* NULL: no memory. */
struct sample_diff *sample_diff_make(const struct sample *before,
				     const struct sample *after);
void sample_diff_free(struct sample_diff *d);

/* Of all that happened. */
uint64_t sample_diff_total(const struct sample_diff *d, unsigned side,
			   unsigned column);

/*
 * In what the profiles differ that makes their numbers incomparable: target,
 * monitors, clock, what the program ended with, events.  "target: board:pb1176
 * against board:imx31"; "": in nothing.  The caller's to free; NULL: no memory.
 */
char *sample_diff_obstacles(const struct sample_diff *d);

#endif
