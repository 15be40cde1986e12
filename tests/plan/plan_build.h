/* SPDX-License-Identifier: MIT */
#ifndef TESTS_PLAN_BUILD_H
#define TESTS_PLAN_BUILD_H

#include <stdint.h>
#include <string.h>

#include "plan/plan.h"
#include "test.h"

/*
 * Planning problems written down briefly, for tests, and the check that a plan
 * keeps every promise that can be checked without knowing the best one.
 */
enum { BUILD_MAX = 128, BUILD_WANT_MAX = 96 };

struct build {
	struct plan_problem p;
	struct plan_event event[BUILD_MAX];
	struct plan_want want[BUILD_MAX];
	struct plan_exclusion exclusion[BUILD_MAX];
	uint16_t member[BUILD_MAX][BUILD_WANT_MAX];
	uint16_t anchor[BUILD_MAX];
	uint16_t rider[BUILD_MAX];
};

static inline void build_start(struct build *b, unsigned counters)
{
	memset(b, 0, sizeof(*b));
	b->p.event = b->event;
	b->p.want = b->want;
	b->p.exclusion = b->exclusion;
	b->p.anchor = b->anchor;
	b->p.rider = b->rider;
	b->p.counters = (uint16_t)counters;
}

/* `counters`: bit i for counter i. */
static inline uint16_t build_event(struct build *b, const char *name,
				   uint64_t counters)
{
	struct plan_event *e = &b->event[b->p.events];

	assert_true(b->p.events < BUILD_MAX);
	e->name = name;
	e->counters.word[0] = counters;
	return b->p.events++;
}

static inline uint16_t build_find(const struct build *b, const char *name,
				  size_t length)
{
	for (uint16_t i = 0; i < b->p.events; i++)
		if (strlen(b->event[i].name) == length &&
		    !memcmp(b->event[i].name, name, length))
			return i;
	fail_msg("no event '%.*s'", (int)length, name);
	return 0;
}

/* `events`: names, blank-separated. */
static inline struct plan_want *build_want(struct build *b, const char *name,
					   const char *events)
{
	struct plan_want *w = &b->want[b->p.wants];
	uint16_t *member = b->member[b->p.wants];

	assert_true(b->p.wants < BUILD_MAX);
	*w = (struct plan_want){ .name = name, .event = member };
	while (*events) {
		size_t length = strcspn(events, " ");

		member[w->events++] = build_find(b, events, length);
		events += length + strspn(events + length, " ");
	}
	b->p.wants++;
	return w;
}

static inline void build_exclude(struct build *b, uint16_t x, uint16_t y)
{
	b->exclusion[b->p.exclusions].a = x;
	b->exclusion[b->p.exclusions].b = y;
	b->p.exclusions++;
}

static inline bool build_can(const struct plan_event *e, unsigned c)
{
	return e->counters.word[c / 64] >> (c % 64) & 1;
}

static inline bool build_holds(const struct plan_pass *pass, uint16_t event)
{
	for (unsigned i = 0; i < pass->assigns; i++)
		if (pass->assign[i].event == event)
			return true;
	return false;
}

static inline bool build_asked(const struct plan_problem *p, uint16_t event)
{
	for (unsigned i = 0; i < p->wants; i++)
		for (unsigned k = 0; k < p->want[i].events; k++)
			if (p->want[i].event[k] == event)
				return true;
	for (unsigned i = 0; i < p->anchors; i++)
		if (p->anchor[i] == event)
			return true;
	for (unsigned i = 0; i < p->riders; i++)
		if (p->rider[i] == event)
			return true;
	return false;
}

/* Every event on a counter that can count it, no counter twice. */
static inline void build_check_pass(const struct plan_problem *p,
				    const struct plan_pass *pass)
{
	bool taken[PLAN_COUNTERS_MAX + 1] = { false };
	bool seen[PLAN_EVENTS_MAX] = { false };

	for (unsigned i = 0; i < pass->assigns; i++) {
		uint16_t event = pass->assign[i].event;
		uint16_t c = pass->assign[i].counter;
		const struct plan_event *e = &p->event[event];

		assert_true(event < p->events && c < p->counters);
		assert_true(i == 0 || c > pass->assign[i - 1].counter);
		assert_true(build_can(e, c));
		assert_true(build_asked(p, event));
		assert_false(taken[c] || seen[event]);
		taken[c] = seen[event] = true;
		if (e->pair) {
			assert_true(c % 2 == 0 && c + 1 < p->counters);
			assert_true(build_can(e, c + 1u));
			assert_false(taken[c + 1]);
			taken[c + 1] = true;
		}
	}
	for (unsigned i = 0; i < p->exclusions; i++)
		assert_false(build_holds(pass, p->exclusion[i].a) &&
			     build_holds(pass, p->exclusion[i].b));
	for (unsigned i = 0; i < p->anchors; i++)
		assert_true(build_holds(pass, p->anchor[i]));
}

static inline void build_check_want(const struct plan *plan,
				    const struct plan_want *want, uint16_t at)
{
	assert_true(at == PLAN_SPLIT || at < plan->passes);
	assert_false(at == PLAN_SPLIT && want->must_share);
	for (unsigned k = 0; k < want->events; k++) {
		bool found = false;

		for (unsigned i = 0; i < plan->passes; i++)
			if (at == PLAN_SPLIT || at == i)
				found = found || build_holds(&plan->pass[i],
							     want->event[k]);
		assert_true(found);
	}
}

static inline void build_check(const struct plan_problem *p,
			       const struct plan *plan)
{
	assert_true(plan->at_least <= plan->passes);
	assert_true(p->wants == 0 || plan->at_least > 0);
	assert_true(!p->max_passes || plan->passes <= p->max_passes);
	for (unsigned i = 0; i < plan->passes; i++)
		build_check_pass(p, &plan->pass[i]);
	for (unsigned i = 0; i < p->wants; i++)
		build_check_want(plan, &p->want[i], plan->want_pass[i]);
}

#endif
