/* SPDX-License-Identifier: MIT */
#ifndef METRIC_INNER_H
#define METRIC_INNER_H

#include <stdint.h>

#include "metric/formula.h"

/*
 * A formula is kept as operations in the order in which they are carried out
 * on a stack: operands first, then what is done with them.
 */
enum op_kind {
	OP_NUMBER,
	OP_NAME,
	OP_NEGATE,
	OP_ADD,
	OP_SUBTRACT,
	OP_MULTIPLY,
	OP_DIVIDE,
};

struct op {
	enum op_kind kind;
	uint16_t name;  /* OP_NAME: index into formula.name */
	uint16_t right; /* two operands: where the right one's ops begin */
	double number;  /* OP_NUMBER */
};

/* Two operands wait at each depth, and one more is on top. */
enum { FORMULA_STACK = 2 * (FORMULA_DEPTH_MAX + 1) + 2 };

struct formula {
	struct op *op;
	uint16_t ops;
	char *name[FORMULA_NAMES_MAX];
	size_t names;
};

/* Looks every name up; `*bad` becomes a name that has no value. */
enum formula_result formula_values(const struct formula *f,
				   bool (*lookup)(void *ctx, const char *name,
						  double *value),
				   void *ctx, double *value, const char **bad);

/*
 * Computes the formula with these values; `*at` becomes the operation that
 * failed.  `sign` (may be NULL) has room for all ops; each division leaves the
 * sign of its divisor there, -1 or 1.
 */
enum formula_result formula_run(const struct formula *f, const double *value,
				double *result, unsigned *at, int8_t *sign);

#endif
