/* SPDX-License-Identifier: MIT */
/*
 * Student's t: confidence intervals of means, and how probable a t is.
 *
 * The intervals are kept in records, whose numbers a later Tally must find
 * again.  So they stay with the published table of three places and a series
 * that is as accurate, though the distribution below has more places.
 */
#include "metric/student.h"

#include <math.h>

/* Degrees 1 to 30, to three places [NIST/SEMATECH e-handbook 1.3.6.7.2]. */
static const double table[] = {
	12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
	2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
	2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
};

enum { ROWS = sizeof table / sizeof table[0], LEAST = 3 };

/* The quantile of the normal distribution, and three terms of the series in
 * 1/degrees [Abramowitz and Stegun 26.7.5]. */
static double series(double degrees)
{
	const double z = 1.959964;
	const double z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
	double first = (z3 + z) / 4;
	double second = (5 * z5 + 16 * z3 + 3 * z) / 96;
	double third = (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / 384;

	return z + (first + (second + third / degrees) / degrees) / degrees;
}

double student_95(unsigned degrees)
{
	if (degrees == 0)
		return INFINITY;
	return degrees <= ROWS ? table[degrees - 1] : series(degrees);
}

double student_margin(const double *sample, unsigned samples)
{
	double mean = 0, squares = 0;

	if (samples < LEAST)
		return -1;
	for (unsigned i = 0; i < samples; i++)
		mean += sample[i] / samples;
	for (unsigned i = 0; i < samples; i++)
		squares += (sample[i] - mean) * (sample[i] - mean);
	return student_95(samples - 1) *
	       sqrt(squares / (samples - 1) / samples);
}

/*
 * The regularized incomplete beta function by its continued fraction [DLMF
 * 8.17.22], from the last term to the first.  `y` is 1 - x, which would have
 * lost its digits where x is near 1.  The fraction is quick where x is below
 * the mean of the distribution; above it the other tail is taken.
 */
static double beta_tail(double a, double b, double x, double y)
{
	enum { TERMS = 160 }; /* by 113 no digit changes any more */
	double fraction = 1, log_front;

	if (x > (a + 1) / (a + b + 2))
		return 1 - beta_tail(b, a, y, x);
	if (x <= 0)
		return 0;
	for (int i = TERMS; i > 0; i--) {
		int m = i / 2;
		double even = m * (b - m) / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) /
			     ((a + 2 * m) * (a + 2 * m + 1));

		fraction = 1 + (i % 2 ? odd : even) * x / fraction;
	}
	log_front =
		a * log(x) + b * log(y) + lgamma(a + b) - lgamma(a) - lgamma(b);
	return exp(log_front) / a / fraction;
}

double student_p(double t, double degrees)
{
	double square = t * t;

	if (isinf(square))
		return 0;
	return beta_tail(degrees / 2, 0.5, degrees / (degrees + square),
			 square / (degrees + square));
}

double student_quantile(double p, double degrees)
{
	double low = 0, high = 1;

	while (high < 1e300 && student_p(high, degrees) > p)
		high *= 2;
	for (int i = 0; i < 200; i++) {
		double middle = low + (high - low) / 2;

		if (middle <= low || middle >= high)
			break; /* no number is between them */
		if (student_p(middle, degrees) > p)
			low = middle;
		else
			high = middle;
	}
	return high;
}
