/* SPDX-License-Identifier: MIT */
#ifndef CLI_GIVEN_H
#define CLI_GIVEN_H

#include "cli/counts.h"
#include "record/record.h"

/*
 * Which metrics of the counts; both NULL: every one that can be had of them.
 */
struct given_wish {
	const char *metrics; /* "cpi,a/b": metrics, formulas over events */
	const char *groups;  /* "overview,branches": the metrics of groups */
	bool divided;        /* the cycle counter counted every 64th cycle */
};

/*
 * A record of counts that somebody has already, not judged yet: it has no
 * target, and its counts are those of one pass.  NULL: the wish cannot be
 * understood, or no memory.
 */
struct record *given_record(const struct counts *c, const struct given_wish *w,
			    struct error *err);

#endif
