/* SPDX-License-Identifier: MIT */
#ifndef METRIC_FORMULA_H
#define METRIC_FORMULA_H

#include <stddef.h>

#include "base/error.h"

/*
 * The formula language: + - * / parentheses, unary minus, decimal numbers,
 * event names, clock_hz.  A name is [A-Za-z_][A-Za-z0-9_.:]*, in which hyphens
 * may stand before the first colon (cortex-a53:cycles, so a minus in front of
 * such a name has a blank beside it), or quoted in backquotes where it has
 * other characters (`CE:Com:41`).  Usual precedence; left to right.  No nan, no
 * inf ever comes out.
 */
struct formula;

enum {
	FORMULA_TEXT_MAX = 4096, /* characters; longer is refused */
	FORMULA_NAMES_MAX = 64,  /* distinct names */
	FORMULA_DEPTH_MAX = 64,  /* parentheses and unary minuses in a row */
};

/* NULL and `err`, which names the column (from 1) and shows the text. */
struct formula *formula_parse(const char *text, struct error *err);
void formula_free(struct formula *f);

/* Distinct names in order of first use; *count of them.  Owned by f. */
const char *const *formula_names(const struct formula *f, size_t *count);

enum formula_result {
	FORMULA_OK,
	FORMULA_MISSING, /* a name has no value: `*name` says which */
	FORMULA_ZERO,  /* a divisor is zero: `*name` is a name in it, or NULL */
	FORMULA_RANGE, /* a value overflowed, or that of `*name` is no number */
};

/*
 * `lookup` gives true and the value of a name.  On FORMULA_OK *value is finite.
 * `name` may be NULL; *name, where it has nothing to say, becomes NULL.
 */
enum formula_result formula_eval(const struct formula *f,
				 bool (*lookup)(void *ctx, const char *name,
						double *value),
				 void *ctx, double *value, const char **name);

/*
 * Bounds of the value when every name may be off by a relative `drift`
 * (0.01 = 1 %), each on its own: for error bars.  Same results as eval;
 * FORMULA_ZERO already when a divisor may become zero within the drift, for
 * then there are no bounds.
 *
 * With up to ten names the formula is evaluated with every one at its low and
 * at its high end (all corners).  That is exact, and knows that the a in a/a is
 * the same twice, as long as the formula rises or falls with each name all
 * the way: a/b, 1 - a/b, (a - b)/a.  One that turns inside the drift (a/b +
 * b/a near a = b) may come out too narrow.  With more names it is plain
 * interval arithmetic: never too narrow, often too wide.
 */
enum formula_result
formula_interval(const struct formula *f,
		 bool (*lookup)(void *ctx, const char *name, double *value),
		 void *ctx, double drift, double *low, double *high);

#endif
