/* SPDX-License-Identifier: MIT */
/*
 * The planner refuses each of these problems, in these words.
 */
#include <stdio.h>

#include "plan_cases.h"
#include "test.h"

TEST(test_must_share)
{
	struct build b;
	uint16_t all[] = { 0, 1, 5, 3 }, conflict[4];

	arm11(&b);
	build_want(&b, "{icache_miss,dcache_miss,data_stall}",
		   "icache_miss dcache_miss data_stall cycles")
		->must_share = true;
	refused(&b,
		"{icache_miss,dcache_miss,data_stall} must share a pass, but "
		"icache_miss, data_stall and dcache_miss need 3 counters, but "
		"only 2 (pmn0, pmn1) can count them; take one of them out, or "
		"let them be counted in several passes");
	b.p.counter_name = NULL;
	refused(&b,
		"{icache_miss,dcache_miss,data_stall} must share a pass, but "
		"icache_miss, data_stall and dcache_miss need 3 counters, but "
		"only 2 (0, 1) can count them; take one of them out, or "
		"let them be counted in several passes");
	assert_int_equal(plan_conflict(&b.p, all, 4, conflict), 3);
	assert_int_equal(plan_conflict(&b.p, all, 2, conflict), 0);
	/* Two of them with cycles are fine. */
	b.want[0].events = 2;
	passes(&b, 1);
}

TEST(test_anchor_in_the_way)
{
	struct build b;
	uint16_t one = 0, conflict[1];

	build_start(&b, 2);
	build_event(&b, "x", 1);
	b.anchor[b.p.anchors++] = build_event(&b, "cycles", 1);
	build_want(&b, "x per cycle", "x cycles");
	refused(&b,
		"x per cycle: x and cycles need 2 counters, but only 1 (0) can "
		"count them (cycles is counted in every pass)");
	assert_int_equal(plan_conflict(&b.p, &one, 1, conflict), 1);
	/* The anchor gives way where it can. */
	b.event[1].counters.word[0] = 3;
	passes(&b, 1);
	/* Two anchors for one counter: nothing fits any more. */
	b.event[1].counters.word[0] = 1;
	b.anchor[b.p.anchors++] = build_event(&b, "instructions", 1);
	refused(&b, "what is counted in every pass: cycles and instructions "
		    "need 2 counters, but only 1 (0) can count them");
	assert_int_equal(plan_conflict(&b.p, &one, 1, conflict), 1);
}

TEST(test_no_counter)
{
	struct build b;

	build_start(&b, 2);
	build_event(&b, "x", 4); /* a counter this monitor does not have */
	build_want(&b, "x", "x");
	refused(&b, "x: no counter can count x; leave it out");
	b.event[0].counters.word[0] = 7;
	b.event[0].pair = true;
	passes(&b, 1);
	b.event[0].counters.word[0] = 6; /* 1 and 2: not an even one first */
	refused(&b, "x: x takes an even counter and the next one, and no such "
		    "two can count it; leave it out");
	/* Nobody wants it: nobody cares. */
	b.p.wants = 0;
	passes(&b, 0);
}

TEST(test_max_passes)
{
	struct build b;

	arm11(&b);
	seven_modes(&b);
	b.p.max_passes = 7;
	passes(&b, 7);
	b.p.max_passes = 6;
	refused(&b, "this needs 7 passes, but at most 6 are allowed; allow 7, "
		    "or ask for less");
}

/*
 * Of five events on two counters any three conflict, and two of them by
 * themselves: these are the smallest conflict, wherever they stand.  So are an
 * event and the pair of counters that it is in the way of.
 */
TEST(test_smallest_conflict)
{
	static const char *const name[] = { "a", "b", "c", "d", "e" };
	uint16_t all[] = { 0, 1, 2, 3, 4 }, conflict[5];
	struct build b;

	for (uint16_t first = 0; first < 4; first++) {
		build_start(&b, 2);
		for (unsigned i = 0; i < 5; i++)
			build_event(&b, name[i], 3);
		build_exclude(&b, first, (uint16_t)(first + 1));
		assert_int_equal(plan_conflict(&b.p, all, 5, conflict), 2);
		assert_int_equal(conflict[0], first);
		assert_int_equal(conflict[1], first + 1);
	}
	for (uint16_t pair = 0; pair < 5; pair++) {
		build_start(&b, 2);
		for (unsigned i = 0; i < 5; i++)
			build_event(&b, name[i], 3);
		b.event[pair].pair = true;
		assert_int_equal(plan_conflict(&b.p, all, 5, conflict), 2);
		assert_true(conflict[0] == pair || conflict[1] == pair);
	}
}

/* A refusal names the first of many, and counts the others. */
TEST(test_many_names)
{
	static struct build b;
	static char name[13][4];
	char all[64] = "";

	build_start(&b, 12);
	for (unsigned i = 0; i < 13; i++) {
		snprintf(name[i], sizeof(name[i]), "n%u", i);
		build_event(&b, name[i], 0xFFF);
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%s",
			 i ? " " : "", name[i]);
	}
	build_want(&b, "all", all)->must_share = true;
	refused(&b,
		"all must share a pass, but n0, n1, n2, n3, n4, n5, n6, n7, "
		"n8, n9, n10 and 2 more need 13 counters, but only 12 (0, 1, "
		"2, 3, 4, 5, 6, 7, 8, 9, 10, 11) can count them; take one of "
		"them out, or let them be counted in several passes");
}

/* Names that no message has room for: it is cut, and nothing else is. */
TEST(test_long_names)
{
	static struct build b;
	static char name[3][700];
	struct error err = { "" };
	char all[2200];

	build_start(&b, 2);
	for (unsigned i = 0; i < 3; i++) {
		memset(name[i], 'a' + (int)i, sizeof(name[i]) - 1);
		build_event(&b, name[i], 3);
	}
	snprintf(all, sizeof(all), "%s %s %s", name[0], name[1], name[2]);
	build_want(&b, "all", all)->must_share = true;
	assert_null(plan_make(&b.p, &err));
	assert_true(strstr(err.text, "all must share a pass, but aaaa") ==
		    err.text);
	assert_true(strlen(err.text) < sizeof(err.text));
}

/* One set more than can be packed: refused for that, and no empty plan. */
TEST(test_too_many_wants)
{
	static struct plan_want want[UINT16_MAX];
	static struct build b;
	const uint16_t first = 0;

	build_start(&b, 1);
	build_event(&b, "a", 1);
	for (unsigned i = 0; i < UINT16_MAX; i++)
		want[i] = (struct plan_want){ "w", &first, 1, false };
	b.p.want = want;
	b.p.wants = UINT16_MAX - 1;
	passes(&b, 1);
	b.p.wants = UINT16_MAX;
	refused(&b, "this makes 65535 sets of events, more than the 65534 that "
		    "can be planned at once; ask for less");
}

/* Each event of a split want is a set, too. */
TEST(test_too_many_split_wants)
{
	static struct plan_want want[PLAN_SETS_MAX / 2];
	static struct build b;
	const uint16_t all[] = { 0, 1, 2 };

	build_start(&b, 1);
	build_event(&b, "a", 1);
	build_event(&b, "b", 1);
	build_event(&b, "c", 1);
	for (unsigned i = 0; i < PLAN_SETS_MAX / 2; i++)
		want[i] = (struct plan_want){ "w", all, 2, false };
	b.p.want = want;
	b.p.wants = PLAN_SETS_MAX / 2;
	passes(&b, 2);
	want[0].events = 3;
	refused(&b, "this makes 65535 sets of events, more than the 65534 that "
		    "can be planned at once; ask for less");
}

TEST(test_bad_problems)
{
	struct build b;
	struct plan *plan;

	arm11(&b);
	build_want(&b, "w", "icache_miss");
	b.member[0][0] = 12;
	refused(&b, "w names event number 12, but the problem has only 12 "
		    "events; number them from 0");
	b.member[0][0] = 1;
	b.rider[b.p.riders++] = 99;
	refused(&b, "the list of riders names event number 99, but the problem "
		    "has only 12 events; number them from 0");
	b.p.riders = 0;
	b.p.counters = PLAN_COUNTERS_MAX + 1;
	refused(&b, "129 counters and 12 events are more than can be planned; "
		    "keep to 128 and 1024");
	b.p.counters = 3;
	/* A want without events (a constant) is met by any pass. */
	b.want[0].events = 0;
	plan = make(&b);
	assert_int_equal(plan->passes, 1);
	assert_int_equal(plan->want_pass[0], 0);
	plan_free(plan);
	plan_free(NULL);
}
