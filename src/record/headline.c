/* SPDX-License-Identifier: MIT */
/*
 * The answer in one sentence, of which the parts stay there for whoever says it
 * in another way.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/digits.h"
#include "record/headline.h"

const char *headline_word(enum headline_kind kind)
{
	static const char *const word[] = { "none", "untrusted", "share",
					    "rate", "rest",      "clear",
					    "cause" };

	return word[kind];
}

const char *question_of(const struct catalog_question *q)
{
	switch (q->kind) {
	case QUESTION_SLOTS:
	case QUESTION_WORK:
		return "slots";
	case QUESTION_BUS:
		return "bus cycles";
	default:
		return "cycles";
	}
}

struct said said_share(double share)
{
	struct said s;

	snprintf(s.text, sizeof s.text, share < 0.0995 ? "%.1f %%" : "%.0f %%",
		 100 * share);
	return s;
}

static struct said said_count(double count)
{
	struct said s;

	snprintf(s.text, sizeof s.text, "%s",
		 digits_grouped(record_whole(count)).text);
	return s;
}

static struct said said_small(double value)
{
	struct said s;

	snprintf(s.text, sizeof s.text, value < 9.95 ? "%.1f" : "%.0f", value);
	return s;
}

static void say(struct headline *h, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void say(struct headline *h, const char *format, ...)
{
	size_t used = strlen(h->text);
	va_list args;

	va_start(args, format);
	vsnprintf(h->text + used, sizeof h->text - used, format, args);
	va_end(args);
}

/* "50 %", or "24 per 1000 instructions". */
static struct said said_metric(const struct answer *a)
{
	struct said s = said_small(a->value);
	size_t used = strlen(s.text);

	snprintf(s.text + used, sizeof s.text - used, "%s%s",
		 a->metric->unit[0] ? " " : "", a->metric->unit);
	return s;
}

void answer_say(const struct answer *a, char *text, size_t room)
{
	const struct catalog_question *q = a->question;
	struct said share = said_share(a->share);

	if (q->kind != QUESTION_RATE)
		snprintf(text, room, "%s of %s %s", share.text, question_of(q),
			 q->found);
	else
		snprintf(text, room, "%s%s%s: %s is %s",
			 a->counted ? said_count(a->count).text : "",
			 a->counted ? " " : "", q->found, q->metric,
			 said_metric(a).text);
}

/* Were all questions answered that stand under it? */
static bool all_told(const struct answers *a, const char *above, bool *any)
{
	bool all = true;

	*any = false;
	for (unsigned i = 0; i < a->count; i++) {
		const struct answer *one = &a->answer[i];

		if (strcmp(one->question->under, above) != 0 ||
		    one->question->kind == QUESTION_REST)
			continue;
		*any = true;
		all = all && one->word != ANSWER_UNTOLD;
	}
	return all;
}

/* Does anything on top stand out but the main one? */
static bool is_alone(const struct headline *h, const struct answers *a)
{
	for (unsigned i = 0; i < a->count; i++) {
		const struct answer *one = &a->answer[i];

		if (one->asked && one->word == ANSWER_YES &&
		    !one->question->under[0] &&
		    one->question->kind != QUESTION_WORK &&
		    one->question != h->main.question)
			return false;
	}
	return true;
}

/* "20 data cache misses per 1000 instructions". */
static void say_often(struct headline *h, const struct answer *m)
{
	if (strncmp(m->metric->unit, "per ", 4) == 0)
		say(h, "%s %s %s", said_small(m->value).text,
		    m->question->found, m->metric->unit);
	else
		say(h, "%s (%s is %.3g%s%s)", m->question->found,
		    m->metric->name, m->value, m->metric->unit[0] ? " " : "",
		    m->metric->unit);
}

/* Whatever else stands out on top is named, since the counts separate it from
 * the main one no more than that. */
static void say_too(struct headline *h, const struct answers *a)
{
	for (unsigned i = 0; i < a->count; i++) {
		const struct answer *one = &a->answer[i];

		if (one->question == h->main.question ||
		    one->question->kind == QUESTION_WORK ||
		    !answer_stands_out(a, one, ""))
			continue;
		say(h, "; ");
		if (one->question->kind != QUESTION_RATE)
			say(h, "%s of %s %s", said_share(one->share).text,
			    question_of(one->question), one->question->found);
		else
			say_often(h, one);
		say(h, one->question->kind != QUESTION_RATE
			       ? ", too"
			       : " stand out, too");
	}
}

/*
 * A core that waits for a bus keeps it busy.  So the time in which none of its
 * sides is busy is at least so much that a core spends by itself, for whatever
 * reason.
 */
static double beside_bus(const struct answers *a)
{
	double busy = 0;

	for (unsigned i = 0; i < a->count; i++) {
		const struct answer *one = &a->answer[i];

		if (one->question->kind != QUESTION_BUS)
			continue;
		if (one->word == ANSWER_UNTOLD || one->share < 0)
			return 0;
		busy += one->share;
	}
	return busy < 0.9 ? floor(100 * (1 - busy)) / 100 : 0;
}

static void say_beside_bus(struct headline *h, const struct answers *a)
{
	const double least = beside_bus(a);

	if (least > 0)
		say(h, "; at least %s of the time", said_share(least).text);
	else
		say(h, "; the rest of the time");
	say(h,
	    " the core waits for no transfer, and issues, or waits by itself, "
	    "as for branches, multiplications or loads that hit, of which "
	    "no event of its bus tells");
}

/* The smaller part of the time is no answer to where the time goes. */
static void say_others(struct headline *h, const struct answers *a)
{
	bool any;

	say_too(h, a);
	if (h->main.question->kind == QUESTION_BUS && beside_bus(a) > 0)
		say_beside_bus(h, a);
	else if (h->main.share < 0.5 && is_alone(h, a))
		say(h, "; for the other %s nothing %sstands out",
		    said_share(1 - h->main.share).text,
		    all_told(a, "", &any) ? "" : "of what was counted ");
}

/*
 * A rate that costs at least so much each, by a document.  Nothing counts that
 * cost, so that what is left of the time is none that was counted.
 */
static void say_cost(struct headline *h, const struct answers *a)
{
	const struct catalog_question *q = h->main.question;
	bool any;

	h->each = q->cycles;
	h->each_source = q->cycles_source;
	say(h,
	    "at least %s of cycles go into %s %s: %s gives %s cycles for each, "
	    "and no event counts them",
	    said_share(h->main.share).text, said_count(h->main.count).text,
	    q->found, h->each_source, said_small(h->each).text);
	say_too(h, a);
	if (h->main.share < 0.5 && is_alone(h, a))
		say(h, "; for the rest nothing %sstands out",
		    all_told(a, "", &any) ? "" : "of what was counted ");
}

/* Do cycles of the main one, shared out among these, bound what each took? */
static bool is_bounded(const struct headline *h, const struct answers *a,
		       const struct answer *cause)
{
	return h->main.question->kind == QUESTION_SHARE && cause->counted &&
	       cause->count > 0 && a->cycles > 0;
}

/*
 * Cycles that one event counts for several reasons are no reason's own: shared
 * out among all of a kind they are the most that each can have taken.
 */
static double say_bound(struct headline *h, const struct answers *a,
			const struct answer *cause)
{
	const double most = h->main.share * a->cycles / cause->count;

	say(h, "%s for each of %s %s", said_small(most).text,
	    said_count(cause->count).text, cause->question->found);
	return most;
}

/* Says what stands out beside a stall, and how far the counts tell that it is a
 * part of it. */
static void say_beside(struct headline *h, const struct answer *cause)
{
	const struct catalog_question *q = cause->question;

	if (h->main.question->kind == QUESTION_BUS && cause->counted)
		say(h, "; %s of these are %s", said_count(cause->count).text,
		    q->found);
	else if (q->kind != QUESTION_RATE)
		say(h, "; %s of %s %s, and no event tells how many are both",
		    said_share(cause->share).text, question_of(q), q->found);
	else if (cause->counted)
		say(h, "; %s %s stand out, and no event tells their part in it",
		    said_count(cause->count).text, q->found);
	else
		say(h,
		    "; %s stand out (%s is %s), and no event tells their "
		    "part in it",
		    q->found, q->metric, said_metric(cause).text);
}

/* Two that nothing separates are both named: first those that have a bound. */
static void say_causes(struct headline *h, const struct answers *a)
{
	const char *id = h->main.question->id;
	unsigned bounds = 0;

	if (is_bounded(h, a, &h->cause)) {
		say(h, ", on average at most ");
		h->at_most = say_bound(h, a, &h->cause);
		bounds++;
	}
	for (unsigned i = 0; i < a->count && bounds; i++) {
		const struct answer *one = &a->answer[i];

		if (one->question == h->cause.question ||
		    !answer_stands_out(a, one, id) || !is_bounded(h, a, one))
			continue;
		say(h, " or ");
		(void)say_bound(h, a, one);
		bounds++;
	}
	if (bounds > 1)
		say(h, ", which nothing that was counted separates");
	if (!bounds)
		say_beside(h, &h->cause);
	for (unsigned i = 0; i < a->count; i++)
		if (a->answer[i].question != h->cause.question &&
		    answer_stands_out(a, &a->answer[i], id) &&
		    !(bounds && is_bounded(h, a, &a->answer[i])))
			say_beside(h, &a->answer[i]);
}

static void say_share(struct headline *h, const struct answers *a)
{
	const struct catalog_question *q = h->main.question;
	const struct answer *cause = answers_worst(a, q->id);
	bool any;

	h->kind = HEADLINE_SHARE;
	h->complete = all_told(a, q->id, &any);
	if (q->kind == QUESTION_RATE) {
		say_cost(h, a);
		return;
	}
	say(h, "%s of %s %s", said_share(h->main.share).text, question_of(q),
	    q->found);
	if (cause) {
		h->cause = *cause;
		say_causes(h, a);
	}
	if (q->also[0])
		say(h, "; %s%s",
		    !cause && any && h->complete
			    ? "nothing counted beside it stands out, and "
			    : "",
		    q->also);
	say_others(h, a);
}

/* Instructions take long, besides: what that may be which no event tells. */
static void say_rest(struct headline *h, const struct answers *a)
{
	for (const struct answer *o = a->answer; o < a->answer + a->count; o++)
		if (o->question->kind == QUESTION_REST &&
		    o->word == ANSWER_YES && o->question->also[0])
			say(h, "; an instruction takes %s cycles, and %s",
			    said_small(o->value).text, o->question->also);
}

/* None of them has a share of the time, so that none is the only one. */
static void say_rate(struct headline *h, const struct answers *a)
{
	const struct answer *last = NULL;

	h->kind = HEADLINE_RATE;
	say_often(h, &h->main);
	for (unsigned i = 0; i < a->count; i++) {
		if (a->answer[i].question == h->main.question ||
		    !answer_stands_out(a, &a->answer[i], ""))
			continue;
		if (last) {
			say(h, ", ");
			say_often(h, last);
		}
		last = &a->answer[i];
	}
	if (last) {
		say(h, " and ");
		say_often(h, last);
	}
	say(h, " stand out; no event that was counted tells their time");
	say_rest(h, a);
}

/* Nothing stands out: the largest share says how little. */
static void say_clear(struct headline *h, const struct answers *a)
{
	bool told = false, any;

	for (unsigned i = 0; i < a->count; i++) {
		const struct answer *one = &a->answer[i];

		if (one->word == ANSWER_UNTOLD || !one->asked)
			continue;
		if (one->question->kind == QUESTION_REST) {
			if (one->word == ANSWER_YES) {
				h->main = *one;
				h->kind = HEADLINE_REST;
			}
			continue;
		}
		told = true;
		if (one->share > h->main.share && h->kind != HEADLINE_REST)
			h->main = *one;
	}
	h->complete = all_told(a, "", &any);
	/* How long an instruction takes answers none of the others. */
	if (!told) {
		h->kind = HEADLINE_NONE;
		h->main = (struct answer){ .share = -1 };
		return;
	}
	if (h->kind == HEADLINE_REST) {
		say(h, "an instruction takes %s cycles, and ",
		    said_small(h->main.value).text);
	} else {
		h->kind = HEADLINE_CLEAR;
	}
	say(h, h->complete ? "nothing stands out"
			   : "nothing of what was counted stands out");
	if (h->kind == HEADLINE_REST && h->main.question->also[0])
		say(h, "; %s", h->main.question->also);
	if (h->kind == HEADLINE_CLEAR && h->main.question &&
	    h->main.question->kind != QUESTION_RATE)
		say(h, ": at most %s of %s %s", said_share(h->main.share).text,
		    question_of(h->main.question), h->main.question->found);
	if (h->main.question && h->main.question->kind == QUESTION_BUS)
		say_beside_bus(h, a);
}

void headline_from(const struct answers *a, struct headline *h)
{
	const struct answer *worst = answers_worst(a, "");

	memset(h, 0, sizeof *h);
	h->main.share = -1;
	if (!worst) {
		say_clear(h, a);
		return;
	}
	h->main = *worst;
	if (worst->share >= 0)
		say_share(h, a);
	else
		say_rate(h, a);
}

/*
 * The largest is named, and besides it, up to three in all, what has a tenth of
 * the cycles.
 */
void headline_from_stack(const struct stack *s, struct headline *h)
{
	unsigned named = 1;

	memset(h, 0, sizeof *h);
	h->main.share = -1;
	h->kind = HEADLINE_CAUSE;
	h->complete = true;
	h->simulated = s->row[0].name;
	while (named < s->rows && named < 3 &&
	       s->row[named].share >= STACK_FROM)
		named++;
	for (unsigned i = 0; i < named; i++)
		say(h, "%s%s %s%s",
		    i == 0          ? ""
		    : i + 1 < named ? ", "
				    : " and ",
		    said_share(s->row[i].share).text, i ? "" : "of cycles ",
		    stack_found(&s->row[i]));
	say(h, " (simulated cause%s: ", named == 1 ? "" : "s");
	for (unsigned i = 0; i < named; i++)
		say(h, "%s%s", i ? "; " : "", s->row[i].name);
	say(h, ")");
	if (named == 1)
		say(h, "; no other has a tenth");
}

/* A board without times has a cycle for each instruction, and no cause. */
bool headline_by_cause(const struct record *r, struct stack *s)
{
	return !r->machine.flat && stack_of(r, s);
}

bool headline_of(const struct record *r, struct headline *h)
{
	struct answers a;
	struct stack s;

	memset(h, 0, sizeof *h);
	if (!r->trusted) {
		h->kind = HEADLINE_UNTRUSTED;
		h->main.share = -1;
		if (!strstr(r->verdict.why, "not to be trusted"))
			say(h, "not to be trusted: ");
		say(h, "%s", r->verdict.why);
		return true;
	}
	if (headline_by_cause(r, &s)) {
		headline_from_stack(&s, h);
		return true;
	}
	if (!answers_make(r, &a))
		return false;
	headline_from(&a, h);
	return true;
}
