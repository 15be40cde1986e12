/* SPDX-License-Identifier: MIT */
/*
 * Evaluates formulas.  Every name is looked up once and first; the first
 * operation that has no finite result ends it.
 */
#include <math.h>

#include "metric/inner.h"

static bool is_zero(double x)
{
	return x == 0;
}

enum formula_result formula_values(const struct formula *f,
				   bool (*lookup)(void *ctx, const char *name,
						  double *value),
				   void *ctx, double *value, const char **bad)
{
	for (size_t i = 0; i < f->names; i++) {
		*bad = f->name[i];
		if (!lookup(ctx, f->name[i], &value[i]))
			return FORMULA_MISSING;
		if (!isfinite(value[i]))
			return FORMULA_RANGE;
	}
	*bad = NULL;
	return FORMULA_OK;
}

static double operate(enum op_kind kind, double a, double b)
{
	switch (kind) {
	case OP_ADD:
		return a + b;
	case OP_SUBTRACT:
		return a - b;
	case OP_MULTIPLY:
		return a * b;
	case OP_DIVIDE:
		return a / b;
	case OP_NUMBER:
	case OP_NAME:
	case OP_NEGATE:
		break;
	}
	return 0;
}

enum formula_result formula_run(const struct formula *f, const double *value,
				double *result, unsigned *at, int8_t *sign)
{
	double stack[FORMULA_STACK] = { 0 };
	unsigned top = 0;

	for (unsigned i = 0; i < f->ops; i++) {
		const struct op *op = &f->op[i];

		*at = i;
		if (op->kind == OP_NUMBER) {
			stack[top++] = op->number;
			continue;
		}
		if (op->kind == OP_NAME) {
			stack[top++] = value[op->name];
			continue;
		}
		if (op->kind == OP_NEGATE) {
			stack[top - 1] = -stack[top - 1];
			continue;
		}
		top--;
		if (op->kind == OP_DIVIDE) {
			if (is_zero(stack[top]))
				return FORMULA_ZERO;
			if (sign)
				sign[i] = stack[top] < 0 ? -1 : 1;
		}
		stack[top - 1] = operate(op->kind, stack[top - 1], stack[top]);
		if (!isfinite(stack[top - 1]))
			return FORMULA_RANGE;
	}
	*result = stack[0] + 0.0; /* no minus in front of a zero */
	return FORMULA_OK;
}

/* A name in the divisor of the division at `at`, a zero one if there is. */
static const char *divisor_name(const struct formula *f, unsigned at,
				const double *value)
{
	const char *name = NULL;

	for (unsigned i = f->op[at].right; i < at; i++) {
		if (f->op[i].kind != OP_NAME)
			continue;
		if (is_zero(value[f->op[i].name]))
			return f->name[f->op[i].name];
		if (!name)
			name = f->name[f->op[i].name];
	}
	return name;
}

enum formula_result formula_eval(const struct formula *f,
				 bool (*lookup)(void *ctx, const char *name,
						double *value),
				 void *ctx, double *value, const char **name)
{
	double values[FORMULA_NAMES_MAX];
	const char *bad = NULL;
	enum formula_result result;
	unsigned at = 0;

	result = formula_values(f, lookup, ctx, values, &bad);
	if (result == FORMULA_OK) {
		result = formula_run(f, values, value, &at, NULL);
		if (result == FORMULA_ZERO)
			bad = divisor_name(f, at, values);
	}
	if (name)
		*name = bad;
	return result;
}
