/* SPDX-License-Identifier: MIT */
#ifndef CLI_LIMIT_H
#define CLI_LIMIT_H

#include "base/error.h"
#include "record/diff.h"

/*
 * Limits of --fail-if.  Of a change: "cycles > +2%" is exceeded where there are
 * more than two per cent more cycles, "cpi > 0.1" where cpi is more by more
 * than 0.1.  Of one measurement, a budget: "cycles > 2e6" where there are more.
 */
struct limit {
	const char *text; /* as typed */
	char name[256];
	bool above;   /* the limit is exceeded above it, else below it */
	bool percent; /* of what was before; else in the row's own unit */
	double value;
};

enum { LIMITS = 32 };

struct limits {
	struct limit limit[LIMITS];
	unsigned count;
};

/* A part of what was before, told in percent, below which no change counts. */
bool noise_take(const char *text, double *noise, struct error *err);

/* Adds one to a struct limits; for rows of options. */
bool limits_take(const char *text, void *to, struct error *err);

/*
 * Tells each that is exceeded, and each that cannot be judged.  Returns the
 * exit status; what is exceeded counts more than what is not known.  `where` is
 * told in front; NULL: nothing.  A change that is no more than chance is none.
 */
int limits_judge_change(const char *verb, const struct limits *l,
			const struct diff *d, const char *where);
/* Before anything is measured: will a budget's name be there, as far as the
 * request tells?  A percentage is no budget either. */
struct request;
int limits_check(const char *verb, const struct limits *l,
		 const struct request *q);
int limits_judge(const char *verb, const struct limits *l,
		 const struct record *r, const char *where);

#endif
