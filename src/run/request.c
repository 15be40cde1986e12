/* SPDX-License-Identifier: MIT */
/*
 * From what was typed to what shall be counted: names become events and
 * metrics of one monitor, those become wants, the wants become a plan.
 */
#include <stdlib.h>
#include <string.h>

#include "run/build.h"
#include "run/list.h"

static bool each_item(struct request *r, const char *list,
		      bool (*one)(struct request *r, const char *item,
				  struct error *err),
		      struct error *err)
{
	const char *at = list;
	char *item;

	while ((item = list_next(&at, err))) {
		bool good = one(r, item, err);

		free(item);
		if (!good)
			return false;
	}
	return list_done(at);
}

/* `name` may be NULL: there is none. */
static bool add_rider(struct request *r, const char *name, struct error *err)
{
	struct storage *s = r->storage;
	const struct catalog_event *e;

	if (!name)
		return true;
	e = catalog_event(r->monitor, name, err);
	if (e && r->limits && !tally_limits_event(r->limits, e->code))
		return true; /* nothing rides */
	if (!e || !request_add_event(r, e, &s->rider[r->problem.riders], err))
		return false;
	r->problem.rider = s->rider;
	r->problem.riders++;
	return true;
}

/*
 * The cycle counter rides in every pass; cycles that take another counter, and
 * instructions, where they fit.
 */
static bool add_anchors(struct request *r, struct error *err)
{
	const struct catalog_monitor *m = r->monitor;
	struct storage *s = r->storage;
	const struct catalog_event *cycles =
		catalog_event_by_code(m, TALLY_EVENT_CYCLES);

	if (cycles) {
		if (!request_add_event(r, cycles, &s->anchor, err))
			return false;
		r->problem.anchor = &s->anchor;
		r->problem.anchors = 1;
	}
	return add_rider(r, m->cycles, err) &&
	       add_rider(r, m->instructions, err);
}

/* Those that can count the event and are there. */
static void find_counters(const struct request *r,
			  const struct catalog_event *e,
			  struct plan_counters *counters)
{
	for (unsigned i = 0; i < r->monitor->monitor->counters; i++)
		if (catalog_counts(r->monitor, e, i) &&
		    (!r->limits || i >= 32 || r->limits->counters >> i & 1))
			counters->word[i / 64] |= UINT64_C(1) << (i % 64);
}

static bool make_plan(struct request *r, unsigned max_passes, struct error *err)
{
	struct storage *s = r->storage;

	unsigned counters = r->monitor->monitor->counters;

	s->event = calloc(r->events + 1u, sizeof(*s->event));
	s->counter_name = calloc(counters + 1u, sizeof(*s->counter_name));
	if (!s->event || !s->counter_name)
		return error_set(err, "out of memory");
	for (unsigned i = 0; i < counters; i++)
		s->counter_name[i] = r->monitor->counter[i].name;
	for (unsigned i = 0; i < r->events; i++) {
		s->event[i].name = r->event[i]->name;
		find_counters(r, r->event[i], &s->event[i].counters);
		s->event[i].pair = r->event[i]->pair;
	}
	r->problem.event = s->event;
	r->problem.events = (uint16_t)r->events;
	r->problem.counters = (uint16_t)counters;
	r->problem.counter_name = s->counter_name;
	r->problem.want = s->want;
	r->problem.wants = (uint16_t)s->wants;
	r->problem.max_passes = (uint16_t)max_passes;
	r->plan = plan_make(&r->problem, err);
	if (r->plan)
		request_keep_documented(r);
	return r->plan != NULL;
}

/* Metrics before events: the order in which the report has them. */
static bool fill(struct request *r, const char *metrics, const char *events,
		 const char *groups, struct error *err)
{
	const struct catalog_monitor *m = r->monitor;

	if (!add_anchors(r, err))
		return false;
	if (!metrics && !events && !groups)
		return m->overview
			       ? request_group_item(r, m->overview, err)
			       : error_set(err, "say what to measure with -M, "
						"-e or -g");
	return (!metrics || each_item(r, metrics, request_metric_item, err)) &&
	       (!groups || each_item(r, groups, request_group_item, err)) &&
	       (!events || each_item(r, events, request_event_item, err));
}

static struct request *named(const struct catalog_monitor *m,
			     const struct tally_limits *limits,
			     const char *metrics, const char *events,
			     const char *groups, struct error *err)
{
	struct request *r = calloc(1, sizeof *r);
	struct storage *s = calloc(1, sizeof *s);

	if (!r || !s) {
		free(r);
		free(s);
		error_set(err, "out of memory");
		return NULL;
	}
	r->monitor = m;
	r->limits = limits;
	r->storage = s;
	if (fill(r, metrics, events, groups, err) &&
	    request_add_identities(r, err))
		return r;
	request_free(r);
	return NULL;
}

struct request *request_make_within(const struct catalog_monitor *m,
				    const struct tally_limits *limits,
				    const char *metrics, const char *events,
				    const char *groups, unsigned max_passes,
				    struct error *err)
{
	struct request *r = named(m, limits, metrics, events, groups, err);

	if (!r || make_plan(r, max_passes, err))
		return r;
	request_free(r);
	return NULL;
}

struct request *request_make(const struct catalog_monitor *m,
			     const char *metrics, const char *events,
			     const char *groups, unsigned max_passes,
			     struct error *err)
{
	return request_make_within(m, NULL, metrics, events, groups, max_passes,
				   err);
}

bool request_names_known(const struct catalog_monitor *m, const char *metrics,
			 const char *events, const char *groups)
{
	struct error ignored;
	struct request *r = named(m, NULL, metrics, events, groups, &ignored);

	request_free(r);
	return r != NULL;
}

void request_free(struct request *r)
{
	struct storage *s;

	if (!r)
		return;
	s = r->storage;
	for (unsigned i = 0; i < r->metrics; i++) {
		formula_free(r->metric[i].formula);
		free(r->metric[i].index);
	}
	for (unsigned i = 0; i < s->wants; i++)
		free((void *)(uintptr_t)s->want[i].event);
	for (unsigned i = 0; i < s->texts; i++)
		free(s->text[i]);
	for (unsigned i = 0; i < s->mades; i++)
		free(s->made[i]);
	free(s->made);
	request_free_identities(r);
	plan_free(r->plan);
	free(s->text);
	free(s->want);
	free(s->event);
	free(s->counter_name);
	free(s);
	free(r->metric);
	free(r->event);
	free(r->asked);
	free(r);
}
