/* SPDX-License-Identifier: MIT */
/*
 * Two means held against each other: published examples, and numbers worked out
 * by hand.
 */
#include <math.h>
#include <stdint.h>

#include "metric/compare.h"
#include "metric/student.h"
#include "test.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static void assert_near(double value, double wanted, double by)
{
	if (!(fabs(value - wanted) <= by))
		fail_msg("%.9g is not %.9g", value, wanted);
}

/* One degree is Cauchy's distribution and two have a closed form. */
TEST(probability_in_closed_form)
{
	const double pi = acos(-1);

	for (int i = 0; i < 100; i++) {
		double t = i * i / 200.0;

		assert_near(student_p(t, 1), 1 - 2 * atan(t) / pi, 1e-12);
		assert_near(student_p(-t, 2), 1 - t / sqrt(2 + t * t), 1e-12);
	}
	assert_true(student_p(0, 7.5) == 1);
	assert_true(student_p(INFINITY, 3) == 0);
}

/* NIST/SEMATECH e-handbook 1.3.6.7.2: columns of 0.975 and 0.995. */
TEST(quantiles_as_published)
{
	static const struct {
		double degrees, five, one;
	} row[] = {
		{ 1, 12.706, 63.657 }, { 2, 4.303, 9.925 },
		{ 5, 2.571, 4.032 },   { 10, 2.228, 3.169 },
		{ 30, 2.042, 2.750 },  { 100, 1.984, 2.626 },
	};

	for (unsigned i = 0; i < COUNT(row); i++) {
		assert_near(student_quantile(0.05, row[i].degrees), row[i].five,
			    0.00055);
		assert_near(student_quantile(0.01, row[i].degrees), row[i].one,
			    0.00055);
	}
	/* As many as no one has: the normal distribution. */
	assert_near(student_quantile(0.05, 1e6), 1.959966, 2e-6);
}

/* Between the degrees of a table, and back. */
TEST(quantile_undoes_probability)
{
	for (int i = 0; i < 15; i++)
		for (int k = 1; k < 10; k++) {
			double degrees = pow(1.7, i), p = pow(0.15, k);
			double t = student_quantile(p, degrees);

			assert_near(student_p(t, degrees) / p, 1, 1e-9);
		}
}

/* The share within t, of even degrees, by a sum that ends [Abramowitz and
 * Stegun 26.7.4]. */
static double within(double t, unsigned degrees)
{
	const double square = degrees / (degrees + t * t);
	double term = 1, sum = 1;

	for (unsigned i = 2; i < degrees; i += 2) {
		term *= square * (i - 1) / i;
		sum += term;
	}
	return t / sqrt(degrees + t * t) * sum;
}

/* All of its digits, also where the fraction needs the most terms. */
TEST(probability_of_many_degrees)
{
	for (unsigned degrees = 2; degrees <= 1024; degrees *= 2)
		for (double t = 1; t < 3; t += 0.1)
			assert_near(student_p(t, degrees),
				    1 - within(t, degrees), 2e-12);
}

/*
 * Darwin's Zea mays, cross-fertilised and self-fertilised plants in pairs, in
 * eighths of an inch [Fisher, The Design of Experiments, table 3 and section
 * 17]: the mean difference is 20.933, t is 2.148 on 14 degrees.
 */
static const double crossed[] = { 188, 96,  168, 176, 153, 172, 177, 163,
				  146, 173, 186, 168, 177, 184, 96 };
static const double selfed[] = { 139, 163, 160, 160, 147, 149, 149, 122,
				 132, 144, 130, 144, 102, 124, 144 };

TEST(pairs_of_darwin)
{
	struct comparison c = compare_pairs(selfed, crossed, COUNT(crossed));

	assert_near(c.after - c.before, 314.0 / 15, 1e-9);
	assert_true(c.degrees == 14);
	assert_near(c.t, 2.148, 0.0005);
	assert_near(c.p, 0.0497, 0.00005);
	assert_true(c.bounded && c.low > 1 && c.low < 1.01);
}

/*
 * By hand: 1 2 3 has mean 2 and variance 1, 2 4 6 has mean 4 and variance 4, so
 * the error is sqrt(1/3 + 4/3), t = 2 / sqrt(5/3) and the degrees are
 * (5/3)^2 / ((1/3)^2 / 2 + (4/3)^2 / 2) = 50/17.
 */
static const double one[] = { 1, 2, 3 };
static const double two[] = { 2, 4, 6 };
static const double wild[] = { 0, 1, 5 };

TEST(welch_by_hand)
{
	struct comparison c = compare_samples(one, 3, two, 3);

	assert_true(c.before == 2 && c.after == 4);
	assert_near(c.t, 2 / sqrt(5.0 / 3), 1e-12);
	assert_near(c.degrees, 50.0 / 17, 1e-12);
	c = compare_samples(two, 3, one, 3);
	assert_near(c.t, -2 / sqrt(5.0 / 3), 1e-12);
	/* With so wild a spread the mean of 2 may well be 0. */
	assert_true(!compare_samples(wild, 3, two, 3).bounded);
}

/* An end is a ratio for which the test itself is at 5 %. */
TEST(interval_is_the_tests)
{
	struct comparison c = compare_samples(selfed, 15, crossed, 15);
	double q = student_quantile(0.05, c.degrees);

	assert_true(c.bounded);
	for (unsigned end = 0; end < 2; end++) {
		double ratio = end ? c.high : c.low;
		struct comparison scaled;
		double times[15], error;

		for (unsigned i = 0; i < 15; i++)
			times[i] = ratio * selfed[i];
		scaled = compare_samples(times, 15, crossed, 15);
		error = (scaled.after - scaled.before) / scaled.t;
		assert_near(fabs(scaled.after - scaled.before), q * error,
			    1e-9);
	}
}

/* The example of unequal variances in Wikipedia's article on Welch's t-test: t
 * is -2.46 on 25.0 degrees, p 0.021. */
TEST(welch_as_published)
{
	static const double a[] = { 27.5, 21.0, 19.0, 23.6, 17.0,
				    17.9, 16.9, 20.1, 21.9, 22.6,
				    23.1, 19.6, 19.0, 21.7, 21.4 };
	static const double b[] = { 27.1, 22.0, 20.8, 23.4, 23.4,
				    23.5, 25.8, 22.0, 24.8, 20.2,
				    21.9, 22.1, 22.9, 20.5, 24.4 };
	struct comparison c = compare_samples(b, 15, a, 15);

	assert_near(c.t, -2.46, 0.005);
	assert_near(c.degrees, 25.0, 0.05);
	assert_near(c.p, 0.021, 0.0005);
	assert_true(c.bounded && c.high < 1);
}

/* A difference that is the same in every pair cannot be chance. */
TEST(constant_differences)
{
	static const double more[] = { 1.1, 2.1, 3.1 };
	struct comparison c = compare_pairs(one, one, 3);

	assert_true(c.p == 1 && c.t == 0);
	c = compare_pairs(one, more, 3);
	assert_true(c.p < 1e-9);
}

/* The example of four hypotheses that texts on Holm's method give. */
TEST(holm_by_hand)
{
	static const double p[] = { 0.01, 0.04, 0.03, 0.005 };
	static const double wanted[] = { 0.03, 0.06, 0.06, 0.02 };
	static const double same[] = { 0.4, 0.4, 0.9 };
	double adjusted[4];

	compare_holm(p, adjusted, 4);
	for (unsigned i = 0; i < 4; i++)
		assert_near(adjusted[i], wanted[i], 1e-12);
	compare_holm(same, adjusted, 3);
	for (unsigned i = 0; i < 3; i++)
		assert_near(adjusted[i], 1, 1e-12);
	compare_holm(p, adjusted, 1);
	assert_true(adjusted[0] == p[0]);
}
