/* SPDX-License-Identifier: MIT */
/*
 * The planner's work on problems too large for brute force.  What it says
 * without a search is held to a bound and to a packing that know nothing of
 * its own; what the search takes is a ratchet: bounds that prune less, and
 * wants that it no longer knows as alike, take more of it.
 */
#include <stdio.h>

#include "plan_build.h"
#include "test.h"

enum { PROBLEMS = 600, COUNTERS_MAX = 8 };

/*
 * As measured, for all problems together.  Whoever makes the planner better
 * writes the better figure here; none may get worse.
 */
enum {
	GREEDY_PASSES = 2343, /* without a search, where no want is split */
	BOUND_PASSES = 2679,  /* what it says that all take at least */
	SEARCH_OPTIMAL = 599, /* with a search, so many are proven best */
	SEARCH_PASSES = 2743, /* of all problems */
	SEARCH_NODES = 12287,
};

static uint64_t seed;

static unsigned below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 20) % n);
}

static char name[BUILD_MAX][8];

static uint16_t event_on(struct build *b, uint64_t counters)
{
	unsigned e = b->p.events;

	snprintf(name[e], sizeof(name[e]), "%u", e);
	return build_event(b, name[e], counters);
}

/* All of the counters, or some. */
static uint64_t some_of(unsigned counters)
{
	uint64_t all = (UINT64_C(1) << counters) - 1;

	return below(2) ? all : 1 + below((unsigned)all);
}

/* Wants of a few kinds, each several times over, mixed; some share events. */
static void make(struct build *b)
{
	unsigned counters = 3 + below(COUNTERS_MAX - 3 + 1);
	unsigned kinds = 1 + below(3), shared = below(3);
	char common[16] = "";

	build_start(b, counters);
	for (unsigned i = 0; i < shared; i++) {
		strcat(common, " ");
		strcat(common, name[event_on(b, some_of(counters))]);
	}
	for (unsigned kind = 0; kind < kinds; kind++) {
		unsigned size = 1 + below(3), times = 2 + below(5);
		bool shares = below(2);
		uint64_t on[3];

		for (unsigned i = 0; i < size; i++)
			on[i] = some_of(counters);
		for (unsigned t = 0; t < times; t++) {
			char text[64] = "";

			for (unsigned i = 0; i < size; i++) {
				strcat(text, i ? " " : "");
				strcat(text, name[event_on(b, on[i])]);
			}
			strcat(text, shares ? common : "");
			build_want(b, "want", text);
		}
	}
	for (unsigned i = b->p.wants; i > 1; i--) {
		unsigned other = below(i);
		struct plan_want last = b->want[i - 1];

		b->want[i - 1] = b->want[other];
		b->want[other] = last;
	}
}

/* Does the set's k-th event, and what follows, find free counters? */
static bool placeable(const struct plan_problem *p, const uint16_t *set,
		      unsigned count, unsigned taken)
{
	if (!count)
		return true;
	for (unsigned c = 0; c < p->counters; c++)
		if (!(taken >> c & 1) &&
		    (p->event[*set].counters.word[0] >> c & 1) &&
		    placeable(p, set + 1, count - 1, taken | 1u << c))
			return true;
	return false;
}

/* A pass of the naive packing. */
struct bin {
	uint16_t event[COUNTERS_MAX];
	unsigned count;
};

static bool add(const struct plan_problem *p, struct bin *bin,
		const struct plan_want *w)
{
	struct bin more = *bin;

	for (unsigned i = 0; i < w->events; i++) {
		unsigned k = 0;

		while (k < more.count && more.event[k] != w->event[i])
			k++;
		if (k < more.count)
			continue;
		if (more.count == p->counters)
			return false;
		more.event[more.count++] = w->event[i];
	}
	if (!placeable(p, more.event, more.count, 0))
		return false;
	*bin = more;
	return true;
}

/* Every want into the first pass that takes it; 0: one has to be split. */
static unsigned first_fit(const struct plan_problem *p)
{
	static struct bin bin[BUILD_MAX];
	unsigned bins = 0;

	memset(bin, 0, sizeof(bin));
	for (unsigned i = 0; i < p->wants; i++) {
		unsigned k = 0;

		while (k < bins && !add(p, &bin[k], &p->want[i]))
			k++;
		if (k == bins && !add(p, &bin[bins++], &p->want[i]))
			return 0;
	}
	return bins;
}

/* Events that only a set of counters can count, by the size of that set. */
static unsigned room_bound(const struct plan_problem *p)
{
	bool asked[BUILD_MAX] = { false };
	unsigned best = 1;

	for (unsigned i = 0; i < p->wants; i++)
		for (unsigned k = 0; k < p->want[i].events; k++)
			asked[p->want[i].event[k]] = true;
	for (unsigned set = 1; set < 1u << p->counters; set++) {
		unsigned room = (unsigned)__builtin_popcount(set), events = 0;

		for (unsigned e = 0; e < p->events; e++)
			events += asked[e] &&
				  !(p->event[e].counters.word[0] & ~set);
		if ((events + room - 1) / room > best)
			best = (events + room - 1) / room;
	}
	return best;
}

static struct plan *plan_with(struct plan_problem *p, uint32_t effort)
{
	struct error err = { "" };
	struct plan *plan;

	p->effort = effort;
	plan = plan_make(p, &err);
	assert_non_null(plan);
	build_check(p, plan);
	return plan;
}

TEST(without_a_search)
{
	static struct build b;
	unsigned passes = 0, naive_passes = 0, bound = 0;

	seed = 0x5eed;
	for (unsigned i = 0; i < PROBLEMS; i++) {
		struct plan *plan;
		unsigned naive;

		make(&b);
		naive = first_fit(&b.p);
		plan = plan_with(&b.p, 1);
		assert_true(plan->at_least >= room_bound(&b.p));
		passes += naive ? plan->passes : 0;
		naive_passes += naive;
		bound += plan->at_least;
		plan_free(plan);
	}
	assert_true(passes <= naive_passes);
	assert_true(passes <= GREEDY_PASSES);
	assert_true(bound >= BOUND_PASSES);
}

TEST(search_is_short)
{
	static struct build b;
	unsigned optimal = 0, passes = 0;
	uint64_t nodes = 0;

	seed = 0x5eed;
	for (unsigned i = 0; i < PROBLEMS; i++) {
		struct plan *plan;

		make(&b);
		plan = plan_with(&b.p, 0);
		optimal += plan->passes == plan->at_least;
		passes += plan->passes;
		nodes += plan->nodes;
		plan_free(plan);
	}
	assert_true(optimal >= SEARCH_OPTIMAL);
	assert_true(passes <= SEARCH_PASSES);
	assert_true(nodes <= SEARCH_NODES);
}
