/* SPDX-License-Identifier: MIT */
/*
 * Measurements where what runs was started by somebody else and goes on: a run
 * is one call of the region, or a time of what is never halted.
 */
#include <string.h>

#include "run_fixture.h"
#include "test.h"

static const struct fake_block calls[] = {
	{ .pc = 0x8000, .sp = 64, .cycles = 1000 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 50 },
	{ .pc = 0x8004, .sp = 64, .cycles = 1000 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 70 },
	{ .pc = 0x8004, .sp = 64, .cycles = 1000 },
};
enum { CALLS = sizeof calls / sizeof calls[0] };

static int begin(void **state)
{
	(void)set_up(state);
	fake_target.facts.goes_on = true;
	fake_target.facts.many = false;
	fake.text = "nothing came for 5 seconds";
	play(calls, CALLS);
	region("work");
	return 0;
}

#define GOES_ON(name) TEST_WITH(name, begin, tear_down)

/* A run is over behind the first call; what follows is not waited for. */
GOES_ON(one_call_is_a_run)
{
	fake.slop = 6;
	ask(NULL, "cycles");
	options.repeats = 2;
	fake.end = TARGET_STOP_FAULT;
	measure_well();
	assert_int_equal(result->region.entered, 1);
	assert_false(result->region.ended_inside);
	assert_false(result->program.exited);
	assert_int_equal(event("cycles")->count, 50);
	assert_int_equal(event("cycles")->empty, 6);
	assert_int_equal(result->board_runs, 2);
	assert_int_equal(story.restored, 2);
	options.no_calibrate = true;
	measure_well();
	assert_int_equal(event("cycles")->count, 56);
	assert_int_equal(event("cycles")->empty, 0);
}

/* A program that goes on is warm after the first time. */
GOES_ON(it_is_warm_once)
{
	ask(NULL, "cycles");
	options.warmup = 1;
	options.repeats = 2;
	measure_well();
	assert_int_equal(event("cycles")->samples, 2);
	assert_true(event("cycles")->sample[0] == 70);
	assert_true(event("cycles")->sample[1] == 50);
	/* A program that begins anew is not. */
	fake_target.facts.goes_on = false;
	measure_well();
	assert_true(event("cycles")->sample[0] == 70);
	assert_true(event("cycles")->sample[1] == 70);
}

GOES_ON(it_is_not_called)
{
	ask(NULL, "cycles");
	play(calls, 1);
	measure_fails("the program ended before a call of 'work' was over; "
		      "each pass and each repeat takes one");
	fake.end = TARGET_STOP_GIVEN_UP;
	measure_fails("'work' is not called: nothing came for 5 seconds");
	play(calls, 2);
	measure_fails(
		"'work' was entered and does not return: nothing came for 5 "
		"seconds");
	play(calls, CALLS);
	options.warmup = 2;
	measure_fails("'work' is not called: nothing came for 5 seconds");
	fake_target.facts.goes_on = false;
	measure_fails("nothing came for 5 seconds");
	fake.end = TARGET_STOP_EXIT;
	measure_fails("the region 'work' was entered 2 times, and --warmup "
		      "leaves out "
		      "the first 2");
}

/* Writes wait until they are to take effect; the n-th time they do not. */
static unsigned settled, unsettled;

static bool settle(struct target_run *run, struct error *why)
{
	(void)run;
	return ++settled != unsettled || error_set(why, "the link is gone");
}

GOES_ON(writes_that_take_no_effect)
{
	struct target_registers registers = *fake_target.registers;

	registers.settle = settle;
	fake_target.registers = &registers;
	ask(NULL, "cycles");
	for (unsettled = 1;; unsettled++) {
		settled = 0;
		measure();
		if (result)
			break;
		assert_string_equal(err.text, "the link is gone");
	}
	/* Behind the last counts nothing waits any more. */
	assert_int_equal(settled, unsettled);
	assert_int_equal(event("cycles")->count, 50);
	assert_true(unsettled > 5);
	fake_target.registers = NULL;
}

GOES_ON(death_at_any_moment)
{
	ask(NULL, "cycles");
	measure_past_every_death("the target is lost", 30, 1000);
}

GOES_ON(how_programs_fail)
{
	ask(NULL, "cycles");
	play(calls, 1);
	fake.end = TARGET_STOP_FAULT;
	fake.text = "a load from 0xdeadbeef";
	measure_fails(
		"the program failed on the board: a load from 0xdeadbeef");
	fake_target.facts.simulated = false;
	measure_fails(
		"the program failed on the target: a load from 0xdeadbeef");
	fake.end = TARGET_STOP_LOST;
	fake.text = "the link is gone";
	measure_fails("the link is gone");
	fake.end = TARGET_STOP_HALTED;
	measure_fails("interrupted");
	fake.end = TARGET_STOP_OVERFLOW;
	measure_fails("interrupted");
}

GOES_ON(what_cannot_be_measured)
{
	ask(NULL, "cycles");
	options.region = (struct region){ REGION_WHOLE, NULL };
	measure_fails(
		"what runs on the fake target goes on, so a whole program "
		"cannot "
		"be measured there; name a function, --region SYMBOL, or say "
		"how long it is to run, --seconds S, or watch it without a "
		"halt, -t openocd:...,live");
	fake_target.facts.never_halted = true;
	region("work");
	measure_fails(
		"the fake target is never halted, which a region needs at its "
		"begin and end; leave out --region, and say --seconds S, or "
		"leave out `live`");
	assert_int_equal(story.opened, 0);
}

/* Looking takes nothing of it, and its end is nobody's. */
GOES_ON(what_is_never_halted)
{
	fake_target.facts.never_halted = true;
	fake.slop = 6;
	options.region = (struct region){ REGION_WHOLE, NULL };
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(event("cycles")->count, 3120 + 6);
	assert_int_equal(event("cycles")->empty, 0);
	assert_false(result->program.exited);
	assert_false(result->region.ended_inside);
}
