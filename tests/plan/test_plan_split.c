/* SPDX-License-Identifier: MIT */
/*
 * Wants that fit in no pass: how they are split.
 */
#include <stdio.h>

#include "plan_cases.h"
#include "test.h"

/* A metric of five events on two counters: 2 + 2 + 1, pairs kept together. */
TEST(test_split)
{
	struct build b;
	struct plan *plan;

	arm11(&b);
	build_want(&b, "single", "bcu_request");
	build_want(&b, "big",
		   "icache_miss fetch_stall data_stall dtlb_miss "
		   "cycles itlb_miss");
	plan = make(&b);
	assert_int_equal(plan->passes, 3);
	assert_int_equal(plan->at_least, 3);
	assert_int_equal(plan->want_pass[0], 0);
	assert_int_equal(plan->want_pass[1], PLAN_SPLIT);
	/* The single one shares with the odd one. */
	assert_true(
		build_holds(&plan->pass[0], build_find(&b, "itlb_miss", 9)));
	assert_true(
		build_holds(&plan->pass[1], build_find(&b, "icache_miss", 11)));
	assert_true(
		build_holds(&plan->pass[1], build_find(&b, "fetch_stall", 11)));
	plan_free(plan);
}

/*
 * 31 events that only two of the four counters count take 16 passes, and the
 * plan says that fewer cannot do: any two events could share a pass, and there
 * would be room for all in eight, so it is seen from the two counters alone.
 */
TEST(test_confined)
{
	static char name[32][4];
	struct build b;

	build_start(&b, 4);
	for (unsigned i = 0; i < 32; i++) {
		snprintf(name[i], sizeof(name[i]), "e%u", i);
		build_event(&b, name[i], i < 31 ? 0x3 : 0xf);
		build_want(&b, name[i], name[i]);
	}
	passes(&b, 16);
}

/* How many passes have events of the first `count`? */
static unsigned spread(const struct plan *plan, unsigned count)
{
	unsigned found = 0;

	for (unsigned i = 0; i < plan->passes; i++) {
		bool here = false;

		for (unsigned e = 0; e < count; e++)
			here |= build_holds(&plan->pass[i], (uint16_t)e);
		found += here;
	}
	return found;
}

/* Its events stay together as far as they can, whichever want it is. */
TEST(test_split_stays_together)
{
	static const char *const name[] = { "a", "b", "c", "d", "e", "f" };

	for (unsigned place = 0; place < 3; place++) {
		struct build b;
		struct plan *plan;

		build_start(&b, 2);
		for (unsigned i = 0; i < 6; i++)
			build_event(&b, name[i], 3);
		for (unsigned i = 0, single = 4; i < 3; i++) {
			if (i == place) {
				build_want(&b, "split", "a b c d");
				continue;
			}
			build_want(&b, name[single], name[single]);
			single++;
		}
		plan = make(&b);
		assert_int_equal(plan->passes, 3);
		assert_int_equal(spread(plan, 4), 2);
		plan_free(plan);
	}
}

/*
 * a, c and e fill a pass, and g is beside f anyway: two passes have events of
 * the split want, which comes first, and three are enough for all seven events.
 */
TEST(test_first_split_stays_together)
{
	static const char *const name[] = { "a", "c", "e", "g", "b", "d", "f" };
	struct build b;
	struct plan *plan;

	build_start(&b, 3);
	for (unsigned i = 0; i < 7; i++)
		build_event(&b, name[i], 7);
	build_want(&b, "split", "a c e g");
	build_want(&b, "two", "b d");
	build_want(&b, "both", "f g");
	plan = make(&b);
	assert_int_equal(plan->passes, 3);
	assert_int_equal(spread(plan, 4), 2);
	plan_free(plan);
}
