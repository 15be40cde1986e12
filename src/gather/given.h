/* SPDX-License-Identifier: MIT */
#ifndef GATHER_GIVEN_H
#define GATHER_GIVEN_H

#include "gather/counts.h"
#include "record/record.h"

/*
 * Which metrics are wanted; both NULL: each that can be computed of the counts.
 */
struct given_wish {
	const char *metrics; /* "cpi,a/b": metrics, formulas over events */
	const char *groups;  /* "overview,branches": the metrics of groups */
	bool divided;        /* the cycle counter counted every 64th cycle */
};

/*
 * Makes a record of counts that the user has already; it is not judged yet.  It
 * has no target, and all counts are of one pass.  NULL and `err`: a metric or
 * group is not known, or no memory.
 */
struct record *given_record(const struct counts *c, const struct given_wish *w,
			    struct error *err);

#endif
