/* SPDX-License-Identifier: MIT */
/*
 * Every core of pmuv3/cores.def and armv7/cores.def: its codes ascend, no name
 * is there twice, all of its events can be planned, and it has each metric of
 * another core whose events it has, unless it has its own of that name.
 */
#include <string.h>
#include <time.h>

#include "metric/formula.h"
#include "request/request.h"
#include "test.h"

#ifndef __has_feature
#define __has_feature(it) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||           \
	__has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define MOST_MS 200 /* of what watches it, not of the planner */
#else
#define MOST_MS 10
#endif

/* Slots per cycle are a core's own: top-down does not follow from events. */
static bool is_of_slots(const struct catalog_metric *x)
{
	return strstr(x->formula, " * cycles)") != NULL;
}

static void each_core(void (*look)(const struct catalog_monitor *m))
{
	static const char *const words[] = {
#define LISTED(word, part, ...) #word,
#include <tally/monitors/pmuv3/cores.def>
#define LISTED(word, part, counters, trait) #word,
#include <tally/monitors/armv7/cores.def>
	};
	struct error err = { "" };

	assert_true(sizeof words / sizeof words[0] >= 46);
	for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
		char name[32];
		const struct catalog_monitor *m;

		snprintf(name, sizeof name, "%s", words[i]);
		for (char *at = name; *at; at++)
			*at = *at == '_' ? '-' : *at;
		m = catalog_monitor(name, &err);
		if (!m)
			fail_msg("%s", err.text);
		look(m);
	}
}

static void look_at_events(const struct catalog_monitor *m)
{
	/* Row 0 are the cycles of the cycle counter, which no code selects. */
	for (unsigned i = 2; i < m->events; i++)
		if (m->event[i].code <= m->event[i - 1].code)
			fail_msg("%s: %s is not above %s", m->name,
				 m->event[i].name, m->event[i - 1].name);
	for (unsigned i = 0; i < m->events; i++)
		for (unsigned k = 0; k < i; k++)
			if (!strcmp(m->event[i].name, m->event[k].name))
				fail_msg("%s has %s twice", m->name,
					 m->event[i].name);
}

TEST(codes_ascend_and_names_are_there_once)
{
	each_core(look_at_events);
}

static void look_at_plan(const struct catalog_monitor *m)
{
	const struct request_member member = { .monitor = m };
	const struct request_wish wish = { NULL, "all", NULL, 0 };
	struct error err = { "" };
	struct request *r = request_make(&member, 1, &wish, &err);

	if (!r)
		fail_msg("%s: %s", m->name, err.text);
	/* CHAIN is counted by none; all counters and the cycles a pass. */
	if (r->events + 1u < m->events ||
	    r->plan->passes * (m->monitor->counters - 1u) + 1 < r->events)
		fail_msg("%s: %u of %u events in %u passes", m->name,
			 (unsigned)r->events, m->events,
			 (unsigned)r->plan->passes);
	request_free(r);
}

TEST(all_events_are_planned)
{
	each_core(look_at_plan);
}

/* Milliseconds of this process: another one that runs besides counts not. */
static double planned(const struct catalog_monitor *m)
{
	const clock_t began = clock();

	look_at_plan(m);
	return (double)(clock() - began) * 1e3 / (double)CLOCKS_PER_SEC;
}

static void look_at_time(const struct catalog_monitor *m)
{
	double least = planned(m);

	for (unsigned k = 1; k < 5 && least > MOST_MS; k++) {
		const double again = planned(m);

		least = again < least ? again : least;
	}
	if (least > MOST_MS)
		fail_msg("%s: %.1f ms", m->name, least);
}

TEST(all_events_are_planned_in_ten_milliseconds)
{
	each_core(look_at_time);
}

/* Has the core all that the formula asks for? */
static bool has_all(const struct catalog_monitor *m, const char *formula)
{
	struct error err = { "" };
	struct formula *f = formula_parse(formula, &err);
	size_t count = 0;
	const char *const *name = formula_names(f, &count);
	bool all = true;

	for (size_t i = 0; i < count; i++)
		all &= !strcmp(name[i], "clock_hz") ||
		       catalog_event_named(m, name[i]) != NULL;
	formula_free(f);
	return all;
}

static void look_at_metrics(const struct catalog_monitor *m)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++)
		for (unsigned k = 0; k < all[i]->metrics; k++) {
			const struct catalog_metric *x = &all[i]->metric[k];
			bool there = false;

			if (all[i]->monitor->ops != m->monitor->ops ||
			    is_of_slots(x) || !has_all(m, x->formula))
				continue;
			for (unsigned n = 0; n < m->metrics; n++)
				there |= !strcmp(m->metric[n].name, x->name);
			if (!there)
				fail_msg("%s has the events of %s and not the "
					 "metric",
					 m->name, x->name);
		}
}

TEST(metrics_follow_the_events)
{
	each_core(look_at_metrics);
}
