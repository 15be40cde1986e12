/* SPDX-License-Identifier: MIT */
/*
 * The planner against brute force.  The oracle here shares nothing with it:
 * it tries every counter for every event, for every set of events, and then
 * looks for the fewest such sets that hold every want, one by one.
 */
#include "plan_build.h"
#include "test.h"

enum { SMALL = 7, SETS = 1 << SMALL, GROUPS_MAX = 24 };

static uint64_t seed;

static unsigned below(unsigned n)
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return (unsigned)((seed >> 20) % n);
}

struct oracle {
	const struct plan_problem *p;
	bool fits[SETS]; /* with the anchors */
	unsigned anchors;
	bool refuses;
	unsigned best;
	unsigned group[GROUPS_MAX]; /* sets that must share, split ones apart */
	unsigned groups;
};

/* Events from `event` on, those in `set`: is there a way to place them? */
static bool placeable(const struct plan_problem *p, unsigned set,
		      unsigned event, unsigned taken)
{
	const struct plan_event *e = &p->event[event];

	if (!(set >> event))
		return true;
	if (!(set >> event & 1))
		return placeable(p, set, event + 1, taken);
	for (unsigned c = 0; c < p->counters; c++) {
		unsigned use = 1u << c;

		if (e->pair)
			use |= 1u << (c + 1);
		if (e->pair && (c % 2 || c + 1u >= p->counters))
			continue;
		if ((use & ~(unsigned)e->counters.word[0]) || (use & taken))
			continue;
		if (placeable(p, set, event + 1, taken | use))
			return true;
	}
	return false;
}

static bool countable(const struct plan_problem *p, unsigned set)
{
	for (unsigned i = 0; i < p->exclusions; i++)
		if ((set >> p->exclusion[i].a & 1) &&
		    (set >> p->exclusion[i].b & 1))
			return false;
	return placeable(p, set, 0, 0);
}

static void consider_want(struct oracle *o, const struct plan_want *w)
{
	unsigned set = 0;

	for (unsigned i = 0; i < w->events; i++) {
		set |= 1u << w->event[i];
		o->refuses = o->refuses || !o->fits[1u << w->event[i]];
	}
	if (o->fits[set]) {
		o->group[o->groups++] = set;
		return;
	}
	o->refuses = o->refuses || w->must_share;
	for (unsigned i = 0; i < w->events; i++)
		o->group[o->groups++] = 1u << w->event[i];
}

/* Can the groups from `next` on be met with `passes` more sets? */
static bool coverable(const struct oracle *o, unsigned met, unsigned passes)
{
	unsigned next = 0;

	while (next < o->groups && (met >> next & 1))
		next++;
	if (next == o->groups)
		return true;
	if (!passes)
		return false;
	for (unsigned set = 0; set < 1u << o->p->events; set++) {
		unsigned now = met;

		if (!o->fits[set] || (o->group[next] & ~set))
			continue;
		for (unsigned i = next; i < o->groups; i++)
			if (!(o->group[i] & ~set))
				now |= 1u << i;
		if (coverable(o, now, passes - 1))
			return true;
	}
	return false;
}

static void ask(struct oracle *o, const struct plan_problem *p)
{
	memset(o, 0, sizeof(*o));
	o->p = p;
	for (unsigned i = 0; i < p->anchors; i++)
		o->anchors |= 1u << p->anchor[i];
	for (unsigned set = 0; set < 1u << p->events; set++)
		o->fits[set] = countable(p, set | o->anchors);
	o->refuses = !o->fits[0];
	for (unsigned i = 0; i < p->wants; i++)
		consider_want(o, &p->want[i]);
	if (o->refuses)
		return;
	o->best = p->wants > 0;
	while (!coverable(o, 0, o->best))
		o->best++;
}

/* No rider is missing where it would have fitted. */
static void check_riders(const struct oracle *o, const struct plan *plan)
{
	for (unsigned k = 0; k < plan->passes; k++) {
		unsigned set = 0;

		for (unsigned i = 0; i < plan->pass[k].assigns; i++)
			set |= 1u << plan->pass[k].assign[i].event;
		for (unsigned i = 0; i < o->p->riders; i++)
			if (!(set >> o->p->rider[i] & 1))
				assert_false(
					o->fits[set | 1u << o->p->rider[i]]);
	}
}

/* The oracle is asked `small`, which is the same with at most 32 counters. */
static void compare(const struct plan_problem *p,
		    const struct plan_problem *small)
{
	struct error err = { "" };
	struct plan_problem hasty = *p;
	struct plan *plan = plan_make(p, &err);
	struct oracle o;

	ask(&o, small);
	if (o.refuses || (p->max_passes && o.best > p->max_passes)) {
		assert_null(plan);
		assert_true(err.text[0] && !strchr(err.text, '\n'));
		return;
	}
	if (!plan) {
		fail_msg("refused: %s", err.text);
		return;
	}
	build_check(p, plan);
	check_riders(&o, plan);
	assert_int_equal(plan->passes, o.best);
	assert_int_equal(plan->at_least, o.best);
	for (unsigned i = 0; i < p->wants; i++) {
		unsigned set = 0;

		for (unsigned k = 0; k < p->want[i].events; k++)
			set |= 1u << p->want[i].event[k];
		assert_int_equal(plan->want_pass[i] == PLAN_SPLIT,
				 !o.fits[set]);
	}
	plan_free(plan);
	/* Almost no search: the bounds must still be bounds. */
	hasty.effort = 1;
	hasty.max_passes = 0;
	plan = plan_make(&hasty, &err);
	assert_non_null(plan);
	build_check(&hasty, plan);
	assert_true(plan->at_least <= o.best && o.best <= plan->passes);
	plan_free(plan);
}

static void compare_conflict(const struct plan_problem *p,
			     const struct plan_problem *small, unsigned among)
{
	uint16_t event[SMALL], conflict[SMALL];
	unsigned events = 0, least = 0, found, set = 0, anchors = 0;

	for (unsigned i = 0; i < p->anchors; i++)
		anchors |= 1u << p->anchor[i];
	for (uint16_t i = 0; i < p->events; i++)
		if (among >> i & 1)
			event[events++] = i;
	for (unsigned s = 1; s < 1u << p->events; s++) {
		unsigned size = (unsigned)__builtin_popcount(s);

		if (!(s & ~among) && !countable(small, s | anchors) &&
		    (!least || size < least))
			least = size;
	}
	found = plan_conflict(p, event, (uint16_t)events, conflict);
	assert_int_equal(found, least);
	for (unsigned i = 0; i < found; i++) {
		assert_true(among >> conflict[i] & 1);
		assert_false(set >> conflict[i] & 1);
		set |= 1u << conflict[i];
	}
	if (found)
		assert_false(countable(small, set | anchors));
}

static const char *const name[] = { "a", "b", "c", "d", "e", "f", "g" };

static void put_want(struct build *b, unsigned set)
{
	struct plan_want *w = &b->want[b->p.wants];

	*w = (struct plan_want){ .name = "w", .event = b->member[b->p.wants] };
	for (uint16_t e = 0; e < b->p.events; e++)
		if (set >> e & 1)
			b->member[b->p.wants][w->events++] = e;
	b->p.wants++;
}

/* Families of sets of four events, none within another. */
static unsigned antichains(unsigned (*family)[6], unsigned *size)
{
	unsigned count = 0;

	for (unsigned f = 1; f < 1u << 15; f++) {
		unsigned sets = 0;
		bool good = true;

		for (unsigned s = 1; s < 16 && good; s++) {
			if (!(f >> (s - 1) & 1))
				continue;
			for (unsigned t = 1; t < 16; t++)
				if (t != s && (f >> (t - 1) & 1) && !(s & ~t))
					good = false;
			if (good)
				family[count][sets++] = s;
		}
		if (good)
			size[count++] = sets;
	}
	return count;
}

/*
 * All of them: up to four events, each on any of the eight sets of three
 * counters, with every family of wants.  (Wants within others add nothing
 * here; the random cases have them.)  Twice: without and with an anchor.
 */
TEST(test_all_small)
{
	static unsigned family[170][6], size[170];
	unsigned families = antichains(family, size);
	unsigned cases = 0;

	assert_int_equal(families, 166);
	for (unsigned m = 0; m < 1u << 12; m++) {
		unsigned mask[4] = { m & 7, m >> 3 & 7, m >> 6 & 7, m >> 9 };
		struct build b;

		/* The order of events does not matter: sorted ones only. */
		if (mask[0] > mask[1] || mask[1] > mask[2] || mask[2] > mask[3])
			continue;
		build_start(&b, 3);
		for (unsigned i = 0; i < 4; i++)
			build_event(&b, name[i], mask[i]);
		for (unsigned s = 1; s < 16; s++)
			compare_conflict(&b.p, &b.p, s);
		for (unsigned f = 0; f < families; f++) {
			b.p.wants = 0;
			for (unsigned i = 0; i < size[f]; i++)
				put_want(&b, family[f][i]);
			b.p.anchors = 0;
			compare(&b.p, &b.p);
			b.anchor[b.p.anchors++] = (uint16_t)(m % 4);
			compare(&b.p, &b.p);
			cases += 2;
		}
	}
	assert_int_equal(cases, 330 * 166 * 2);
}

static void random_problem(struct build *b, unsigned most_events)
{
	unsigned counters = 1 + below(6);
	unsigned events = 1 + below(most_events);
	unsigned wants = below(7);

	build_start(b, counters);
	for (unsigned i = 0; i < events; i++) {
		unsigned all = (1u << counters) - 1;
		unsigned kind = below(8);
		uint16_t e = build_event(b, name[i],
					 kind < 4 ? all : below(all + 1));

		b->event[e].pair = kind % 4 == 3 && below(2);
	}
	for (unsigned i = 0; i < wants; i++) {
		put_want(b, below(1u << events) & below(1u << events));
		b->want[i].must_share = below(8) == 0;
	}
	while (below(3) == 0 && events > 1) {
		uint16_t x = (uint16_t)below(events);

		build_exclude(b, x, (uint16_t)((x + 1) % events));
	}
	while (below(4) == 0 && b->p.anchors < 3)
		b->anchor[b->p.anchors++] = (uint16_t)below(events);
	while (below(2) == 0 && b->p.riders < 3)
		b->rider[b->p.riders++] = (uint16_t)below(events);
	b->p.max_passes = (uint16_t)(below(4) ? 0 : 1 + below(4));
}

TEST(test_random_small)
{
	seed = UINT64_C(0x243F6A8885A308D3);
	for (unsigned i = 0; i < 20000; i++) {
		struct build b;

		random_problem(&b, i < 15000 ? 5 : SMALL);
		compare(&b.p, &b.p);
		compare_conflict(&b.p, &b.p, below(1u << b.p.events));
	}
}

/*
 * Makes a copy of a problem with its counters in both words of a set, each pair
 * of them in one: a counter of the one word that no event has may have the
 * place of one that several have in the other.
 */
static void spread(struct build *to, const struct build *b)
{
	static const uint8_t place[] = { 0, 1, 64, 65, 2, 3 };

	*to = *b;
	to->p.event = to->event;
	to->p.want = to->want;
	to->p.exclusion = to->exclusion;
	to->p.anchor = to->anchor;
	to->p.rider = to->rider;
	to->p.counters = 68;
	for (unsigned i = 0; i < to->p.wants; i++)
		to->want[i].event = to->member[i];
	for (unsigned i = 0; i < to->p.events; i++) {
		to->event[i].counters = (struct plan_counters){ { 0 } };
		for (unsigned c = 0; c < b->p.counters; c++)
			if (build_can(&b->event[i], c))
				to->event[i].counters.word[place[c] / 64] |=
					UINT64_C(1) << place[c] % 64;
	}
}

TEST(test_random_above_64_counters)
{
	seed = UINT64_C(0xA4093822299F31D0);
	for (unsigned i = 0; i < 5000; i++) {
		static struct build b, far;

		random_problem(&b, i < 4000 ? 5 : SMALL);
		spread(&far, &b);
		compare(&far.p, &b.p);
		compare_conflict(&far.p, &b.p, below(1u << b.p.events));
	}
}

/* Sixty events and thirty wants, too big for the oracle. */
static void random_big(struct build *b, unsigned counters)
{
	uint64_t all = (UINT64_C(1) << counters) - 1;

	build_start(b, counters);
	for (unsigned i = 0; i < 60; i++) {
		uint16_t e = build_event(b, "e", all);

		if (below(3) == 0)
			b->event[e].counters.word[0] = 1 + below((unsigned)all);
		else if (below(10) == 0)
			b->event[e].pair = true;
	}
	for (unsigned i = 0; i < 30; i++) {
		struct plan_want *w = &b->want[i];
		unsigned size = 1 + below(counters < 4 ? counters + 1 : 5);
		bool has[60] = { false };

		*w = (struct plan_want){ .name = "w", .event = b->member[i] };
		while (w->events < size) {
			uint16_t e =
				(uint16_t)(below(3) ? below(60) : below(4));

			if (!has[e])
				b->member[i][w->events++] = e;
			has[e] = true;
		}
	}
	b->p.wants = 30;
	while (b->p.exclusions < 5) {
		uint16_t x = (uint16_t)below(59);

		build_exclude(b, x, (uint16_t)(x + 1));
	}
	b->rider[b->p.riders++] = (uint16_t)below(60);
}

static void same_plan(const struct plan *a, const struct plan *b,
		      unsigned wants)
{
	assert_int_equal(a->passes, b->passes);
	assert_int_equal(a->at_least, b->at_least);
	assert_int_equal(a->nodes, b->nodes);
	for (unsigned i = 0; i < wants; i++)
		assert_int_equal(a->want_pass[i], b->want_pass[i]);
	for (unsigned k = 0; k < a->passes; k++) {
		const struct plan_pass *x = &a->pass[k], *y = &b->pass[k];

		assert_int_equal(x->assigns, y->assigns);
		for (unsigned i = 0; i < x->assigns; i++) {
			assert_int_equal(x->assign[i].event,
					 y->assign[i].event);
			assert_int_equal(x->assign[i].counter,
					 y->assign[i].counter);
		}
	}
}

TEST(test_random_big)
{
	static const unsigned counters[] = { 2, 4, 6, 9, 12 };
	unsigned optimal = 0, planned = 0;

	seed = UINT64_C(0x13198A2E03707344);
	for (unsigned i = 0; i < 150; i++) {
		struct error err = { "" };
		struct build b;
		struct plan *plan, *again;

		random_big(&b, counters[i % 5]);
		b.p.effort = i % 3 ? 2000 : 0;
		plan = plan_make(&b.p, &err);
		if (!plan)
			continue; /* a pair with no place */
		planned++;
		build_check(&b.p, plan);
		optimal += plan->at_least == plan->passes;
		assert_true(!b.p.effort || plan->nodes <= b.p.effort);
		again = plan_make(&b.p, &err);
		assert_non_null(again);
		same_plan(plan, again, b.p.wants);
		plan_free(plan);
		plan_free(again);
	}
	assert_true(planned > 100);
	assert_true(optimal * 2 > planned);
}

/* The limits of the types: 1024 single events, 128 counters. */
TEST(test_largest)
{
	static struct plan_event event[PLAN_EVENTS_MAX];
	static struct plan_want want[PLAN_EVENTS_MAX];
	static uint16_t member[PLAN_EVENTS_MAX], conflict[PLAN_EVENTS_MAX];
	struct plan_problem p = { .event = event,
				  .events = PLAN_EVENTS_MAX,
				  .counters = PLAN_COUNTERS_MAX,
				  .want = want,
				  .wants = PLAN_EVENTS_MAX };
	struct error err = { "" };
	struct plan *plan;

	for (unsigned i = 0; i < PLAN_EVENTS_MAX; i++) {
		event[i].name = "e";
		event[i].counters.word[0] = ~UINT64_C(0);
		event[i].counters.word[1] = i % 2 ? ~UINT64_C(0) : 0;
		member[i] = (uint16_t)i;
		want[i] = (struct plan_want){ "w", &member[i], 1, false };
	}
	plan = plan_make(&p, &err);
	assert_non_null(plan);
	build_check(&p, plan);
	assert_int_equal(plan->passes, 8); /* 1024 / 128 */
	assert_int_equal(plan->at_least, 8);
	plan_free(plan);
	/* 65 events that only the lower 64 counters can count. */
	assert_int_equal(plan_conflict(&p, member, PLAN_EVENTS_MAX, conflict),
			 65);
	p.counters = 1;
	plan = plan_make(&p, &err);
	assert_non_null(plan);
	assert_int_equal(plan->passes, 1024);
	assert_int_equal(plan->at_least, 1024);
	plan_free(plan);
}
