/* SPDX-License-Identifier: MIT */
#ifndef METRIC_COMPARE_H
#define METRIC_COMPARE_H

#include <stdbool.h>

/*
 * Two means held against each other: what was measured before, and after a
 * change.
 */
struct comparison {
	double before, after; /* means */
	double t;             /* of their difference, after - before */
	double degrees;       /* of freedom; need not be whole */
	double p;             /* so far apart by chance, if they are equal */
	/*
	 * The 95 % confidence interval of after/before, if it has ends: it has
	 * none where `before` may well be 0.  It leaves out 1 just where p is
	 * below 5 %.
	 */
	bool bounded;
	double low, high;
};

/* So few samples say nothing about a spread. */
enum { COMPARE_LEAST = 3 };

/* Samples on their own: Welch's t-test.  COMPARE_LEAST of each at least. */
struct comparison compare_samples(const double *before, unsigned befores,
				  const double *after, unsigned afters);
/* after[i] was measured as before[i] was, and so on: the paired t-test. */
struct comparison compare_pairs(const double *before, const double *after,
				unsigned pairs);

/*
 * The probabilities of several tests by Holm: whoever takes a difference for
 * real where `adjusted` is below 5 % errs once or more, in all the tests
 * together, with a probability of 5 % at most.
 */
void compare_holm(const double *p, double *adjusted, unsigned count);

#endif
