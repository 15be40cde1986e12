/* SPDX-License-Identifier: MIT */
/*
 * A region whose window is left on the target, so that it is not halted before
 * the region is over: on one that goes on, with a program that somebody else
 * started.
 */
#include <string.h>

#include "run_fixture.h"
#include "test.h"

/* `work` enters itself once. */
static const struct fake_block calls[] = {
	{ .pc = 0x8000, .sp = 64, .cycles = 1000 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 300 },
	{ .pc = 0x9000, .sp = 48, .lr = 0x9010, .cycles = 20 },
	{ .pc = 0x9010, .sp = 64, .cycles = 80 },
	{ .pc = 0x8004, .sp = 64, .cycles = 1000 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 5000 },
	{ .pc = 0x8004, .sp = 64, .cycles = 1000 },
};
enum { CALLS = sizeof calls / sizeof calls[0], OWN = 12 };

static int begin(void **state)
{
	(void)set_up(state);
	fake_target.control = &fake_resident;
	fake_target.facts.goes_on = true;
	fake_target.facts.many = false;
	fake.own_cycles = OWN;
	for (unsigned i = 0; i < FAKE_EVENTS; i++)
		fake.every[i] = 1;
	fake.every[DRAIN] = 4;
	play(calls, CALLS);
	region("work");
	options.inside = true;
	return 0;
}

#define INSIDE(name) TEST_WITH(name, begin, tear_down)

/* The window's own events are taken off: of the entry, and of one more from
 * within. */
INSIDE(a_window_that_is_left_there)
{
	ask(NULL, "br_exec");
	measure_well();
	/* Two empty ones, entered once and twice, and the region's. */
	assert_int_equal(story.windows, 3);
	assert_int_equal(result->region.entered, 1);
	assert_false(result->region.ended_inside);
	assert_int_equal(event("cycles")->count, 400);
	assert_int_equal(event("cycles")->empty, 2 * OWN);
	assert_int_equal(event("br_exec")->count, 400);
	assert_int_equal(story.restored, story.opened);
	/* The program stands behind the region; nothing is counted there. */
	assert_int_equal(result->board_runs, 1);
	assert_true(result->calibrated);
	options.no_calibrate = true;
	story.windows = 0;
	measure_well();
	assert_int_equal(story.windows, 1);
	assert_int_equal(event("cycles")->count, 400 + 2 * OWN);
	assert_int_equal(event("cycles")->empty, 0);
}

/* Less than the empty one counts is nothing. */
INSIDE(less_than_nothing)
{
	static const struct fake_block little[] = {
		{ .pc = 0x8000, .sp = 64, .cycles = 3 },
		{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 1 },
		{ .pc = 0x8004, .sp = 64, .cycles = 1 },
	};

	play(little, 3);
	ask(NULL, "wbuf_drained");
	measure_well();
	assert_int_equal(event("cycles")->count, 1);
	assert_in_range(event("wbuf_drained")->count, 0, 1);
	assert_int_equal(event("wbuf_drained")->empty, OWN / 4);
}

INSIDE(each_pass_takes_a_call)
{
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	assert_int_equal(request->plan->passes, 2);
	options.repeats = 2;
	measure_well();
	assert_int_equal(result->board_runs, 4);
	assert_int_equal(story.windows, 4 * 3);
	assert_int_equal(event("dcache_miss")->count, 400);
	assert_int_equal(story.restored, 4);
}

/* The state that notes depend on is looked at before, and behind it. */
INSIDE(in_which_state)
{
	fake.system_control = 1 << 11;
	ask("cpi", NULL);
	measure_well();
	assert_true(result->conditions.known[WHEN_PREDICTION_ON]);
	assert_true(result->conditions.holds[WHEN_PREDICTION_ON]);
	assert_true(result->conditions.holds[WHEN_ICACHE_OFF]);
}

INSIDE(a_program_that_writes_the_monitor)
{
	static struct fake_block block[CALLS];

	memcpy(block, calls, sizeof calls);
	block[1].writes_control = 0x00700000;
	play(block, CALLS);
	ask(NULL, "br_exec");
	measure_well();
	assert_false(result->trusted);
	assert_int_equal(result->monitor[0].writes, 1);
}

INSIDE(a_counter_that_may_have_wrapped)
{
	static struct fake_block block[CALLS];

	memcpy(block, calls, sizeof calls);
	block[1].cycles = 50 * BILLION;
	play(block, CALLS);
	fake.overshoot = UINT64_C(3) << 34;
	ask(NULL, "br_exec");
	measure_well();
	assert_true(event("cycles")->doubts & DOUBT_OVERFLOWED);
}

INSIDE(another_target)
{
	struct target_control control = fake_resident;

	control.resident = NULL;
	fake_target.control = &control;
	ask(NULL, "br_exec");
	measure();
	assert_null(result);
	assert_string_equal(err.text,
			    "--inside is for a core behind a GDB server, which "
			    "is halted for a region; the fake target is not: "
			    "leave it out");
	options.inside = false;
	measure_well();
	assert_int_equal(story.windows, 0);
	assert_int_equal(event("cycles")->count, 400);
}

INSIDE(death_at_any_moment)
{
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	measure_past_every_death("", 50, 2000);
	assert_int_equal(event("cycles")->count, 400);
}
