/* SPDX-License-Identifier: MIT */
/*
 * Makes of what was typed what is counted: names become events and metrics of
 * the monitors, these become wants of the planner, and the wants a plan.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request/inner.h"
#include "request/list.h"

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

static bool add(struct request *r, unsigned member,
		const struct catalog_event *e, uint16_t *index,
		struct error *err)
{
	const struct named n = {
		.row = e, .member = member, .code = e->code, .said = e->name
	};

	return request_add_event(r, &n, index, err);
}

/* `name` may be NULL: there is none. */
static bool ride(struct request *r, unsigned member, const char *name,
		 struct error *err)
{
	const struct request_member *p = &r->member[member];
	const struct catalog_event *e;
	uint16_t index;

	if (!name)
		return true;
	e = catalog_event(p->monitor, name, err);
	if (e && p->limits && !tally_limits_event(p->limits, e->code))
		return true; /* nothing rides */
	return e && add(r, member, e, &index, err) &&
	       request_add_rider(r, index, err);
}

/* Called for names in formulas and for names in lists. */
#define NAME_LETTERS                                                           \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.=:"
static const char formula_letters[] = NAME_LETTERS;
static const char list_letters[] = NAME_LETTERS "/-";

/* How many letters the text begins with. */
static size_t name_length(const char *text, const char *letters)
{
	size_t length = 0;

	while (text[length] && strchr(letters, text[length]))
		length++;
	return length;
}

/*
 * If only one counter can count cycles, and cycles of one level are asked for,
 * these take the counter, and ride in every pass in place of the cycles of all
 * levels.  If both are asked for, the request is refused as a conflict.
 */
static void find_cycles(struct request *r, const char *list,
			const char *letters)
{
	struct storage *s = r->storage;

	while (list && *list) {
		size_t length = name_length(list, letters);
		struct error ignored;
		struct named n;
		char name[128];

		snprintf(name, sizeof(name), "%.*s", (int)length, list);
		list += length ? length : 1;
		if (strchr(name, ':') &&
		    request_event(r, ANY_MEMBER, name, &n, &ignored) && n.row &&
		    n.code == TALLY_EVENT_CYCLES && n.levels) {
			n.said = request_keep(r, n.said, &ignored);
			if (n.said)
				s->cycles[n.member] = n;
		}
	}
}

/*
 * A monitor's cycle counter rides in every pass.  Cycles that need another
 * counter, and instructions, ride where they fit.
 */
static bool add_anchors(struct request *r, unsigned member, struct error *err)
{
	const struct catalog_monitor *m = r->member[member].monitor;
	struct storage *s = r->storage;
	const struct catalog_event *e =
		catalog_event_by_code(m, TALLY_EVENT_CYCLES);

	r->problem.anchor = s->anchor;
	if (s->cycles[member].row) {
		if (!request_add_event(r, &s->cycles[member],
				       &s->anchor[r->problem.anchors++], err))
			return false;
	} else if (e &&
		   !add(r, member, e, &s->anchor[r->problem.anchors++], err)) {
		return false;
	}
	return (e || ride(r, member, m->cycles, err)) &&
	       ride(r, member, m->instructions, err);
}

/*
 * Numbers the counters of all members in a row; each member begins at an even
 * number, as pairs do.
 */
static bool number_counters(struct request *r, struct error *err)
{
	struct storage *s = r->storage;
	unsigned count = 0;

	for (unsigned i = 0; i < r->members; i++) {
		r->member[i].counter = (uint16_t)count;
		count += r->member[i].monitor->monitor->counters;
		if (i + 1 < r->members)
			count += count & 1;
	}
	if (count > PLAN_COUNTERS_MAX)
		return error_set(err,
				 "these monitors have %u counters together, "
				 "more than the %d that can be planned at "
				 "once; take fewer of them",
				 count, PLAN_COUNTERS_MAX);
	r->problem.counters = (uint16_t)count;
	s->counter_name = calloc(count + 1u, sizeof(*s->counter_name));
	s->counter_text = calloc(count + 1u, sizeof(*s->counter_text));
	if (!s->counter_name || !s->counter_text)
		return error_no_memory(err);
	for (unsigned i = 0; i < count; i++)
		s->counter_name[i] = request_counter(r, i, s->counter_text[i]);
	r->problem.counter_name = s->counter_name;
	return true;
}

static bool make_plan(struct request *r, unsigned max_passes, struct error *err)
{
	struct storage *s = r->storage;

	s->event = calloc(r->events + 1u, sizeof(*s->event));
	if (!s->event)
		return error_no_memory(err);
	for (unsigned i = 0; i < r->events; i++) {
		s->event[i].name = r->event[i]->name;
		s->event[i].pair = r->event[i]->pair;
		request_counters(r, r->origin[i].member, r->event[i],
				 &s->event[i].counters);
	}
	r->problem.event = s->event;
	r->problem.events = (uint16_t)r->events;
	r->problem.want = s->want;
	r->problem.wants = (uint16_t)s->wants;
	r->problem.max_passes = (uint16_t)max_passes;
	if (!refine_exclusions(r, err))
		return false;
	r->plan = plan_make(&r->problem, err);
	if (!r->plan)
		return false;
	request_share_besides(r);
	request_keep_documented(r);
	return refine_triggers(r, err);
}

/* Metrics before events: the order in which the report has them. */
static bool fill(struct request *r, const struct request_wish *w,
		 struct error *err)
{
	if (!number_counters(r, err))
		return false;
	find_cycles(r, w->events, list_letters);
	find_cycles(r, w->metrics, formula_letters);
	for (unsigned i = 0; i < r->members; i++)
		if (!add_anchors(r, i, err))
			return false;
	if (!w->metrics && !w->events && !w->groups)
		return request_overview(r, w->in_common, err);
	return (!w->metrics ||
		each_item(r, w->metrics, request_metric_item, err)) &&
	       (!w->groups ||
		each_item(r, w->groups, request_group_item, err)) &&
	       (!w->events ||
		each_item(r, w->events, request_event_item, err)) &&
	       (!w->overview || request_overview(r, w->in_common, err));
}

static bool distinct(const struct request_member *member, unsigned members,
		     struct error *err)
{
	if (members == 0 || members > REQUEST_MEMBERS) {
		error_set(err, "1 to %d monitors, not %u", REQUEST_MEMBERS,
			  members);
		return false;
	}
	for (unsigned i = 0; i < members; i++)
		for (unsigned k = 0; k < i; k++)
			if (member[i].monitor == member[k].monitor)
				return error_set(err,
						 "%s is named twice; once will "
						 "do",
						 member[i].monitor->name);
	return true;
}

static struct request *named(const struct request_member *member,
			     unsigned members, const struct request_wish *w,
			     struct error *err)
{
	struct request *r;
	struct storage *s;

	if (!distinct(member, members, err))
		return NULL;
	r = calloc(1, sizeof *r);
	s = calloc(1, sizeof *s);
	if (!r || !s) {
		free(r);
		free(s);
		error_no_memory(err);
		return NULL;
	}
	memcpy(r->member, member, members * sizeof *member);
	r->members = members;
	r->storage = s;
	if (fill(r, w, err) && request_add_identities(r, err) &&
	    request_add_besides(r, err))
		return r;
	request_free(r);
	return NULL;
}

struct request *request_make(const struct request_member *member,
			     unsigned members, const struct request_wish *wish,
			     struct error *err)
{
	struct request *r = named(member, members, wish, err);

	if (!r || make_plan(r, wish->max_passes, err))
		return r;
	request_free(r);
	return NULL;
}

bool request_known(const struct request_member *member, unsigned members,
		   const struct request_wish *wish)
{
	struct request_member all[REQUEST_MEMBERS] = { { NULL, NULL, 0 } };
	struct error ignored;
	struct request *r;

	if (members > REQUEST_MEMBERS)
		return false;
	for (unsigned i = 0; i < members; i++)
		all[i] =
			(struct request_member){ .monitor = member[i].monitor };
	r = named(all, members, wish, &ignored);
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
	free(s->rider);
	free(s->exclusion);
	request_free_identities(r);
	plan_free(r->plan);
	free(s->text);
	free(s->want);
	free(s->event);
	free(s->counter_name);
	free(s->counter_text);
	free(s);
	free(r->metric);
	free(r->event);
	free(r->origin);
	free(r->asked);
	free(r);
}
