/* SPDX-License-Identifier: MIT */
/*
 * A screen of `why` where no ledger is, as on hardware: whatever a monitor
 * answers, it has 24 rows at most, the sentence, and what is asked next.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "page_fixture.h"
#include "record/why.h"
#include "report/why.h"
#include "test.h"

enum { ROWS = 23, COLUMNS = 80 }; /* and a row for what is typed next */

static const struct why_apart next = {
	.events = "one_event_of_a_long_name,another_event_of_a_long_name,"
		  "a_third_event_of_a_long_name,a_fourth_event_of_a_long_name",
	.passes = 12,
};

static void say_word(struct why *w, uint8_t word)
{
	w->answers.cycles = 1e12;
	for (unsigned i = 0; i < w->answers.count; i++) {
		struct answer *a = &w->answers.answer[i];

		w->row[i].step = a->question->under[0] ? 2 : 1;
		a->word = word;
		a->asked = true;
		a->value = 1.25 * a->question->threshold;
		a->counted = true;
		a->count = 123456789012.0;
		if (a->question->kind != QUESTION_RATE &&
		    a->question->kind != QUESTION_REST)
			a->share = a->value / 100;
		if (word == ANSWER_UNTOLD)
			snprintf(w->row[i].untold, sizeof w->row[i].untold,
				 "passes differ by 12.3 %%: no one number");
	}
}

static void check_screen(const char *text, const struct why *w)
{
	unsigned rows = 0, column = 0;

	for (const char *at = text; *at; at++) {
		column = *at == '\n' ? 0 : column + 1;
		rows += *at == '\n';
		if (column > COLUMNS || rows > ROWS)
			fail_msg("%s: row %u, column %u:\n%s",
				 w->answers.monitor->name, rows, column, text);
	}
	if (!strstr(text, "a_fourth_event_of_a_long_name") ||
	    !strstr(text, "may wait"))
		fail_msg("%s: what is next is not whole:\n%s",
			 w->answers.monitor->name, text);
}

static void check_questions(const struct record *r,
			    const struct catalog_monitor *m, uint8_t word)
{
	struct why w = {
		.first = r, .steps = 2, .trusted = true, .apart = next
	};
	struct headline h;
	char *text = NULL;
	size_t size;
	FILE *screen = open_memstream(&text, &size);

	assert_non_null(screen);
	answers_begin(&w.answers, m);
	say_word(&w, word);
	why_text(screen, &w, false, false);
	fclose(screen);
	check_screen(text, &w);
	why_headline(&w, &h);
	assert_true(strncmp(text, h.text, strcspn(h.text, " ")) == 0);
	free(text);
}

TEST(every_monitor_has_a_screen)
{
	unsigned count, asked = 0;
	const struct catalog_monitor *const *m = catalog_monitors(&count);
	struct record *r = record_of("record/hand_parts.json");

	for (unsigned i = 0; i < count; i++) {
		if (!m[i]->questions)
			continue;
		asked++;
		check_questions(r, m[i], ANSWER_YES);
		check_questions(r, m[i], ANSWER_NO);
		check_questions(r, m[i], ANSWER_UNTOLD);
	}
	assert_true(asked > 10);
	record_free(r);
}

/* The questions of which yes was said, as their ids. */
static void left_together(const char *yes, const char *wanted)
{
	struct why w = { .trusted = true };
	unsigned which[QUESTIONS_MAX], count;
	char got[128] = "";
	struct error err;

	answers_begin(&w.answers, catalog_monitor("arm1176", &err));
	for (unsigned i = 0; i < w.answers.count; i++) {
		struct answer *a = &w.answers.answer[i];

		a->asked = true;
		a->word = ANSWER_NO;
		if (!strstr(yes, a->question->id))
			continue;
		a->word = ANSWER_YES;
		a->value = 2 * a->question->threshold;
		if (a->question->kind == QUESTION_SHARE)
			a->share = a->value / 100;
	}
	count = why_together(&w, which);
	for (unsigned i = 0; i < count; i++)
		snprintf(got + strlen(got), sizeof got - strlen(got), "%s ",
			 w.answers.answer[which[i]].question->id);
	assert_string_equal(got, wanted);
}

TEST(what_counts_leave_together)
{
	left_together("none", "");
	/* A stall has several causes, of which one may have no event. */
	left_together("data", "data ");
	left_together("data dcache", "data dcache ");
	left_together("data dcache branch", "data dcache branch ");
	/* Things that are often are not known to take time. */
	left_together("branch", "branch ");
	left_together("branch dtlb", "branch dtlb ");
}
