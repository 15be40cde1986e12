/* SPDX-License-Identifier: MIT */
/*
 * Everything that is known of an event, a metric, a group or a name that cannot
 * be had.
 */
#include "explain/explain.h"

#include <string.h>

#include "catalog/errata.h"
#include "catalog/questions.h"
#include "metric/formula.h"
#include "script/script.h"

static void put(json_t *into, const char *key, json_t *value)
{
	json_object_set_new(into, key, value);
}

static void put_evidence(json_t *into, enum evidence e)
{
	put(into, "evidence", json_string(evidence_text(e)));
	put(into, "evidence_means", json_string(evidence_words(e)));
}

/* How the planner would count it, or why it cannot. */
static void put_plan(json_t *into, const struct catalog_monitor *m,
		     const char *metrics, const char *events,
		     const char *groups)
{
	const struct request_member member = { .monitor = m };
	const struct request_wish wish = { metrics, events, groups, 0 };
	struct error err;
	struct request *q = request_make(&member, 1, &wish, &err);

	put(into, "plan", q ? script_plan_value(q) : json_null());
	if (!q)
		put(into, "no_plan", json_string(err.text));
	request_free(q);
}

/* The other monitors that have something of this name. */
static json_t *also_on(const struct catalog_monitor *m, const char *name)
{
	unsigned i, count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);
	json_t *list = json_array();

	for (i = 0; i < count; i++)
		if (all[i] != m && subject_there(all[i], name))
			json_array_append_new(list, json_string(all[i]->name));
	return list;
}

/* `ctx`: the events' names, with blanks between them. */
static bool about_events(const struct catalog_rule *r, const void *ctx)
{
	const char *events = ctx;
	char word[96];

	while (catalog_word(&events, word, sizeof(word)))
		if (catalog_about(r->about, word))
			return true;
	return false;
}

/* ---- events ------------------------------------------------------------- */

/* Names in a formula may be aliases. */
static bool formula_has(const struct catalog_monitor *m, const char *text,
			const struct catalog_event *e)
{
	struct error err;
	struct formula *f = formula_parse(text, &err);
	const char *const *name;
	size_t i, count = 0;
	bool has = false;

	if (!f)
		return false;
	name = formula_names(f, &count);
	for (i = 0; i < count; i++)
		has |= catalog_event(m, name[i], NULL) == e;
	formula_free(f);
	return has;
}

static json_t *metrics_with(const struct catalog_monitor *m,
			    const struct catalog_event *e)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->metrics; i++)
		if (formula_has(m, m->metric[i].formula, e))
			json_array_append_new(list,
					      json_string(m->metric[i].name));
	return list;
}

/* Does it count cycles? */
static bool lasts(const struct catalog_event *e)
{
	return e->kind == EVENT_DURATION || e->kind == EVENT_CLOCK;
}

static void explain_event(const struct catalog_monitor *m,
			  const struct catalog_event *e, json_t *into)
{
	const struct tally_event *t = tally_event_find(m->monitor, e->code);
	const struct catalog_class *class = catalog_event_class(m, e);

	put(into, "title", json_string(e->title));
	put(into, "class",
	    class ? json_pack("s+++", class->text, " [", class->source, "]")
		  : json_null());
	put(into, "cycles_sketch",
	    lasts(e) ? explain_sketches(m) : json_array());
	put(into, "rate", t ? json_integer(t->rate) : json_null());
	put(into, "map", m->own_map ? json_string(m->own_map) : json_null());
	put_evidence(into, catalog_evidence(m, e));
	put(into, "errata", explain_errata(m, e->name));
	put(into, "caveats", explain_notes_about(m, e->name));
	put(into, "rules", explain_rules(m, about_events, e->name));
	put(into, "metrics", metrics_with(m, e));
	put_plan(into, m, NULL, e->name, NULL);
}

/* ---- metrics ------------------------------------------------------------ */

/* The formula's events, each as its row; the weakest evidence among them, and
 * whether one counts cycles. */
static json_t *events_of(const struct catalog_monitor *m, const char *formula,
			 enum evidence *weakest, bool *cycles)
{
	struct error err;
	struct formula *f = formula_parse(formula, &err);
	json_t *list = json_array();
	const char *const *name;
	size_t i, count = 0;

	if (!f)
		return list;
	name = formula_names(f, &count);
	for (i = 0; i < count; i++) {
		const struct catalog_event *e = catalog_event(m, name[i], &err);
		const struct catalog_monitor *whose;
		const char *within;
		enum evidence own;

		if (!e)
			continue;
		whose = catalog_qualifier(name[i], &within);
		whose = whose ? whose : m;
		json_array_append_new(list,
				      explain_row("events", whose, e->name));
		own = catalog_evidence(whose, e);
		*weakest = own < *weakest ? own : *weakest;
		*cycles |= lasts(e);
	}
	formula_free(f);
	return list;
}

static json_t *notes_of_metric(const struct catalog_monitor *m,
			       const struct catalog_metric *x)
{
	const char *ids = x->notes;
	json_t *list = json_array();
	char id[64];

	while (catalog_word(&ids, id, sizeof(id))) {
		const struct catalog_note *n = catalog_note(m, id);

		if (n)
			json_array_append_new(list, explain_note(m, n));
	}
	return list;
}

static json_t *groups_with(const struct catalog_monitor *m, const char *metric)
{
	json_t *list = json_array();
	unsigned i;

	for (i = 0; i < m->groups; i++)
		if (catalog_has_word(m->group[i].metrics, metric))
			json_array_append_new(list,
					      json_string(m->group[i].name));
	return list;
}

/* Statements about one of its events: contradictions between documents, errata.
 */
static void put_of_events(json_t *into, const struct catalog_monitor *m,
			  const json_t *events)
{
	char names[512] = "";
	size_t i, used = 0;

	for (i = 0; i < json_array_size(events) && used < sizeof(names); i++) {
		json_t *event = json_array_get(events, i);

		used += (size_t)snprintf(
			names + used, sizeof(names) - used, "%s ",
			json_string_value(json_object_get(event, "name")));
	}
	put(into, "rules", explain_rules(m, about_events, names));
	put(into, "errata", explain_errata(m, names));
}

/* Advice: what is usual, what to do, and from where on `tally why` takes it up.
 */
static json_t *advice_on(const struct catalog_monitor *m,
			 const struct catalog_metric *x)
{
	const struct catalog_advice *a = catalog_advice(x);
	const struct catalog_question *q = catalog_question_of(m, x->name);

	if (!a)
		return json_null();
	return json_pack("{s:s, s:s, s:s, s:s, s:o, s:s?}", "usual", a->usual,
			 "high", a->high, "low", a->low, "source",
			 "Tally's own, no document's", "threshold",
			 q ? json_real(q->threshold) : json_null(),
			 "threshold_source", q ? q->source : NULL);
}

static void explain_metric(const struct catalog_monitor *m,
			   const struct catalog_metric *x, json_t *into)
{
	enum evidence weakest = EVIDENCE_INDEPENDENT;
	bool cycles = false;
	json_t *events = events_of(m, x->formula, &weakest, &cycles);

	put(into, "expected",
	    x->expected ? json_pack("{s:f, s:f, s:s}", "low", x->expected->low,
				    "high", x->expected->high, "why",
				    x->expected->why)
			: json_null());
	put(into, "needs_clock",
	    json_boolean(strstr(x->formula, "clock_hz") != NULL));
	put(into, "cycles_sketch", cycles ? explain_sketches(m) : json_array());
	put(into, "advice", advice_on(m, x));
	put_of_events(into, m, events);
	put(into, "events", events);
	put_evidence(into, weakest);
	put(into, "caveats", notes_of_metric(m, x));
	put(into, "groups", groups_with(m, x->name));
	put_plan(into, m, x->name, NULL, NULL);
}

/* ---- groups and refusals ------------------------------------------------ */

static void explain_group(const struct catalog_monitor *m,
			  const struct catalog_group *g, json_t *into)
{
	enum evidence weakest = EVIDENCE_INDEPENDENT;
	bool cycles = false;
	json_t *rows = json_array();
	const char *names = g->metrics;
	char name[64];

	while (catalog_word(&names, name, sizeof(name))) {
		json_t *row = explain_row("metrics", m, name);
		json_t *formula = json_object_get(row, "formula");

		if (formula)
			json_decref(events_of(m, json_string_value(formula),
					      &weakest, &cycles));
		json_array_append_new(rows, row);
	}
	put(into, "metric", rows);
	put(into, "cycles_sketch", cycles ? explain_sketches(m) : json_array());
	put_evidence(into, weakest);
	put_plan(into, m, NULL, NULL, g->name);
}

/* No document says that something is missing: each of its tables lacks it. */
static void explain_refusal(const struct catalog_monitor *m,
			    const struct subject *s, json_t *into)
{
	put(into, "why", json_string(s->refusal->why));
	put(into, "source", json_string(m->sources));
	put(into, "evidence", json_string(evidence_text(EVIDENCE_TRANSCRIBED)));
	put(into, "evidence_means",
	    json_string("read off the tables of events of these documents"));
}

json_t *explain(const struct subject *s)
{
	const struct catalog_monitor *m = s->monitor;
	json_t *into = NULL;

	switch (s->kind) {
	case SUBJECT_MONITOR:
		into = explain_row("monitors", m, m->name);
		explain_monitor(m, into);
		break;
	case SUBJECT_EVENT:
		into = explain_row("events", m, s->name);
		explain_event(m, s->event, into);
		break;
	case SUBJECT_METRIC:
		into = explain_row("metrics", m, s->name);
		explain_metric(m, s->metric, into);
		break;
	case SUBJECT_GROUP:
		into = explain_row("groups", m, s->name);
		explain_group(m, s->group, into);
		break;
	case SUBJECT_REGISTER:
		into = explain_row("registers", m, s->name);
		explain_register(m, s->reg, into);
		break;
	case SUBJECT_REFUSAL:
		into = json_object();
		explain_refusal(m, s, into);
		break;
	}
	put(into, "explains", json_string(subject_kind_text(s->kind)));
	put(into, "monitor", json_string(m->name));
	put(into, "name", json_string(s->name));
	put(into, "also_on", also_on(m, s->name));
	return into;
}
