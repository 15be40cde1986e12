/* SPDX-License-Identifier: MIT */
/*
 * Values over time: how many intervals there are, their table, and where lines
 * can be drawn.
 */
#include <math.h>
#include <stdlib.h>

#include "report/inner.h"
#include "report_fixture.h"
#include "test.h"

/* How many there are, and how long each is. */
CASE(intervals)
{
	static uint64_t end[] = { 50, 120 };

	r->series = (struct record_series){ .intervals = 1, .end = end };
	assert_says("1 interval;\n");
	r->series.period = 2000;
	assert_says("1 interval of 2,000 cycles;\n");
	r->target.clock_hz = 1e6;
	assert_says("1 interval of 2000 us;\n");
	r->series.intervals = 2;
	assert_says("2 intervals of 2000 us;\n");
	r->repeats = 2;
	assert_says("2 intervals of 2000 us in the first repeat;\n");
	r->series.period = 0;
	assert_says("2 intervals, not equally long in the first repeat;\n");
}

static uint64_t ends[] = { 10, 20 };

/* A metric or an event each, with values of two intervals. */
static void over_time(uint64_t *count, double *value)
{
	r->series = (struct record_series){ .intervals = 2,
					    .period = 10,
					    .end = ends,
					    .count = count,
					    .value = value };
}

/* Five columns fit beside the times, the sixth begins a table of its own. */
CASE(as_many_columns_as_fit)
{
	static const char *const name[] = {
		"e1", "e2", "e3", "e4", "e5", "e6"
	};
	static uint64_t count[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12345 };

	for (unsigned i = 0; i < 6; i++)
		add_event(name[i], (uint16_t)i, 9)->asked = ASKED_AMONG;
	over_time(count, NULL);
	assert_says("       cycles           e1           e2           e3"
		    "           e4           e5\n"
		    "           10            1            3            5"
		    "            7            9\n"
		    "           20            2            4            6"
		    "            8           10\n"
		    "\n"
		    "       cycles           e6\n"
		    "           10           11\n"
		    "           20       12,345\n"
		    "\n");
	/* A line of 79 fits, and one of 80 does not. */
	event[4].name = "twelve_wide_";
	assert_says("           e4  twelve_wide_\n           10");
	event[4].name = "thirteen_wide";
	assert_says("           e3           e4\n           10");
	/* A long name makes its column wider, and fewer of them fit. */
	event[0].name = "an_event_of_a_long_name";
	assert_says("           e3           e4\n           10");
}

/* The largest first, as many as fit; the rest is one column, and an interval in
 * which nothing was counted has no shares. */
CASE(causes_of_cycles)
{
	static const char *name[] = { "cause: issue", "cause: data, memory",
				      "cause: a",     "cause: b",
				      "cause: c",     "cause: d",
				      "cause: e" };
	static uint64_t cycles[] = {
		10, 0, 80, 0, 5, 0, 2, 0, 1, 0, 1, 0, 1, 0
	};

	over_time(NULL, NULL);
	r->series.cause = name;
	r->series.cycles = cycles;
	r->series.causes = 2;
	assert_says("simulated causes of cycles, % of each interval's\n"
		    "       cycles  data, memory   issue\n"
		    "           10          88.9    11.1\n"
		    "           20             -       -\n\n");
	r->series.causes = 7;
	assert_says("       cycles  data, memory   issue       a       b"
		    "       c       d       e\n"
		    "           10          80.0    10.0     5.0     2.0"
		    "     1.0     1.0     1.0\n");
	name[2] = "cause: br conditional";
	assert_says(
		"       cycles  data, memory   issue  br conditional       b"
		"       c  others\n"
		"           10          80.0    10.0             5.0     2.0"
		"     1.0     2.0\n");
	name[2] = "cause: a";
}

/* Four digits at least, and none where there is no value. */
CASE(values)
{
	static double value[] = { 1e15,   -2.5, NAN,  1000.5, 0.00125,
				  -12345, 0.5,  -0.5, 999.25, -1e15 };

	for (unsigned i = 0; i < 5; i++)
		(void)add_metric("m", 1);
	over_time(NULL, value);
	assert_says("           10    1.000e+15            -      0.00125"
		    "      0.50000      999.250\n"
		    "           20       -2.500        1,001      -12,345"
		    "     -0.50000   -1.000e+15\n");
}

/* By the first of three variables that says anything [locale(7)]. */
CASE(where_lines_can_be_drawn)
{
	static const struct {
		const char *all, *type, *lang;
		bool drawn;
	} row[] = {
		{ NULL, NULL, NULL, false },
		{ "", "", "", false },
		{ "C.UTF-8", "C", "C", true },
		{ "C", "C.UTF-8", "C.UTF-8", false },
		{ "", "en_US.utf8", "C", true },
		{ NULL, "", "de_DE.utf-8", true },
		{ NULL, NULL, "en_US.UTF8", true },
		{ NULL, NULL, "en_US", false },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		const char *const name[] = { "LC_ALL", "LC_CTYPE", "LANG" };
		const char *const set[] = { row[i].all, row[i].type,
					    row[i].lang };

		for (unsigned k = 0; k < 3; k++)
			if (set[k])
				setenv(name[k], set[k], 1);
			else
				unsetenv(name[k]);
		assert_int_equal(series_can_be_drawn(), row[i].drawn);
	}
}
