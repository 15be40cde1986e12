/* SPDX-License-Identifier: MIT */
/* The values that `tally top` draws: rates, what is missing, and a past that is
 * as long as it may be. */
#include <math.h>
#include <string.h>

#include "cli/top/history.h"
#include "test.h"

static struct history h;
static double value[1];
static uint64_t count[2], end[1];
static struct record_metric metric[1];
static struct record_event event[2];
static struct record r;

static void begin(bool ns)
{
	memset(&h, 0, sizeof h);
	memset(metric, 0, sizeof metric);
	memset(event, 0, sizeof event);
	metric[0].name = metric[0].row = "cpi";
	metric[0].unit = "cycles";
	event[0].name = "cycles";
	event[0].asked = true;
	event[1].name = "of the metric alone";
	r = (struct record){
		.metric = metric,
		.metrics = 1,
		.event = event,
		.events = 2,
		.series = { 1, ns, 100, end, count, value },
	};
}

static void add(uint64_t from, uint64_t to, uint64_t cycles, double cpi)
{
	end[0] = to;
	count[0] = cycles;
	value[0] = cpi;
	history_add(&h, &r, from);
}

/* Half a second with 500 is 1000 a second. */
TEST(a_rate_of_a_clock)
{
	begin(true);
	add(0, 500000000, 500, 1.5);
	assert_int_equal(h.values, 2);
	assert_string_equal(h.value[0].unit, "cycles");
	assert_string_equal(h.value[1].name, "cycles");
	assert_string_equal(h.value[1].unit, "a second");
	assert_true(fabs(history_at(&h, 1, 0) - 1000) < 1e-6);
	assert_true(fabs(h.elapsed - 0.5) < 1e-12);
	assert_true(h.seconds);
}

TEST(a_rate_where_nobody_knows_the_clock)
{
	begin(false);
	add(1000, 3000, 500, 1);
	assert_string_equal(h.value[1].unit, "per 1000 cycles");
	assert_true(fabs(history_at(&h, 1, 0) - 250) < 1e-6);
	assert_false(h.seconds);
}

TEST(what_has_no_number_has_none)
{
	begin(true);
	add(0, 1000, RECORD_LOST, NAN);
	assert_true(isnan(history_at(&h, 0, 0)));
	assert_true(isnan(history_at(&h, 1, 0)));
	assert_true(isnan(history_most(&h, 0, 10)));
	add(1000, 1000, 5, 2); /* an interval of no length */
	assert_true(isnan(history_at(&h, 1, 0)));
	assert_true(fabs(history_at(&h, 0, 0) - 2) < 1e-12);
	assert_true(fabs(history_most(&h, 0, 10) - 2) < 1e-12);
	assert_true(isnan(history_at(&h, 0, 2)));
	assert_true(isnan(history_at(&h, 9, 0)));
}

TEST(the_past_is_as_long_as_it_may_be)
{
	begin(true);
	for (unsigned i = 0; i < HISTORY_PAST + 10; i++)
		add(i, i + 1, 1, i);
	for (unsigned ago = 0; ago < HISTORY_PAST; ago++)
		assert_true(fabs(history_at(&h, 0, ago) -
				 (HISTORY_PAST + 9 - ago)) < 1e-9);
	assert_true(isnan(history_at(&h, 0, HISTORY_PAST)));
	assert_true(fabs(history_most(&h, 0, 3) - (HISTORY_PAST + 9)) < 1e-9);
}

TEST(more_values_than_there_is_room_for)
{
	static struct record_event many[HISTORY_VALUES + 5];
	static uint64_t counts[HISTORY_VALUES + 5];

	begin(true);
	for (unsigned i = 0; i < HISTORY_VALUES + 5; i++)
		many[i] = event[0];
	r.event = many;
	r.events = HISTORY_VALUES + 5;
	r.series.count = counts;
	add(0, 1000, 1, 1);
	assert_int_equal(h.values, HISTORY_VALUES);
	assert_int_equal(h.left_out, 6);
}
