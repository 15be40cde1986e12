/* SPDX-License-Identifier: MIT */
/* The meaning of the names of -M and -g: metrics, groups of them, formulas. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "catalog/added.h"
#include "catalog/names.h"
#include "request/inner.h"
#include "request/list.h"

static const char operators[] = "+-*/()`";

/* One name of a formula: an event, or a clock. */
static bool resolve(struct request *r, int home, const char *name,
		    uint16_t *index, struct error *err)
{
	struct named n;

	if (strcmp(name, "clock_hz") == 0) {
		*index = REQUEST_CLOCK;
		return true;
	}
	if (strcmp(name, "clock_ratio") == 0) {
		*index = REQUEST_RATIO;
		return true;
	}
	if (request_event(r, home, name, &n, err))
		return request_add_event(r, &n, index, err);
	if (request_metric_member(r, name) != ANY_MEMBER)
		error_set(err, "'%s' is a metric; a formula is made of events",
			  name);
	return false;
}

/* The events of a formula, each once, as a want. */
static bool want_formula(struct request *r, struct request_metric *q,
			 struct error *err)
{
	const int home = q->metric ? q->member : ANY_MEMBER;
	size_t count;
	const char *const *name = formula_names(q->formula, &count);
	uint16_t *set = calloc(count + 1, sizeof *set);
	uint16_t events = 0;

	q->index = calloc(count + 1, sizeof *q->index);
	if (!set || !q->index) {
		free(set);
		return error_no_memory(err);
	}
	for (size_t i = 0; i < count; i++) {
		bool seen = false;

		if (!resolve(r, home, name[i], &q->index[i], err)) {
			free(set);
			return error_within(err, "%s", q->name);
		}
		for (uint16_t k = 0; k < events; k++)
			seen |= set[k] == q->index[i];
		if (q->index[i] >= REQUEST_NAMES || seen)
			continue;
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

/*
 * Adds a metric of the catalogue; with `m` NULL one that the user typed,
 * `text`.  The names in `like` then belong to it.
 */
static bool append_metric(struct request *r, const struct request_metric *like,
			  const char *text, struct error *err)
{
	struct request_metric *more =
		grown(r->metric, r->metrics, sizeof *r->metric, err);
	struct request_metric *q;

	if (!more)
		return false;
	r->metric = more;
	q = &r->metric[r->metrics];
	*q = *like;
	q->formula = formula_parse(text, err);
	if (!q->formula)
		return q->metric ? error_within(err, "%s", q->name) : false;
	r->metrics++;
	return want_formula(r, q, err);
}

/* A name that the user gives must be nobody's yet. */
static bool is_free(const struct request *r, const char *name,
		    struct error *err)
{
	for (unsigned i = 0; i < r->members; i++) {
		const struct catalog_monitor *m = r->member[i].monitor;

		if (catalog_is_taken(m, name))
			return error_set(err,
					 "%s has something called %s; give "
					 "the formula another name",
					 m->name, name);
	}
	return true;
}

/* A formula, or one with a name in front: "mine = a / b". */
static bool add_formula(struct request *r, const char *item, struct error *err)
{
	struct request_metric like = { .others = "", .named = true };
	char name[LIST_NAME];
	const char *text = list_named(item, name, err);

	if (!text || (*name && !is_free(r, name, err)))
		return false;
	for (unsigned i = 0; i < r->metrics; i++) {
		const struct request_metric *q = &r->metric[i];

		if (q->metric || strcmp(q->name, *name ? name : text) != 0)
			continue;
		return strcmp(q->text, text) == 0 ||
		       error_set(err,
				 "%s is two formulas, %s and %s; give one of "
				 "them another name",
				 name, q->text, text);
	}
	like.name = request_keep(r, *name ? name : text, err);
	like.text = request_keep(r, text, err);
	return like.name && like.text && append_metric(r, &like, text, err);
}

/* `chosen`: the user said whose metric is meant. */
static bool add_metric(struct request *r, unsigned member,
		       const struct catalog_metric *m, bool chosen,
		       struct error *err)
{
	struct request_metric like = { .metric = m,
				       .name = m->name,
				       .text = m->formula,
				       .member = (uint8_t)member,
				       .others = "" };
	char text[256];

	for (unsigned i = 0; i < r->metrics; i++)
		if (r->metric[i].metric == m && r->metric[i].member == member)
			return true;
	if (request_metric_shared(r, member, m->name)) {
		if (chosen)
			snprintf(text, sizeof(text), "%s:%s",
				 r->member[member].monitor->name, m->name);
		else
			request_other_metrics(r, member, m->name, text,
					      sizeof(text));
		*(chosen ? &like.name : &like.others) =
			request_keep(r, text, err);
		if (!like.name || !like.others)
			return false;
	}
	return append_metric(r, &like, m->formula, err);
}

/* Mark the metric as asked for by its own name. */
static bool name_metric(struct request *r, unsigned member,
			const struct catalog_metric *m)
{
	for (unsigned i = 0; i < r->metrics; i++)
		if (r->metric[i].metric == m && r->metric[i].member == member)
			r->metric[i].named = true;
	return true;
}

/* The things without which a group is asked for. */
enum without {
	WITHOUT_NONE,
	WITHOUT_OTHERS, /* monitors that are not measured have a part in it */
	WITHOUT_LACKED, /* that, or an event is not to be had here */
	WITHOUT_UNMODELLED, /* that, or the target has no number for it */
};

static bool can_be_asked(const struct request_member *p, uint16_t code,
			 enum without without)
{
	if (without >= WITHOUT_LACKED && p->limits &&
	    !tally_limits_event(p->limits, code))
		return false;
	for (unsigned i = 0;
	     without == WITHOUT_UNMODELLED && i < p->unmodelleds; i++)
		if (p->unmodelled[i] == code)
			return false;
	return true;
}

/*
 * Can `all` have this metric: does the request have the monitors of all its
 * events, and can the target be asked for these?
 */
static bool measurable(const struct request *r, unsigned member,
		       const struct catalog_metric *m, enum without without)
{
	struct error ignored;
	struct formula *f = formula_parse(m->formula, &ignored);
	const char *const *name;
	size_t count;
	bool there = true;

	if (!f)
		return true; /* add_metric() tells */
	name = formula_names(f, &count);
	for (size_t i = 0; i < count; i++) {
		const char *plain = name[i];
		int whose = request_qualifier(r, &plain, &ignored);
		const struct catalog_event *e;
		const struct request_member *p;

		there = there && whose != NO_MEMBER;
		p = &r->member[whose < 0 ? (int)member : whose];
		e = catalog_event(p->monitor, plain, &ignored);
		there = there && (!e || can_be_asked(p, e->code, without));
	}
	formula_free(f);
	return there;
}

static bool all_metrics(struct request *r, unsigned member, struct error *err)
{
	const struct catalog_monitor *m = r->member[member].monitor;

	for (unsigned i = 0; i < m->metrics; i++)
		if (measurable(r, member, &m->metric[i], WITHOUT_LACKED) &&
		    !add_metric(r, member, &m->metric[i], true, err))
			return false;
	return true;
}

/* No member has a metric of that name: say why, or which name is near. */
static void nowhere(const struct request *r, const char *what, const char *item,
		    const struct nearest *near,
		    const struct nearest_parts *parts, struct error *err)
{
	char who[160], names[320];

	request_monitors(r, who, sizeof(who));
	if (parts->count)
		error_set(err, "%s have no %s %s; did you mean %s?", who, what,
			  item, nearest_part_names(parts, names, sizeof names));
	else if (near->best)
		error_set(err, "%s have no %s %s; did you mean %s?", who, what,
			  item, nearest_names(near, names, sizeof names));
	else
		error_set(err,
			  "%s have no %s %s; `tally list %ss -m MONITOR` names "
			  "them",
			  who, what, item, what);
}

static void metric_nowhere(const struct request *r, const char *item,
			   struct error *err)
{
	const int refuses = request_refuses(r, item);
	struct nearest_parts parts = { .count = 0 };
	struct nearest near = { 0 };

	/*
	 * The refusal may be one of all names like this.  A slip in another
	 * member's name is likelier.
	 */
	for (unsigned i = 0; i < r->members; i++) {
		const struct catalog_monitor *m = r->member[i].monitor;

		if (catalog_refusal(m, item))
			continue;
		for (unsigned k = 0; k < m->metrics; k++) {
			nearest_offer(&near, item, m->metric[k].name);
			nearest_part_offer(&parts, item, m->metric[k].name);
		}
	}
	if (refuses >= 0 && !near.best && !parts.count)
		(void)catalog_metric(r->member[refuses].monitor, item, err);
	else
		nowhere(r, "metric", item, &near, &parts, err);
}

/* A name that is no metric of the monitor. */
static bool no_metric(const struct request *r, int member, const char *item,
		      struct error *err)
{
	struct error ignored;
	struct named n;

	if (request_event(r, member, item, &n, &ignored))
		return error_set(err,
				 "'%s' is an event, not a metric; ask for it "
				 "with -e",
				 item);
	if (member >= 0 || r->members == 1)
		(void)catalog_metric(r->member[member < 0 ? 0 : member].monitor,
				     item, err);
	else
		metric_nowhere(r, item, err);
	return false;
}

bool request_metric_item(struct request *r, const char *item, struct error *err)
{
	const char *name = item;
	int member = list_is_named(item) ? ANY_MEMBER
					 : request_qualifier(r, &name, err);
	const bool chosen = member >= 0;
	struct error ignored;

	if (list_is_named(item))
		return add_formula(r, item, err);
	if (strcmp(name, "all") == 0 && member != NO_MEMBER) {
		for (unsigned i = 0; i < r->members; i++)
			if ((!chosen || member == (int)i) &&
			    !all_metrics(r, i, err))
				return false;
		return true;
	}
	if (member == ANY_MEMBER)
		member = request_metric_member(r, name);
	if (member >= 0) {
		const struct catalog_metric *m = catalog_metric(
			r->member[member].monitor, name, &ignored);

		if (m)
			return add_metric(r, (unsigned)member, m, chosen,
					  err) &&
			       name_metric(r, (unsigned)member, m);
	}
	/* perf's names of events have a minus in them. */
	if (strpbrk(name, operators))
		return add_formula(r, item, err) ||
		       (name_elsewhere(name) &&
			no_metric(r, member, name, err));
	return member != NO_MEMBER && no_metric(r, member, name, err);
}

static bool group_metrics(struct request *r, unsigned member,
			  const struct catalog_group *g, enum without without,
			  struct error *err)
{
	const char *list = g->metrics;
	char word[64];

	while (catalog_word(&list, word, sizeof word)) {
		const struct catalog_metric *metric =
			catalog_metric(r->member[member].monitor, word, err);

		if (!metric)
			return error_within(err, "group %s", g->name);
		if (without != WITHOUT_NONE &&
		    !measurable(r, member, metric, without))
			continue;
		if (!add_metric(r, member, metric, true, err))
			return false;
	}
	return true;
}

static bool all_groups(struct request *r, unsigned member, struct error *err)
{
	const struct catalog_monitor *m = r->member[member].monitor;

	for (unsigned i = 0; i < m->groups; i++)
		if (!group_metrics(r, member, &m->group[i], WITHOUT_LACKED,
				   err))
			return false;
	return true;
}

/* False and `err`: no member in question has it. */
static bool some_group(const struct request *r, int member, const char *name,
		       struct error *err)
{
	struct nearest near = { 0 };
	struct error ignored;

	if (member >= 0 || r->members == 1)
		return catalog_group(r->member[member < 0 ? 0 : member].monitor,
				     name, err);
	for (unsigned i = 0; i < r->members; i++) {
		const struct catalog_monitor *m = r->member[i].monitor;

		if (catalog_group(m, name, &ignored))
			return true;
		for (unsigned k = 0; k < m->groups; k++)
			nearest_offer(&near, name, m->group[k].name);
	}
	if (request_metric_member(r, name) != ANY_MEMBER)
		return error_set(err, "%s is a metric, not a group: -M %s",
				 name, name);
	nowhere(r, "group", name, &near, &(struct nearest_parts){ .count = 0 },
		err);
	return false;
}

/* A group's metrics that another monitor has a part in are left out where that
 * one is not measured; where nothing is left, the first tells why. */
static bool named_group(struct request *r, unsigned member,
			const struct catalog_group *g, struct error *err)
{
	const unsigned before = r->metrics;

	return group_metrics(r, member, g, WITHOUT_OTHERS, err) &&
	       (r->metrics > before ||
		group_metrics(r, member, g, WITHOUT_NONE, err));
}

/* The group of one member, or of each member that has one of that name. */
bool request_group_item(struct request *r, const char *item, struct error *err)
{
	const char *name = item;
	int member = request_qualifier(r, &name, err);
	const bool all = strcmp(name, "all") == 0;
	struct error ignored;

	if (member == NO_MEMBER || (!all && !some_group(r, member, name, err)))
		return false;
	for (unsigned i = 0; i < r->members; i++) {
		const struct catalog_group *g =
			catalog_group(r->member[i].monitor, name, &ignored);

		if (member >= 0 && member != (int)i)
			continue;
		if (all ? !all_groups(r, i, err)
			: g && !named_group(r, i, g, err))
			return false;
	}
	return true;
}

static bool has_first(const struct catalog_monitor *m, const char *list)
{
	struct error ignored;
	char word[64];

	return list && catalog_word(&list, word, sizeof word) &&
	       catalog_metric(m, word, &ignored);
}

static bool metrics_in_common(struct request *r, unsigned member,
			      const char *list, struct error *err)
{
	char word[64];

	while (catalog_word(&list, word, sizeof word)) {
		struct error ignored;
		const struct catalog_metric *metric = catalog_metric(
			r->member[member].monitor, word, &ignored);

		if (metric &&
		    measurable(r, member, metric, WITHOUT_UNMODELLED) &&
		    !add_metric(r, member, metric, true, err))
			return false;
	}
	return true;
}

bool request_overview(struct request *r, const char *in_common,
		      struct error *err)
{
	bool any = false;

	for (unsigned i = 0; i < r->members; i++) {
		const struct catalog_monitor *m = r->member[i].monitor;
		const struct catalog_group *g;

		if (!m->overview)
			continue;
		any = true;
		if (has_first(m, in_common)) {
			if (!metrics_in_common(r, i, in_common, err))
				return false;
			continue;
		}
		g = catalog_group(m, m->overview, err);
		if (!g || !group_metrics(r, i, g, WITHOUT_UNMODELLED, err))
			return false;
		/* The first tells why, where nothing of it can be had. */
		if (!r->metrics && !group_metrics(r, i, g, WITHOUT_NONE, err))
			return false;
	}
	return any || error_set(err, "say what to measure with -M, -e or -g");
}
