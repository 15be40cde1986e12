/* SPDX-License-Identifier: MIT */
/* Answers of a record's counts to a monitor's questions. */
#include <string.h>

#include "metric/formula.h"
#include "record/headline.h"

struct counts {
	const struct record *record;
	unsigned monitor;
	uint8_t class;
	bool failed; /* no memory */
};

/* An event as it comes, by the catalogue's name; NULL: it has no number. */
static const struct record_event *counted(const struct record *r,
					  unsigned monitor, const char *name)
{
	for (unsigned i = 0; i < r->events; i++) {
		const struct record_event *e = &r->event[i];
		size_t own = strlen(e->name), length = strlen(name);

		if (e->monitor == monitor && e->row &&
		    strcmp(e->row, name) == 0 && own >= length &&
		    strcmp(e->name + own - length, name) == 0 &&
		    !(e->reading.doubts & (DOUBT_NO_VALUE | DOUBT_WRONG)))
			return e;
	}
	return NULL;
}

static bool lookup(void *ctx, const char *name, double *value)
{
	struct counts *from = ctx;
	const struct record_event *e =
		counted(from->record, from->monitor, name);

	if (!e)
		return false;
	if (e->reading.class > from->class)
		from->class = e->reading.class;
	*value = e->reading.value;
	return true;
}

/* Events of different runs do not make one number if these drifted apart. */
static bool together(const struct record *r)
{
	return r->passes < 2 || r->drift <= r->drift_limit;
}

static const struct catalog_metric *metric_of(const struct catalog_monitor *m,
					      const char *name)
{
	for (unsigned i = 0; i < m->metrics; i++)
		if (strcmp(m->metric[i].name, name) == 0)
			return &m->metric[i];
	return NULL;
}

/* Nothing divided by nothing is none: without an access no access misses. */
static bool value_of(struct counts *from, const struct catalog_question *q,
		     const struct catalog_metric *metric, double *value)
{
	struct error ignored;
	struct formula *f = formula_parse(metric->formula, &ignored);
	enum formula_result result = FORMULA_MISSING;

	if (f)
		result = formula_eval(f, lookup, from, value, NULL);
	from->failed = from->failed || !f;
	formula_free(f);
	if (result == FORMULA_ZERO && q->kind == QUESTION_RATE) {
		*value = 0;
		return true;
	}
	if (result != FORMULA_OK || *value < metric->low ||
	    *value > metric->high)
		return false;
	*value *= metric->scale;
	return true;
}

static double cycles_of(const struct record *r, unsigned monitor,
			const struct catalog_monitor *m)
{
	const struct record_event *e = counted(r, monitor, "cycles");

	if (!e && m->cycles)
		e = counted(r, monitor, m->cycles);
	return e ? e->reading.value : 0;
}

static bool is_share(const struct catalog_question *q)
{
	return q->kind != QUESTION_RATE && q->kind != QUESTION_REST;
}

static struct answer answer_of(struct counts *from, const struct answers *all,
			       const struct catalog_question *q)
{
	struct answer a = { .question = q,
			    .metric = metric_of(all->monitor, q->metric),
			    .word = ANSWER_UNTOLD,
			    .share = -1 };
	const struct record_event *e =
		counted(from->record, from->monitor, q->event);

	from->class = CLASS_EXACT;
	if (!a.metric || !together(from->record) ||
	    !value_of(from, q, a.metric, &a.value))
		return a;
	a.class = from->class;
	a.word = a.value >= q->threshold ? ANSWER_YES : ANSWER_NO;
	a.counted = e != NULL;
	a.count = e ? e->reading.value : 0;
	if (is_share(q))
		a.share = a.value / 100;
	else if (e && q->cycles > 0 && all->cycles > 0 &&
		 a.count * q->cycles <= all->cycles)
		a.share = a.count * q->cycles / all->cycles;
	return a;
}

static const struct answer *find(const struct answers *a, const char *id)
{
	for (unsigned i = 0; i < a->count; i++)
		if (strcmp(a->answer[i].question->id, id) == 0)
			return &a->answer[i];
	return NULL;
}

static bool any_yes(const struct answers *a)
{
	for (unsigned i = 0; i < a->count; i++)
		if (a->answer[i].asked && a->answer[i].word == ANSWER_YES &&
		    a->answer[i].question->kind != QUESTION_WORK)
			return true;
	return false;
}

/* Questions above come before those below, and what is left comes last. */
static bool is_asked(const struct answers *a, const struct catalog_question *q)
{
	const struct answer *above = find(a, q->under);

	if (q->kind == QUESTION_REST)
		return !any_yes(a);
	return !above || (above->asked && above->word != ANSWER_NO);
}

void answers_begin(struct answers *a, const struct catalog_monitor *m)
{
	memset(a, 0, sizeof *a);
	a->monitor = m;
	for (unsigned i = 0; i < m->questions && i < QUESTIONS_MAX; i++)
		a->answer[a->count++] = (struct answer){
			.question = &m->question[i],
			.metric = metric_of(m, m->question[i].metric),
			.word = ANSWER_UNTOLD,
			.share = -1,
		};
}

/* An earlier answer stays where this record has none. */
static bool answer_all(struct answers *a, const struct record *r,
		       unsigned monitor)
{
	struct counts from = { .record = r, .monitor = monitor };

	if (!(a->cycles > 0))
		a->cycles = cycles_of(r, monitor, a->monitor);
	for (unsigned i = 0; i < a->count; i++) {
		struct answer one = answer_of(&from, a, a->answer[i].question);

		if (one.word != ANSWER_UNTOLD)
			a->answer[i] = one;
		a->answer[i].asked = is_asked(a, one.question);
	}
	return !from.failed;
}

bool answers_add(struct answers *a, const struct record *r)
{
	bool good = true;

	for (unsigned i = 0; a->monitor && i < r->monitors; i++)
		if (strcmp(r->monitor[i].name, a->monitor->name) == 0)
			good = answer_all(a, r, i);
	return good;
}

bool answers_make(const struct record *r, struct answers *a)
{
	struct error ignored;

	memset(a, 0, sizeof *a);
	for (unsigned i = 0; i < r->monitors && !a->count; i++) {
		const struct catalog_monitor *m =
			catalog_monitor(r->monitor[i].name, &ignored);

		if (m)
			answers_begin(a, m);
	}
	return answers_add(a, r);
}

/* Does it stand under `above`, or under one there that was not answered? */
static bool stands_under(const struct answers *a,
			 const struct catalog_question *q, const char *above)
{
	const struct answer *next = find(a, q->under);

	if (strcmp(q->under, above) == 0)
		return true;
	return next && next->word == ANSWER_UNTOLD &&
	       stands_under(a, next->question, above);
}

bool answer_stands_out(const struct answers *a, const struct answer *one,
		       const char *above)
{
	return one->asked && one->word == ANSWER_YES &&
	       one->question->kind != QUESTION_WORK &&
	       one->question->kind != QUESTION_REST &&
	       stands_under(a, one->question, above);
}

static bool is_worse(const struct answer *a, const struct answer *than)
{
	if (!than)
		return true;
	if (a->share >= 0 || than->share >= 0)
		return a->share > than->share;
	return a->value * than->question->threshold >
	       than->value * a->question->threshold;
}

const struct answer *answers_worst(const struct answers *a, const char *above)
{
	const struct answer *worst = NULL;

	for (unsigned i = 0; i < a->count; i++) {
		const struct answer *one = &a->answer[i];

		if (answer_stands_out(a, one, above) && is_worse(one, worst))
			worst = one;
	}
	return worst;
}
