/* SPDX-License-Identifier: MIT */
/* Counts as a kernel tells them, from one look to the next. */
#include <stdint.h>

#include "record/record.h"
#include "run/looks.h"
#include "test.h"

enum { EVENTS = 3, COUNTS = 4, PERIOD = 100 };

/* Two passes that take turns count the first event both. */
static const unsigned event[COUNTS] = { 0, 1, 0, 2 };
static struct looks looks;

static int begin(void **state)
{
	(void)state;
	return looks_begin(&looks, EVENTS, COUNTS, PERIOD) ? 0 : 1;
}

static int end(void **state)
{
	(void)state;
	looks_free(&looks);
	return 0;
}

static void look(uint64_t now, bool last, const struct target_count *c)
{
	struct error err;

	assert_true(looks_take(&looks, c, event, COUNTS, now, last, &err));
}

static uint64_t at(unsigned interval, unsigned which)
{
	return looks.series.count[(size_t)interval * EVENTS + which];
}

TEST_WITH(differences, begin, end)
{
	look(110, false,
	     (struct target_count[]){ { .value = 5 },
				      { .value = 7 },
				      { .value = 99 },
				      { .value = RECORD_LOST } });
	/* Within the interval that began at the last look. */
	look(190, false,
	     (struct target_count[]){ { .value = 6 },
				      { .value = 8 },
				      { .value = 99 },
				      { .value = RECORD_LOST } });
	look(205, false,
	     (struct target_count[]){ { .value = 9 },
				      { .value = 7 },
				      { .value = 99 },
				      { .value = RECORD_LOST } });
	look(206, true,
	     (struct target_count[]){ { .value = 9 },
				      { .value = 6 },
				      { .value = 99 },
				      { .value = 12 } });
	assert_int_equal(looks.series.looks, 3);
	assert_int_equal(looks.series.end[0], 110);
	assert_int_equal(looks.series.end[1], 205);
	assert_int_equal(looks.series.end[2], 206);
	assert_int_equal(at(0, 0), 5);
	assert_int_equal(at(1, 0), 4);
	assert_int_equal(at(2, 0), 0);
	assert_int_equal(at(0, 1), 7);
	assert_int_equal(at(1, 1), 0);
	/* A counter that runs backwards, and a clock that is read at the end
	 * alone. */
	assert_true(at(2, 1) == RECORD_LOST);
	for (unsigned i = 0; i < 3; i++)
		assert_true(at(i, 2) == RECORD_LOST);
}

/* Counters that took turns count part of the time; in some intervals none. */
TEST_WITH(turns, begin, end)
{
	look(100, false,
	     (struct target_count[]){
		     { .value = 30, .enabled = 100, .running = 100 },
		     { .value = 30, .enabled = 100, .running = 40 },
		     { 0 },
		     { .enabled = 100 } });
	look(200, true,
	     (struct target_count[]){
		     { .value = 40, .enabled = 200, .running = 150 },
		     { .value = 30, .enabled = 200, .running = 40 },
		     { 0 },
		     { .value = 3, .enabled = 200, .running = 25 } });
	assert_int_equal(at(0, 0), 30);
	assert_int_equal(at(0, 1), 75);
	assert_true(at(0, 2) == RECORD_LOST);
	assert_int_equal(at(1, 0), 20);
	assert_true(at(1, 1) == RECORD_LOST);
	assert_int_equal(at(1, 2), 12);
}

/* Of one look more than a record has, two become one. */
TEST_WITH(too_many, begin, end)
{
	struct target_count c[COUNTS] = { { 0 } };
	uint64_t sum = 0;

	for (uint64_t i = 1; i <= RUN_INTERVALS; i++) {
		c[0].value = i * i;
		c[3].value = i == 1 ? RECORD_LOST : i;
		look(i * PERIOD, false, c);
	}
	assert_int_equal(looks.series.looks, RUN_INTERVALS);
	look((RUN_INTERVALS + 1) * (uint64_t)PERIOD, false, c); /* too early */
	look((RUN_INTERVALS + 2) * (uint64_t)PERIOD, false, c);
	assert_int_equal(looks.series.period, 2 * PERIOD);
	assert_int_equal(looks.series.looks, RUN_INTERVALS / 2 + 1);
	for (unsigned i = 0; i < looks.series.looks; i++)
		sum += at(i, 0);
	assert_int_equal(sum, (uint64_t)RUN_INTERVALS * RUN_INTERVALS);
	assert_int_equal(at(0, 0), 4);
	assert_int_equal(at(1, 0), 12);
	assert_int_equal(looks.series.end[1], 4 * PERIOD);
	assert_true(at(0, 2) == RECORD_LOST);
	assert_int_equal(at(2, 2), 2);
}
