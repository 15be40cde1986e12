/* SPDX-License-Identifier: MIT */
#ifndef RECORD_VERDICT_H
#define RECORD_VERDICT_H

#include <stdbool.h>

#include "base/asking.h"
#include "catalog/catalog.h"
#include "metric/formula.h"

/*
 * The one rule by which a result is trusted, measured or computed.  It is not,
 * and the exit status is 1, when
 * - a value is wrong: out of its bounds, overflowed, or something interfered;
 * - what was named, with -e or -M, has no value: it is undefined, not modelled
 *   or was not counted;
 * - nothing that was asked for has a value.
 * What is there as a member of a group, of `all` or of the overview may have no
 * value: it is marked, and changes nothing.  doc/errors.md says the same.
 */
enum doubt {
	DOUBT_SIMULATED = 1 << 0,
	DOUBT_OVERFLOWED = 1 << 1, /* a wrap may be lost: never printed */
	DOUBT_SPLIT = 1 << 2,      /* combined from different passes */
	DOUBT_UNTRUSTED = 1 << 3,  /* `why` tells: something interfered */
	DOUBT_NOT_MODELLED = 1 << 4,
	DOUBT_UNDEFINED = 1 << 5, /* a divisor is zero */
	DOUBT_OUT_OF_BOUNDS = 1 << 6,
	DOUBT_NOT_COUNTED = 1 << 7,
	DOUBT_COARSE = 1 << 8, /* resolution 64 cycles */
	/* Possible, by one reading of a document only: `why` tells. */
	DOUBT_UNEXPECTED = 1 << 9,
	DOUBT_SCALED = 1 << 10, /* counted part of the time: `why` tells */
	/* A number, and not an exact one: `why` tells. */
	DOUBT_INEXACT = 1 << 11,
	DOUBT_AT_LEAST = 1 << 12, /* an erratum counts too little: `why` */
	DOUBT_AT_MOST = 1 << 13,  /* one counts too much; both: either way */
	/* The model has caches that the core has not. */
	DOUBT_NOT_THIS_CORE = 1 << 14,
};

enum {
	/* The doubts of every value of a record, if of any. */
	DOUBT_OF_ALL = DOUBT_SIMULATED | DOUBT_NOT_THIS_CORE,
	/* Which way the true number lies, if that is known. */
	DOUBT_DIRECTION = DOUBT_AT_LEAST | DOUBT_AT_MOST,
	/* There is no number at all. */
	DOUBT_NO_VALUE = DOUBT_OVERFLOWED | DOUBT_NOT_MODELLED |
			 DOUBT_UNDEFINED | DOUBT_NOT_COUNTED,
	/* There is one that cannot be, or need not be the right one. */
	DOUBT_WRONG = DOUBT_OVERFLOWED | DOUBT_UNTRUSTED | DOUBT_OUT_OF_BOUNDS,
};

struct verdict {
	unsigned asked;  /* for so many values ... */
	unsigned valued; /* ... so many of which are there */
	unsigned faults;
	char why[256]; /* the first of these, a clause */
};

/* One value more; `why` explains its doubts. */
void verdict_value(struct verdict *v, const char *name, enum asking asked,
		   unsigned doubts, const char *why);
/* A fault of no value in particular. */
void verdict_fault(struct verdict *v, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/* After all values. */
bool verdict_trusted(struct verdict *v);
/* The reason not to trust it where no value is there, and nothing is wrong. */
extern const char verdict_of_nothing[];

/*
 * Judges a formula's value, as doubts: DOUBT_UNDEFINED, DOUBT_NOT_COUNTED where
 * a name had no value, DOUBT_OUT_OF_BOUNDS or DOUBT_UNEXPECTED; 0 and an empty
 * `why`: it is good. `metric` NULL: a formula of the user's, without bounds.
 */
unsigned verdict_of_formula(enum formula_result result, const char *name,
			    const struct catalog_metric *metric, double value,
			    char *why, size_t room);

#endif
