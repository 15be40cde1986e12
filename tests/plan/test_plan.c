/* SPDX-License-Identifier: MIT */
/*
 * The planner on cases worked out by hand.  test_plan_brute.c has the rest.
 */
#include <stdio.h>
#include <stdlib.h>

#include "plan_build.h"

static struct plan *make(struct build *b)
{
	struct error err = { "" };
	struct plan *plan = plan_make(&b->p, &err);

	if (!plan) {
		fail_msg("refused: %s", err.text);
		abort(); /* not reached; the analyser cannot know */
	}
	assert_string_equal(err.text, "");
	build_check(&b->p, plan);
	return plan;
}

static void refused(struct build *b, const char *text)
{
	struct error err = { "" };
	struct plan *plan = plan_make(&b->p, &err);

	assert_null(plan);
	assert_string_equal(err.text, text);
}

static void passes(struct build *b, unsigned count)
{
	struct plan *plan = make(b);

	assert_int_equal(plan->passes, count);
	assert_int_equal(plan->at_least, count);
	plan_free(plan);
}

/* Two counters for anything and a cycle counter, as ARM11 and PXA250 have. */
static const char *const arm11_counter[] = { "pmn0", "pmn1", "ccnt" };

static void arm11(struct build *b)
{
	static const char *const name[] = {
		"instruction",   "icache_miss", "fetch_stall", "data_stall",
		"dcache_access", "dcache_miss", "dcache_wb",   "itlb_miss",
		"dtlb_miss",     "bcu_stall",   "bcu_request",
	};

	build_start(b, 3);
	b->p.counter_name = arm11_counter;
	for (unsigned i = 0; i < sizeof(name) / sizeof(name[0]); i++)
		build_event(b, name[i], 3);
	b->anchor[b->p.anchors++] = build_event(b, "cycles", 4);
}

/* The seven pairs of events that [80200 12.7] goes through. */
static void seven_modes(struct build *b)
{
	build_want(b, "icache efficiency", "instruction icache_miss");
	build_want(b, "dcache efficiency", "dcache_access dcache_miss");
	build_want(b, "fetch latency", "fetch_stall icache_miss");
	build_want(b, "bus requests", "bcu_stall bcu_request");
	build_want(b, "stalls", "data_stall dcache_wb");
	build_want(b, "itlb efficiency", "instruction itlb_miss");
	build_want(b, "dtlb efficiency", "dcache_access dtlb_miss");
}

/* Seven different pairs, two counters: nothing can be shared. */
static void test_seven_modes(void **state)
{
	struct build b;
	struct plan *plan;

	(void)state;
	arm11(&b);
	seven_modes(&b);
	plan = make(&b);
	assert_int_equal(plan->passes, 7);
	assert_int_equal(plan->at_least, 7);
	for (unsigned i = 0; i < 7; i++) {
		assert_int_equal(plan->want_pass[i], i);
		assert_int_equal(plan->pass[i].assigns, 3);
	}
	plan_free(plan);
	/* What a mode measures anyway is free: still seven. */
	build_want(&b, "cpi", "cycles instruction");
	build_want(&b, "misses", "dcache_miss");
	passes(&b, 7);
}

/*
 * With four counters: instruction is in two modes, so are icache_miss and
 * dcache_access.  Eleven events on four counters take three passes at least,
 * and three do: the three I-side modes are four events {instruction,
 * icache_miss, itlb_miss, fetch_stall}, the two D-side ones three, and the
 * other two modes two each.  {4} {3} {2 + 2}.
 */
static void test_four_counters(void **state)
{
	struct build b;

	(void)state;
	arm11(&b);
	b.p.counters = 5;
	for (unsigned i = 0; i < b.p.events; i++)
		b.event[i].counters.word[0] = 0xf;
	b.event[b.p.anchor[0]].counters.word[0] = 0x10;
	seven_modes(&b);
	passes(&b, 3);
}

static void test_arm11_metrics(void **state)
{
	struct build b;
	struct plan *plan;

	(void)state;
	arm11(&b);
	/* cpi leaves a counter for a single event; two singles share. */
	build_want(&b, "cpi", "cycles instruction");
	build_want(&b, "a", "icache_miss");
	build_want(&b, "b", "data_stall");
	build_want(&b, "c", "dtlb_miss");
	passes(&b, 2);
	/* Only anchors are wanted: one pass all the same. */
	arm11(&b);
	build_want(&b, "cycles", "cycles");
	plan = make(&b);
	assert_int_equal(plan->passes, 1);
	assert_int_equal(plan->at_least, 1);
	assert_int_equal(plan->want_pass[0], 0);
	assert_int_equal(plan->pass[0].assigns, 1);
	assert_int_equal(plan->pass[0].assign[0].counter, 2);
	plan_free(plan);
	/* Nothing is wanted: nothing is done. */
	arm11(&b);
	passes(&b, 0);
}

static void test_must_share(void **state)
{
	struct build b;
	uint16_t all[] = { 0, 1, 5, 3 }, conflict[4];

	(void)state;
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

static void test_anchor_in_the_way(void **state)
{
	struct build b;
	uint16_t one = 0, conflict[1];

	(void)state;
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

static void test_no_counter(void **state)
{
	struct build b;

	(void)state;
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

/* A metric of five events on two counters: 2 + 2 + 1, pairs kept together. */
static void test_split(void **state)
{
	struct build b;
	struct plan *plan;

	(void)state;
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

static void test_max_passes(void **state)
{
	struct build b;

	(void)state;
	arm11(&b);
	seven_modes(&b);
	b.p.max_passes = 7;
	passes(&b, 7);
	b.p.max_passes = 6;
	refused(&b, "this needs 7 passes, but at most 6 are allowed; allow 7, "
		    "or ask for less");
}

static void test_exclusions(void **state)
{
	struct build b;
	uint16_t all[] = { 0, 1, 2 }, conflict[3];

	(void)state;
	build_start(&b, 4);
	build_event(&b, "a", 15);
	build_event(&b, "b", 15);
	build_event(&b, "c", 15);
	build_exclude(&b, 2, 0);
	build_want(&b, "a", "a");
	build_want(&b, "b", "b");
	build_want(&b, "c", "c");
	passes(&b, 2);
	assert_int_equal(plan_conflict(&b.p, all, 3, conflict), 2);
	assert_int_equal(conflict[0], 0);
	assert_int_equal(conflict[1], 2);
	build_want(&b, "{a,b,c}", "a b c")->must_share = true;
	refused(&b, "{a,b,c} must share a pass, but a and c exclude each "
		    "other; take one of them out, or let them be counted in "
		    "several passes");
	/* All three exclude each other: a pass each, whatever the counters. */
	b.p.wants = 3;
	build_exclude(&b, 0, 1);
	build_exclude(&b, 1, 2);
	b.p.effort = 1; /* no search: a lower bound must see it */
	passes(&b, 3);
	b.exclusion[0].b = 2;
	refused(&b, "c excludes itself; an exclusion is between two events");
}

/*
 * Of five events on two counters any three conflict, and two of them by
 * themselves: these are the smallest conflict, wherever they stand.  So are an
 * event and the pair of counters that it is in the way of.
 */
static void test_smallest_conflict(void **state)
{
	static const char *const name[] = { "a", "b", "c", "d", "e" };
	uint16_t all[] = { 0, 1, 2, 3, 4 }, conflict[5];
	struct build b;

	(void)state;
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

static void test_pairs(void **state)
{
	struct build b;
	struct plan *plan;

	(void)state;
	build_start(&b, 4);
	for (unsigned i = 0; i < 3; i++) {
		static const char *const name[] = { "p", "q", "r" };

		b.event[build_event(&b, name[i], 15)].pair = true;
	}
	build_want(&b, "p", "p");
	build_want(&b, "q", "q");
	build_want(&b, "r", "r");
	passes(&b, 2); /* two pairs in a pass */
	/* A single event that must have counter 1 pushes p to 2 and 3. */
	b.p.wants = 1;
	build_event(&b, "s", 2);
	build_want(&b, "s", "s");
	plan = make(&b);
	assert_int_equal(plan->passes, 1);
	assert_int_equal(plan->pass[0].assign[1].counter, 2);
	assert_int_equal(plan->pass[0].assign[1].event, 0);
	plan_free(plan);
	/* s on 1, t on 2: four counters, two free, but no two in a pair. */
	build_event(&b, "t", 4);
	build_want(&b, "{p,s,t}", "p s t")->must_share = true;
	refused(&b, "{p,s,t} must share a pass, but p, s and t find no places "
		    "together: an event that takes two counters takes an even "
		    "one and the next; take one of them out, or let them be "
		    "counted in several passes");
	b.p.wants = 2;
	build_want(&b, "t", "t");
	passes(&b, 2);
}

static void test_riders(void **state)
{
	struct build b;
	struct plan *plan;
	uint16_t instruction;

	(void)state;
	arm11(&b);
	instruction = build_find(&b, "instruction", 11);
	b.rider[b.p.riders++] = instruction;
	build_want(&b, "full", "icache_miss dcache_miss");
	build_want(&b, "half", "data_stall");
	plan = make(&b);
	assert_int_equal(plan->passes, 2);
	assert_false(build_holds(&plan->pass[0], instruction));
	assert_true(build_holds(&plan->pass[1], instruction));
	plan_free(plan);
	/* A rider that nothing can count stays out; it is no failure. */
	b.event[instruction].counters.word[0] = 0;
	passes(&b, 2);
}

/* Events bound to counters: x and y can trade places only one way. */
static void test_counter_specific(void **state)
{
	struct build b;
	struct plan *plan;
	uint16_t all[] = { 0, 1, 2 }, conflict[3];

	(void)state;
	build_start(&b, 3);
	build_event(&b, "any", 7);
	build_event(&b, "low", 3);
	build_event(&b, "zero", 1);
	build_want(&b, "all", "any low zero");
	plan = make(&b);
	assert_int_equal(plan->passes, 1);
	assert_int_equal(plan->pass[0].assign[0].event, 2);
	assert_int_equal(plan->pass[0].assign[1].event, 1);
	assert_int_equal(plan->pass[0].assign[2].event, 0);
	plan_free(plan);
	/* Three events on counters 0 and 1 alone: one after the other. */
	b.event[0].counters.word[0] = 1;
	b.want[0].must_share = true;
	assert_int_equal(plan_conflict(&b.p, all, 3, conflict), 2);
	assert_int_equal(conflict[0], 0);
	assert_int_equal(conflict[1], 2);
	refused(&b, "all must share a pass, but any and zero need 2 counters, "
		    "but only 1 (0) can count them; take one of them out, or "
		    "let them be counted in several passes");
	b.want[0].must_share = false;
	passes(&b, 2);
}

/*
 * Ratios of something to instructions, on four counters: three fit in a pass,
 * so thirty take ten, although 31 events would fit in eight.
 */
static void test_shared_divisor(void **state)
{
	static char name[30][4];
	struct build b;

	(void)state;
	build_start(&b, 4);
	build_event(&b, "n", 15);
	for (unsigned i = 0; i < 30; i++) {
		uint16_t *member = b.member[i];

		name[i][0] = 'x';
		name[i][1] = (char)('a' + i % 26);
		name[i][2] = (char)('a' + i / 26);
		member[0] = build_event(&b, name[i], 15);
		member[1] = 0;
		b.want[i] = (struct plan_want){ name[i], member, 2, false };
	}
	b.p.wants = 30;
	b.p.effort = 1;
	passes(&b, 10);
}

/* The bounds by themselves, with next to no search. */
static void test_bounds(void **state)
{
	struct build b;

	(void)state;
	/* The anchor takes one of three counters: three events, two passes. */
	build_start(&b, 3);
	b.p.effort = 1;
	b.anchor[b.p.anchors++] = build_event(&b, "cycles", 7);
	build_event(&b, "a", 7);
	build_event(&b, "b", 7);
	build_event(&b, "c", 7);
	build_want(&b, "a", "a");
	build_want(&b, "b", "b");
	build_want(&b, "c", "c");
	passes(&b, 2);
	/* What is shared three deep is still counted once. */
	build_start(&b, 5);
	b.p.effort = 1;
	build_event(&b, "e", 31);
	build_event(&b, "f", 31);
	build_event(&b, "g", 31);
	build_event(&b, "x", 31);
	build_event(&b, "y", 31);
	build_want(&b, "x", "e f g x");
	build_want(&b, "y", "e f g y");
	passes(&b, 1);
	/* Three events that only counter 0 can count, among others. */
	build_start(&b, 4);
	b.p.effort = 1;
	for (unsigned i = 0; i < 8; i++) {
		static const char *const name[] = { "a", "b", "c", "d",
						    "e", "f", "g", "h" };

		build_event(&b, name[i], i < 3 ? 1 : 15);
		build_want(&b, name[i], name[i]);
	}
	passes(&b, 3);
	/* Each of two chains takes one of the odd counters, x takes one, too.
	 */
	build_start(&b, 4);
	b.p.effort = 1;
	b.event[build_event(&b, "p", 15)].pair = true;
	b.event[build_event(&b, "q", 15)].pair = true;
	build_event(&b, "x", 2);
	build_want(&b, "p", "p");
	build_want(&b, "q", "q");
	build_want(&b, "x", "x");
	passes(&b, 2);
}

/* The same problem with its counters elsewhere. */
static void move(struct build *b, const struct build *from, unsigned by)
{
	*b = *from;
	b->p.counters = (uint16_t)(from->p.counters + by);
	b->p.event = b->event;
	b->p.want = b->want;
	for (unsigned i = 0; i < b->p.wants; i++)
		b->want[i].event = b->member[i];
	for (unsigned i = 0; i < b->p.events; i++) {
		uint64_t word = from->event[i].counters.word[0];

		b->event[i].counters.word[0] = by < 64 ? word << by : 0;
		b->event[i].counters.word[1] =
			by < 64 ? word >> (64 - by) : word << (by - 64);
	}
}

static uint32_t random_below(uint32_t *state, uint32_t most)
{
	*state = *state * 1664525u + 1013904223u;
	return (*state >> 16) % most;
}

/* Where a counter has its bit changes nothing: across both words, too. */
static void test_high_counters(void **state)
{
	static const char *const name[] = { "a", "b", "c", "d",
					    "e", "f", "g", "h" };
	static struct build low, high;
	uint32_t seed = 12;

	(void)state;
	for (unsigned round = 0; round < 200; round++) {
		uint16_t all[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
		uint16_t one[8], two[8];
		struct plan *p, *q;

		build_start(&low, 4);
		for (unsigned i = 0; i < 8; i++)
			build_event(&low, name[i], 1 + random_below(&seed, 15));
		for (unsigned i = 0; i < 6; i++) {
			char pair[] = "a h";

			pair[0] = name[random_below(&seed, 4)][0];
			pair[2] = name[4 + random_below(&seed, 4)][0];
			build_want(&low, "pair", pair);
		}
		move(&high, &low, 60 + random_below(&seed, 8));
		p = make(&low);
		q = make(&high);
		assert_int_equal(p->passes, q->passes);
		assert_int_equal(p->at_least, q->at_least);
		plan_free(p);
		plan_free(q);
		assert_int_equal(plan_conflict(&low.p, all, 8, one),
				 plan_conflict(&high.p, all, 8, two));
		assert_memory_equal(one, two, sizeof(one[0]));
	}
}

/* Both on counter 64 alone, whatever the next event can be on. */
static void test_one_high_counter(void **state)
{
	struct build b;

	(void)state;
	build_start(&b, 66);
	build_event(&b, "a", 0);
	build_event(&b, "b", 0);
	build_event(&b, "c", ~UINT64_C(0));
	b.event[0].counters.word[1] = b.event[1].counters.word[1] = 1;
	build_want(&b, "a", "a");
	build_want(&b, "b", "b");
	build_want(&b, "c", "c");
	passes(&b, 2);
}

/* More wants than a word has bits. */
static void test_many_wants(void **state)
{
	static struct build b;
	static char name[66][4];

	(void)state;
	build_start(&b, 2);
	for (unsigned i = 0; i < 66; i++) {
		snprintf(name[i], sizeof(name[i]), "%u", i);
		build_event(&b, name[i], 3);
		build_want(&b, name[i], name[i]);
	}
	passes(&b, 33);
}

/* So many wants of which no two can share: a pass each, seen without a search.
 * There are counters enough, so only their exclusions tell. */
static void test_many_exclusions(void **state)
{
	static struct build b;
	static struct plan_exclusion all[70 * 69 / 2];
	static char name[70][4];

	(void)state;
	build_start(&b, 4);
	b.p.effort = 1;
	b.p.exclusion = all;
	for (uint16_t i = 0; i < 70; i++) {
		snprintf(name[i], sizeof(name[i]), "%u", i);
		build_event(&b, name[i], 15);
		build_want(&b, name[i], name[i]);
		for (uint16_t k = 0; k < i; k++)
			all[b.p.exclusions++] = (struct plan_exclusion){ i, k };
	}
	passes(&b, 70);
}

/*
 * Thirteen pairs of events, five counters: two pairs fit a pass and three do
 * not, so it takes seven.  There is room for all 26 events in six, so that only
 * the search can tell; it has to see that seven of the pairs are alike, and the
 * other six.
 */
static void test_alike_wants(void **state)
{
	static struct build b;
	static char name[26][4];
	struct plan *plan;

	(void)state;
	build_start(&b, 5);
	for (unsigned i = 0; i < 26; i++) {
		snprintf(name[i], sizeof(name[i]), "%c", 'a' + (int)i);
		build_event(&b, name[i], i < 14 ? 0x1F : 0x0F);
	}
	for (unsigned i = 0; i < 26; i += 2) {
		const char pair[] = { name[i][0], ' ', name[i + 1][0], 0 };

		build_want(&b, name[i], pair);
	}
	plan = make(&b);
	assert_int_equal(plan->passes, 7);
	assert_int_equal(plan->at_least, 7);
	assert_in_range(plan->nodes, 1, 1000);
	plan_free(plan);
}

/* A refusal names the first of many, and counts the others. */
static void test_many_names(void **state)
{
	static struct build b;
	static char name[13][4];
	char all[64] = "";

	(void)state;
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
static void test_long_names(void **state)
{
	static struct build b;
	static char name[3][700];
	struct error err = { "" };
	char all[2200];

	(void)state;
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

/*
 * 31 events that only two of the four counters count take 16 passes, and the
 * plan says that fewer cannot do: any two events could share a pass, and there
 * would be room for all in eight, so it is seen from the two counters alone.
 */
static void test_confined(void **state)
{
	static char name[32][4];
	struct build b;

	(void)state;
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
static void test_split_stays_together(void **state)
{
	static const char *const name[] = { "a", "b", "c", "d", "e", "f" };

	(void)state;
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
static void test_first_split_stays_together(void **state)
{
	static const char *const name[] = { "a", "c", "e", "g", "b", "d", "f" };
	struct build b;
	struct plan *plan;

	(void)state;
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

static void test_plan_line(void **state)
{
	static const struct {
		uint16_t passes, at_least;
		const char *line;
	} want[] = {
		{ 1, 1, "1 pass (optimal)" },
		{ 3, 3, "3 passes (optimal)" },
		{ 3, 2, "3 passes, at least 2" },
	};
	char text[64];

	(void)state;
	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct plan plan = { .passes = want[i].passes,
				     .at_least = want[i].at_least };

		memset(text, 'x', sizeof(text));
		assert_ptr_equal(plan_line(text, sizeof(text), &plan), text);
		assert_string_equal(text, want[i].line);
	}
}

/*
 * {a, b, e, f} and {b, c, d, e} hold all of these, but only if a want goes
 * where most of it is already: filling one pass after the other takes three.
 */
static void test_overlap(void **state)
{
	static struct build b;

	(void)state;
	build_start(&b, 4);
	b.p.effort = 1;
	build_event(&b, "a", 15);
	build_event(&b, "b", 15);
	build_event(&b, "c", 9);
	build_event(&b, "d", 15);
	build_event(&b, "e", 15);
	build_event(&b, "f", 7);
	build_want(&b, "1", "a e f");
	build_want(&b, "2", "b e c");
	build_want(&b, "3", "d b");
	build_want(&b, "4", "e");
	build_want(&b, "5", "d e");
	build_want(&b, "6", "b a");
	passes(&b, 2);
}

/*
 * Every two of so many events in some pass: the covering designs C(v, k, 2),
 * whose sizes are known.  The projective plane of order 2 is the one of 7 and
 * 3, the affine plane of order 3 the one of 9 and 3.  Only the search finds
 * these packings.
 */
static void test_covering_designs(void **state)
{
	static const struct {
		unsigned events, counters, passes;
	} want[] = { { 5, 3, 4 }, { 6, 3, 6 }, { 6, 4, 3 },  { 7, 3, 7 },
		     { 7, 4, 5 }, { 7, 5, 3 }, { 8, 3, 11 }, { 8, 4, 6 },
		     { 8, 5, 4 }, { 9, 3, 12 } };
	static const char *const name[] = { "a", "b", "c", "d", "e",
					    "f", "g", "h", "i" };
	static struct build b;

	(void)state;
	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		build_start(&b, want[i].counters);
		for (unsigned k = 0; k < want[i].events; k++)
			build_event(&b, name[k], (1u << want[i].counters) - 1);
		for (unsigned k = 0; k < want[i].events; k++) {
			for (unsigned l = 0; l < k; l++) {
				const char two[] = { name[k][0], ' ',
						     name[l][0], 0 };

				build_want(&b, "two", two);
			}
		}
		passes(&b, want[i].passes);
	}
}

/* One set more than can be packed: refused for that, and no empty plan. */
static void test_too_many_wants(void **state)
{
	static struct plan_want want[UINT16_MAX];
	static struct build b;
	const uint16_t first = 0;

	(void)state;
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
static void test_too_many_split_wants(void **state)
{
	static struct plan_want want[PLAN_SETS_MAX / 2];
	static struct build b;
	const uint16_t all[] = { 0, 1, 2 };

	(void)state;
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

static void test_bad_problems(void **state)
{
	struct build b;
	struct plan *plan;

	(void)state;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_seven_modes),
		cmocka_unit_test(test_four_counters),
		cmocka_unit_test(test_arm11_metrics),
		cmocka_unit_test(test_must_share),
		cmocka_unit_test(test_anchor_in_the_way),
		cmocka_unit_test(test_no_counter),
		cmocka_unit_test(test_split),
		cmocka_unit_test(test_max_passes),
		cmocka_unit_test(test_exclusions),
		cmocka_unit_test(test_smallest_conflict),
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_riders),
		cmocka_unit_test(test_counter_specific),
		cmocka_unit_test(test_shared_divisor),
		cmocka_unit_test(test_bounds),
		cmocka_unit_test(test_high_counters),
		cmocka_unit_test(test_one_high_counter),
		cmocka_unit_test(test_many_wants),
		cmocka_unit_test(test_many_exclusions),
		cmocka_unit_test(test_alike_wants),
		cmocka_unit_test(test_many_names),
		cmocka_unit_test(test_long_names),
		cmocka_unit_test(test_confined),
		cmocka_unit_test(test_split_stays_together),
		cmocka_unit_test(test_first_split_stays_together),
		cmocka_unit_test(test_plan_line),
		cmocka_unit_test(test_overlap),
		cmocka_unit_test(test_covering_designs),
		cmocka_unit_test(test_too_many_wants),
		cmocka_unit_test(test_too_many_split_wants),
		cmocka_unit_test(test_bad_problems),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
