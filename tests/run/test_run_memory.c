/* SPDX-License-Identifier: MIT */
/*
 * A measurement and the doctor when memory runs out, at each of their
 * allocations in turn: it is said, no run of the target stays open, and nothing
 * is lost, which the sanitizers see.
 */
#include <string.h>

#include "failing_memory.h"
#include "fake_kernel.h"
#include "run/doctor/doctor.h"
#include "run/system.h"
#include "run_fixture.h"
#include "test.h"

/* Of a program that enters its region once, for 100 cycles. */
static const struct fake_block block[] = {
	{ .pc = 0x8000, .cycles = 10 },
	{ .pc = 0x9000, .lr = 0x8004, .cycles = 100 },
	{ .pc = 0x8004, .cycles = 10 },
};

/* How often it failed, until nothing did. */
static unsigned measured_or_said_so(void)
{
	unsigned nth = 0;
	bool failed = true;

	while (failed) {
		memset(&err, 0, sizeof err);
		memory_fails_at(++nth);
		measure();
		failed = memory_failed();
		assert_int_equal(story.opened, story.closed);
		if (failed && !result)
			assert_non_null(strstr(err.text, "memory"));
		else
			assert_non_null(result);
	}
	return nth;
}

CASE(a_region)
{
	play(block, 3);
	region("work");
	options.repeats = 2;
	ask("cpi", "br_exec,icache_miss,cycles");
	assert_true(measured_or_said_so() > 20);
	assert_int_equal(event("cycles")->count, 100);
}

CASE(several_regions)
{
	static const char *const text[] = { "work", NULL };

	play(block, 3);
	fake_target.control = &fake_windows;
	fake_target.registers = &fake_instances;
	fake_target.facts.instances = FAKE_INSTANCES;
	options.parts.text = text;
	ask("cpi", "br_exec,icache_miss,cycles");
	assert_true(measured_or_said_so() > 30);
	assert_int_equal(result->part[0].region.entered, 1);
}

static bool go_until(struct target_run *run, uint64_t cycle, struct error *why)
{
	const struct target_control *of = run->target->control;

	return of->go(run, cycle - of->progress(run), why);
}

CASE(windows_over_time)
{
	struct target_control control = fake_windows;

	play(block, 3);
	control.go_until = go_until;
	fake_target.control = &control;
	region("work");
	options.interval = 1;
	ask(NULL, "cycles");
	assert_true(measured_or_said_so() > 30);
	/* The two stops at the region's edges are no looks. */
	assert_int_equal(result->series.intervals, 118);
	fake_target.control = NULL;
}

CASE(where_a_kernel_counts)
{
	kernel_reset();
	kernel.looks = 3;
	options.target = kernel_target;
	options.interval = 100;
	ask("cpi", "br_exec,icache_miss");
	kernel_story.endless = true;
	assert_true(measured_or_said_so() > 20);
	assert_int_equal(result->series.intervals, 3);
}

CASE(what_fits_a_kernel)
{
	struct tally_limits limits = { .counters = 7 };

	kernel_reset();
	options.target = kernel_target;
	ask(NULL, "br_exec");
	for (unsigned nth = 1; nth < 3; nth++) {
		memory_fails_at(nth);
		assert_int_equal(system_fit(&options, request, &limits, &err),
				 SYSTEM_REFUSED);
		assert_true(memory_failed());
		assert_string_equal(err.text, "out of memory");
	}
	memory_fails_at(3);
	assert_int_equal(system_fit(&options, request, &limits, &err),
			 SYSTEM_FIT);
	assert_false(memory_failed());
}

/* The doctor needs memory for two things. */
CASE(examined_or_said_so)
{
	struct doctor d = { .monitor = catalog_monitor("arm1176", &err),
			    .cycles = 10000 };

	play(plain, 1);
	d.run = target_open(&fake_target, 0, &err);
	for (unsigned nth = 1; nth < 3; nth++) {
		memset(&err, 0, sizeof err);
		memory_fails_at(nth);
		assert_false(doctor_examine(&d, &err));
		assert_true(memory_failed());
		assert_string_equal(err.text, "out of memory");
		assert_int_equal(d.findings, 0);
	}
	memory_fails_at(3);
	assert_true(doctor_examine(&d, &err));
	assert_false(memory_failed());
	assert_true(d.healthy);
	target_end(d.run);
}
