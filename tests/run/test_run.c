/* SPDX-License-Identifier: MIT */
/*
 * Counting from outside, on a target made of arithmetic: the real driver,
 * planner and catalogue against counts worked out from the script.
 */
#include <string.h>

#include "run_fixture.h"
#include "test.h"

/* ---- counts ------------------------------------------------------------ */

CASE(whole_program_is_counted)
{
	static const struct fake_block block[] = { { .pc = 0x8000,
						     .cycles = 123457 } };

	play(block, 1);
	fake.status = 7;
	ask("cpi", "br_exec,icache_miss");
	measure_well();
	assert_int_equal(event("cycles")->count, 123457);
	assert_int_equal(event("instr_exec")->count, 123457 / 10);
	assert_int_equal(event("br_exec")->count, 123457 / 8);
	assert_int_equal(event("icache_miss")->count, 123457 / 3);
	assert_int_equal(event("cycles")->doubts, DOUBT_SIMULATED);
	assert_about(result->metric[0].reading.value, 123457.0 / 12345);
	assert_true(result->program.exited);
	assert_int_equal(result->program.status, 7);
	assert_int_equal(result->region.entered, 1);
	assert_int_equal(result->program.instructions, 12345);
	assert_int_equal(result->board_runs, request->plan->passes);
	assert_string_equal(said, "hello\n");
}

/* 50 billion cycles wrap a counter of 32 bits eleven times. */
CASE(wraps_are_exact)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 30 * BILLION },
		{ .pc = 0x8004, .cycles = 5 },
		{ .pc = 0x8008, .cycles = 20 * BILLION + 12345 },
	};
	const uint64_t all = 50 * BILLION + 12350;

	play(block, 3);
	fake.every[INSTRUCTIONS] = 1;
	fake.every[ICACHE_MISS] = 2;
	fake.overshoot = (UINT64_C(1) << 30) - 1;
	ask(NULL, "icache_miss,instr_exec");
	measure_well();
	assert_int_equal(event("cycles")->count, all);
	assert_int_equal(event("instr_exec")->count, all);
	assert_int_equal(event("icache_miss")->count, all / 2);
	assert_int_equal(event("cycles")->doubts, DOUBT_SIMULATED);
	/* And the counts are looked at before 32 bits are full. */
	assert_in_range(story.unread, 1, UINT32_MAX);
}

/* A target that stops far too late: the count is wrong, and says so. */
CASE(a_late_poll_is_a_doubt)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 50 * BILLION },
	};

	play(block, 1);
	fake.overshoot = UINT64_C(3) << 32;
	ask("cpi", NULL);
	measure_well();
	assert_true(event("cycles")->doubts & DOUBT_OVERFLOWED);
	assert_true(result->metric[0].reading.doubts & DOUBT_OVERFLOWED);
	assert_true(strlen(result->metric[0].reading.why) > 0);
}

CASE(counters_in_64s_are_coarse)
{
	static const struct fake_block block[] = { { .pc = 0x8000,
						     .cycles = 640 } };

	play(block, 1);
	options.divide = true;
	ask("cpi", "br_exec");
	measure_well();
	assert_true(event("cycles")->doubts & DOUBT_COARSE);
	assert_true(result->metric[0].reading.doubts & DOUBT_COARSE);
	assert_false(event("br_exec")->doubts & DOUBT_COARSE);
	assert_true(result->conditions.holds[WHEN_DIVIDED]);
}

CASE(the_empty_region_is_taken_off)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 100 },
		{ .pc = 0x8004, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8008, .cycles = 100 },
		{ .pc = 0x8008, .cycles = 10 },
	};

	play(block, 5);
	fake.slop = 6;
	region("work");
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(event("cycles")->count, 200);
	assert_int_equal(event("cycles")->empty, 6);
	assert_true(result->calibrated);
	options.no_calibrate = true;
	measure_well();
	assert_int_equal(event("cycles")->count, 212);
	assert_int_equal(event("cycles")->empty, 0);
	assert_false(result->calibrated);
}

/* ---- regions ----------------------------------------------------------- */

CASE(entries_add_up)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 1000 },
		{ .pc = 0x9000, .sp = 64, .lr = 0x8005, .cycles = 7 },
		{ .pc = 0x9010, .sp = 48, .cycles = 20 },
		{ .pc = 0x8004, .sp = 64, .cycles = 3000 },
		{ .pc = 0x9000, .sp = 64, .lr = 0x8008, .cycles = 500 },
		{ .pc = 0x8008, .sp = 64, .cycles = 9 },
	};

	play(block, 6);
	region("work");
	ask(NULL, "br_exec");
	measure_well();
	assert_int_equal(result->region.entered, 2);
	assert_int_equal(event("cycles")->count, 527);
	/* One event in 8 cycles, by their numbers since reset. */
	assert_int_equal(event("br_exec")->count,
			 1027 / 8 - 1000 / 8 + 4527 / 8 - 4027 / 8);
	assert_false(result->region.ended_inside);
}

/* The inner calls come by the outer return address, deeper in the stack. */
CASE(recursion_is_one_window)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .sp = 64, .cycles = 1000 },
		{ .pc = 0x9000, .sp = 64, .lr = 0x8004, .cycles = 10 },
		{ .pc = 0x9000, .sp = 48, .lr = 0x9004, .cycles = 10 },
		{ .pc = 0x8004, .sp = 40, .cycles = 10 },
		{ .pc = 0x9000, .sp = 32, .lr = 0x8004, .cycles = 10 },
		{ .pc = 0x8004, .sp = 32, .cycles = 10 },
		{ .pc = 0x9004, .sp = 48, .cycles = 10 },
		{ .pc = 0x8004, .sp = 64, .cycles = 5000 },
	};

	play(block, 8);
	region("0x9000");
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(result->region.entered, 1);
	assert_int_equal(event("cycles")->count, 60);
}

/* Memory of the machine that the command itself runs on is such a target. */
CASE(a_target_needs_no_program)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 50 },
		{ .pc = 0x8004, .cycles = 10 },
	};

	fake_target.program = NULL;
	play(block, 3);
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(event("cycles")->count, 70);
	assert_null(result->program.path);
	assert_null(result->program.sha256);
	region("0x9000");
	measure_well();
	assert_int_equal(event("cycles")->count, 50);
	region("work");
	measure();
	assert_null(result);
	assert_string_equal(err.text,
			    "region 'work': 'work' is in no program, as the "
			    "target has none; give an address, as in 0x8000");
}

CASE(ranges_open_and_close)
{
	static const struct fake_block block[] = {
		{ .pc = 0x9000, .cycles = 11 },
		{ .pc = 0x9010, .cycles = 100 },
		{ .pc = 0x9000, .cycles = 22 },
		{ .pc = 0x9000, .cycles = 44 },
		{ .pc = 0x9010, .cycles = 100 },
		{ .pc = 0x9000, .cycles = 3 },
	};

	play(block, 6);
	region("work..work+0x10");
	ask(NULL, "cycles");
	measure_well();
	/* The first block is the program's first instruction. */
	assert_int_equal(result->region.entered, 3);
	assert_int_equal(event("cycles")->count, 11 + 66 + 3);
	assert_true(result->region.ended_inside);
}

/* In ELF files the lowest bit of a function's address says Thumb. */
CASE(thumb_is_no_part_of_an_address)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8005, .cycles = 100 },
		{ .pc = 0x9010, .lr = 0x8005, .cycles = 1000 },
		{ .pc = 0x8004, .cycles = 10 },
	};

	play(block, 4);
	region("0x9001");
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(event("cycles")->count, 1100);
	region("0x9001..0x9011");
	measure_well();
	assert_int_equal(event("cycles")->count, 100);
}

CASE(a_region_over_many_wraps)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 9 * BILLION },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 3 * BILLION },
		{ .pc = 0x8004, .cycles = 9 * BILLION },
		{ .pc = 0x9000, .lr = 0x8008, .cycles = 3 * BILLION },
		{ .pc = 0x8008, .cycles = 9 * BILLION },
		{ .pc = 0x9000, .lr = 0x800c, .cycles = 14 * BILLION },
		{ .pc = 0x800c, .cycles = 9 * BILLION },
	};

	play(block, 7);
	region("work");
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(event("cycles")->count, 20 * BILLION);
	assert_int_equal(event("cycles")->doubts, DOUBT_SIMULATED);
}

CASE(a_region_never_entered_fails)
{
	static const struct fake_block block[] = { { .pc = 0x8000,
						     .cycles = 10 } };

	play(block, 1);
	region("work");
	ask(NULL, "cycles");
	measure();
	assert_null(result);
	assert_string_equal(err.text,
			    "the region 'work' was never entered in 1 "
			    "instructions; a function that was inlined has no "
			    "entry of its own");
	/* Of several runs it says which. */
	options.repeats = 2;
	measure();
	assert_null(result);
	assert_int_equal(strncmp(err.text, "pass 1: the region 'work'", 25), 0);
}

CASE(bad_regions_are_refused)
{
	static const char *const bad[] = { "nowhere",      "work..nowhere",
					   "work..0x9000", "work+7",
					   "0xg",          "..work" };

	ask(NULL, "cycles");
	for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		region(bad[i]);
		measure();
		assert_null(result);
		assert_non_null(strstr(err.text, bad[i]));
	}
	assert_int_equal(story.opened, 0);
}

/* Registers that keep what is written to them, by their offsets. */
static uint32_t cell[0x1000 / 4];

static enum tally_status read_cell(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	(void)bus;
	assert_in_range(reg->addr, 0, sizeof cell - 4);
	*value = cell[reg->addr / 4];
	return TALLY_OK;
}

static enum tally_status write_cell(struct tally_bus *bus,
				    const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	assert_in_range(reg->addr, 0, sizeof cell - 4);
	cell[reg->addr / 4] = (uint32_t)value;
	return TALLY_OK;
}

/* Outside of windows nobody needs to look in, but for counters that only a
 * poll can read in time. */
CASE(who_needs_to_look_in_outside_of_windows)
{
	static const struct tally_bus_ops ops = { .read = read_cell,
						  .write = write_cell };
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 100 },
		{ .pc = 0x8004, .cycles = 30 },
	};
	struct tally_bus bus = { .ops = &ops };

	play(block, 3);
	region("work");
	ask(NULL, "cycles");
	measure_well();
	/* Before it, and behind it. */
	assert_int_equal(story.endless, 2);
	cell[0] = 0x41000080; /* the Cache ID */
	fake.bus = &bus;
	fake_target.facts.monitor[0] =
		(struct target_monitor){ "l220", TARGET_BY_MEMORY };
	ask_of("l220", NULL, "DRHIT");
	measure_well();
	assert_int_equal(result->region.entered, 1);
	assert_int_equal(story.endless, 2);
}

CASE(a_monitor_that_the_target_has_not)
{
	static const struct fake_block block[] = { { .pc = 0x8000,
						     .cycles = 10 } };

	play(block, 1);
	fake_target.facts.monitor[0].name = "l220";
	ask(NULL, "cycles");
	measure();
	assert_null(result);
	assert_string_equal(err.text, "fake:arithmetic has no arm1176");
	assert_int_equal(story.opened, 0);
}
