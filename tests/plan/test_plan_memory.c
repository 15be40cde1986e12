/* SPDX-License-Identifier: MIT */
/*
 * The planner when memory runs out, at each of its allocations in turn: it
 * refuses and says why, or does with less and its plan is still one.  What it
 * had is free again, which the sanitizers see.
 */
#include "failing_memory.h"
#include "plan_build.h"
#include "test.h"

/* Wants that share events, chains, exclusions, an anchor and a rider; the one
 * of five events has to be split. */
static void make(struct build *b)
{
	static const char *const name[] = { "a", "b", "c", "d", "e", "f" };

	build_start(b, 4);
	for (unsigned i = 0; i < 6; i++)
		build_event(b, name[i], i < 4 ? 0xF : 0x3);
	b->event[5].pair = true;
	b->anchor[b->p.anchors++] = build_event(b, "cycles", 0xF);
	b->rider[b->p.riders++] = 0;
	build_want(b, "ab", "a b");
	build_want(b, "bc", "b c");
	build_want(b, "cd", "c d e");
	build_want(b, "split", "a b c d e");
	build_want(b, "chain", "f");
	build_exclude(b, 0, 4);
}

TEST(plans_or_says_so)
{
	static struct build b;
	unsigned nth = 0, refused = 0;
	bool failed = true;

	make(&b);
	while (failed) {
		struct error err = { "" };
		struct plan *plan;

		memory_fails_at(++nth);
		plan = plan_make(&b.p, &err);
		failed = memory_failed();
		if (plan) {
			build_check(&b.p, plan);
			assert_string_equal(err.text, "");
			plan_free(plan);
		} else {
			assert_string_equal(err.text, "out of memory");
			refused++;
		}
	}
	/* The list of those used, and the plan itself, are among them. */
	assert_true(refused > 2 && refused < nth);
}

/* None is found, or one that is a conflict. */
TEST(conflict_or_none)
{
	static struct build b;
	uint16_t all[] = { 1, 2, 3, 4, 0 };
	bool failed = true;

	make(&b);
	for (unsigned nth = 1; failed; nth++) {
		uint16_t conflict[5];
		unsigned found;

		memory_fails_at(nth);
		found = plan_conflict(&b.p, all, 5, conflict);
		failed = memory_failed();
		if (failed) {
			/* b, c, d and cycles take every counter. */
			assert_true(found == 0 || found == 2 || found == 4);
			continue;
		}
		assert_int_equal(found, 2); /* a and e */
	}
}
