/* SPDX-License-Identifier: MIT */
/*
 * A measurement when memory runs out, at each of its allocations in turn: it
 * says so, no run of the target stays open, and nothing is lost, which the
 * sanitizers see.
 */
#include <string.h>

#include "failing_memory.h"
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

int main(void)
{
	const struct CMUnitTest tests[] = { TEST(measured_or_said_so) };

	return cmocka_run_group_tests_name("run_memory", tests, NULL, NULL);
}
