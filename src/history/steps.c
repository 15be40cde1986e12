/* SPDX-License-Identifier: MIT */
/* Steps of a series. */
#include "history/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history/index.h"
#include "metric/compare.h"

static int compare(int64_t a, int64_t b)
{
	return (a > b) - (a < b);
}

/* By time; commits of one second by how many led there. */
static int by_time(const void *a, const void *b)
{
	const struct history_point *one = a, *other = b;
	int order = compare(one->time, other->time);

	if (!order)
		order = compare((int64_t)one->number, (int64_t)other->number);
	return order ? order : strcmp(one->label, other->label);
}

static bool is_alike(const struct history_point *p)
{
	for (unsigned i = 1; i < p->samples; i++)
		if (p->sample[i] < p->sample[0] || p->sample[i] > p->sample[0])
			return false;
	return true;
}

/* Is it known that it has no spread? */
static bool is_fixed(const struct history_point *p)
{
	return is_alike(p) && (p->samples > 1 || (p->flags & VALUE_SETTLED));
}

/* Of what was not above zero nothing is a part. */
static double percent_above(double before, double after)
{
	if (before > 0)
		return 100 * (after / before - 1);
	return after < before || after > before ? NAN : 0;
}

/* The p of a test, where one is needed; else 2. */
static double judge(const struct history_point *before, struct history_point *p)
{
	const bool doubted = (before->flags | p->flags) & VALUE_INEXACT;

	p->change = percent_above(before->mean, p->mean);
	if (is_fixed(before) && is_fixed(p))
		p->basis = doubted ? DIFF_NONE : DIFF_FIXED;
	else if (before->samples >= COMPARE_LEAST &&
		 p->samples >= COMPARE_LEAST)
		p->basis = DIFF_WELCH;
	else
		p->basis = DIFF_NONE;
	if (p->basis == DIFF_NONE)
		p->why = is_fixed(before) && is_fixed(p) ? "not exact"
			 : (before->flags | p->flags) & VALUE_COMBINED
				 ? "several passes"
				 : "too few repeats";
	if (p->basis != DIFF_WELCH)
		return 2;
	return compare_samples(before->sample, before->samples, p->sample,
			       p->samples)
		.p;
}

bool history_judge(struct history_series *s, double noise)
{
	double *p = calloc(3 * (size_t)s->points + 1, sizeof *p);
	double *tested = p + s->points, *adjusted = tested + s->points;
	unsigned tests = 0, at = 0;

	if (!p)
		return false;
	if (s->points)
		qsort(s->point, s->points, sizeof *s->point, by_time);
	for (unsigned i = 1; i < s->points; i++) {
		p[i] = judge(&s->point[i - 1], &s->point[i]);
		if (s->point[i].basis == DIFF_WELCH)
			tested[tests++] = p[i];
	}
	compare_holm(tested, adjusted, tests);
	for (unsigned i = 1; i < s->points; i++) {
		struct history_point *to = &s->point[i];
		bool real = to->basis == DIFF_FIXED;

		if (to->basis == DIFF_WELCH)
			real = adjusted[at++] < 0.05;
		if (to->basis == DIFF_NONE)
			to->word = DIFF_UNKNOWN;
		else
			to->word = real ? diff_word_of(to[-1].mean, to->mean,
						       noise, s->direction)
					: DIFF_SAME;
	}
	free(p);
	return true;
}
