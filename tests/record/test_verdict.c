/* SPDX-License-Identifier: MIT */
/*
 * The one rule of what is trusted, and what a formula's value is worth.
 */
#include <stdint.h>
#include <string.h>

#include "record/verdict.h"
#include "test.h"

static unsigned of(double value, char *why)
{
	static const struct catalog_metric share = {
		.low = 0.25, .high = 1, .scale = 100, .unit = "%"
	};

	return verdict_of_formula(FORMULA_OK, NULL, &share, value, why, 160);
}

/* Bounds are inclusive: a share of 100 % can be. */
TEST(bounds_are_inside)
{
	char why[160];

	assert_int_equal(of(1, why), 0);
	assert_string_equal(why, "");
	assert_int_equal(of(0.25, why), 0);
	assert_int_equal(of(1.0000001, why), DOUBT_OUT_OF_BOUNDS);
	assert_string_equal(why, "would be above 100 %, which cannot be");
	assert_int_equal(of(0.2499999, why), DOUBT_OUT_OF_BOUNDS);
	assert_string_equal(why, "would be below 25 %, which cannot be");
	assert_int_equal(verdict_of_formula(FORMULA_OK, NULL, NULL, -1e30, why,
					    sizeof why),
			 0);
	assert_int_equal(
		verdict_of_formula(FORMULA_ZERO, "a", NULL, 0, why, sizeof why),
		DOUBT_UNDEFINED);
	assert_string_equal(why, "divides by 0: a");
	assert_int_equal(verdict_of_formula(FORMULA_MISSING, "b", NULL, 0, why,
					    sizeof why),
			 DOUBT_NOT_COUNTED);
}

static bool trusted(enum asking first, unsigned doubts, enum asking second,
		    unsigned others)
{
	struct verdict v = { 0 };

	verdict_value(&v, "one", first, doubts, "");
	verdict_value(&v, "two", second, others, "");
	return verdict_trusted(&v) == !v.why[0] && !v.why[0];
}

TEST(the_rule)
{
	static const unsigned none[] = { DOUBT_UNDEFINED, DOUBT_NOT_MODELLED,
					 DOUBT_NOT_COUNTED };
	static const unsigned wrong[] = { DOUBT_OVERFLOWED, DOUBT_UNTRUSTED,
					  DOUBT_OUT_OF_BOUNDS };

	for (unsigned i = 0; i < 3; i++) {
		assert_false(trusted(ASKED_BY_NAME, none[i], ASKED_AMONG, 0));
		assert_true(trusted(ASKED_AMONG, none[i], ASKED_AMONG, 0));
		assert_true(trusted(ASKED_NOT, none[i], ASKED_AMONG, 0));
		/* Nothing has a value. */
		assert_false(
			trusted(ASKED_AMONG, none[i], ASKED_AMONG, none[i]));
		assert_false(trusted(ASKED_AMONG, none[i], ASKED_NOT, 0));
		assert_false(trusted(ASKED_AMONG, wrong[i], ASKED_AMONG, 0));
		assert_false(trusted(ASKED_NOT, wrong[i], ASKED_AMONG, 0));
	}
	assert_true(trusted(ASKED_BY_NAME, DOUBT_SIMULATED | DOUBT_SPLIT,
			    ASKED_BY_NAME, DOUBT_COARSE));
}

TEST(the_first_fault_is_told)
{
	struct verdict v = { 0 };

	verdict_value(&v, "cpi", ASKED_BY_NAME, DOUBT_UNDEFINED,
		      "divides by 0");
	verdict_fault(&v, "another");
	assert_int_equal(v.faults, 2);
	assert_false(verdict_trusted(&v));
	assert_string_equal(v.why, "cpi is undefined: divides by 0");
}
