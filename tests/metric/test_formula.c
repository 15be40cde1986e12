/* SPDX-License-Identifier: MIT */
/*
 * Formulas: what is accepted and what it is worth, what is refused and where,
 * and bounds under drift.
 */
#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "metric/formula.h"
#include "test.h"

/* Values for the tests: one letter each, and a few names. */
static bool look_up(void *ctx, const char *name, double *value)
{
	static const struct {
		const char *name;
		double value;
	} known[] = {
		{ "a", 2 },
		{ "b", 3 },
		{ "c", 5 },
		{ "d", 7 },
		{ "zero", 0 },
		{ "nil", 0 },
		{ "huge", DBL_MAX },
		{ "_x.y:z9", 11 },
		{ "CE:Com:41", 13 },
		{ "x-y-2:a", 29 },
		{ "y:a", 31 },
		{ "é %", 17 },
		{ "wrong", INFINITY },
		{ "a b", 19 },
		{ "e5", 23 },
	};

	(void)ctx;
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (!strcmp(known[i].name, name)) {
			*value = known[i].value;
			return true;
		}
	}
	return false;
}

static struct formula *parse(const char *text)
{
	struct error err = { "" };
	struct formula *f = formula_parse(text, &err);

	if (!f)
		fail_msg("'%s' refused: %s", text, err.text);
	return f;
}

static enum formula_result eval(const char *text, double *value,
				const char **name)
{
	static char kept[64];
	struct formula *f = parse(text);
	enum formula_result result =
		formula_eval(f, look_up, NULL, value, name);

	if (*name) {
		snprintf(kept, sizeof(kept), "%s", *name);
		*name = kept;
	}
	formula_free(f);
	return result;
}

static bool same(double a, double b)
{
	return !(a < b) && !(a > b);
}

TEST(test_values)
{
	static const struct {
		const char *text;
		double value;
	} good[] = {
		{ "1", 1 },
		{ " 0.5\t", 0.5 },
		{ "1e3", 1000 },
		{ "1.5e-3", 1.5e-3 },
		{ "2E+2", 200 },
		{ "0.1", 0.1 },
		{ "9007199254740993", 9007199254740992.0 },
		{ "123456789.123456789", 123456789.123456789 },
		{ "1.7976931348623157e308", DBL_MAX },
		{ "0e999", 0 },
		{ "a", 2 },
		{ "a+b*c", 17 },
		{ "(a+b)*c", 25 },
		{ "c-b-a", 0 },
		{ "c-(b-a)", 4 },
		{ "c/b/a", 5.0 / 3 / 2 },
		{ "c/(b/a)", 5.0 / (3.0 / 2) },
		{ "c/b*a", 5.0 / 3 * 2 },
		{ "a*b/c", 6.0 / 5 },
		{ "a-b+c", 4 },
		{ "-a", -2 },
		{ "--a", 2 },
		{ "-a*b", -6 },
		{ "a*-b", -6 },
		{ "a--b", 5 },
		{ "-(a+b)/c", -1 },
		{ "6/-a", -3 },
		{ "((((a))))", 2 },
		{ "_x.y:z9", 11 },
		{ "`CE:Com:41`/CE:Com:41", 1 },
		{ "x-y-2:a - a", 27 },
		{ "`x-y-2:a`-a", 27 },
		{ "c - y:a", -26 },
		{ "a-b+y:a", 30 },
		{ "a-b*y:a", -91 },
		{ "y:a-a", 29 },
		{ "`a b`+`é %`", 36 },
		{ "`a`+a", 4 },
		{ "e5", 23 },
		{ "1 - a/c", 0.6 },
		{ "100 * (d - c) / d", 200.0 / 7 },
		{ "a\n+\nb", 5 },
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		const char *name;
		double value = NAN;

		assert_int_equal(eval(good[i].text, &value, &name), FORMULA_OK);
		assert_null(name);
		if (!same(value, good[i].value) || isnan(value))
			fail_msg("'%s' is %.17g", good[i].text, value);
	}
}

TEST(test_no_value)
{
	static const struct {
		const char *text, *name;
		enum formula_result result;
	} bad[] = {
		{ "a + nowhere", "nowhere", FORMULA_MISSING },
		/* A name without a value counts more than a division by 0. */
		{ "a / 0 + nowhere", "nowhere", FORMULA_MISSING },
		{ "a / 0", NULL, FORMULA_ZERO },
		{ "0 / 0", NULL, FORMULA_ZERO },
		{ "a / zero", "zero", FORMULA_ZERO },
		{ "zero / nil", "nil", FORMULA_ZERO },
		{ "a / (b - 3)", "b", FORMULA_ZERO },
		{ "a / (b * zero)", "zero", FORMULA_ZERO },
		{ "1 + a / -zero / c", "zero", FORMULA_ZERO },
		{ "c / (a / (b - 3))", "b", FORMULA_ZERO },
		{ "huge * 2", NULL, FORMULA_RANGE },
		{ "huge + huge", NULL, FORMULA_RANGE },
		{ "1 / (huge + huge)", NULL, FORMULA_RANGE },
		{ "a / 1e-308 / 1e-308", NULL, FORMULA_RANGE },
		{ "a + wrong", "wrong", FORMULA_RANGE },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const char *name;
		double value = 0;

		assert_int_equal(eval(bad[i].text, &value, &name),
				 bad[i].result);
		if (bad[i].name)
			assert_string_equal(name, bad[i].name);
		else
			assert_null(name);
	}
}

TEST(test_no_minus_zero)
{
	const char *name;
	double value = 1;

	assert_int_equal(eval("-zero", &value, &name), FORMULA_OK);
	assert_false(signbit(value));
}

static const struct {
	const char *text, *error;
} refusal[] = {
	{ "", "column 1: the formula is empty; write for example "
	      "misses / accesses" },
	{ "  ", "column 3: the formula is empty; write for example "
		"misses / accesses" },
	{ "a +", "column 4: expected a number, a name or '(' after "
		 "'+', not the end, in 'a +'" },
	{ "a + * c", "column 5: expected a number, a name or '(' after "
		     "'+', not '*', in 'a + * c'" },
	{ "*a", "column 1: expected a number, a name or '(', not '*', "
		"in '*a'" },
	{ "+a", "column 1: expected a number, a name or '(', not '+', "
		"in '+a'" },
	{ "()", "column 2: expected a number, a name or '(' after '(', "
		"not ')', in '()'" },
	{ "(a + b", "column 7: expected an operator or ')' for the '(' "
		    "in column 1 after 'b', not the end, in '(a + b'" },
	{ "2*((a)", "column 7: expected an operator or ')' for the '(' "
		    "in column 3 after ')', not the end, in "
		    "'2*((a)'" },
	{ "(a b)", "column 4: expected an operator or ')' for the '(' "
		   "in column 1 after 'a', not 'b', in '(a b)'" },
	{ "a)", "column 2: this ')' has no '(', in 'a)'" },
	{ "a b", "column 3: expected an operator (+ - * /) after 'a', "
		 "not 'b', in 'a b'" },
	{ "a 2", "column 3: expected an operator (+ - * /) after 'a', "
		 "not '2', in 'a 2'" },
	{ "2a", "column 2: expected an operator (+ - * /) after '2', "
		"not 'a', in '2a'" },
	{ "2e", "column 2: expected an operator (+ - * /) after '2', "
		"not 'e', in '2e'" },
	{ "0x1F", "column 2: expected an operator (+ - * /) after '0', "
		  "not 'x1F', in '0x1F'" },
	{ "a(b)", "column 2: expected an operator (+ - * /) after 'a', "
		  "not '(', in 'a(b)'" },
	{ "1..2", "column 3: expected a digit after the decimal point, "
		  "in '1..2'" },
	{ "1.2.3", "column 4: a number has one decimal point only, in "
		   "'1.2.3'" },
	{ "1.", "column 3: expected a digit after the decimal point, "
		"in '1.'" },
	{ "a+.5", "column 3: a number begins with a digit: 0.5, not "
		  ".5, in 'a+.5'" },
	{ "1e309", "column 1: this number is too big, in '1e309'" },
	{ "b*1e-400",
	  "column 3: this number is too close to zero, in 'b*1e-400'" },
	{ "a=2", "column 2: this character means nothing in a formula; a name "
		 "that has it goes in backquotes, in 'a=2'" },
	/* 40 characters of a word, and of the formula, are shown. */
	{ "a b123456789b123456789b123456789b123456789b12",
	  "column 3: expected an operator (+ - * /) after 'a', not "
	  "'b123456789b123456789b123456789b123456789', in "
	  "'a b123456789b123456789b123456789b1234567...'" },
	{ "a+a+a+a+a+a+a+a+a+a+$+a+a+a+a+a+a+a+a+a+a+a",
	  "column 21: this character means nothing in a formula; a "
	  "name that has it goes in backquotes, in "
	  "'a+a+a+a+a+a+a+a+a+a+$+a+a+a+a+a+a+a+a+a+...'" },
	{ " a+a+a+a+a+a+a+a+a+a+$+a+a+a+a+a+a+a+a+a+a+a",
	  "column 22: this character means nothing in a formula; a "
	  "name that has it goes in backquotes, in "
	  "'...a+a+a+a+a+a+a+a+a+a+$+a+a+a+a+a+a+a+a+a+...'" },
	{ "a $ b", "column 3: this character means nothing in a "
		   "formula; a name that has it goes in backquotes, in "
		   "'a $ b'" },
	{ "a \x01 b", "column 3: this is not a printable character; a "
		      "name that has it goes in backquotes, in "
		      "'a ? b'" },
	{ "1,5", "column 2: this character means nothing in a formula; "
		 "a name that has it goes in backquotes, in '1,5'" },
	{ "a/`b", "column 3: the name that begins here has no closing "
		  "backquote, in 'a/`b'" },
	{ "``", "column 1: the name is empty, in '``'" },
	{ "`a\nb`", "column 3: a name cannot have control characters, "
		    "in '`a b`'" },
	{ "abcdefghijklmnopqrstuvwxyz + abcdefghijklmnopqrstuvwxyz + + "
	  "abcdefghijklmnopqrstuvwxyz",
	  "column 59: expected a number, a name or '(' after '+', not "
	  "'+', in '...jklmnopqrstuvwxyz + + abcdefghijklmnopqr...'" },
};

TEST(test_refusals)
{
	for (size_t i = 0; i < sizeof(refusal) / sizeof(refusal[0]); i++) {
		struct error err = { "" };

		assert_null(formula_parse(refusal[i].text, &err));
		assert_string_equal(err.text, refusal[i].error);
	}
}

/* `count` times `unit`, then `middle`, then `count` times `end`. */
static char *repeat(const char *unit, size_t count, const char *middle,
		    const char *end)
{
	size_t room = count * (strlen(unit) + strlen(end)) + strlen(middle) + 1;
	char *text = malloc(room), *at = text;

	assert_non_null(text);
	for (size_t i = 0; i < count; i++)
		at += sprintf(at, "%s", unit);
	at += sprintf(at, "%s", middle);
	for (size_t i = 0; i < count; i++)
		at += sprintf(at, "%s", end);
	return text;
}

static void limit(const char *unit, size_t most, const char *middle,
		  const char *end, const char *error)
{
	struct error err = { "" };
	char *text = repeat(unit, most, middle, end);

	formula_free(parse(text));
	free(text);
	text = repeat(unit, most + 1, middle, end);
	assert_null(formula_parse(text, &err));
	if (!strstr(err.text, error))
		fail_msg("no '%s' in '%s'", error, err.text);
	free(text);
}

TEST(test_limits)
{
	limit("(", 64, "a", ")",
	      "column 65: this nests more than 64 deep; take the formula "
	      "apart, in '...((((");
	limit("-", 64, "a", "", "column 65: this nests more than 64 deep");
	limit("-(", 32, "a", ")", "column 65: this nests more than 64 deep");
	/* One after the other is not deep. */
	limit("(a)+", 1023, "a", "", "column 4097: the formula has more than");
	/* The most operands that wait at a time. */
	limit("1+2*(", 64, "a", ")", "column 325: this nests more than 64");
	limit("9", 63, "", "", "column 1: this number has more than 63");
	limit(" ", 4095, "a", "", "column 4097: the formula has more than");
	limit("1+", 2047, "a", "", "column 4097: the formula has more than");
}

TEST(test_many_operands)
{
	char *text = repeat("1+2*(", 64, "1", ")");
	const char *name;
	double value = 0, want = 1;

	for (int i = 0; i < 64; i++)
		want = 1 + 2 * want;
	assert_int_equal(eval(text, &value, &name), FORMULA_OK);
	assert_true(same(value, want));
	free(text);
}

TEST(test_names)
{
	struct formula *f = parse("b/(a + `b`) - `x y`*clock_hz/a");
	static const char *const want[] = { "b", "a", "x y", "clock_hz" };
	const char *const *name;
	char text[65 * 6] = "n0";
	struct error err = { "" };
	size_t count = 99;

	name = formula_names(f, &count);
	assert_int_equal(count, 4);
	for (size_t i = 0; i < count; i++)
		assert_string_equal(name[i], want[i]);
	formula_free(f);
	f = parse("1");
	formula_names(f, &count);
	assert_int_equal(count, 0);
	formula_free(f);
	formula_free(NULL);
	f = parse("A + Z + az_AZ_09.: + _"); /* the ends of what a name has */
	name = formula_names(f, &count);
	assert_int_equal(count, 4);
	assert_string_equal(name[2], "az_AZ_09.:");
	formula_free(f);
	f = parse("E:threshold=20/a"); /* '=' too, behind a colon */
	name = formula_names(f, &count);
	assert_int_equal(count, 2);
	assert_string_equal(name[0], "E:threshold=20");
	formula_free(f);
	for (int i = 1; i < 64; i++)
		sprintf(text + strlen(text), "+n%d", i);
	f = parse(text);
	formula_names(f, &count);
	assert_int_equal(count, 64);
	formula_free(f);
	sprintf(text + strlen(text), "+n0+n64");
	assert_null(formula_parse(text, &err));
	assert_non_null(strstr(err.text, "column 250: this is the 65th name"));
}

/* A locale whose decimal point is a comma must change nothing. */
TEST(test_locale)
{
	static const char *const comma[] = { "de_DE.UTF-8", "fr_FR.UTF-8",
					     "de_DE", "nl_NL.UTF-8" };
	const char *name;
	double value = 0;
	bool found = false;

	for (size_t i = 0; i < 4 && !found; i++)
		found = setlocale(LC_ALL, comma[i]) != NULL;
	if (!found) {
		print_message("no locale with a decimal comma here\n");
		return;
	}
	assert_int_equal(eval("1.5 + 0.25", &value, &name), FORMULA_OK);
	setlocale(LC_ALL, "C");
	assert_true(same(value, 1.75));
}

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

static void bounds(const char *text, const struct table *t, double drift,
		   enum formula_result want, double low, double high)
{
	struct formula *f = parse(text);
	struct table copy = *t;
	double l = NAN, h = NAN;

	assert_int_equal(formula_interval(f, look_letter, &copy, drift, &l, &h),
			 want);
	formula_free(f);
	if (want == FORMULA_OK &&
	    !(fabs(l - low) < 1e-12 && fabs(h - high) < 1e-12))
		fail_msg("'%s' is in %.15g .. %.15g", text, l, h);
	if (want == FORMULA_OK) { /* no minus in front of a zero */
		assert_false(l >= 0 && signbit(l));
		assert_false(h >= 0 && signbit(h));
	}
}

/* Nothing may hang on what was on the stack before. */
static void litter(void)
{
	volatile char junk[1 << 16];

	for (size_t i = 0; i < sizeof(junk); i++)
		junk[i] = 0x55;
}

TEST(test_interval_on_junk)
{
	struct table t = { { 20, 100, -4, 0 } };

	litter();
	bounds("1 - a/b", &t, 0.1, FORMULA_OK, 1 - 22.0 / 90, 1 - 18.0 / 110);
	litter();
	bounds("a", &t, 0.1, FORMULA_OK, 18, 22);
}

TEST(test_interval)
{
	struct table t = { { 20, 100, -4, 0 } };

	for (int i = 4; i < 26; i++)
		t.value[i] = 1;
	bounds("a", &t, 0.1, FORMULA_OK, 18, 22);
	bounds("c", &t, 0.1, FORMULA_OK, -4.4, -3.6);
	bounds("a/b", &t, 0.1, FORMULA_OK, 18.0 / 110, 22.0 / 90);
	bounds("1 - a/b", &t, 0.1, FORMULA_OK, 1 - 22.0 / 90, 1 - 18.0 / 110);
	bounds("(b - a)/b", &t, 0.1, FORMULA_OK, 1 - 22.0 / 90, 1 - 18.0 / 110);
	/* A name drifts the same way wherever it stands: no doubt at all. */
	bounds("a/a", &t, 0.1, FORMULA_OK, 1, 1);
	bounds("a - a", &t, 0.1, FORMULA_OK, 0, 0);
	bounds("a/b", &t, 0, FORMULA_OK, 0.2, 0.2);
	bounds("3", &t, 0.1, FORMULA_OK, 3, 3);
	bounds("d*a", &t, 0.1, FORMULA_OK, 0, 0);
	/* 20 - 19 is 1, but may be 0 when 20 is 5 % off. */
	bounds("b/(a - 19)", &t, 0.01, FORMULA_OK, 99 / 1.2, 101 / 0.8);
	bounds("b/(a - 19)", &t, 0.06, FORMULA_ZERO, 0, 0);
	bounds("b/d", &t, 0.01, FORMULA_ZERO, 0, 0);
	bounds("b/(a - 20)", &t, 0.01, FORMULA_ZERO, 0, 0);
	bounds("A", &t, 0.01, FORMULA_MISSING, 0, 0);
	t.value[0] = DBL_MAX;
	bounds("a", &t, 0.1, FORMULA_RANGE, 0, 0);
	t.value[0] = INFINITY;
	bounds("a", &t, 0, FORMULA_RANGE, 0, 0);
}

/* Ten names: every corner, where a is a. */
TEST(test_interval_ten)
{
	struct table t;

	for (int i = 0; i < 26; i++)
		t.value[i] = 10 + i;
	bounds("a/a+0*(b+c+d+e+f+g+h+i+j)", &t, 0.1, FORMULA_OK, 1, 1);
}

/* Eleven names: interval arithmetic, which does not know that a is a. */
TEST(test_interval_many)
{
	struct table t;

	for (int i = 0; i < 26; i++)
		t.value[i] = 10 + i;
	bounds("a+b+c+d+e+f+g+h+i+j+k", &t, 0.1, FORMULA_OK, 165 * 0.9,
	       165 * 1.1);
	bounds("a/b+0*(c+d+e+f+g+h+i+j+k)", &t, 0.1, FORMULA_OK, 9 / 12.1,
	       11 / 9.9);
	bounds("-(a-b)*c+0*(d+e+f+g+h+i+j+k)", &t, 0.1, FORMULA_OK, -1.1 * 13.2,
	       3.1 * 13.2);
	bounds("-(a-b)+0*(c+d+e+f+g+h+i+j+k)", &t, 0.1, FORMULA_OK, -1.1, 3.1);
	bounds("a/a+0*(c+d+e+f+g+h+i+j+k+l+m)", &t, 0.1, FORMULA_OK, 9.0 / 11,
	       11.0 / 9);
	bounds("a/(b-c+2)+0*(d+e+f+g+h+i+j+k+l)", &t, 0.1, FORMULA_ZERO, 0, 0);
	bounds("-(0*(a+b+c+d+e+f+g+h+i+j+k))", &t, 0.1, FORMULA_OK, 0, 0);
	t.value[0] = -10;
	bounds("a+0*(b+c+d+e+f+g+h+i+j+k)", &t, 0.1, FORMULA_OK, -11, -9);
	t.value[0] = 1.7e308;
	bounds("a+a+0*(b+c+d+e+f+g+h+i+j+k)", &t, 0.1, FORMULA_RANGE, 0, 0);
}
