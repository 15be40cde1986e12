/* SPDX-License-Identifier: MIT */
/* Programs that write the monitor while it counts for somebody else. */
#include <stdio.h>
#include <string.h>

#include "run_fixture.h"
#include "test.h"

static void spoiled_by(const char *where, uint64_t count)
{
	measure_well();
	assert_false(result->trusted);
	assert_int_equal(result->monitor[0].writes, count);
	assert_string_equal(result->monitor[0].where, where);
	assert_true(event("br_exec")->doubts & DOUBT_UNTRUSTED);
	assert_string_equal(event("br_exec")->why, "the program wrote PMNC");
	assert_true(result->metric[0].reading.doubts & DOUBT_UNTRUSTED);
	assert_non_null(strstr(result->verdict.why,
			       "the program itself wrote PMNC at"));
	assert_non_null(strstr(result->verdict.why, where));
}

/* A reset of the counters leaves nothing behind but less of them. */
CASE(a_program_that_writes_the_monitor_spoils_it)
{
	enum { RESET = 0x00706007 };
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 100, .writes_control = RESET },
		{ .pc = 0x8004, .cycles = 100, .writes_control = RESET },
		{ .pc = 0x8008, .cycles = 100 },
	};

	ask("cpi", "br_exec,icache_miss");
	play(block, 3);
	spoiled_by("0x8000", 2);
}

/* Nor is a monitor left alone of which nothing is modelled. */
CASE(what_counts_nothing_is_watched)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 100, .writes_control = 0x00700000 },
		{ .pc = 0x8004, .cycles = 100 },
	};

	memset(fake.every, 0, sizeof fake.every);
	fake.no_cycles = true;
	fake.blind = 1000;
	ask(NULL, "br_exec");
	play(block, 2);
	measure_well();
	assert_int_equal(event("br_exec")->doubts,
			 DOUBT_SIMULATED | DOUBT_NOT_MODELLED);
	assert_int_equal(event("cycles")->doubts,
			 DOUBT_SIMULATED | DOUBT_NOT_MODELLED);
	assert_int_equal(result->region.entered, 1);
	assert_int_equal(result->monitor[0].writes, 1);
	assert_string_equal(result->monitor[0].where, "0x8000");
}

/* The counts that a window starts with were loaded long before. */
CASE(so_do_writes_before_a_window)
{
	static const struct fake_block between[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 100 },
		{ .pc = 0x8004, .cycles = 10, .writes_control = 0x00700000 },
		{ .pc = 0x9000, .lr = 0x8008, .cycles = 100 },
		{ .pc = 0x8008, .cycles = 10 },
	};
	static const struct fake_block before[] = {
		{ .pc = 0x8000, .cycles = 10, .writes_control = 0x00700000 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 100 },
		{ .pc = 0x8004, .cycles = 10 },
	};

	ask("cpi", "br_exec");
	region("work");
	play(between, 5);
	spoiled_by("0x8004", 1);
	play(before, 3);
	spoiled_by("0x8000", 1);
}

CASE(writes_after_the_last_window_spoil_nothing)
{
	static const struct fake_block after[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 100 },
		{ .pc = 0x8004, .cycles = 10, .writes_control = 0x00700000 },
		{ .pc = 0x8008, .cycles = 10 },
	};

	ask("cpi", "br_exec");
	region("work");
	play(after, 4);
	measure_well();
	assert_true(result->trusted);
	assert_int_equal(result->monitor[0].writes, 0);
	assert_int_equal(event("br_exec")->doubts, DOUBT_SIMULATED);
}

/* The target stands, and says so whenever it is asked. */
static bool wait_anyway(struct target_run *run, bool block,
			struct target_stop *end)
{
	if (fake_windows.wait(run, block, end))
		return true;
	*end = (struct target_stop){ .reason = TARGET_STOP_HALTED,
				     .text = "it stands" };
	return true;
}

/* A monitor that does not answer any more, because of the program. */
CASE(who_made_it_silent)
{
	static const enum tally_status answer[] = { TALLY_E_NOREG,
						    TALLY_E_BUS };
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 100 },
		{ .pc = 0x8004, .cycles = 100, .writes_control = 0x00700000 },
		{ .pc = 0x8008, .cycles = 100 },
	};
	struct target_control control = *fake_target.control;
	char text[200];

	play(block, 3);
	ask(NULL, "cycles");
	control.wait = wait_anyway;
	fake_target.control = &control;
	for (unsigned i = 0; i < 2; i++) {
		fake.deaf_when_written = answer[i];
		snprintf(text, sizeof text,
			 "reading the counters: %s; the program itself wrote "
			 "PMNC at 0x8004",
			 tally_status_text(answer[i]));
		measure_fails(text);
	}
	fake_target.control = NULL;
}
