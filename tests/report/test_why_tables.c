/* SPDX-License-Identifier: MIT */
/*
 * The tables of `why` say where the time goes: what is asked next, what a step
 * answers, and the page of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page_fixture.h"
#include "record/why.h"
#include "report/why.h"
#include "test.h"

/*
 * Two steps of questions: on top the first is answered with yes, the second
 * with no, the third not at all; below all with yes, by repeats that do not
 * agree.
 */
static void answer(struct why *w)
{
	unsigned top = 0, below = 0;

	for (unsigned i = 0; i < w->answers.count; i++) {
		struct answer *a = &w->answers.answer[i];
		struct why_row *row = &w->row[i];
		const double from = a->question->threshold;

		row->step = a->question->under[0] ? 2 : 1;
		row->margin = -1;
		a->asked = true;
		a->value = from * 2;
		a->count = 1000 * (i + 1);
		a->word = ANSWER_YES;
		if (row->step == 2 && below++ > 2)
			row->step = 0;
		if (row->step == 1 && top > 0) {
			a->word = top == 1 ? ANSWER_NO : ANSWER_UNTOLD;
			a->value = 0.0005;
		} else if (a->question->kind == QUESTION_SHARE) {
			a->share = a->value / 100;
		}
		top += row->step == 1;
		if (a->word == ANSWER_UNTOLD && top > 3)
			snprintf(row->untold, sizeof row->untold,
				 "no counter was left for it");
		row->samples = row->step == 2 ? 3 : 1;
		row->low = row->step == 2 ? from / 2 : a->value;
		row->high = a->value;
		row->margin = row->step == 2 ? from / 8 : -1;
	}
}

CASE(where_the_time_goes)
{
	struct record *r = record_of("record/hand.json");
	struct error err;
	struct why w = { .first = r,
			 .steps = 2,
			 .board_runs = 3,
			 .trusted = true,
			 .host_seconds = 2.5 };
	char *text;
	size_t length;
	FILE *from = open_memstream(&text, &length);

	answers_begin(&w.answers, catalog_monitor("arm1176", &err));
	answer(&w);
	fputs("== all answers\n", to);
	why_text(to, &w, true, false);
	fputs("== a screen\n", to);
	why_text(to, &w, false, false);
	assert_non_null(from);
	assert_true(why_json(from, &w));
	fclose(from);
	tell_document(text);
	w.trusted = false;
	snprintf(w.doubt, sizeof w.doubt, "it rains");
	fputs("== untrusted\n", to);
	why_text(to, &w, false, true);
	told_is("report/hand_why.txt");
	record_free(r);
}

/* Findings as trials have left them, beside an older result's. */
static void find(struct why *w)
{
	struct stack s;

	assert_true(stack_of(w->first, &s));
	why_find(w, &s);
	assert_int_equal(w->findings, 2);
	assert_true(why_can_try(&w->finding[0]));
	assert_false(why_can_try(&w->finding[1]));
	w->finding[0].here = 0.81;
	snprintf(w->finding[0].place, sizeof w->finding[0].place, "%s",
		 "__muldf3 ieee.S:9");
	snprintf(w->finding[0].maker, sizeof w->finding[0].maker, "%s",
		 "__muldf3 ieee.S:4");
	snprintf(w->finding[0].caller, sizeof w->finding[0].caller, "%s",
		 "work work.c:8");
	w->finding[0].tried = w->finding[0].tried_here = true;
	w->finding[0].without = -0.46;
	w->finding[0].without_here = -0.0512;
	w->pair = (struct why_pair){ { 0, 1 }, true, -0.4 };
	w->against = (struct why_against){
		.file = "old.json",
		.cycles = 6000000,
		.row = { { catalog_cause("multiply"), 4800000 },
			 { catalog_cause("fetch, uncached"), 1000 } },
		.rows = 2,
	};
}

/* A board has each cycle once, and what its monitor answers comes behind. */
CASE(cycles_by_cause)
{
	static struct record_truth truth[] = {
		{ .name = "cycle counter", .code = 0xFFFE, .count = 7 },
		{ .name = "cause: issue", .count = 1900000 },
		{ .name = "cause: multiply", .count = 2400000 },
		{ .name = "cause: coprocessor", .count = 500 },
		{ .name = "cause: fetch, uncached", .count = 0 },
		{ .name = "cause: br return", .count = 250000 },
		{ .name = "cause: idle", .count = 449000 },
		{ .name = "cause: synchronise", .count = 500 },
	};
	struct record *r = record_of("record/hand.json");
	struct error err;
	struct why w = { .first = r, .steps = 2, .trusted = true };
	char *text;
	size_t length;
	FILE *from = open_memstream(&text, &length);

	for (unsigned i = 1; i < sizeof truth / sizeof truth[0]; i++)
		truth[i].code = RECORD_CAUSE;
	r->truth = truth;
	r->truths = sizeof truth / sizeof truth[0];
	answers_begin(&w.answers, catalog_monitor("arm1176", &err));
	answer(&w);
	w.behinds = 2;
	w.behind[0] = (struct why_behind){ .helper = catalog_helper("memcpy"),
					   .share = 0.41,
					   .caller = "fill list.c:8" };
	w.behind[1] = (struct why_behind){ .helper = catalog_helper("malloc"),
					   .share = 0.1234 };
	find(&w);
	fputs("== a screen\n", to);
	why_text(to, &w, false, false);
	fputs("== all causes\n", to);
	why_text(to, &w, true, false);
	assert_non_null(from);
	assert_true(why_json(from, &w));
	fclose(from);
	tell_document(text);
	told_is("report/hand_why_causes.txt");
	record_free(r);
}

/* Top questions come first; one below follows unless its own got a no. */
TEST(what_is_asked_next)
{
	struct why w = { .steps = 1, .trusted = true };
	struct headline h;
	struct error err;
	unsigned top = 0, below = 0;

	answers_begin(&w.answers, catalog_monitor("arm1176", &err));
	for (unsigned i = 0; i < w.answers.count; i++) {
		const char *under = w.answers.answer[i].question->under;

		assert_int_equal(why_asks(&w, i), !under[0]);
		w.row[i].next = !under[0];
	}
	for (unsigned i = 0; i < w.answers.count; i++)
		w.row[i].step = w.row[i].next;
	for (unsigned i = 0; i < w.answers.count; i++) {
		const char *under = w.answers.answer[i].question->under;

		top += !under[0];
		below += why_asks(&w, i);
	}
	assert_int_equal(top + below, w.answers.count);
	for (unsigned i = 0; i < w.answers.count; i++)
		w.answers.answer[i].word = ANSWER_NO;
	for (unsigned i = 0; i < w.answers.count; i++)
		assert_false(why_asks(&w, i));
	w.trusted = false;
	snprintf(w.doubt, sizeof w.doubt, "it rains");
	memset(&h, 0xff, sizeof h);
	why_headline(&w, &h);
	assert_int_equal(h.kind, HEADLINE_UNTRUSTED);
	assert_string_equal(h.text, "not to be trusted: it rains");
	assert_null(h.main.question);
	assert_null(h.cause.question);
	assert_false(h.complete);
}

/* 400 of 1000 cycles were stalled; of the rest nothing was counted. */
TEST(what_a_step_answers)
{
	struct record *r = record_of("record/hand_parts.json");
	struct why w = { .steps = 1, .trusted = true };
	const struct answer *a = &w.answers.answer[0];
	struct error err;

	r->monitor[0].name = "arm1176";
	r->event[1].name = r->event[1].row = "ddep_stall";
	r->metric[1].row = "data_stall_share";
	r->board_runs = 3;
	answers_begin(&w.answers, catalog_monitor("arm1176", &err));
	w.row[0].step = 1;
	assert_true(why_add(&w, r));
	assert_string_equal(a->question->metric, "data_stall_share");
	assert_int_equal(a->word, ANSWER_YES);
	assert_true(a->asked);
	assert_float_equal(a->value, 40, 1e-9);
	assert_float_equal(a->share, 0.4, 1e-9);
	assert_float_equal(w.row[0].low, 20, 1e-9);
	assert_int_equal(w.board_runs, 3);
	assert_true(w.trusted);
	for (unsigned i = 1; i < w.answers.count; i++)
		assert_int_equal(w.answers.answer[i].word, ANSWER_UNTOLD);
	/* An answer stays if the next step does not tell it. */
	r->event[1].row = "other";
	r->trusted = false;
	snprintf(r->verdict.why, sizeof r->verdict.why, "it rains");
	assert_true(why_add(&w, r));
	assert_int_equal(a->word, ANSWER_YES);
	assert_int_equal(w.board_runs, 6);
	assert_false(w.trusted);
	assert_string_equal(w.doubt, "it rains");
	record_free(r);
}

/* A repeat that equals the threshold is on one side of it. */
CASE(repeats_at_the_threshold)
{
	struct record *r = record_of("record/hand.json");
	struct error err;
	struct why w = { .first = r, .steps = 1, .trusted = true };
	struct why_row *row = &w.row[0];
	double from;

	answers_begin(&w.answers, catalog_monitor("arm1176", &err));
	from = w.answers.answer[0].question->threshold;
	w.answers.answer[0].word = ANSWER_YES;
	w.answers.answer[0].asked = true;
	w.answers.answer[0].value = from;
	*row = (struct why_row){
		.step = 1, .samples = 2, .low = from, .high = from * 2
	};
	why_text(to, &w, false, false);
	fflush(to);
	assert_null(strstr(told, "?: some repeats are on the other side"));
	row->low = from / 2;
	row->high = from;
	why_text(to, &w, false, false);
	fclose(to);
	assert_non_null(strstr(told, "?: some repeats are on the other side"));
	record_free(r);
}

/* Three places below 1, else two. */
CASE(digits_of_an_answer)
{
	static const struct {
		double value;
		const char *said;
	} row[] = {
		{ 0, "       0.000 " },     { 0.0009, "      <0.001 " },
		{ 0.001, "       0.001 " }, { 0.99, "       0.990 " },
		{ 1, "        1.00 " },     { 12.345, "       12.35 " },
	};
	struct record *r = record_of("record/hand.json");
	struct error err;
	struct why w = { .first = r, .steps = 1, .trusted = true };

	answers_begin(&w.answers, catalog_monitor("arm1176", &err));
	w.row[0].step = 1;
	w.answers.answer[0].word = ANSWER_NO;
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		w.answers.answer[0].value = row[i].value;
		rewind(to);
		why_text(to, &w, false, false);
		fflush(to);
		if (!strstr(told, row[i].said))
			fail_msg("\"%s\" is not in\n%s", row[i].said, told);
	}
	fclose(to);
	record_free(r);
}
