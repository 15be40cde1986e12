/* SPDX-License-Identifier: MIT */
/*
 * How a measurement goes on and ends: what is told of it, how it fails, and
 * that the target is left as it was found.
 */
#include <stdio.h>
#include <string.h>

#include "run_fixture.h"
#include "test.h"

CASE(bad_ends_fail_with_their_text)
{
	static const enum target_stop_reason end[] = { TARGET_STOP_FAULT,
						       TARGET_STOP_GIVEN_UP };

	play(plain, 1);
	fake.text = "a load from 0xdeadbeef";
	ask("cpi", NULL);
	for (unsigned i = 0; i < 2; i++) {
		fake.end = end[i];
		measure();
		assert_null(result);
		assert_non_null(strstr(err.text, fake.text));
	}
	/* Whatever the program did, the monitor was put back. */
	assert_int_equal(story.restored, 2);
}

CASE(the_target_is_left_as_found)
{
	play(plain, 1);
	fake.control = 0x12345068;
	fake.control &= 0x0ffff878;
	fake.counter[0] = 0xfffffff0;
	fake.counter[1] = 17;
	fake.counter[2] = 42;
	ask(NULL, "br_exec,icache_miss,dcache_miss,instr_exec");
	measure_well();
	assert_int_equal(event("cycles")->count, 1000000);
	assert_int_equal(story.restored, story.opened);
}

CASE(a_busy_monitor_is_left_alone)
{
	play(plain, 1);
	fake.control = 1;
	ask("cpi", NULL);
	measure();
	assert_null(result);
	assert_true(strlen(err.text) > 0);
	assert_int_equal(story.restored, 1);
}

CASE(a_missing_program_fails)
{
	fake.refuse_open = true;
	ask("cpi", NULL);
	measure();
	assert_null(result);
	assert_non_null(strstr(err.text, "prog.elf"));
}

/* The target is lost in its first use, in its second ... until it is not. */
CASE(death_at_any_moment)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 6 * BILLION },
		{ .pc = 0x8004, .cycles = 10 },
	};
	bool opening = false, first = false, second = false;

	play(block, 3);
	region("work");
	options.truth = true;
	options.repeats = 2;
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	for (unsigned at = 1;; at++) {
		memset(&story, 0, sizeof story);
		fake.die_at = at;
		measure();
		assert_int_equal(story.opened, story.closed);
		if (result)
			break;
		assert_true(strlen(err.text) > 0);
		opening = opening || strstr(err.text, "opening the monitor");
		first |= strncmp(err.text, "pass 1: ", 8) == 0;
		second |= strncmp(err.text, "pass 2: ", 8) == 0;
		assert_null(strstr(err.text, "pass 3"));
		assert_in_range(at, 1, 1000);
	}
	assert_true(opening && first && second);
	assert_in_range(fake.die_at, 50, 1000);
}

CASE(one_board_out_of_its_sandbox_is_told_of)
{
	play(plain, 1);
	ask(NULL, "br_exec");
	measure_well();
	assert_null(result->target.unguarded);
	fake.unguarded = "it rains";
	measure_well();
	assert_string_equal(result->target.unguarded, "it rains");
}

CASE(ctrl_c_puts_everything_back)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 90 * BILLION },
	};

	play(block, 1);
	fake.control = 0x00512008;
	fake.counter[1] = 99;
	fake.stop = &stop;
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	for (unsigned after = 1; after < 8; after++) {
		memset(&story, 0, sizeof story);
		stop = false;
		fake.stop_after = after;
		measure();
		assert_null(result);
		assert_non_null(strstr(err.text, "interrupted"));
		assert_int_equal(story.opened, story.closed);
		assert_int_equal(story.restored, story.opened);
	}
}

static struct run_done done[3];
static unsigned told;

static bool on_progress(void *ctx, const struct run_done *so_far)
{
	(void)ctx;
	if (!so_far)
		return true;
	assert_in_range(told, 0, 2);
	done[told++] = *so_far;
	return true;
}

/* Each run waits until it was told of. */
static bool not_told_of(void)
{
	/* Of the 8 million instructions that a run has, if that is known. */
	static const uint64_t reached[] = { 5999999, 6000000, 9000000 };

	if (told >= story.opened)
		return false;
	fake.reached = reached[told];
	return true;
}

/* How long a run is, the first one shows; then it is a share of all. */
CASE(progress_is_told)
{
	static const struct fake_block block[] = { { .pc = 0x8000,
						     .cycles = 80000000 } };

	play(block, 1);
	fake.every[INSTRUCTIONS] = 10;
	fake.hold = not_told_of;
	told = 0;
	options.jobs = 1;
	options.repeats = 3;
	sink.go_on = on_progress;
	ask(NULL, "cycles");
	measure_well();
	assert_int_equal(told, 3);
	assert_true(done[0].share < 0);
	assert_int_equal(done[0].instructions, 5999999);
	assert_about(done[1].share, 1.75 / 3);
	assert_about(done[2].share, 1);
}
