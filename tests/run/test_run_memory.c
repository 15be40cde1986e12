/* SPDX-License-Identifier: MIT */
/*
 * A measurement and the doctor when memory runs out, at each of their
 * allocations in turn: it is said, no run of the target stays open, and nothing
 * is lost, which the sanitizers see.
 */
#include <string.h>

#include "failing_memory.h"
#include "run/doctor/doctor.h"
#include "run_fixture.h"

static void measured_or_said_so(void **state)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 100 },
		{ .pc = 0x8004, .cycles = 10 },
	};
	unsigned nth = 0;
	bool failed = true;

	(void)state;
	play(block, 3);
	region("work");
	options.repeats = 2;
	ask("cpi", "br_exec,icache_miss,cycles");
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
	assert_true(nth > 20);
	assert_int_equal(event("cycles")->count, 100);
}

/* The doctor needs memory for two things. */
static void examined_or_said_so(void **state)
{
	struct doctor d = { .monitor = catalog_monitor("arm1176", &err),
			    .cycles = 10000 };

	(void)state;
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

int main(void)
{
	const struct CMUnitTest tests[] = { TEST(measured_or_said_so),
					    TEST(examined_or_said_so) };

	return cmocka_run_group_tests_name("run_memory", tests, NULL, NULL);
}
