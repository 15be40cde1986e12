/* SPDX-License-Identifier: MIT */
/* Alarms by chance alone: one program against itself, a thousand times. */
#include <math.h>
#include <string.h>

#include "base/rng.h"
#include "report/diff_jobs.h"
#include "test.h"

enum { PAIRS = 1000, ROWS = 2, REPEATS = 5, SUITE = 25 };

static struct rng rng;

/* One side of a comparison: events of a target that varies. */
struct side {
	struct record_monitor monitor;
	struct record_event event[ROWS];
	double sample[ROWS][REPEATS];
	struct record r;
	struct record *list;
};

static double normal(void)
{
	double sum = -6;

	for (unsigned i = 0; i < 12; i++)
		sum += rng_next(&rng) / 4294967296.0;
	return sum;
}

/* Time of an operating system's: never less than the work, a little more as a
 * rule, and much more when something else ran: one time in twenty. */
static double interrupted(void)
{
	const double more = -log((rng_next(&rng) + 1.0) / 4294967297.0);

	return rng_next(&rng) % 20 ? more : 10 + 30 * more;
}

static double (*noise)(void) = normal;

/* A side, whose samples lie 1 % around what they are of, and `more` above. */
static void measure(struct side *s, double more)
{
	static const char *const name[ROWS] = { "one", "two" };

	*s = (struct side){ .monitor.name = "arm1176" };
	for (unsigned i = 0; i < ROWS; i++) {
		struct reading *to = &s->event[i].reading;

		for (unsigned k = 0; k < REPEATS; k++) {
			s->sample[i][k] = 1e6 * (1 + more + noise() / 100);
			to->value += s->sample[i][k] / REPEATS;
		}
		s->event[i].name = name[i];
		s->event[i].row = name[i];
		to->sample = s->sample[i];
		to->samples = REPEATS;
	}
	s->r = (struct record){ .monitor = &s->monitor,
				.monitors = 1,
				.event = s->event,
				.events = ROWS,
				.repeats = REPEATS,
				.passes = 1,
				.target.name = "linux",
				.target.varies = true };
	s->list = &s->r;
}

static struct diff *compare(struct side side[DIFF_SIDES], double more)
{
	struct diff_side both[DIFF_SIDES];
	struct diff *d;

	for (unsigned i = 0; i < DIFF_SIDES; i++) {
		measure(&side[i], i == DIFF_AFTER ? more : 0);
		both[i] = (struct diff_side){ &side[i].list, 1 };
	}
	d = diff_make(both, DIFF_USUAL_NOISE);
	assert_non_null(d);
	assert_int_equal(d->rows, ROWS);
	return d;
}

static bool is_alarm(const struct diff *d)
{
	bool any = false;

	for (unsigned i = 0; i < d->rows; i++)
		any = any || diff_is_change(&d->row[i]);
	return any;
}

/* Over all rows of a pair 5 % is told: of 1,000 pairs 50, and by 3.5 standard
 * deviations at most 74. */
TEST(pairs_alarm_as_often_as_is_told)
{
	static struct side side[DIFF_SIDES];
	unsigned alarms = 0;

	rng_seed(&rng, 36);
	for (unsigned i = 0; i < PAIRS; i++) {
		struct diff *d = compare(side, 0);

		alarms += is_alarm(d);
		diff_free(d);
	}
	print_message("# %u of %d pairs\n", alarms, PAIRS);
	assert_in_range(alarms, 10, 74);
}

/* Alarms are no more frequent where samples are far from a bell: Welch's test
 * is cautious about what lies far out. */
TEST(pairs_of_interrupted_runs_alarm_no_more_often)
{
	static struct side side[DIFF_SIDES];
	unsigned alarms = 0;

	rng_seed(&rng, 362);
	noise = interrupted;
	for (unsigned i = 0; i < PAIRS; i++) {
		struct diff *d = compare(side, 0);

		alarms += is_alarm(d);
		diff_free(d);
	}
	noise = normal;
	print_message("# %u of %d pairs\n", alarms, PAIRS);
	assert_in_range(alarms, 0, 74);
}

/* Over all jobs of a suite it is 5 %, too: of 40 suites of 25 jobs 2, and at
 * most 7; and what did change by 20 standard deviations is found. */
TEST(suites_alarm_as_often_as_is_told)
{
	static struct side side[SUITE][DIFF_SIDES];
	struct diff_job job[SUITE];
	unsigned alarms = 0;

	rng_seed(&rng, 63);
	for (unsigned i = 0; i <= PAIRS / SUITE; i++) {
		const bool changed = i == PAIRS / SUITE;
		const struct diff_jobs all = { .job = job, .jobs = SUITE };
		bool any = false;

		for (unsigned k = 0; k < SUITE; k++)
			job[k] = (struct diff_job){
				.name = "job",
				.diff = compare(side[k], changed ? 0.2 : 0),
				.obstacles = "",
			};
		diff_jobs_judge(&all);
		for (unsigned k = 0; k < SUITE; k++) {
			any = any || is_alarm(job[k].diff);
			assert_true(!changed || is_alarm(job[k].diff));
			diff_free(job[k].diff);
		}
		alarms += any && !changed;
	}
	print_message("# %u of %d suites\n", alarms, PAIRS / SUITE);
	assert_in_range(alarms, 0, 7);
}
