/* SPDX-License-Identifier: MIT */
/*
 * The catalogue of metrics and of what is said of numbers: metrics, groups,
 * notes, conditions, questions and refusals, held against the rules that the
 * rest relies on.
 */
#include "catalog_check.h"
#include "core/hpm.h"

#include "catalog/names.h"
#include "catalog/questions.h"
#include "metric/formula.h"
#include "test.h"
#include "tidy.h"

static void check_formula(const struct catalog_monitor *m,
			  const struct catalog_metric *x)
{
	struct error err = { "" };
	struct formula *f = formula_parse(x->formula, &err);
	const char *const *name;
	size_t i, count;

	check(f, "%s %s: %s", m->name, x->name, err.text);
	name = formula_names(f, &count);
	check(count, "%s %s", m->name, x->name);
	for (i = 0; i < count; i++) {
		const struct catalog_event *e;

		const char *own = name[i];

		if (!strcmp(name[i], "clock_hz") ||
		    !strcmp(name[i], "clock_ratio"))
			continue;
		e = catalog_event(m, name[i], &err);
		check(e, "%s %s: %s", m->name, x->name, err.text);
		(void)catalog_qualifier(name[i], &own);
		/* Canonical names only: readers and planner compare them. */
		check(!strcmp(e->name, own), "%s %s: %s", m->name, x->name,
		      name[i]);
	}
	formula_free(f);
}

static void check_metrics(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->metrics; i++) {
		const struct catalog_metric *x = &m->metric[i];
		const char *notes = x->notes;
		struct error err;
		char id[ROOM];

		check(tidy_name(x->name), "%s %s", m->name, x->name);
		check(catalog_metric(m, x->name, &err) == x, "%s %s twice",
		      m->name, x->name);
		check(!catalog_event(m, x->name, &err), "%s %s is an event",
		      m->name, x->name);
		check(one_line(x->title) && one_line(x->definition) &&
			      one_line(x->source),
		      "%s %s", m->name, x->name);
		check(x->low < x->high && x->scale > 0, "%s %s", m->name,
		      x->name);
		check((x->scale >= 99 && x->scale <= 101) ==
			      !strcmp(x->unit, "%"),
		      "%s %s", m->name, x->name);
		check(x->direction <= DIRECTION_HIGHER, "%s %s", m->name,
		      x->name);
		check_formula(m, x);
		while (catalog_word(&notes, id, sizeof(id)))
			check(catalog_note(m, id), "%s %s: note %s", m->name,
			      x->name, id);
	}
}

TEST(metrics_are_whole)
{
	each_monitor(check_metrics);
}

static bool listed(const char *list, const char *id)
{
	char word[ROOM];

	while (catalog_word(&list, word, sizeof(word)))
		if (!strcmp(word, id))
			return true;
	return false;
}

/* Is the word, or glob, of what is there? */
static bool about_one(const struct catalog_monitor *m, const char *word)
{
	unsigned i;

	for (i = 0; i < m->events; i++)
		if (catalog_about(word, m->event[i].name))
			return true;
	for (i = 0; i < m->regs; i++)
		if (catalog_about(word, m->reg[i].name))
			return true;
	return false;
}

/* Is there a page of `tally explain` that has it? */
static bool note_used(const struct catalog_monitor *m,
		      const struct catalog_note *n)
{
	unsigned i;

	for (i = 0; i < m->metrics; i++)
		if (listed(m->metric[i].notes, n->id))
			return true;
	return *n->about || listed(m->sequence, n->id);
}

static void check_notes(const struct catalog_monitor *m)
{
	const char *sequence = m->sequence;
	char id[ROOM];
	unsigned i;

	while (catalog_word(&sequence, id, sizeof(id)))
		check(catalog_note(m, id), "%s: no note %s", m->name, id);
	for (i = 0; i < m->notes; i++) {
		const struct catalog_note *n = &m->note[i];
		const char *about = n->about;
		char name[ROOM];

		check(catalog_note(m, n->id) == n, "%s %s twice", m->name,
		      n->id);
		check(one_line(n->text) && one_line(n->source), "%s %s",
		      m->name, n->id);
		check(note_used(m, n), "%s: nothing has note %s", m->name,
		      n->id);
		/* "if <condition>: ..." is how they are read out */
		check(n->when == WHEN_ALWAYS || strstr(n->text, ": "), "%s %s",
		      m->name, n->id);
		while (catalog_word(&about, name, sizeof(name)))
			check(about_one(m, name), "%s %s: no %s", m->name,
			      n->id, name);
	}
}

TEST(notes_are_whole)
{
	each_monitor(check_notes);
}

static bool condition_told(const struct catalog_monitor *m, unsigned when,
			   unsigned rows)
{
	unsigned i;

	for (i = 0; i < rows; i++)
		if (m->condition[i].when == when)
			return true;
	return when == WHEN_ALWAYS;
}

/* By a row, by the way a number is come by, by a map or the bus it is of. */
static void check_told(const struct catalog_monitor *m, unsigned when,
		       const char *id)
{
	bool by_map = when == WHEN_DEBUG_TRACKED || when == WHEN_BURST_BROKEN;

	check(when <= WHEN_DOCUMENTED || (by_map && m->own_map) ||
		      condition_told(m, when, m->conditions),
	      "%s: nothing tells when %s applies", m->name, id);
}

/* Conditions of notes and identities are told, and rows build on earlier ones.
 */
static void check_conditions(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->conditions; i++) {
		const struct catalog_condition *c = &m->condition[i];

		check(c->when > WHEN_BURST_BROKEN && c->when < CONDITIONS,
		      "%s row %u", m->name, i);
		check(c->mask && !(c->value & ~c->mask), "%s row %u", m->name,
		      i);
		check(condition_told(m, c->within, i), "%s row %u", m->name, i);
	}
	for (i = 0; i < m->notes; i++)
		check_told(m, m->note[i].when, m->note[i].id);
	for (i = 0; i < m->identities; i++) {
		check_told(m, m->identity[i].unless[0], m->identity[i].id);
		check_told(m, m->identity[i].unless[1], m->identity[i].id);
	}
	for (i = 0; i < CONDITIONS; i++) {
		check(tidy_name(condition_text((enum condition)i)), "%u", i);
		check(one_line(condition_words((enum condition)i)), "%u", i);
	}
}

TEST(conditions_are_told)
{
	each_monitor(check_conditions);
}

static void check_groups(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->groups; i++) {
		const struct catalog_group *g = &m->group[i];
		const char *metrics = g->metrics;
		struct error err = { "" };
		unsigned count = 0;
		char name[ROOM];

		check(tidy_name(g->name), "%s %s", m->name, g->name);
		check(catalog_group(m, g->name, &err) == g, "%s %s twice",
		      m->name, g->name);
		check(one_line(g->title) && one_line(g->source), "%s %s",
		      m->name, g->name);
		for (; catalog_word(&metrics, name, sizeof(name)); count++)
			check(catalog_metric(m, name, &err), "%s %s: %s",
			      m->name, g->name, err.text);
		check(count, "%s %s", m->name, g->name);
	}
}

TEST(groups_have_their_metrics)
{
	each_monitor(check_groups);
}

/* A refusal must not hide what can be had. */
static void check_refusals(const struct catalog_monitor *m)
{
	unsigned i, k;

	for (i = 0; i < m->refusals; i++) {
		const char *name = m->refusal[i].name;

		check(one_line(m->refusal[i].why), "%s %s", m->name, name);
		for (k = 0; k < m->events; k++)
			check(!name_match(name, m->event[k].name),
			      "%s: the refusal %s hides the event %s", m->name,
			      name, m->event[k].name);
		for (k = 0; k < m->metrics; k++)
			check(!name_match(name, m->metric[k].name),
			      "%s: the refusal %s hides the metric %s", m->name,
			      name, m->metric[k].name);
	}
}

static const struct catalog_question *
question_above(const struct catalog_monitor *m, unsigned at)
{
	for (unsigned i = 0; i < at; i++)
		if (strcmp(m->question[i].id, m->question[at].under) == 0)
			return &m->question[i];
	return NULL;
}

/* Is it over cycles? */
static bool is_of_time(const struct catalog_monitor *m,
		       const struct catalog_metric *x)
{
	const char *over = strrchr(x->formula, '/');

	return over && (strstr(over, "cycles") ||
			(m->cycles && strstr(over, m->cycles)));
}

/* Does a rate stand under it?  Then others than that one feed it. */
static bool is_fed(const struct catalog_monitor *m,
		   const struct catalog_question *q)
{
	for (unsigned i = 0; i < m->questions; i++)
		if (strcmp(m->question[i].under, q->id) == 0 &&
		    m->question[i].kind == QUESTION_RATE)
			return q->kind == QUESTION_SHARE ||
			       q->kind == QUESTION_SLOTS;
	return false;
}

/* Of a bus's cycles those that are counted below are a part. */
static void look_at_feeding(const struct catalog_monitor *m, unsigned at)
{
	const struct catalog_question *q = &m->question[at];
	const struct catalog_question *above = question_above(m, at);
	struct error err;

	/* The rest may say what it takes in that no event tells. */
	check(q->kind == QUESTION_REST || (q->also[0] != '\0') == is_fed(m, q),
	      "%s: the question %s has something under it and does not say "
	      "what else its events count, or the other way round",
	      m->name, q->id);
	check(!q->also[0] == !q->also_source[0],
	      "%s: what else %s counts has no source", m->name, q->id);
	check(!above || above->kind != QUESTION_BUS ||
		      strstr(catalog_metric(m, above->metric, &err)->formula,
			     q->event),
	      "%s: %s is no part of %s", m->name, q->id, q->under);
}

static void look_at_question(const struct catalog_monitor *m, unsigned at)
{
	const struct catalog_question *q = &m->question[at];
	bool per = q->kind == QUESTION_RATE || q->kind == QUESTION_REST;
	const struct catalog_metric *x;
	struct error err;

	check(q->id && q->under && q->metric && q->found && q->event &&
		      q->also && q->also_source && q->source,
	      "%s: question %u lacks a text; where there is none it is \"\"",
	      m->name, at + 1);
	for (unsigned i = 0; i < at; i++)
		check(strcmp(m->question[i].id, q->id) != 0,
		      "%s has the question %s twice", m->name, q->id);
	check(tidy_name(q->id), "%s: the question %s", m->name, q->id);
	check(!q->under[0] || question_above(m, at),
	      "%s: %s stands under %s, which no question before it is", m->name,
	      q->id, q->under);
	x = catalog_metric(m, q->metric, &err);
	check(x, "%s: the question %s: %s", m->name, q->id, err.text);
	check(per || (strcmp(x->unit, "%") == 0 && x->scale == 100),
	      "%s: the question %s is no share", m->name, q->id);
	check(q->kind != QUESTION_SHARE || is_of_time(m, x),
	      "%s: the question %s is a share of something else than cycles: "
	      "%s",
	      m->name, q->id, x->formula);
	check(!q->event[0] || strstr(x->formula, q->event),
	      "%s: the question %s tells of %s, which its metric does not "
	      "count: %s",
	      m->name, q->id, q->event, x->formula);
	check(q->threshold > 0 && q->source[0],
	      "%s: the question %s has no threshold, or no source of it",
	      m->name, q->id);
	check(q->found[0] || q->kind == QUESTION_REST,
	      "%s: what the question %s finds", m->name, q->id);
	check(!q->event[0] || catalog_event(m, q->event, &err),
	      "%s: the question %s: %s", m->name, q->id, err.text);
	check((q->cycles > 0) == (q->cycles_source != NULL),
	      "%s: the question %s has cycles or a source of them", m->name,
	      q->id);
}

/* Every monitor tells where time goes, or why it cannot. */
TEST(questions_are_whole)
{
	unsigned count;
	const struct catalog_monitor *const *all = hpm_none(&count);

	for (unsigned i = 0; i < count; i++) {
		const struct catalog_monitor *m = all[i];

		check((m->questions > 0) != (m->unasked != NULL),
		      "%s has no questions and does not say why, or both",
		      m->name);
		check(m->questions <= QUESTIONS_MAX,
		      "%s has too many questions", m->name);
		for (unsigned k = 0; k < m->questions; k++) {
			look_at_question(m, k);
			look_at_feeding(m, k);
		}
	}
}

TEST(refusals_hide_nothing)
{
	each_monitor(check_refusals);
}
