/* SPDX-License-Identifier: MIT */
#ifndef CLI_DIFF_LIMIT_H
#define CLI_DIFF_LIMIT_H

#include "base/error.h"
#include "record/diff.h"

/*
 * A limit of a change: "cycles > +2%" is exceeded where there are more than two
 * per cent more cycles, "cpi > 0.1" where cpi is more by more than 0.1.
 */
struct limit {
	char name[256];
	bool above;   /* the limit is exceeded above it, else below it */
	bool percent; /* of what was before; else in the row's own unit */
	double value;
};

bool limit_read(struct limit *limit, const char *text, struct error *err);

enum limit_verdict {
	LIMIT_KEPT,
	LIMIT_EXCEEDED,
	LIMIT_UNKNOWN, /* it cannot be told: `err` says why */
	LIMIT_NO_ROW,  /* nothing has the name */
};

/* A change that is no more than chance is none.  `err` says what is the change,
 * too, where it is exceeded. */
enum limit_verdict limit_judge(const struct limit *limit, const struct diff *d,
			       struct error *err);

#endif
