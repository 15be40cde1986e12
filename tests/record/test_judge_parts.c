/* SPDX-License-Identifier: MIT */
/*
 * Counts of a region, of an interval and of a task, beside those of the whole.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge_fixture.h"
#include "test.h"

/* A count of a region of its own is no total. */
CASE(parts_are_no_totals)
{
	counted(A, 0, 0, 100);
	for (unsigned i = 0; i < 3; i++) {
		counted(A, 0, 0, 7);
		*(i == 0   ? &count[1].region
		  : i == 1 ? &count[2].interval
			   : &count[3].task) = 0;
	}
	assert_int_equal(judged(A)->count, 100);
}

/* Each region's metrics are of its counts; one that nobody came to has none. */
CASE(regions_by_themselves)
{
	static struct record_event own[2][3];
	static struct record_metric ratio[2];
	static struct record_entry entry[2][3];
	static struct record_part part[2];

	for (unsigned i = 0; i < 2; i++) {
		memcpy(own[i], event, sizeof event);
		ratio[i] = metric;
		part[i] = (struct record_part){
			.region = { REGION_SYMBOL, "work", 1 - i, false },
			.event = own[i],
			.metric = &ratio[i],
			.entry = entry[i],
		};
	}
	r->part = part;
	r->parts = 2;
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	counted(A, 0, 0, 30);
	counted(B, 0, 0, 4);
	count[2].region = count[3].region = 0;
	assert_int_equal(judged(A)->count, 100);
	assert_is(metric.reading.value, "2");
	assert_int_equal(own[0][A].reading.count, 30);
	assert_int_equal(own[0][B].reading.count, 4);
	assert_is(ratio[0].reading.value, "7.5");
	assert_int_equal(own[1][A].reading.doubts, DOUBT_NOT_COUNTED);
	assert_false(reading_has_value(&ratio[1].reading));
	assert_true(r->trusted);
}

/* The ledger of a region is held against that region's counts; a clock goes on
 * outside of its windows. */
CASE(the_ledger_of_a_region)
{
	static struct record_event own[3];
	static struct record_metric ratio;
	static struct record_entry entry[3];
	static struct record_part part;
	static struct record_truth truth, of_part;

	memcpy(own, event, sizeof event);
	ratio = metric;
	truth = (struct record_truth){ .name = "a row",
				       .event = "",
				       .code = event[A].code,
				       .count = 100 };
	of_part = truth;
	of_part.count = 30;
	part = (struct record_part){ .region = { REGION_SYMBOL, "work", 1,
						 false },
				     .event = own,
				     .metric = &ratio,
				     .entry = entry,
				     .truth = &of_part };
	r->part = &part;
	r->parts = 1;
	r->truth = &truth;
	r->truths = 1;
	event[A].ledger = own[A].ledger = LEDGER_YES;
	counted(A, 0, 0, 100);
	counted(A, 0, 0, 30);
	count[1].region = 0;
	assert_int_equal(judged(A)->count, 100);
	assert_int_equal(truth.measured, TRUTH_EQUAL);
	assert_int_equal(of_part.measured, TRUTH_EQUAL);
	assert_true(r->trusted);
	of_part.count = 31;
	assert_int_equal(judged(A)->count, 100);
	assert_int_equal(truth.measured, TRUTH_EQUAL);
	assert_int_equal(of_part.measured, TRUTH_DIFFERS);
	assert_false(r->trusted);
	assert_non_null(strstr(r->verdict.why, " of work differs"));
	own[A].kind = EVENT_CLOCK;
	assert_int_equal(judged(A)->count, 100);
	assert_int_equal(of_part.measured, TRUTH_NOT_MEASURED);
	assert_true(r->trusted);
}

/* Of each interval; not where a count is lost, or where it divides by 0. */
CASE(values_over_time)
{
	static uint64_t end[] = { 10, 20, 30, 40 };
	static uint64_t counts[] = { 10,          20,  30, 40, 5, 0,
				     RECORD_LOST, 160, 0,  0,  0, 0 };
	double *value = calloc(4, sizeof *value);
	double level[4];

	assert_non_null(value);
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 165);
	metric.scale = 100;
	r->series = (struct record_series){ .intervals = 4,
					    .period = 10,
					    .end = end,
					    .count = counts,
					    .value = value };
	assert_int_equal(judged(A)->count, 100);
	assert_is(value[0], "200");
	assert_true(isnan(value[1]));
	assert_true(isnan(value[2]));
	assert_is(value[3], "25");
	series_of_event(r, B, level);
	assert_is(level[0], "5");
	assert_true(isnan(level[2]));
	/* Of an event without a reading no interval has one. */
	event[B].reading.doubts = DOUBT_OVERFLOWED;
	series_of_event(r, B, level);
	assert_true(isnan(level[0]));
	free(value);
}
