/* SPDX-License-Identifier: MIT */
/* Steps of a series. */
#include <math.h>
#include <stdlib.h>

#include "base/rng.h"
#include "history/index.h"
#include "history/steps.h"
#include "test.h"

enum { MOST = 40, SAMPLES = 6 };

static struct history_point point[MOST];
static double sample[MOST][SAMPLES];
static char label[] = "x";

/* A point of equal samples, at the time that is its place. */
static void put(unsigned at, double value, unsigned samples, unsigned flags)
{
	for (unsigned i = 0; i < samples; i++)
		sample[at][i] = value;
	point[at] = (struct history_point){ .label = label,
					    .time = (int64_t)at,
					    .sample = sample[at],
					    .samples = samples,
					    .mean = value,
					    .flags = flags };
}

static void judge(unsigned points, uint8_t direction)
{
	struct history_series s = { .direction = direction,
				    .point = point,
				    .points = points };

	assert_true(history_judge(&s, DIFF_USUAL_NOISE));
}

TEST(what_is_fixed_needs_no_test)
{
	put(0, 1000, 1, VALUE_SETTLED);
	put(1, 1000, 1, VALUE_SETTLED);
	put(2, 1000.5, 1, VALUE_SETTLED);
	put(3, 1100, 1, VALUE_SETTLED);
	put(4, 1000, 1, VALUE_SETTLED);
	judge(5, DIRECTION_LOWER);
	assert_int_equal(point[1].word, DIFF_SAME);
	assert_int_equal(point[2].word, DIFF_NOISE);
	assert_int_equal(point[3].word, DIFF_WORSE);
	assert_int_equal(point[4].word, DIFF_BETTER);
	assert_true(history_is_step(&point[4]));
	assert_false(history_is_step(&point[2]));
	judge(5, DIRECTION_HIGHER);
	assert_int_equal(point[3].word, DIFF_BETTER);
}

/* Nothing is so many percent of zero. */
TEST(what_rises_from_zero_has_no_percentage)
{
	put(0, 0, 1, VALUE_SETTLED);
	put(1, 7, 1, VALUE_SETTLED);
	put(2, 14, 1, VALUE_SETTLED);
	put(3, 0, 1, VALUE_SETTLED);
	put(4, 0, 1, VALUE_SETTLED);
	judge(5, DIRECTION_LOWER);
	assert_int_equal(point[1].word, DIFF_WORSE);
	assert_true(isnan(point[1].change));
	assert_float_equal(point[2].change, 100, 1e-6);
	assert_float_equal(point[3].change, -100, 1e-6);
	assert_float_equal(point[4].change, 0, 1e-6);
}

TEST(what_nobody_can_tell_is_no_step)
{
	put(0, 1000, 1, 0);
	put(1, 2000, 1, 0);
	put(2, 2000, 1, VALUE_COMBINED);
	put(3, 1000, 3, VALUE_INEXACT);
	put(4, 2000, 3, VALUE_INEXACT);
	judge(5, DIRECTION_LOWER);
	for (unsigned i = 1; i < 5; i++)
		assert_int_equal(point[i].word, DIFF_UNKNOWN);
	assert_string_equal(point[1].why, "too few repeats");
	assert_string_equal(point[3].why, "several passes");
	assert_string_equal(point[4].why, "not exact");
}

TEST(commits_of_one_second_go_by_their_number)
{
	put(0, 3, 1, VALUE_SETTLED);
	put(1, 1, 1, VALUE_SETTLED);
	put(2, 2, 1, VALUE_SETTLED);
	for (unsigned i = 0; i < 3; i++) {
		point[i].time = 7;
		point[i].number = (uint64_t)point[i].mean;
	}
	judge(3, DIRECTION_LOWER);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(point[i].number, i + 1);
}

static double normal(struct rng *rng)
{
	double sum = -6;

	for (unsigned i = 0; i < 12; i++)
		sum += rng_next(rng) / 4294967296.0;
	return sum;
}

/* A series without a step, but for one of so much before `at`. */
static unsigned steps_of(struct rng *rng, unsigned at, double step)
{
	unsigned steps = 0;

	for (unsigned i = 0; i < MOST; i++) {
		double sum = 0;

		put(i, 0, SAMPLES, 0);
		for (unsigned k = 0; k < SAMPLES; k++) {
			sample[i][k] =
				1000 + normal(rng) * 5 + (i >= at ? step : 0);
			sum += sample[i][k];
		}
		point[i].mean = sum / SAMPLES;
	}
	judge(MOST, DIRECTION_LOWER);
	for (unsigned i = 1; i < MOST; i++)
		steps += history_is_step(&point[i]);
	return steps;
}

/* 5 % of whole series may have one by chance: of 400 series 20, and by 3.5
 * standard deviations not more than 35. */
TEST(chance_makes_no_more_steps_than_is_said)
{
	struct rng rng;
	unsigned wrong = 0, found = 0;

	rng_seed(&rng, 36);
	for (unsigned i = 0; i < 400; i++)
		wrong += steps_of(&rng, MOST, 0) > 0;
	assert_true(wrong <= 35);
	for (unsigned i = 0; i < 20; i++) {
		steps_of(&rng, 20, 50);
		found += history_is_step(&point[20]);
	}
	assert_int_equal(found, 20);
}
