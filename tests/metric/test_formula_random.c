/* SPDX-License-Identifier: MIT */
/*
 * Formulas against a second evaluation: random trees are worked out directly,
 * printed, parsed and evaluated.  And valid formulas with every byte changed
 * to every other.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "metric/formula.h"
#include "test.h"

struct table {
	double value[26]; /* of a to z */
};

static bool look_letter(void *ctx, const char *name, double *value)
{
	const struct table *t = ctx;

	if (name[0] < 'a' || name[0] > 'z' || name[1])
		return false;
	*value = t->value[name[0] - 'a'];
	return true;
}

static bool same(double a, double b)
{
	return !(a < b) && !(a > b);
}

/* Random formulas as trees, printed with and without needless parentheses. */
struct tree {
	char op; /* + - * / ~ (minus), or 'n' a name, '#' a number */
	unsigned leaf;
	struct tree *a, *b;
};

static uint64_t seed;
static struct tree pool[512];
static unsigned pooled;

static unsigned below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 20) % n);
}

static struct tree *grow(unsigned depth)
{
	struct tree *t = &pool[pooled++];

	t->op = "+-*/~n#"[below(7)];
	if (depth == 0)
		t->op = "n#"[below(2)];
	t->leaf = below(26);
	if (t->op != 'n' && t->op != '#')
		t->a = grow(depth - 1);
	if (strchr("+-*/", t->op))
		t->b = grow(depth - 1);
	return t;
}

static double worth(const struct tree *t, const struct table *values)
{
	switch (t->op) {
	case 'n':
		return values->value[t->leaf];
	case '#':
		return t->leaf * 0.5;
	case '~':
		return -worth(t->a, values);
	case '+':
		return worth(t->a, values) + worth(t->b, values);
	case '-':
		return worth(t->a, values) - worth(t->b, values);
	case '*':
		return worth(t->a, values) * worth(t->b, values);
	default:
		break;
	}
	/* Division by zero: not a number, whatever is made of it. */
	if (worth(t->b, values) == 0)
		return NAN;
	return worth(t->a, values) / worth(t->b, values);
}

static int binding(char op)
{
	if (op == '+' || op == '-')
		return 1;
	return op == '*' || op == '/' ? 2 : 3;
}

/* `all`: parentheses around everything; else where precedence needs them. */
static char *print(char *at, const struct tree *t, bool all, int outer)
{
	bool around = all || binding(t->op) < outer;

	if (t->op == 'n')
		return at + sprintf(at, "%c", 'a' + t->leaf);
	if (t->op == '#')
		return at + sprintf(at, "%.1f", t->leaf * 0.5);
	at += sprintf(at, "%s", around ? "(" : "");
	if (t->op == '~') {
		at += sprintf(at, "-");
		at = print(at, t->a, all, 3);
	} else {
		at = print(at, t->a, all, binding(t->op));
		at += sprintf(at, " %c", t->op);
		at = print(at, t->b, all, binding(t->op) + 1);
	}
	return at + sprintf(at, "%s", around ? ")" : "");
}

static void check_tree(const struct tree *t, struct table *values, bool all)
{
	char text[4096];
	struct error err = { "" };
	struct formula *f;
	enum formula_result result;
	double want = worth(t, values), value = NAN;
	const char *name;

	print(text, t, all, 0);
	f = formula_parse(text, &err);
	if (!f) {
		fail_msg("'%s' refused: %s", text, err.text);
		return;
	}
	result = formula_eval(f, look_letter, values, &value, &name);
	formula_free(f);
	if (isnan(want))
		assert_int_equal(result, FORMULA_ZERO);
	else if (result != FORMULA_OK || !same(value, want))
		fail_msg("'%s' is %.17g, not %.17g", text, value, want);
}

TEST(test_random_trees)
{
	unsigned undefined = 0;

	seed = UINT64_C(0xA4093822299F31D0);
	for (unsigned i = 0; i < 20000; i++) {
		struct table values;
		struct tree *t;

		pooled = 0;
		t = grow(6);
		for (unsigned k = 0; k < 26; k++)
			values.value[k] = below(8);
		undefined += (bool)isnan(worth(t, &values));
		check_tree(t, &values, true);
		check_tree(t, &values, false);
	}
	assert_true(undefined > 1000 && undefined < 10000);
}

/* Values for the mutations; all other names have none. */
static bool look_up(void *ctx, const char *name, double *value)
{
	(void)ctx;
	*value = strcmp(name, "b") ? (double)strlen(name) : -1;
	return strlen(name) < 3;
}

/* Whatever comes in: a formula or one clear line; never a made-up number. */
static void survive(const char *text)
{
	struct error err = { "" };
	struct formula *f = formula_parse(text, &err);
	double value = NAN, low = NAN, high = NAN;
	const char *name;

	if (!f) {
		assert_int_equal(strncmp(err.text, "column ", 7), 0);
		assert_null(strchr(err.text, '\n'));
		return;
	}
	if (formula_eval(f, look_up, NULL, &value, &name) == FORMULA_OK)
		assert_true(isfinite(value));
	if (formula_interval(f, look_up, NULL, 0.01, &low, &high) == FORMULA_OK)
		assert_true(isfinite(low) && isfinite(high) && low <= high &&
			    low <= value && value <= high);
	formula_free(f);
}

TEST(test_mutations)
{
	static const char *const valid[] = {
		"1000 * im / a.b",
		"1 - `C:` / (a + b)",
		"-(a - b) / c * 1.5e-3 + d",
	};

	for (size_t i = 0; i < sizeof(valid) / sizeof(valid[0]); i++) {
		size_t length = strlen(valid[i]);

		for (size_t at = 0; at < length; at++) {
			char text[64];

			snprintf(text, sizeof(text), "%s", valid[i]);
			for (int byte = 0; byte < 256; byte++) {
				text[at] = (char)byte;
				survive(text);
			}
			/* One character left out, and all from there on. */
			snprintf(text, sizeof(text), "%.*s%s", (int)at,
				 valid[i], valid[i] + at + 1);
			survive(text);
			text[at] = '\0';
			survive(text);
		}
	}
}
