/* SPDX-License-Identifier: MIT */
/*
 * Which metrics a core of the user's has: those of the family whose events it
 * has, of its base first.  Slots per cycle are a core's own, so metrics that
 * multiply by them come from the base alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/names.h"
#include "catalog/questions.h"
#include "metric/formula.h"
#include "user/made.h"

static bool user_has(const struct user_core *c, const char *name)
{
	return strcmp(name, "clock_hz") == 0 ||
	       catalog_event_named(&c->catalog, name) != NULL;
}

/* Formulas that the core has not all events of. */
struct refused {
	const char **formula;
	size_t count;
};

static bool was_refused(const struct refused *r, const char *formula)
{
	for (size_t i = 0; i < r->count; i++)
		if (strcmp(r->formula[i], formula) == 0)
			return true;
	return false;
}

/*
 * Finds out whether the core has all events of a formula, or refuses it.  Those
 * of the catalogue are good ones: only memory may be lacking for one.
 */
static bool find_events(const struct user_core *c, const char *formula,
			struct refused *r, struct error *err)
{
	struct formula *f = formula_parse(formula, err);
	size_t count = 0;
	const char *const *name = f ? formula_names(f, &count) : NULL;
	bool all = true;

	for (size_t i = 0; i < count; i++)
		all = all && user_has(c, name[i]);
	if (f && !all)
		r->formula[r->count++] = formula;
	formula_free(f);
	return f != NULL;
}

static bool has_metric(const struct user_core *c, const char *name)
{
	for (unsigned i = 0; i < c->catalog.metrics; i++)
		if (strcmp(c->metric[i].name, name) == 0)
			return true;
	return false;
}

/* Monitors of the family, the base first. */
static const struct catalog_monitor *nth(const struct user_core *c, unsigned i)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	if (!i)
		return c->base;
	for (unsigned k = 0; k < count; k++)
		if (all[k] != c->base &&
		    all[k]->monitor->ops == c->base->monitor->ops && !--i)
			return all[k];
	return NULL;
}

static void add_notes(struct user_core *c, const struct catalog_monitor *of,
		      const char *ids)
{
	char id[96];

	while (catalog_word(&ids, id, sizeof id)) {
		bool there = false;

		for (unsigned i = 0; i < c->catalog.notes; i++)
			there |= strcmp(c->note[i].id, id) == 0;
		for (unsigned i = 0; !there && i < of->notes; i++)
			if (strcmp(of->note[i].id, id) == 0)
				c->note[c->catalog.notes++] = of->note[i];
	}
}

/* Cores of a family have the same formulas: each is taken apart once. */
static bool add_metrics(struct user_core *c, const struct catalog_monitor *of,
			struct refused *r, struct error *err)
{
	for (unsigned i = 0; i < of->metrics; i++) {
		const struct catalog_metric *x = &of->metric[i];

		if (has_metric(c, x->name) ||
		    (of != c->base && strstr(x->formula, " * cycles)")) ||
		    was_refused(r, x->formula))
			continue;
		if (!find_events(c, x->formula, r, err))
			return false;
		if (was_refused(r, x->formula))
			continue;
		c->metric[c->catalog.metrics++] = *x;
		add_notes(c, of, x->notes);
	}
	return true;
}

/* Of all monitors of the family, which have at most so many. */
static bool add_all_metrics(struct user_core *c, size_t most, struct error *err)
{
	struct refused r = { calloc(most + 1, sizeof *r.formula), 0 };
	const struct catalog_monitor *of;
	bool good = true;

	if (!r.formula)
		return error_no_memory(err);
	for (unsigned i = 0; good && (of = nth(c, i)); i++)
		good = add_metrics(c, of, &r, err);
	free(r.formula);
	return good && (c->catalog.metrics ||
			error_set(err, "its list has no event of a metric"));
}

static bool has_group(const struct user_core *c, const char *name)
{
	for (unsigned i = 0; i < c->catalog.groups; i++)
		if (strcmp(c->group[i].name, name) == 0)
			return true;
	return false;
}

static void add_groups(struct user_core *c, const struct catalog_monitor *of)
{
	for (unsigned i = 0; i < of->groups; i++) {
		const char *list = of->group[i].metrics;
		char name[96];
		bool all = !has_group(c, of->group[i].name);

		while (all && catalog_word(&list, name, sizeof name))
			all = has_metric(c, name);
		if (all)
			c->group[c->catalog.groups++] = of->group[i];
	}
}

/* The group that is measured when nothing is asked for, if no core's is whole.
 */
static void add_overview(struct user_core *c)
{
	const char *list = "";
	char name[96];

	if (has_group(c, c->base->overview))
		return;
	for (unsigned i = 0; i < c->base->groups; i++)
		if (strcmp(c->base->group[i].name, c->base->overview) == 0)
			list = c->base->group[i].metrics;
	while (catalog_word(&list, name, sizeof name))
		if (has_metric(c, name))
			snprintf(c->overview + strlen(c->overview),
				 sizeof c->overview - strlen(c->overview),
				 "%s%s", c->overview[0] ? " " : "", name);
	if (!c->overview[0])
		snprintf(c->overview, sizeof c->overview, "%.90s",
			 c->metric[0].name);
	c->group[c->catalog.groups++] =
		(struct catalog_group){ c->base->overview,
					"of the usual ones those that it has",
					c->overview, "the user's list" };
}

/* A question is there where its metric is, and the one above it. */
static void add_questions(struct user_core *c)
{
	for (unsigned i = 0; i < c->base->questions; i++) {
		const struct catalog_question *q = &c->base->question[i];
		bool under = !q->under[0];

		for (unsigned k = 0; k < c->catalog.questions; k++)
			under |= strcmp(c->question[k].id, q->under) == 0;
		if (under && has_metric(c, q->metric) &&
		    (!q->event[0] || user_has(c, q->event)))
			c->question[c->catalog.questions++] = *q;
	}
}

bool user_put_metrics(struct user_core *c, struct error *err)
{
	const struct catalog_monitor *of = c->base;
	size_t metrics = 0, notes = 0, groups = 1;
	unsigned n = 0;

	do {
		metrics += of->metrics;
		notes += of->notes;
		groups += of->groups;
	} while ((of = nth(c, ++n)));
	c->metric = calloc(metrics + 1, sizeof *c->metric);
	c->note = calloc(notes + 1, sizeof *c->note);
	c->group = calloc(groups, sizeof *c->group);
	c->question = calloc(c->base->questions + 1u, sizeof *c->question);
	if (!c->metric || !c->note || !c->group || !c->question)
		return error_no_memory(err);
	memcpy(c->note, c->base->note, c->base->notes * sizeof *c->note);
	c->catalog.metrics = c->catalog.groups = c->catalog.questions = 0;
	if (!add_all_metrics(c, metrics, err))
		return false;
	for (unsigned i = 0; (of = nth(c, i)); i++)
		add_groups(c, of);
	add_overview(c);
	add_questions(c);
	c->catalog.metric = c->metric;
	c->catalog.note = c->note;
	c->catalog.group = c->group;
	c->catalog.question = c->question;
	if (!catalog_event_named(&c->catalog, "INST_RETIRED"))
		c->catalog.instructions = NULL;
	if (!catalog_event_named(&c->catalog, "CPU_CYCLES"))
		c->catalog.cycles = NULL;
	return true;
}

void user_free_metrics(struct user_core *c)
{
	free(c->metric);
	free(c->note);
	free(c->group);
	free(c->question);
}
