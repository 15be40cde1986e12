/* SPDX-License-Identifier: MIT */
/*
 * Windows that the target opens and closes by itself, and passes that share a
 * run on instances of the monitor.
 */
#include <string.h>

#include "run_fixture.h"
#include "test.h"

/* `work` is called three times, by two callers; once from inside of itself. */
static const struct fake_block calls[] = {
	{ .pc = 0x8000, .sp = 64, .cycles = 1000 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 240 },
	{ .pc = 0x8004, .sp = 64, .cycles = 3000 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8009, .cycles = 480 },
	{ .pc = 0x9000, .sp = 48, .lr = 0x9010, .cycles = 24 },
	{ .pc = 0x9010, .sp = 64, .cycles = 24 },
	{ .pc = 0x8008, .sp = 64, .cycles = 7 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 720 },
	{ .pc = 0x8004, .sp = 64, .cycles = 9 },
};
enum { CALLS = sizeof calls / sizeof calls[0] };

static int begin(void **state)
{
	(void)set_up(state);
	fake_target.control = &fake_windows;
	/* Counts of events are those of cycles, whenever they begin. */
	for (unsigned i = 0; i < FAKE_EVENTS; i++)
		fake.every[i] = 1;
	fake.every[INSTRUCTIONS] = 8;
	return 0;
}

/* ---- of one region ------------------------------------------------------- */

#define OWN(name) TEST_WITH(name, begin, tear_down)

/* The first window is opened from here, the others by the target. */
OWN(the_target_opens_the_others)
{
	play(calls, CALLS);
	region("work");
	fake.slop = 5;
	ask(NULL, "br_exec");
	measure_well();
	assert_int_equal(story.windows, 1);
	assert_int_equal(result->region.entered, 3);
	assert_false(result->region.ended_inside);
	/* Less what each window takes; once more they were started at the end,
	 * for their flags. */
	assert_int_equal(event("cycles")->count, 240 + 528 + 720 + 5);
	assert_int_equal(event("cycles")->empty, 5);
	assert_int_equal(event("br_exec")->count, 240 + 528 + 720);
	assert_true(result->trusted);
	assert_int_equal(story.restored, story.opened);
}

OWN(it_ends_inside_of_one)
{
	play(calls, CALLS - 1);
	region("work");
	ask(NULL, "br_exec");
	measure_well();
	assert_int_equal(result->region.entered, 3);
	assert_true(result->region.ended_inside);
	assert_int_equal(event("cycles")->count, 240 + 528 + 720);
	play(calls, CALLS - 2);
	measure_well();
	assert_int_equal(result->region.entered, 2);
	assert_false(result->region.ended_inside);
	assert_int_equal(event("cycles")->count, 240 + 528);
}

OWN(of_a_range)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .cycles = 100 },
		{ .pc = 0x9010, .cycles = 1000 },
		{ .pc = 0x9000, .cycles = 200 },
		{ .pc = 0x9010, .cycles = 1000 },
	};

	play(block, 5);
	region("0x9000..0x9010");
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(story.windows, 1);
	assert_int_equal(result->region.entered, 2);
	assert_int_equal(event("cycles")->count, 300);
}

/* The ledger is read at the edges of each: so they stay ours. */
OWN(with_the_ledger_none_is_handed_over)
{
	play(calls, CALLS);
	region("work");
	options.truth = true;
	ask(NULL, "br_exec");
	measure_well();
	assert_int_equal(story.windows, 0);
	assert_int_equal(result->region.entered, 3);
	assert_int_equal(event("cycles")->count, 240 + 528 + 720);
	for (unsigned i = 0; i < result->truths; i++)
		if (result->truth[i].code == TALLY_EVENT_CYCLES)
			assert_int_equal(result->truth[i].count, 1488);
}

/* The target stops within one so that no wrap is lost, and between two. */
OWN(over_many_wraps)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 9 * BILLION },
		{ .pc = 0x8004, .cycles = 9 * BILLION },
		{ .pc = 0x9000, .lr = 0x8008, .cycles = 14 * BILLION },
		{ .pc = 0x8008, .cycles = 9 * BILLION },
		{ .pc = 0x9000, .lr = 0x800c, .cycles = 3 * BILLION },
		{ .pc = 0x800c, .cycles = 9 * BILLION },
	};

	play(block, 7);
	region("work");
	ask(NULL, "br_exec");
	measure_well();
	assert_int_equal(story.windows, 1);
	assert_int_equal(result->region.entered, 3);
	assert_int_equal(event("cycles")->count, 26 * BILLION);
	assert_int_equal(event("br_exec")->count, 26 * BILLION);
	assert_int_equal(event("cycles")->doubts, DOUBT_SIMULATED);
	assert_false(result->run[0].late);
	fake.overshoot = UINT64_C(3) << 32;
	measure_well();
	assert_true(event("cycles")->doubts & DOUBT_OVERFLOWED);
}

/* Writes before the end of a window that the target closed spoil it, and those
 * behind it do not. */
OWN(what_the_program_writes_meanwhile)
{
	static struct fake_block block[CALLS];

	region("work");
	ask(NULL, "br_exec");
	memcpy(block, calls, sizeof calls);
	play(block, CALLS);
	block[3].writes_control = 0x00700000;
	measure_well();
	assert_false(result->trusted);
	assert_int_equal(result->monitor[0].writes, 1);
	block[3].writes_control = 0;
	block[CALLS - 1].writes_control = 0x00700000;
	measure_well();
	assert_true(result->trusted);
	assert_int_equal(result->monitor[0].writes, 0);
}

OWN(death_at_any_moment)
{
	play(calls, CALLS);
	region("work");
	ask(NULL, "br_exec");
	measure_past_every_death("the target is lost", 30, 1000);
	assert_int_equal(event("cycles")->count, 240 + 528 + 720);
}

/* ---- passes that share a run --------------------------------------------- */

static void instances(unsigned count)
{
	fake_target.facts.instances = count;
	fake_target.registers = &fake_instances;
}

OWN(passes_share_a_run)
{
	play(calls, CALLS);
	region("work");
	ask(NULL, "br_exec,icache_miss,dcache_miss,br_mispredict,itlb_miss");
	assert_int_equal(request->plan->passes, 3);
	instances(FAKE_INSTANCES);
	options.repeats = 2;
	measure_well();
	assert_int_equal(result->board_runs, 2);
	assert_true(result->together);
	for (unsigned i = 0; i < request->events; i++)
		assert_int_equal(result->event[i].reading.count,
				 result->event[i].code == INSTRUCTIONS ? 186
								       : 1488);
	assert_int_equal(story.restored, story.opened);
	assert_int_equal(result->runs, 6);
	/* One instance is the only one; and each pass alone, if so wished. */
	options.separate = true;
	measure_well();
	assert_int_equal(result->board_runs, 6);
	assert_false(result->together);
	options.separate = false;
	instances(1);
	measure_well();
	assert_int_equal(result->board_runs, 6);
	assert_false(result->together);
	instances(2);
	measure_well();
	assert_int_equal(result->board_runs, 4);
	assert_true(result->together);
	fake_target.registers =
		&(const struct target_registers){ .bus = fake_instances.bus };
	measure_well();
	assert_int_equal(result->board_runs, 6);
}

/* Without calls the target varies by its runs, of which passes share one. */
OWN(a_shared_run_varies_as_one)
{
	play(plain, 1);
	ask(NULL, "br_exec,icache_miss,dcache_miss,br_mispredict,itlb_miss");
	fake_target.facts.varies = true;
	options.repeats = 3;
	instances(FAKE_INSTANCES);
	measure_well();
	assert_int_equal(story.seeds, 7);
	story.seeds = 0;
	instances(2);
	measure_well();
	assert_int_equal(story.seeds, 0x3f);
	story.seeds = 0;
	instances(0);
	measure_well();
	assert_int_equal(story.seeds, 0x1ff);
}

/* The error of a run that several passes share names none of them. */
OWN(a_shared_run_is_no_pass)
{
	play(plain, 1);
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	instances(2);
	fake.end = TARGET_STOP_FAULT;
	fake.text = "a load from 0xdeadbeef";
	measure_fails("the program failed on the board: a load from "
		      "0xdeadbeef");
	instances(1);
	measure_fails("pass 1: the program failed on the board: a load from "
		      "0xdeadbeef");
}

OWN(intervals_need_one_run)
{
	struct target_control control = fake_windows;

	play(plain, 1);
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	options.interval = 1000;
	control.go_until = (bool (*)(struct target_run *, uint64_t,
				     struct error *))control.go;
	fake_target.control = &control;
	measure();
	assert_null(result);
	assert_string_equal(err.text,
			    "intervals are of one run, and this takes 2 passes "
			    "of which 1 share one; ask for less");
}
