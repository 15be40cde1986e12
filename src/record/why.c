/* SPDX-License-Identifier: MIT */
/*
 * The walk down a tree of questions, as far as it is no measuring.
 */
#include "record/why.h"

#include <stdio.h>
#include <string.h>

static unsigned above(const struct why *w, const struct catalog_question *q)
{
	unsigned i = 0;

	while (i < w->answers.count &&
	       strcmp(w->answers.answer[i].question->id, q->under) != 0)
		i++;
	return i;
}

bool why_asks(const struct why *w, unsigned question)
{
	const struct catalog_question *q = w->answers.answer[question].question;
	unsigned parent = above(w, q);

	if (w->row[question].step)
		return false;
	if (!q->under[0])
		return true;
	return parent < w->answers.count && w->row[parent].step &&
	       w->answers.answer[parent].word != ANSWER_NO;
}

static const struct record_metric *measured(const struct record *r,
					    const char *name)
{
	for (unsigned i = 0; i < r->metrics; i++)
		if (r->metric[i].row && strcmp(r->metric[i].row, name) == 0)
			return &r->metric[i];
	return NULL;
}

static void add_row(struct why *w, unsigned i, const struct record *r)
{
	struct why_row *row = &w->row[i];
	const struct record_metric *m =
		measured(r, w->answers.answer[i].question->metric);

	if (row->step != w->steps || !m)
		return;
	row->low = m->reading.low;
	row->high = m->reading.high;
	row->margin = m->reading.margin;
	row->samples = m->reading.samples;
	if (w->answers.answer[i].word != ANSWER_UNTOLD)
		return;
	if (!m->reading.why[0] && r->passes > 1 && r->drift > r->drift_limit)
		snprintf(row->untold, sizeof row->untold,
			 "passes differ by %.3g %%: no one number",
			 100 * r->drift);
	else
		snprintf(row->untold, sizeof row->untold, "%s",
			 m->reading.why[0] ? m->reading.why : "not measured");
}

bool why_add(struct why *w, const struct record *r)
{
	bool good = answers_add(&w->answers, r);

	w->board_runs += r->board_runs;
	w->host_seconds += r->host_seconds;
	if (!r->trusted && w->trusted &&
	    strcmp(r->verdict.why, verdict_of_nothing) != 0) {
		w->trusted = false;
		snprintf(w->doubt, sizeof w->doubt, "%s", r->verdict.why);
	}
	for (unsigned i = 0; i < w->answers.count; i++)
		add_row(w, i, r);
	return good;
}

/* A share of the time has all that may be behind it; of things that are often
 * none is known to take time, so that one alone is not separated either. */
unsigned why_together(const struct why *w, unsigned which[QUESTIONS_MAX])
{
	const struct answers *a = &w->answers;
	const char *under = "";
	unsigned count = 0;
	struct headline h;

	headline_from(a, &h);
	if (h.kind != HEADLINE_SHARE && h.kind != HEADLINE_RATE)
		return 0;
	if (h.kind == HEADLINE_SHARE)
		under = h.main.question->id;
	for (unsigned i = 0; i < a->count; i++)
		if (a->answer[i].question == h.main.question ||
		    answer_stands_out(a, &a->answer[i], under) ||
		    answer_stands_out(a, &a->answer[i], ""))
			which[count++] = i;
	if (count == 1 && h.kind == HEADLINE_SHARE && !h.main.question->also[0])
		return 0;
	return count;
}

void why_find(struct why *w, const struct stack *s)
{
	w->findings = 0;
	for (unsigned i = 0; i < s->rows && w->findings < WHY_FINDINGS; i++)
		if (!i || s->row[i].share >= STACK_FROM)
			w->finding[w->findings++] =
				(struct why_finding){ .row = s->row[i] };
}

bool why_can_try(const struct why_finding *f)
{
	return f->row.cause && strcmp(f->row.name, "issue") != 0 &&
	       strcmp(f->row.name, "idle") != 0;
}

const char *why_behind_for(const struct why_behind *b)
{
	if (!b->caller[0])
		return "";
	return b->others ? ", the most of it for " : " for ";
}

/* Software is behind the causes, and none of them. */
static void say_behind(const struct why *w, struct headline *h)
{
	const size_t used = strlen(h->text);
	const struct why_behind *b = &w->behind[0];

	if (w->behinds)
		snprintf(h->text + used, sizeof h->text - used,
			 "; %s are in %s%s%s", said_share(b->share).text,
			 b->helper->name, why_behind_for(b), b->caller);
}

void why_headline(const struct why *w, struct headline *h)
{
	struct stack s;

	if (w->trusted && w->first && headline_by_cause(w->first, &s)) {
		headline_from_stack(&s, h);
		say_behind(w, h);
		return;
	}
	if (w->trusted) {
		headline_from(&w->answers, h);
		return;
	}
	memset(h, 0, sizeof *h);
	h->kind = HEADLINE_UNTRUSTED;
	h->main.share = -1;
	snprintf(h->text, sizeof h->text, "not to be trusted: %s", w->doubt);
}
