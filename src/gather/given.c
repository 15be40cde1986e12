/* SPDX-License-Identifier: MIT */
/*
 * Makes a record of counts that were given, as a measurement makes one.
 */
#include "gather/given.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "catalog/added.h"
#include "catalog/errata.h"
#include "catalog/names.h"
#include "catalog/words.h"
#include "metric/formula.h"
#include "request/list.h"

/* A record while it is made; monitor[i] is its i-th monitor. */
struct giving {
	const struct counts *counts;
	const struct catalog_monitor *monitor[RECORD_MONITORS];
	struct record *to;
};

/* The index of the monitor in the record; it is added where it is new. */
static unsigned monitor_row(struct giving *g, const struct catalog_monitor *m)
{
	struct record *r = g->to;
	unsigned i = 0;

	while (i < r->monitors && g->monitor[i] != m)
		i++;
	if (i < r->monitors)
		return i;
	g->monitor[i] = m;
	r->monitor[i] = (struct record_monitor){
		.name = record_text(r, m->name),
		.layers = record_text(r, m->layers),
	};
	r->monitors++;
	return i;
}

/* Adds the monitors of -m and those that qualify the names of counts. */
static void give_monitors(struct giving *g)
{
	const struct counts *c = g->counts;
	struct record *r = g->to;
	uint8_t *order = record_room(r, RECORD_MONITORS, 1);

	r->monitor = record_room(r, RECORD_MONITORS, sizeof *r->monitor);
	if (r->failed)
		return;
	monitor_row(g, c->monitor);
	for (unsigned i = 0; c->other[i]; i++)
		monitor_row(g, c->other[i]);
	for (unsigned i = 0; i < c->counts; i++)
		monitor_row(g, c->count[i].monitor);
	for (unsigned i = 0; i < r->monitors; i++)
		order[i] = (uint8_t)i;
	r->order = order;
}

/* The name, with its monitor where another one's event has that name, too. */
static const char *name_of(struct giving *g, const struct count *own)
{
	const struct counts *c = g->counts;
	char text[160];

	snprintf(text, sizeof text, "%s", own->event->name);
	for (unsigned i = 0; i < c->counts; i++)
		if (c->count[i].event != own->event &&
		    name_same(c->count[i].event->name, own->event->name))
			snprintf(text, sizeof text, "%s:%s", own->monitor->name,
				 own->event->name);
	return record_text(g->to, text);
}

static void give_count(struct giving *g, unsigned i, bool divided)
{
	const struct count *own = &g->counts->count[i];
	const struct catalog_event *e = own->event;
	struct record *r = g->to;
	char text[20];
	const char *word;
	uint16_t code;

	word = catalog_word_said(own->monitor, e, text, &code);
	r->event[i] = (struct record_event){
		.name = name_of(g, own),
		.row = record_text(r, e->name),
		.monitor = monitor_row(g, own->monitor),
		.code = code,
		.word = word ? record_text(r, word) : NULL,
		.asked = ASKED_NOT,
		.kind = e->kind,
		.evidence = (uint8_t)catalog_evidence(own->monitor, e),
		.ledger = LEDGER_NO,
		.step = divided && e->code == TALLY_EVENT_CYCLES ? 64 : 1,
		/* Nobody knows whether two counts are of one window. */
		.same = i,
		.source = record_text(r, e->source),
		.class = CLASS_EXACT,
	};
	r->count[i] = (struct record_count){
		.event = i,
		.region = RECORD_NONE,
		.interval = RECORD_NONE,
		.task = RECORD_NONE,
		.value = own->value,
	};
}

static void give_counts(struct giving *g, bool divided)
{
	unsigned counts = g->counts->counts;
	struct record *r = g->to;

	r->event = record_room(r, counts, sizeof *r->event);
	r->count = record_room(r, counts, sizeof *r->count);
	r->pass = record_room(r, 1, sizeof *r->pass);
	r->run = record_room(r, 1, sizeof *r->run);
	if (r->failed)
		return;
	r->passes = r->at_least = r->repeats = r->runs = 1;
	for (unsigned i = 0; i < counts; i++)
		give_count(g, i, divided);
	r->events = counts;
	r->counts = counts;
}

/* The conditions that are known: whether the cycles were divided; Tally counted
 * nothing itself, and no document's order of writes was used. */
static void give_conditions(struct record *r, bool divided)
{
	struct catalog_state *s = &r->conditions;

	s->known[WHEN_ALWAYS] = s->holds[WHEN_ALWAYS] = true;
	s->known[WHEN_DIVIDED] = true;
	s->holds[WHEN_DIVIDED] = divided;
	s->known[WHEN_MEASURED] = s->known[WHEN_DOCUMENTED] = true;
	r->divided = divided;
}

static uint16_t operand_of(const struct counts *c, const char *name)
{
	const struct count *given;

	if (name_same(name, "clock_hz"))
		return RECORD_CLOCK;
	if (name_same(name, "clock_ratio"))
		return RECORD_RATIO;
	given = counts_given(c, name);
	return given ? (uint16_t)(given - c->count) : RECORD_MISSING;
}

static bool is_there(const struct record *r, uint16_t operand)
{
	if (operand == RECORD_CLOCK)
		return r->target.clock_hz > 0;
	if (operand == RECORD_RATIO)
		return r->target.clock_ratio > 0;
	return operand != RECORD_MISSING;
}

/* The operands of a formula; NULL: no memory. */
static uint16_t *operands_of(struct giving *g, const struct formula *f,
			     size_t *count)
{
	const char *const *name = formula_names(f, count);
	uint16_t *operand = record_room(g->to, *count, sizeof *operand);

	for (size_t i = 0; operand && i < *count; i++)
		operand[i] = operand_of(g->counts, name[i]);
	return operand;
}

static bool can_be_had(const struct record *r, const uint16_t *operand,
		       size_t operands)
{
	for (size_t i = 0; i < operands; i++)
		if (!is_there(r, operand[i]))
			return false;
	return true;
}

static void add_row(struct giving *g, const struct catalog_metric *m,
		    const char *name, const char *formula,
		    const uint16_t *operand, size_t operands, enum asking asked)
{
	struct record *r = g->to;

	r->metric[r->metrics++] = (struct record_metric){
		.name = record_text(r, name),
		.row = m ? record_text(r, m->name) : NULL,
		.others = "",
		.formula = record_text(r, formula),
		.operand = operand,
		.operands = (unsigned)operands,
		.asked = (uint8_t)asked,
		.scale = m ? m->scale : 1,
		.unit = record_text(r, m ? m->unit : ""),
		.title = m ? record_text(r, m->title) : NULL,
		.definition = m ? record_text(r, m->definition) : NULL,
		.source = m ? record_text(r, m->source) : NULL,
		.direction = m ? m->direction : (uint8_t)DIRECTION_NONE,
	};
	if (m)
		record_keep_users(r, &r->metric[r->metrics - 1], m,
				  g->counts->monitor);
}

/*
 * Adds a metric, unless the record has it.  `name` is its own, or where `m` is
 * NULL what the user calls the formula.  A metric that was not asked for by
 * name is left out where counts for it are missing.
 */
static bool append(struct giving *g, const struct catalog_metric *m,
		   const char *name, const char *formula, enum asking asked,
		   struct error *err)
{
	struct record *r = g->to;
	struct formula *f;
	uint16_t *operand;
	size_t operands;

	if (r->failed) /* then names may be missing */
		return error_no_memory(err);
	for (unsigned i = 0; i < r->metrics; i++) {
		if (strcmp(r->metric[i].name, name) != 0)
			continue;
		return !strcmp(r->metric[i].formula, formula) ||
		       error_set(err,
				 "%s is two formulas, %s and %s; give one of "
				 "them another name",
				 name, r->metric[i].formula, formula);
	}
	f = formula_parse(formula, err);
	if (!f)
		return false;
	operand = operands_of(g, f, &operands);
	formula_free(f);
	if (!operand)
		return error_no_memory(err);
	if (asked != ASKED_NOT)
		add_row(g, m, name, formula, operand, operands, asked);
	else if (can_be_had(r, operand, operands))
		add_row(g, m, name, formula, operand, operands, ASKED_AMONG);
	return true;
}

/* In a formula of the user's, each name must be an event or a clock. */
static bool check_names(const struct catalog_monitor *m, const char *text,
			struct error *err)
{
	struct formula *f = formula_parse(text, err);
	const char *const *name;
	bool good = true;
	size_t count;

	if (!f)
		return error_within(err, "formula");
	name = formula_names(f, &count);
	for (size_t i = 0; good && i < count; i++)
		good = !strcmp(name[i], "clock_hz") ||
		       !strcmp(name[i], "clock_ratio") ||
		       catalog_event(m, name[i], err);
	formula_free(f);
	return good;
}

/* A name that the user gives to a formula must be nobody's yet. */
static bool check_free(const struct catalog_monitor *m, const char *name,
		       struct error *err)
{
	return !catalog_is_taken(m, name) ||
	       error_set(err,
			 "%s has something called %s; give the formula another "
			 "name",
			 m->name, name);
}

static bool is_name(const char *text)
{
	return text[strspn(text, "abcdefghijklmnopqrstuvwxyz"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
	       '\0';
}

static bool add_metric(struct giving *g, const char *text, struct error *err)
{
	const struct catalog_monitor *m = g->counts->monitor;
	const struct catalog_metric *metric;
	char name[LIST_NAME];
	const char *formula;

	if (!is_name(text)) {
		formula = list_named(text, name, err);
		return formula && check_free(m, name, err) &&
		       check_names(m, formula, err) &&
		       append(g, NULL, *name ? name : formula, formula,
			      ASKED_BY_NAME, err);
	}
	metric = catalog_metric(m, text, err);
	return metric && append(g, metric, metric->name, metric->formula,
				ASKED_BY_NAME, err);
}

static bool add_group(struct giving *g, const char *text, struct error *err)
{
	const struct catalog_monitor *m = g->counts->monitor;
	const struct catalog_group *group = catalog_group(m, text, err);
	const char *names;
	char name[64];

	if (!group)
		return false;
	names = group->metrics;
	while (catalog_word(&names, name, sizeof(name))) {
		const struct catalog_metric *metric =
			catalog_metric(m, name, err);

		if (!metric || !append(g, metric, metric->name, metric->formula,
				       ASKED_AMONG, err))
			return false;
	}
	return true;
}

static bool each(struct giving *g, const char *list,
		 bool (*add)(struct giving *g, const char *text,
			     struct error *err),
		 struct error *err)
{
	char *copy = strdup(list), *rest = copy, *text;
	bool good = copy || error_no_memory(err);

	while (good && (text = strsep(&rest, ","))) {
		text = text_one_line(text);
		text += strspn(text, " ");
		good = *text ? add(g, text, err)
			     : error_set(err,
					 "an empty name in \"%s\"; write a,b,c",
					 list);
	}
	free(copy);
	return good;
}

static bool give_metrics(struct giving *g, const struct given_wish *w,
			 struct error *err)
{
	const struct catalog_monitor *m = g->counts->monitor;
	size_t room = m->metrics + 1u;

	/* Metrics of the catalogue and formulas, with commas between them. */
	for (const char *at = w->metrics; at && *at; at++)
		room += *at == ',';
	g->to->metric = record_room(g->to, room, sizeof *g->to->metric);
	if (g->to->failed)
		return error_no_memory(err);
	for (unsigned i = 0; !w->metrics && !w->groups && i < m->metrics; i++)
		if (!append(g, &m->metric[i], m->metric[i].name,
			    m->metric[i].formula, ASKED_NOT, err))
			return false;
	return (!w->metrics || each(g, w->metrics, add_metric, err)) &&
	       (!w->groups || each(g, w->groups, add_group, err));
}

struct record *given_record(const struct counts *c, const struct given_wish *w,
			    struct error *err)
{
	struct giving g = { .counts = c, .to = record_new() };

	if (!g.to) {
		error_no_memory(err);
		return NULL;
	}
	g.to->target.clock_hz = c->clock_hz;
	g.to->target.clock_ratio = record_real(c->clock_ratio);
	give_monitors(&g);
	if (!g.to->failed)
		give_counts(&g, w->divided);
	give_conditions(g.to, w->divided);
	if (give_metrics(&g, w, err) && !g.to->failed)
		return g.to;
	if (g.to->failed)
		error_no_memory(err);
	record_free(g.to);
	return NULL;
}
