/* SPDX-License-Identifier: MIT */
/*
 * Confidence intervals of means.  Only one quantile is needed.  The usual
 * table, and a series where that is as accurate, are shorter than the use of a
 * library such as GSL, which has the whole distribution.
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
