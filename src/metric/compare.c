/* SPDX-License-Identifier: MIT */
/*
 * Two means held against each other.
 *
 * The interval of their ratio is Fieller's: all ratios q for which after - q *
 * before need not be other than 0.  For q = 1 that is the t-test itself, with
 * the same degrees of freedom, so the interval and the test cannot disagree.
 */
#include "metric/compare.h"

#include <math.h>

#include "metric/student.h"

/* Variances of the two means and of their difference, and covariance. */
struct errors {
	double before, after, difference, both;
};

static double mean(const double *sample, unsigned samples)
{
	double sum = 0;

	for (unsigned i = 0; i < samples; i++)
		sum += sample[i];
	return sum / samples;
}

/* Of the means of two samples; of one with itself it is the variance. */
static double covariance(const double *a, const double *b, double mean_a,
			 double mean_b, unsigned samples)
{
	double sum = 0;

	for (unsigned i = 0; i < samples; i++)
		sum += (a[i] - mean_a) * (b[i] - mean_b);
	return sum / (samples - 1) / samples;
}

/* The variance of the mean of after[i] - before[i].  Made of the three others
 * it would be what rounding leaves of them, where pairs differ by the same. */
static double differences(const double *before, const double *after,
			  unsigned pairs, double mean_difference)
{
	double sum = 0;

	for (unsigned i = 0; i < pairs; i++) {
		double off = after[i] - before[i] - mean_difference;

		sum += off * off;
	}
	return sum / (pairs - 1) / pairs;
}

/* The ratios q with (after - q before)^2 <= t^2 * its variance. */
static void bound_ratio(struct comparison *c, const struct errors *e)
{
	double quantile = student_quantile(0.05, c->degrees);
	double t2 = quantile * quantile;
	double a = c->before * c->before - t2 * e->before;
	double b = c->before * c->after - t2 * e->both;
	double d = c->after * c->after - t2 * e->after;
	double root = b * b - a * d;

	c->bounded = a > 0;
	if (!c->bounded)
		return;
	root = root > 0 ? sqrt(root) : 0;
	c->low = (b - root) / a;
	c->high = (b + root) / a;
}

/* Two numbers that never differ leave no room for chance. */
static void test(struct comparison *c, const struct errors *e)
{
	double difference = c->after - c->before;

	if (e->difference > 0)
		c->t = difference / sqrt(e->difference);
	else if (difference < 0 || difference > 0)
		c->t = difference > 0 ? INFINITY : -INFINITY;
	c->p = student_p(c->t, c->degrees);
	bound_ratio(c, e);
}

struct comparison compare_samples(const double *before, unsigned befores,
				  const double *after, unsigned afters)
{
	struct comparison c = { .before = mean(before, befores),
				.after = mean(after, afters) };
	struct errors e = {
		.before =
			covariance(before, before, c.before, c.before, befores),
		.after = covariance(after, after, c.after, c.after, afters),
	};

	e.difference = e.before + e.after;
	c.degrees = befores + afters - 2;
	if (e.difference > 0)
		c.degrees = e.difference * e.difference /
			    (e.before * e.before / (befores - 1) +
			     e.after * e.after / (afters - 1));
	test(&c, &e);
	return c;
}

struct comparison compare_pairs(const double *before, const double *after,
				unsigned pairs)
{
	struct comparison c = { .before = mean(before, pairs),
				.after = mean(after, pairs),
				.degrees = pairs - 1 };
	struct errors e = {
		.before = covariance(before, before, c.before, c.before, pairs),
		.after = covariance(after, after, c.after, c.after, pairs),
		.both = covariance(before, after, c.before, c.after, pairs),
		.difference =
			differences(before, after, pairs, c.after - c.before),
	};

	test(&c, &e);
	return c;
}

/* Does test i come before test k, by its probability? */
static bool precedes(const double *p, unsigned i, unsigned k)
{
	return p[i] < p[k] || (i < k && p[i] <= p[k]);
}

void compare_holm(const double *p, double *adjusted, unsigned count)
{
	for (unsigned i = 0; i < count; i++) {
		unsigned left = count; /* it, and the less probable */

		for (unsigned k = 0; k < count; k++)
			left -= precedes(p, k, i);
		adjusted[i] = fmin(1, left * p[i]);
	}
	/* None is more certain than one that precedes it. */
	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < count; k++)
			if (precedes(p, k, i))
				adjusted[i] = fmax(adjusted[i], adjusted[k]);
}
