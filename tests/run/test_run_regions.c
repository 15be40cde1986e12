/* SPDX-License-Identifier: MIT */
/*
 * Several regions in one run, each beside the whole program: on a target that
 * opens and closes their windows.
 */
#include <string.h>

#include "run_fixture.h"
#include "test.h"

/* `work` lies at 0x9000, 64 bytes long, and calls what is at 0xa000. */
static const struct fake_block calls[] = {
	{ .pc = 0x8000, .sp = 64, .cycles = 1000 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 100 },
	{ .pc = 0xa000, .sp = 48, .lr = 0x9010, .cycles = 30 },
	{ .pc = 0x9010, .sp = 64, .cycles = 10 },
	{ .pc = 0x8004, .sp = 64, .cycles = 2000 },
	{ .pc = 0x9000, .sp = 64, .lr = 0x8008, .cycles = 300 },
	{ .pc = 0xa000, .sp = 48, .lr = 0x9010, .cycles = 50 },
	{ .pc = 0xa000, .sp = 32, .lr = 0x9010, .cycles = 5 },
	{ .pc = 0x9010, .sp = 32, .cycles = 15 },
	{ .pc = 0x9010, .sp = 64, .cycles = 10 },
	{ .pc = 0x8008, .sp = 64, .cycles = 3000 },
	{ .pc = 0xa000, .sp = 64, .lr = 0x800c, .cycles = 40 },
	{ .pc = 0x800c, .sp = 64, .cycles = 7 },
};
enum {
	CALLS = sizeof calls / sizeof calls[0],
	WORK = 140 + 380,
	CALLED = 30 + 70 + 40,
	ALL = 1000 + 140 + 2000 + 380 + 3000 + 40 + 7
};

static const char *const text[] = { "work", "0xa000", NULL };
static const char *const one[] = { "work", NULL };

static int begin(void **state)
{
	(void)set_up(state);
	fake_target.control = &fake_windows;
	fake_target.registers = &fake_instances;
	fake_target.facts.instances = FAKE_INSTANCES;
	for (unsigned i = 0; i < FAKE_EVENTS; i++)
		fake.every[i] = 1;
	play(calls, CALLS);
	options.parts.text = text;
	return 0;
}

static unsigned number_of(const char *name)
{
	for (unsigned i = 0; i < request->events; i++)
		if (strcmp(request->event[i]->name, name) == 0)
			return i;
	fail_msg("%s is not in the request", name);
	return 0;
}

static uint64_t count_of(unsigned part, const char *name)
{
	return result->part[part].event[number_of(name)].reading.count;
}

static void entry_of(unsigned part, const char *name, uint64_t least,
		     uint64_t most)
{
	const struct record_entry *e =
		&result->part[part].entry[number_of(name)];

	assert_true(e->known);
	assert_int_equal(e->least, least);
	assert_int_equal(e->most, most);
}

#define PARTS(name) TEST_WITH(name, begin, tear_down)

/* One lies within the other, and each is counted as if it were alone. */
PARTS(two_beside_the_whole)
{
	ask("cpi", "br_exec");
	assert_int_equal(request->plan->passes, 1);
	measure_well();
	assert_int_equal(result->board_runs, 1);
	assert_true(result->together);
	assert_int_equal(result->region.kind, REGION_WHOLE);
	assert_int_equal(event("cycles")->count, ALL);
	assert_int_equal(event("br_exec")->count, ALL);
	assert_int_equal(result->parts, 2);
	assert_string_equal(result->part[0].region.text, "work");
	assert_int_equal(result->part[0].region.kind, REGION_SYMBOL);
	assert_int_equal(result->part[0].region.entered, 2);
	assert_false(result->part[0].region.ended_inside);
	assert_false(result->part[0].self);
	assert_int_equal(count_of(0, "cycles"), WORK);
	assert_int_equal(count_of(0, "br_exec"), WORK);
	entry_of(0, "cycles", 140, 380);
	entry_of(0, "br_exec", 140, 380);
	assert_string_equal(result->part[1].region.text, "0xa000");
	assert_int_equal(result->part[1].region.entered, 3);
	assert_int_equal(count_of(1, "cycles"), CALLED);
	entry_of(1, "cycles", 30, 70);
	/* Rows of all, of which the run itself is the whole's. */
	assert_int_equal(result->runs, 1);
	assert_int_equal(result->counts, 3 * request->events);
	for (size_t i = 0; i < result->counts; i++)
		assert_int_equal(result->count[i].region,
				 i < request->events       ? RECORD_NONE
				 : i < 2 * request->events ? 0u
							   : 1u);
	assert_int_equal(story.restored, story.opened);
}

/* Each starts some instructions late, which an empty one shows. */
PARTS(less_what_an_entry_takes)
{
	fake.slop = 6;
	options.parts.text = one;
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(result->part[0].event[0].reading.empty, 6);
	entry_of(0, "cycles", 140, 380);
	options.no_calibrate = true;
	measure_well();
	entry_of(0, "cycles", 146, 386);
}

/* Passes take turns if the target has one instance too few. */
PARTS(over_several_passes)
{
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	assert_int_equal(request->plan->passes, 2);
	options.repeats = 2;
	for (unsigned n = FAKE_INSTANCES; n > 2; n -= 2) {
		fake_target.facts.instances = n;
		measure_well();
		assert_int_equal(result->board_runs,
				 n == FAKE_INSTANCES ? 2 : 4);
		for (unsigned i = 0; i < request->events; i++) {
			assert_int_equal(result->event[i].reading.count, ALL);
			assert_int_equal(result->part[0].event[i].reading.count,
					 WORK);
			assert_int_equal(result->part[1].event[i].reading.count,
					 CALLED);
			assert_true(result->part[0].entry[i].known);
			assert_int_equal(result->part[0].entry[i].least, 140);
			assert_int_equal(result->part[0].entry[i].most, 380);
			assert_int_equal(result->part[1].entry[i].least, 30);
			assert_int_equal(result->part[1].entry[i].most, 70);
		}
		assert_int_equal(result->part[0].region.entered, 2);
		assert_int_equal(result->part[1].region.entered, 3);
		/* A row for each pass of each repeat, of the whole. */
		assert_int_equal(result->runs, 4);
		for (unsigned i = 0; i < 4; i++) {
			assert_int_equal(result->run[i].pass, i % 2);
			assert_int_equal(result->run[i].repeat, i / 2);
		}
	}
}

/* Repeats vary, and the parts of one are of its run. */
PARTS(a_repeat_varies_as_one)
{
	fake_target.facts.varies = true;
	fake.stretch = 500;
	ask(NULL, "cycles");
	options.repeats = 2;
	measure_well();
	assert_int_equal(story.seeds, 3);
	/* Blocks of 5 and of 15 cycles become 7 and 22. */
	entry_of(0, "cycles", 140, 569);
	assert_true(result->part[0].event[0].reading.low == WORK);
	assert_true(result->part[0].event[0].reading.high == 210 + 569);
}

/* Of its own code alone, without what it calls. */
PARTS(without_what_it_calls)
{
	options.parts.text = one;
	options.parts.self = true;
	ask(NULL, "cycles");
	measure_well();
	assert_true(result->part[0].self);
	assert_int_equal(count_of(0, "cycles"), 110 + 325);
	assert_int_equal(result->part[0].region.entered, 2);
	entry_of(0, "cycles", 110, 325);
	options.parts.text = text;
	measure();
	assert_null(result);
	assert_string_equal(err.text,
			    "region '0xa000': --self is of functions of which "
			    "the program says how long they are");
}

PARTS(entries_that_are_left_out)
{
	options.warmup = 1;
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(result->part[0].region.entered, 1);
	assert_int_equal(count_of(0, "cycles"), 380);
	entry_of(0, "cycles", 380, 380);
	assert_int_equal(result->part[1].region.entered, 2);
	assert_int_equal(count_of(1, "cycles"), 110);
	assert_int_equal(event("cycles")->count, ALL);
	options.warmup = 2;
	measure();
	assert_null(result);
	assert_string_equal(err.text,
			    "the region 'work' was not entered more often than "
			    "the 2 times that --warmup leaves out");
}

/* One that is not over has no least and no most, if it is the only one. */
PARTS(it_ends_inside_of_one)
{
	play(calls, 7);
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(result->part[0].region.entered, 2);
	assert_true(result->part[0].region.ended_inside);
	assert_int_equal(count_of(0, "cycles"), 140 + 350);
	entry_of(0, "cycles", 140, 140);
	play(calls, 3);
	measure_well();
	assert_int_equal(result->part[0].region.entered, 1);
	assert_true(result->part[0].region.ended_inside);
	assert_false(result->part[0].entry[0].known);
	assert_int_equal(count_of(0, "cycles"), 130);
}

/* A named region was to be entered; one that a pattern fits need not be. */
PARTS(what_was_never_entered)
{
	static const char *const globs[] = { "wor*", NULL };

	play(calls, 1);
	ask(NULL, "cycles");
	measure();
	assert_null(result);
	assert_non_null(
		strstr(err.text, "the region 'work' was never entered in "));
	options.parts.text = NULL;
	options.parts.glob = globs;
	measure_well();
	assert_int_equal(result->parts, 1);
	assert_string_equal(result->part[0].region.text, "work");
	assert_int_equal(result->part[0].region.entered, 0);
	assert_false(result->part[0].entry[0].known);
}

/* Counters wrap within a window, and within what is no window. */
PARTS(over_many_wraps)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .sp = 64, .cycles = 9 * BILLION },
		{ .pc = 0x9000,
		  .sp = 64,
		  .lr = 0x8004,
		  .cycles = 14 * BILLION },
		{ .pc = 0x8004, .sp = 64, .cycles = 9 * BILLION },
	};

	options.parts.text = one;
	play(block, 3);
	ask(NULL, "br_exec");
	measure_well();
	assert_int_equal(event("br_exec")->count, 32 * BILLION);
	assert_int_equal(count_of(0, "br_exec"), 14 * BILLION);
	assert_int_equal(count_of(0, "cycles"), 14 * BILLION);
	assert_int_equal(event("cycles")->doubts, DOUBT_SIMULATED);
	fake.overshoot = UINT64_C(3) << 32;
	measure_well();
	assert_true(event("cycles")->doubts & DOUBT_OVERFLOWED);
	for (size_t i = 0; i < result->counts; i++)
		assert_int_equal(result->count[i].lost,
				 result->count[i].region == 0);
}

PARTS(a_target_that_stops_for_windows)
{
	struct target_control control = fake_windows;

	ask(NULL, "cycles");
	fake_target.control = &control;
	for (unsigned i = 0; i < 2; i++) {
		control = fake_windows;
		if (i == 0)
			control.window = NULL;
		else
			control.told = NULL;
		measure();
		assert_null(result);
		assert_string_equal(
			err.text,
			"the fake target has one set of counters and stops for "
			"each window: one region at a time is measured there, "
			"without --self");
	}
	options.parts.text = NULL;
	measure_well();
	assert_int_equal(result->parts, 0);
}

PARTS(death_at_any_moment)
{
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	measure_past_every_death("", 50, 2000);
}
