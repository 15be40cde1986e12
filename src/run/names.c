/* SPDX-License-Identifier: MIT */
/*
 * What the names on the command line mean: metrics, events, groups, formulas.
 */
#include <stdlib.h>
#include <string.h>

#include "run/build.h"
#include "run/list.h"

static const struct catalog_event *
find_event(struct request *r, const char *name, struct error *err)
{
	const struct catalog_event *e = request_event(r, name, err);
	struct error ignored;

	if (!e && catalog_metric(r->monitor, name, &ignored))
		error_set(err,
			  "'%s' is a metric, not an event; ask for it "
			  "with -M",
			  name);
	return e;
}

/* One name of a formula: an event, or a clock. */
static bool resolve(struct request *r, const char *name, uint16_t *index,
		    struct error *err)
{
	const struct catalog_event *e;
	struct error ignored;

	if (strcmp(name, "clock_hz") == 0) {
		*index = REQUEST_CLOCK;
		return true;
	}
	if (strcmp(name, "clock_ratio") == 0) {
		*index = REQUEST_RATIO;
		return true;
	}
	e = request_event(r, name, err);
	if (!e && catalog_metric(r->monitor, name, &ignored))
		error_set(err, "'%s' is a metric; a formula is made of events",
			  name);
	return e && request_add_event(r, e, index, err);
}

/* The events of a formula, each once, as a want. */
static bool want_formula(struct request *r, struct request_metric *q,
			 struct error *err)
{
	size_t count;
	const char *const *name = formula_names(q->formula, &count);
	uint16_t *set = calloc(count + 1, sizeof *set);
	uint16_t events = 0;

	q->index = calloc(count + 1, sizeof *q->index);
	if (!set || !q->index) {
		free(set);
		return error_set(err, "out of memory");
	}
	for (size_t i = 0; i < count; i++) {
		bool seen = false;

		if (!resolve(r, name[i], &q->index[i], err)) {
			free(set);
			return error_within(err, "%s", q->name);
		}
		for (uint16_t k = 0; k < events; k++)
			seen |= set[k] == q->index[i];
		if (q->index[i] >= REQUEST_NAMES || seen)
			continue;
		q->cycles |= r->event[q->index[i]]->code == TALLY_EVENT_CYCLES;
		set[events++] = q->index[i];
	}
	if (events == 0) {
		free(set);
		return error_set(err,
				 "'%s' names no event to count; a "
				 "formula is made of events",
				 q->name);
	}
	q->want = (uint16_t)((struct storage *)r->storage)->wants;
	return request_add_want(r, q->name, set, events, false, err);
}

/* `m` NULL: `text` is a formula typed by the user. */
static bool add_metric(struct request *r, const struct catalog_metric *m,
		       const char *text, struct error *err)
{
	const char *name = m ? m->name : text;
	struct request_metric *q;
	struct request_metric *more;

	for (unsigned i = 0; i < r->metrics; i++)
		if (strcmp(r->metric[i].name, name) == 0)
			return true;
	more = grown(r->metric, r->metrics, sizeof *r->metric, err);
	if (!more)
		return false;
	r->metric = more;
	q = &r->metric[r->metrics];
	*q = (struct request_metric){ .metric = m, .name = name };
	if (!m)
		q->name = request_keep(r, text, err);
	if (!q->name)
		return false;
	q->formula = formula_parse(m ? m->formula : text, err);
	if (!q->formula)
		return m ? error_within(err, "%s", name) : false;
	r->metrics++;
	return want_formula(r, q, err);
}

/* Is it counted by another monitor than the request's? */
static bool foreign(const struct request *r, const char *name)
{
	const struct catalog_monitor *m = catalog_qualifier(name, &name);

	return m && m != r->monitor;
}

/* One of `all`: is every event of it there? */
static bool measurable(const struct request *r, const struct catalog_metric *m)
{
	struct error ignored;
	struct formula *f;
	const char *const *name;
	size_t count;
	bool there = true;

	f = formula_parse(m->formula, &ignored);
	if (!f)
		return true; /* add_metric() tells */
	name = formula_names(f, &count);
	for (size_t i = 0; i < count; i++) {
		const struct catalog_event *e =
			catalog_event(r->monitor, name[i], &ignored);

		there = there && !foreign(r, name[i]) &&
			(!e || !r->limits ||
			 tally_limits_event(r->limits, e->code));
	}
	formula_free(f);
	return there;
}

bool request_metric_item(struct request *r, const char *item, struct error *err)
{
	const struct catalog_monitor *m = r->monitor;
	const struct catalog_metric *metric;
	struct error ignored;

	if (strcmp(item, "all") == 0) {
		for (unsigned i = 0; i < m->metrics; i++)
			if (measurable(r, &m->metric[i]) &&
			    !add_metric(r, &m->metric[i], NULL, err))
				return false;
		return true;
	}
	metric = catalog_metric(m, item, err);
	if (metric)
		return add_metric(r, metric, NULL, err);
	if (strpbrk(item, "+-*/()`"))
		return add_metric(r, NULL, item, err);
	if (catalog_event(m, item, &ignored))
		return error_set(err,
				 "'%s' is an event, not a metric; ask for "
				 "it with -e",
				 item);
	return false;
}

/* `only`: those that can be had, as of `all`. */
static bool group_metrics(struct request *r, const struct catalog_group *g,
			  bool only, struct error *err)
{
	const char *list = g->metrics;
	char word[64];

	while (catalog_word(&list, word, sizeof word)) {
		const struct catalog_metric *metric =
			catalog_metric(r->monitor, word, err);

		if (!metric)
			return error_within(err, "group %s", g->name);
		if (only && !measurable(r, metric))
			continue;
		if (!add_metric(r, metric, NULL, err))
			return false;
	}
	return true;
}

bool request_group_item(struct request *r, const char *item, struct error *err)
{
	const struct catalog_monitor *m = r->monitor;
	const struct catalog_group *g;

	if (strcmp(item, "all") == 0) {
		for (unsigned i = 0; i < m->groups; i++)
			if (!group_metrics(r, &m->group[i], true, err))
				return false;
		return true;
	}
	g = catalog_group(m, item, err);
	return g && group_metrics(r, g, false, err);
}

static bool ask_event(struct request *r, const struct catalog_event *e,
		      uint16_t *index, struct error *err)
{
	if (!request_add_event(r, e, index, err))
		return false;
	r->asked[*index] = true;
	return true;
}

static bool single_event(struct request *r, const struct catalog_event *e,
			 struct error *err)
{
	uint16_t index;
	uint16_t *set;

	if (!ask_event(r, e, &index, err))
		return false;
	set = calloc(1, sizeof *set);
	if (!set)
		return error_set(err, "out of memory");
	set[0] = index;
	return request_add_want(r, e->name, set, 1, false, err);
}

/* The names of a braced group, into `set`, which has room for them all. */
static bool braced_names(struct request *r, const char *inside, uint16_t *set,
			 uint16_t *events, struct error *err)
{
	const char *at = inside;
	char *name;

	*events = 0;
	while ((name = list_next(&at, err))) {
		const struct catalog_event *e = find_event(r, name, err);
		uint16_t index = 0;
		bool good = e && ask_event(r, e, &index, err);
		bool seen = false;

		free(name);
		if (!good)
			return false;
		for (uint16_t k = 0; k < *events; k++)
			seen |= set[k] == index;
		if (!seen)
			set[(*events)++] = index;
	}
	return list_done(at);
}

/* "{a,b}": together in one pass, or not at all. */
static bool braced_events(struct request *r, const char *item,
			  struct error *err)
{
	const char *name = request_keep(r, item, err);
	size_t length = strlen(item);
	uint16_t *set = calloc(length, sizeof *set);
	char *inside = strndup(item + 1, length - 2);
	uint16_t events = 0;
	bool good = name && set && inside;

	if (!good)
		error_set(err, "out of memory");
	else if (item[length - 1] != '}')
		good = error_set(err, "'%s': nothing may follow the '}'", item);
	else
		good = braced_names(r, inside, set, &events, err);
	free(inside);
	if (!good) {
		free(set);
		return false;
	}
	return request_add_want(r, name, set, events, true, err);
}

/* One of `all`: by itself, and on this target. */
static bool counted(const struct request *r, const struct catalog_event *e)
{
	return catalog_countable(r->monitor, e) &&
	       (!r->limits || tally_limits_event(r->limits, e->code));
}

bool request_event_item(struct request *r, const char *item, struct error *err)
{
	const struct catalog_monitor *m = r->monitor;
	const struct catalog_event *e;

	if (item[0] == '{')
		return braced_events(r, item, err);
	if (strcmp(item, "all") == 0) {
		for (unsigned i = 0; i < m->events; i++)
			if (counted(r, &m->event[i]) &&
			    !single_event(r, &m->event[i], err))
				return false;
		return true;
	}
	e = find_event(r, item, err);
	return e && single_event(r, e, err);
}
