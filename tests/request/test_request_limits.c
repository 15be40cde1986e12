/* SPDX-License-Identifier: MIT */
/*
 * More than can be planned, and requests for which there is no memory.
 */
#include <stdlib.h>

#include "failing_memory.h"
#include "request_fixture.h"
#include "test.h"

/* One event, so many times; the caller frees it. */
static char *repeated(unsigned count)
{
	char *list = calloc(count, 3);

	assert_non_null(list);
	for (unsigned i = 0; i < 3 * count - 1; i++)
		list[i] = "r7,"[i % 3];
	return list;
}

TEST(more_than_can_be_planned)
{
	for (unsigned count = PLAN_SETS_MAX; count <= PLAN_SETS_MAX + 1;
	     count++) {
		struct error err = { "" };
		char *list = repeated(count);
		struct request *r = made("arm1176", NULL, list, &err);

		if (count == PLAN_SETS_MAX)
			assert_non_null(r);
		else
			assert_null(r);
		assert_string_equal(err.text,
				    r ? ""
				      : "more than 65534 metrics and events "
					"were asked for; ask for less at once");
		request_free(r);
		free(list);
	}
}

/* Whichever allocation finds none, the request is refused for that, or for what
 * could not be looked up without it. */
TEST(without_memory)
{
	static const struct {
		const char *monitors, *metrics, *events;
	} row[] = {
		{ "arm1176", "cpi,br_exec / instr_exec",
		  "{icache_miss,dcache_miss},cycles" },
		{ "e500v1 mpc8540", "mpc8540:core_cycles", "e500v1:cycles" },
	};

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		unsigned nth = 0;
		bool failed = true;

		while (failed) {
			struct error err = { "" };
			struct request *r;

			memory_fails_at(++nth);
			r = made(row[i].monitors, row[i].metrics, row[i].events,
				 &err);
			failed = memory_failed();
			if (!r && (!failed || !err.text[0]))
				fail_msg("%u, allocation %u: %s", i, nth,
					 err.text);
			request_free(r);
		}
		assert_true(nth > 10);
	}
}
