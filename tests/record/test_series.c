/* SPDX-License-Identifier: MIT */
/*
 * Phases of a level: two intervals in a row that are more than a quarter beside
 * the mean so far begin another.
 */
#include <math.h>

#include "record/record.h"
#include "test.h"

static struct record_phase phase[16];

#define PHASES(...)                                                            \
	series_phases((double[]){ __VA_ARGS__ },                               \
		      sizeof((double[]){ __VA_ARGS__ }) / sizeof(double),      \
		      phase)

static void is(unsigned i, unsigned first, unsigned last, double mean)
{
	assert_int_equal(phase[i].first, first);
	assert_int_equal(phase[i].last, last);
	assert_true(fabs(phase[i].mean - mean) < 1e-12);
}

TEST(one_level)
{
	assert_int_equal(PHASES(4, 5, 4, 3.5, 4), 1);
	is(0, 0, 4, 4.1);
	assert_int_equal(PHASES(7), 1);
	is(0, 0, 0, 7);
	assert_int_equal(series_phases(NULL, 0, phase), 0);
}

TEST(levels)
{
	assert_int_equal(PHASES(4, 4, 8, 8, 8, 1, 1), 3);
	is(0, 0, 1, 4);
	is(1, 2, 4, 8);
	is(2, 5, 6, 1);
	assert_int_equal(PHASES(0, 0, 0.5, 0.5), 2);
	is(1, 2, 3, 0.5);
	assert_int_equal(PHASES(-4, -4, -8, -8), 2);
}

/* A quarter is not more than a quarter, and that is of the mean so far. */
TEST(how_far_is_another)
{
	assert_int_equal(PHASES(4, 4, 5, 5), 1);
	assert_int_equal(PHASES(4, 4, 5.01, 5.01), 2);
	assert_int_equal(PHASES(4, 4, 3, 3), 1);
	assert_int_equal(PHASES(4, 4, 2.99, 2.99), 2);
	assert_int_equal(PHASES(4, 6, 6.2, 6.2, 6.2), 2);
	is(1, 1, 4, 6.15);
}

/* One interval alone is none, at the end neither; nor one above, one below. */
TEST(one_beside_is_no_phase)
{
	assert_int_equal(PHASES(4, 9, 4, 4), 1);
	assert_int_equal(PHASES(4, 4, 4, 9), 1);
	assert_int_equal(PHASES(4, 9, 1, 9, 1), 1);
}

TEST(what_has_no_value_belongs_to_its_phase)
{
	assert_int_equal(PHASES(NAN, 4, NAN, 4, 8, NAN, 8, NAN), 2);
	is(0, 0, 3, 4);
	is(1, 4, 7, 8);
	assert_int_equal(PHASES(NAN, NAN), 0);
}
