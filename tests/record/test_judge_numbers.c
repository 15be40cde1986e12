/* SPDX-License-Identifier: MIT */
/*
 * A few counts come to means, ranges, drift, and metrics; every number is
 * worked out by hand.
 */
#include <math.h>

#include "judge_fixture.h"
#include "test.h"

CASE(the_lowest_and_the_highest)
{
	static const uint64_t a[] = { 104, 120, 110 }, b[] = { 104, 90, 100 };

	r->repeats = 3;
	for (unsigned i = 0; i < 3; i++) {
		counted(A, 0, i, a[i]);
		counted(B, 0, i, b[i]);
	}
	assert_is(judged(A)->value, "111.333333333333");
	assert_is(event[A].reading.low, "104");
	assert_is(event[A].reading.high, "120");
	assert_is(event[B].reading.low, "90");
	assert_is(event[B].reading.high, "104");
	assert_int_equal(event[B].reading.count, 104);
	/* 334 by 294; 104 by 104 and 120 by 90. */
	assert_is(metric.reading.value, "1.13605442176871");
	assert_is(metric.reading.low, "1");
	assert_is(metric.reading.high, "1.33333333333333");
	assert_is(metric.reading.sample[2], "1.1");
	assert_int_equal(metric.reading.samples, 3);
}

/* A number has as many digits as its file. */
CASE(numbers_of_many_digits)
{
	const struct reading *a = &event[A].reading;

	r->repeats = 2;
	counted(A, 0, 0, 1234567890123456789);
	counted(A, 0, 1, 1234567890333333333);
	counted(B, 0, 0, 3);
	counted(B, 0, 1, 3);
	assert_is(judged(A)->value, "1.2345678902284e+18");
	assert_is(a->low, "1.23456789012346e+18");
	assert_is(a->high, "1.23456789033333e+18");
	assert_is(a->sample[0], "1.23456789012346e+18");
	assert_is(a->sample[1], "1.23456789033333e+18");
	assert_is(metric.reading.sample[0], "4.11522630041152e+17");
}

/* The anchor that differs most names it; 2, 2 and 3 differ by 1 of 7 / 3. */
CASE(the_drift)
{
	static const uint64_t b[] = { 2, 2, 3 };

	r->passes = 3;
	for (unsigned i = 0; i < 3; i++) {
		counted(A, i, 0, 100);
		counted(B, i, 0, b[i]);
	}
	assert_true(record_judge(r));
	assert_null(r->drift_anchor);
	assert_is(r->drift, "0");
	r->anchors = 2;
	assert_true(record_judge(r));
	assert_string_equal(r->drift_anchor, "b");
	assert_is(r->drift, "0.428571428571429");
	r->anchor = b_and_a;
	assert_true(record_judge(r));
	assert_string_equal(r->drift_anchor, "b");
	r->anchors = 1;
	r->counts = 2; /* of one run */
	assert_true(record_judge(r));
	assert_is(r->drift, "0");
	assert_string_equal(r->drift_anchor, "b");
}

/* 100 and 102 differ by 2 of 101, which are 1.98 %. */
CASE(several_passes)
{
	const struct reading *m = &metric.reading;

	r->passes = 2;
	r->anchors = 1;
	metric.pass = RECORD_SPLIT;
	counted(A, 0, 0, 100);
	counted(A, 1, 0, 102);
	counted(B, 1, 0, 50);
	assert_true(record_judge(r));
	assert_is(m->value, "2");
	assert_true(m->low < 2 && m->low > 1.9);
	assert_true(m->high > 2 && m->high < 2.1);
	assert_int_equal(m->doubts, DOUBT_SPLIT);
	assert_true(r->trusted);
	r->drift_limit = 0.0198;
	assert_true(record_judge(r));
	assert_int_equal(m->doubts,
			 DOUBT_SPLIT | DOUBT_UNTRUSTED | DOUBT_INEXACT);
	assert_string_equal(m->why, "a differ by 1.98 % between the passes");
	assert_false(r->trusted);
	/* A board that varies nothing has no tolerance. */
	r->drift_limit = 0.02;
	r->target.varies = false;
	assert_true(record_judge(r));
	assert_true(m->doubts & DOUBT_UNTRUSTED);
	assert_string_equal(r->verdict.why,
			    "a differ by 1.98 % between runs of a board that "
			    "varies nothing: what it runs, or receives, was "
			    "replaced meanwhile");
	count[1].value = 100;
	assert_true(record_judge(r));
	assert_int_equal(m->doubts, DOUBT_SPLIT);
	assert_is(m->low, "2");
	assert_is(m->high, "2");
	assert_true(r->trusted);
}

/* The clock is no count: without it there is no value. */
CASE(the_clock)
{
	static const uint16_t a_by_clock[] = { 0, RECORD_CLOCK };
	static const uint16_t a_by_ratio[] = { 0, RECORD_RATIO };

	counted(A, 0, 0, 100);
	metric.formula = "a / clock_hz";
	metric.operand = a_by_clock;
	assert_metric(DOUBT_NOT_COUNTED, metric.reading.why);
	r->target.clock_hz = 0.5;
	assert_metric(0, "");
	assert_is(metric.reading.value, "200");
	metric.formula = "a / clock_ratio";
	metric.operand = a_by_ratio;
	assert_metric(DOUBT_NOT_COUNTED, metric.reading.why);
	r->target.clock_ratio = 0.25;
	assert_metric(0, "");
	assert_is(metric.reading.value, "400");
}

CASE(the_nearest_count)
{
	assert_true(record_whole(-1) == 0);
	assert_true(record_whole(NAN) == 0);
	assert_true(record_whole(0.5) == 1);
	assert_true(record_whole(2.49) == 2);
	assert_true(record_whole(0x1p63) == UINT64_C(1) << 63);
	assert_true(record_whole(0x1p64) == UINT64_MAX);
}

/* A count of a part of the time is none where counters took no turns; of more
 * monitors than two the others may have had the rest. */
CASE(counted_a_part_of_the_time)
{
	static struct record_monitor several[3];

	for (unsigned i = 0; i < 3; i++)
		several[i] = r->monitor[0];
	r->monitor = several;
	counted(A, 0, 0, 100);
	count[0].enabled = 30;
	count[0].running = 9;
	for (r->monitors = 1; r->monitors < 3; r->monitors++)
		assert_int_equal(judged(A)->doubts & DOUBT_UNTRUSTED,
				 DOUBT_UNTRUSTED);
	assert_int_equal(judged(A)->doubts & DOUBT_UNTRUSTED, 0);
}

/* A third of the time stands for all of it; nothing is more than a counter can
 * have. */
CASE(counters_that_took_turns)
{
	r->multiplexed = true;
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	count[0].enabled = 30;
	count[0].running = 9;
	count[1].enabled = count[1].running = 30;
	assert_is(judged(A)->value, "333.333333333333");
	assert_int_equal(event[A].reading.count, 333);
	assert_int_equal(event[A].reading.doubts, DOUBT_SCALED);
	assert_string_equal(event[A].reading.why, "counted 30 % of the time");
	assert_int_equal(event[B].reading.count, 50);
	assert_int_equal(event[B].reading.doubts, 0);
	count[0].value = UINT64_MAX;
	assert_true(judged(A)->count == UINT64_MAX);
}
