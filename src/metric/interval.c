/* SPDX-License-Identifier: MIT */
/*
 * Bounds of a formula whose operands are a little uncertain.  All corners are
 * tried where they are few enough; otherwise it is interval arithmetic.  See
 * formula.h for how good each is.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "metric/inner.h"

enum { CORNER_NAMES_MAX = 10 };

struct range {
	double low, high;
};

static struct range drifted(double value, double drift)
{
	double a = value * (1 - drift), b = value * (1 + drift);

	return (struct range){ fmin(a, b), fmax(a, b) };
}

/*
 * A divisor that is on both sides of zero in different corners is zero
 * somewhere between them.
 */
static enum formula_result corners(const struct formula *f,
				   const struct range *name,
				   const double *middle, struct range *bounds,
				   int8_t *first, int8_t *sign)
{
	enum formula_result result;
	double value[FORMULA_NAMES_MAX], y = 0;
	unsigned at;

	result = formula_run(f, middle, &y, &at, first);
	*bounds = (struct range){ y, y };
	for (unsigned c = 0; !result && c < 1u << f->names; c++) {
		for (unsigned i = 0; i < f->names; i++)
			value[i] = c >> i & 1 ? name[i].high : name[i].low;
		result = formula_run(f, value, &y, &at, sign);
		if (!result && memcmp(first, sign, f->ops) != 0)
			result = FORMULA_ZERO;
		bounds->low = fmin(bounds->low, y);
		bounds->high = fmax(bounds->high, y);
	}
	return result;
}

static struct range times(struct range a, struct range b)
{
	double p = a.low * b.low, q = a.low * b.high;
	double r = a.high * b.low, s = a.high * b.high;

	return (struct range){ fmin(fmin(p, q), fmin(r, s)),
			       fmax(fmax(p, q), fmax(r, s)) };
}

static struct range operate(enum op_kind kind, struct range a, struct range b)
{
	switch (kind) {
	case OP_ADD:
		return (struct range){ a.low + b.low, a.high + b.high };
	case OP_SUBTRACT:
		return (struct range){ a.low - b.high, a.high - b.low };
	case OP_MULTIPLY:
		return times(a, b);
	case OP_DIVIDE: {
		double p = a.low / b.low, q = a.low / b.high;
		double r = a.high / b.low, s = a.high / b.high;

		return (struct range){ fmin(fmin(p, q), fmin(r, s)),
				       fmax(fmax(p, q), fmax(r, s)) };
	}
	case OP_NUMBER:
	case OP_NAME:
	case OP_NEGATE:
		break;
	}
	return a;
}

static enum formula_result arithmetic(const struct formula *f,
				      const struct range *name,
				      struct range *bounds)
{
	struct range stack[FORMULA_STACK] = { { 0, 0 } };
	unsigned top = 0;

	for (unsigned i = 0; i < f->ops; i++) {
		const struct op *op = &f->op[i];
		struct range *x;

		if (op->kind == OP_NUMBER) {
			stack[top++] = (struct range){ op->number, op->number };
			continue;
		}
		if (op->kind == OP_NAME) {
			stack[top++] = name[op->name];
			continue;
		}
		if (op->kind == OP_NEGATE) {
			x = &stack[top - 1];
			*x = (struct range){ -x->high, -x->low };
			continue;
		}
		top--;
		x = &stack[top - 1];
		if (op->kind == OP_DIVIDE && stack[top].low <= 0 &&
		    stack[top].high >= 0)
			return FORMULA_ZERO;
		*x = operate(op->kind, *x, stack[top]);
		if (!isfinite(x->low) || !isfinite(x->high))
			return FORMULA_RANGE;
	}
	*bounds = stack[0];
	return FORMULA_OK;
}

enum formula_result
formula_interval(const struct formula *f,
		 bool (*lookup)(void *ctx, const char *name, double *value),
		 void *ctx, double drift, double *low, double *high)
{
	double middle[FORMULA_NAMES_MAX];
	struct range name[FORMULA_NAMES_MAX], bounds = { 0, 0 };
	int8_t first[FORMULA_TEXT_MAX + 1], sign[FORMULA_TEXT_MAX + 1];
	enum formula_result result;
	const char *bad;

	result = formula_values(f, lookup, ctx, middle, &bad);
	if (result)
		return result;
	for (unsigned i = 0; i < f->names; i++) {
		name[i] = drifted(middle[i], drift);
		if (!isfinite(name[i].low) || !isfinite(name[i].high))
			return FORMULA_RANGE;
	}
	memset(first, 0, f->ops);
	memset(sign, 0, f->ops);
	if (f->names <= CORNER_NAMES_MAX)
		result = corners(f, name, middle, &bounds, first, sign);
	else
		result = arithmetic(f, name, &bounds);
	if (result)
		return result;
	*low = bounds.low + 0.0;
	*high = bounds.high + 0.0;
	return FORMULA_OK;
}
