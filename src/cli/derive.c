/* SPDX-License-Identifier: MIT */
/*
 * Metrics from counts.  Counts out of a log come without the doubts that a
 * session would know of, so they are held against each other: a cycle counter
 * that wrapped gives a CPI no core can have.
 */
#include "cli/derive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "catalog/names.h"

static bool append(struct derivation *d, const struct catalog_metric *metric,
		   const char *name, const char *formula, enum asking asked,
		   struct error *err)
{
	struct derived item = { .metric = metric, .asked = asked }, *more;
	unsigned i;

	for (i = 0; i < d->items; i++)
		if (!strcmp(d->item[i].name, name))
			return true;
	item.formula = formula_parse(formula, err);
	if (!item.formula)
		return false;
	item.name = strdup(name);
	more = realloc(d->item, (d->items + 1) * sizeof(*more));
	if (more)
		d->item = more;
	if (!more || !item.name) {
		formula_free(item.formula);
		free(item.name);
		return error_set(err, "out of memory");
	}
	d->item[d->items++] = item;
	return true;
}

/* The names in a formula of the user's must be events. */
static bool check_names(const struct catalog_monitor *m, const char *text,
			struct error *err)
{
	struct formula *f = formula_parse(text, err);
	const char *const *name;
	bool good = true;
	size_t i, count;

	if (!f)
		return error_within(err, "formula");
	name = formula_names(f, &count);
	for (i = 0; good && i < count; i++)
		good = !strcmp(name[i], "clock_hz") ||
		       !strcmp(name[i], "clock_ratio") ||
		       catalog_event(m, name[i], err);
	formula_free(f);
	return good;
}

static bool is_name(const char *text)
{
	return text[strspn(text, "abcdefghijklmnopqrstuvwxyz"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
	       '\0';
}

static bool add_metric(struct derivation *d, const struct catalog_monitor *m,
		       const char *text, struct error *err)
{
	const struct catalog_metric *metric;

	if (!is_name(text))
		return check_names(m, text, err) &&
		       append(d, NULL, text, text, ASKED_BY_NAME, err);
	metric = catalog_metric(m, text, err);
	return metric && append(d, metric, metric->name, metric->formula,
				ASKED_BY_NAME, err);
}

static bool add_group(struct derivation *d, const struct catalog_monitor *m,
		      const char *text, struct error *err)
{
	const struct catalog_group *group = catalog_group(m, text, err);
	const char *names;
	char name[64];

	if (!group)
		return false;
	names = group->metrics;
	while (catalog_word(&names, name, sizeof(name))) {
		const struct catalog_metric *metric =
			catalog_metric(m, name, err);

		if (!metric || !append(d, metric, metric->name, metric->formula,
				       ASKED_AMONG, err))
			return false;
	}
	return true;
}

static bool
each(struct derivation *d, const struct catalog_monitor *m, const char *list,
     bool (*add)(struct derivation *d, const struct catalog_monitor *m,
		 const char *text, struct error *err),
     struct error *err)
{
	char *copy = strdup(list), *rest = copy, *text;
	bool good = copy || error_set(err, "out of memory");

	while (good && (text = strsep(&rest, ","))) {
		text = text_one_line(text);
		text += strspn(text, " ");
		good = *text ? add(d, m, text, err)
			     : error_set(err,
					 "an empty name in \"%s\"; write a,b,c",
					 list);
	}
	free(copy);
	return good;
}

bool derive_metrics(struct derivation *d, const struct catalog_monitor *m,
		    const char *list, struct error *err)
{
	return each(d, m, list, add_metric, err);
}

bool derive_groups(struct derivation *d, const struct catalog_monitor *m,
		   const char *list, struct error *err)
{
	return each(d, m, list, add_group, err);
}

bool derive_all(struct derivation *d, const struct catalog_monitor *m,
		struct error *err)
{
	unsigned i;

	for (i = 0; i < m->metrics; i++)
		if (!append(d, &m->metric[i], m->metric[i].name,
			    m->metric[i].formula, ASKED_NOT, err))
			return false;
	return true;
}

static void say_missing(struct derived *x, const char *name)
{
	if (!strcmp(name, "clock_hz"))
		snprintf(x->why, sizeof(x->why),
			 "needs the core clock: --clock-hz");
	else if (!strcmp(name, "clock_ratio"))
		snprintf(x->why, sizeof(x->why),
			 "needs the core clock over the platform's: "
			 "--clock-ratio");
	else
		snprintf(x->why, sizeof(x->why), "needs the count of %s", name);
}

/* A value out of the metric's bounds is not shown: it is none. */
static void evaluate(struct derived *x, struct counts *c, double *value)
{
	const char *name = NULL;
	enum formula_result result =
		formula_eval(x->formula, counts_lookup, c, value, &name);
	size_t used;

	x->doubts = verdict_of_formula(result, name, x->metric, *value, x->why,
				       sizeof(x->why));
	used = strlen(x->why);
	if (result == FORMULA_MISSING && name)
		say_missing(x, name);
	else if (x->doubts & DOUBT_OUT_OF_BOUNDS)
		snprintf(x->why + used, sizeof(x->why) - used,
			 "; if a counter has wrapped, add 2^32 (4294967296) "
			 "for each overflow");
	/* It has a value that is shown, and `why` says what there is to doubt.
	 */
	x->doubts &= ~(unsigned)DOUBT_UNEXPECTED;
}

static bool uses_cycles(const struct derived *x,
			const struct catalog_monitor *m)
{
	const char *const *name;
	struct error ignored;
	size_t i, count;

	name = formula_names(x->formula, &count);
	for (i = 0; i < count; i++) {
		const struct catalog_event *e =
			catalog_event(m, name[i], &ignored);

		if (e && (e->code == TALLY_EVENT_CYCLES ||
			  (m->cycles && name_same(e->name, m->cycles))))
			return true;
	}
	return false;
}

/* Are there fewer cycles than so many instructions can take? */
static bool cycles_wrapped(struct counts *c)
{
	const struct catalog_metric *cpi;
	struct error ignored;
	double cycles, instructions;

	cpi = catalog_metric(c->monitor, "cpi", &ignored);
	return cpi && counts_lookup(c, "cycles", &cycles) &&
	       counts_lookup(c, c->monitor->instructions, &instructions) &&
	       cycles < cpi->low * instructions;
}

static void reject_cycles(struct derived *x)
{
	x->doubts = DOUBT_UNTRUSTED;
	snprintf(x->why, sizeof(x->why),
		 "too few cycles for so many instructions: the cycle counter "
		 "has wrapped; add 2^32 (4294967296) for each overflow");
}

void derive(struct derivation *d, struct counts *c)
{
	bool wrapped = cycles_wrapped(c);
	unsigned i;

	for (i = 0; i < d->items; i++) {
		struct derived *x = &d->item[i];
		double value = 0;

		evaluate(x, c, &value);
		if (x->doubts & DOUBT_NO_VALUE)
			continue;
		if (wrapped && uses_cycles(x, c->monitor))
			reject_cycles(x);
		x->value = value * (x->metric ? x->metric->scale : 1);
	}
}

const char *derived_text(const struct derived *x)
{
	if (x->doubts & DOUBT_NOT_COUNTED)
		return "missing";
	if (x->doubts & DOUBT_UNDEFINED)
		return "undefined";
	return x->doubts ? "rejected" : "good";
}

void derivation_free(struct derivation *d)
{
	unsigned i;

	for (i = 0; i < d->items; i++) {
		formula_free(d->item[i].formula);
		free(d->item[i].name);
	}
	free(d->item);
	d->item = NULL;
	d->items = 0;
}
