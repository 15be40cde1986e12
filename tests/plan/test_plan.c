/* SPDX-License-Identifier: MIT */
/*
 * The fewest passes, on cases worked out by hand.  test_plan_brute.c has the
 * rest.
 */
#include <stdio.h>

#include "plan_cases.h"
#include "test.h"

/* Seven different pairs, two counters: nothing can be shared. */
TEST(test_seven_modes)
{
	struct build b;
	struct plan *plan;

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
	/* Metrics of a mode's own events are free: still seven. */
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
TEST(test_four_counters)
{
	struct build b;

	arm11(&b);
	b.p.counters = 5;
	for (unsigned i = 0; i < b.p.events; i++)
		b.event[i].counters.word[0] = 0xf;
	b.event[b.p.anchor[0]].counters.word[0] = 0x10;
	seven_modes(&b);
	passes(&b, 3);
}

TEST(test_arm11_metrics)
{
	struct build b;
	struct plan *plan;

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

TEST(test_exclusions)
{
	struct build b;
	uint16_t all[] = { 0, 1, 2 }, conflict[3];

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

TEST(test_pairs)
{
	struct build b;
	struct plan *plan;

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

TEST(test_riders)
{
	struct build b;
	struct plan *plan;
	uint16_t instruction;

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
TEST(test_counter_specific)
{
	struct build b;
	struct plan *plan;
	uint16_t all[] = { 0, 1, 2 }, conflict[3];

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
TEST(test_shared_divisor)
{
	static char name[30][4];
	struct build b;

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
TEST(test_bounds)
{
	struct build b;

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
	/* Events that wants share three deep are still counted once. */
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

/* Makes a copy of a problem with its counters elsewhere. */
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

/* A counter's place changes nothing: across both words, too. */
TEST(test_high_counters)
{
	static const char *const name[] = { "a", "b", "c", "d",
					    "e", "f", "g", "h" };
	static struct build low, high;
	uint32_t seed = 12;

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
TEST(test_one_high_counter)
{
	struct build b;

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
TEST(test_many_wants)
{
	static struct build b;
	static char name[66][4];

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
TEST(test_many_exclusions)
{
	static struct build b;
	static struct plan_exclusion all[70 * 69 / 2];
	static char name[70][4];

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
TEST(test_alike_wants)
{
	static struct build b;
	static char name[26][4];
	struct plan *plan;

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

TEST(test_plan_line)
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
TEST(test_overlap)
{
	static struct build b;

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
TEST(test_covering_designs)
{
	static const struct {
		unsigned events, counters, passes;
	} want[] = { { 5, 3, 4 }, { 6, 3, 6 }, { 6, 4, 3 },  { 7, 3, 7 },
		     { 7, 4, 5 }, { 7, 5, 3 }, { 8, 3, 11 }, { 8, 4, 6 },
		     { 8, 5, 4 }, { 9, 3, 12 } };
	static const char *const name[] = { "a", "b", "c", "d", "e",
					    "f", "g", "h", "i" };
	static struct build b;

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
