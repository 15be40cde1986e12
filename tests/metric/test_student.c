/* SPDX-License-Identifier: MIT */
/*
 * Student's t against a published table, and intervals worked out by hand.
 */
#include <math.h>
#include <stdint.h>

#include "metric/student.h"
#include "test.h"

static void assert_near(double value, double wanted, double by)
{
	if (fabs(value - wanted) > by)
		fail_msg("%.6f is not %.6f", value, wanted);
}

/* NIST/SEMATECH e-handbook 1.3.6.7.2, the column of 0.975. */
TEST(as_published)
{
	static const struct {
		unsigned degrees;
		double t;
	} row[] = {
		{ 1, 12.706 }, { 2, 4.303 },  { 3, 3.182 },   { 4, 2.776 },
		{ 5, 2.571 },  { 9, 2.262 },  { 10, 2.228 },  { 15, 2.131 },
		{ 20, 2.086 }, { 25, 2.060 }, { 29, 2.045 },  { 30, 2.042 },
		{ 31, 2.040 }, { 40, 2.021 }, { 50, 2.009 },  { 60, 2.000 },
		{ 80, 1.990 }, { 99, 1.984 }, { 100, 1.984 },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++)
		assert_near(student_95(row[i].degrees), row[i].t, 0.0005001);
	assert_near(student_95(1000000), 1.960, 0.0005);
	assert_true(isinf(student_95(0)));
}

/*
 * Past the table, to nine places: twice the integral of the density from 0 to
 * the quantile is 0.95, solved with Simpson's rule.  The series falls short by
 * what its first missing term adds, which is 1.72e-6 at 31 degrees and falls
 * with the fourth power.
 */
TEST(three_terms)
{
	static const struct {
		unsigned degrees;
		double t, short_by;
	} row[] = {
		{ 31, 2.039513446, 2e-6 },
		{ 40, 2.021075390, 7e-7 },
		{ 60, 2.000297822, 2e-7 },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		double lacks = row[i].t - student_95(row[i].degrees);

		if (!(lacks > 0 && lacks < row[i].short_by))
			fail_msg("%u degrees: %.3g short", row[i].degrees,
				 lacks);
	}
}

/* The factor falls with every degree, where the table ends, too. */
TEST(falls)
{
	for (unsigned i = 1; i < 200; i++)
		assert_true(student_95(i + 1) < student_95(i));
}

/* 1 to 5: mean 3, deviation sqrt(2.5), error sqrt(0.5): 2.776 * 0.70711. */
TEST(margin)
{
	static const double five[] = { 1, 5, 3, 2, 4 }, same[] = { 7, 7, 7 };

	assert_near(student_margin(five, 5), 1.96293, 1e-5);
	/* 1, 5, 3: 4.303 * 2 / sqrt(3) */
	assert_near(student_margin(five, 3), 4.96868, 1e-5);
	assert_true(student_margin(same, 3) == 0);
	assert_true(student_margin(five, 2) < 0);
	assert_true(student_margin(five, 1) < 0);
}
