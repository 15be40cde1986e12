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
		   const char *name, const char *formula, bool asked,
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
		       append(d, NULL, text, text, true, err);
	metric = catalog_metric(m, text, err);
	return metric &&
	       append(d, metric, metric->name, metric->formula, true, err);
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
	while (catalog_word(&names, name, sizeof(name)))
		if (!add_metric(d, m, name, err))
			return false;
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
			    m->metric[i].formula, false, err))
			return false;
	return true;
}

static void evaluate(struct derived *x, struct counts *c, double *value)
{
	const char *name = NULL;

	switch (formula_eval(x->formula, counts_lookup, c, value, &name)) {
	case FORMULA_OK:
		x->verdict = VERDICT_GOOD;
		return;
	case FORMULA_MISSING:
		x->verdict = VERDICT_MISSING;
		if (!strcmp(name, "clock_hz"))
			snprintf(x->why, sizeof(x->why),
				 "needs the core clock: --clock-hz");
		else if (!strcmp(name, "clock_ratio"))
			snprintf(x->why, sizeof(x->why),
				 "needs the core clock over the platform's: "
				 "--clock-ratio");
		else
			snprintf(x->why, sizeof(x->why),
				 "needs the count of %s", name);
		return;
	case FORMULA_ZERO:
		x->verdict = VERDICT_UNDEFINED;
		snprintf(x->why, sizeof(x->why), "divides by 0%s%s",
			 name ? ": " : "", name ? name : "");
		return;
	case FORMULA_RANGE:
		break;
	}
	x->verdict = VERDICT_UNDEFINED;
	snprintf(x->why, sizeof(x->why), "too large for a number");
}

/* Out of the metric's bounds.  The value is not shown: it is none. */
static void check_bounds(struct derived *x, double value)
{
	const struct catalog_metric *m = x->metric;

	if (!m)
		return;
	if (value >= m->low && value <= m->high) {
		const char *doubt = catalog_unexpected(m, value);

		snprintf(x->why, sizeof(x->why), "%s", doubt ? doubt : "");
		return;
	}
	x->verdict = VERDICT_REJECTED;
	snprintf(x->why, sizeof(x->why),
		 "would be %s %.6g%s%s, which cannot be; if a counter has "
		 "wrapped, add 2^32 (4294967296) for each overflow",
		 value < m->low ? "below" : "above",
		 (value < m->low ? m->low : m->high) * m->scale,
		 *m->unit ? " " : "", m->unit);
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
	x->verdict = VERDICT_REJECTED;
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
		if (x->verdict != VERDICT_GOOD)
			continue;
		if (wrapped && uses_cycles(x, c->monitor)) {
			reject_cycles(x);
			continue;
		}
		check_bounds(x, value);
		x->value = value * (x->metric ? x->metric->scale : 1);
	}
}

const char *verdict_text(enum verdict v)
{
	switch (v) {
	case VERDICT_GOOD:
		return "good";
	case VERDICT_MISSING:
		return "missing";
	case VERDICT_UNDEFINED:
		return "undefined";
	case VERDICT_REJECTED:
		return "rejected";
	}
	return "?";
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
