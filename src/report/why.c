/* SPDX-License-Identifier: MIT */
/* Prints where the time goes, for people and as a document. */
#include "report/why.h"

#include <stdlib.h>
#include <string.h>

#include "base/fit.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/wrap.h"
#include "record/document/headline_json.h"
#include "report/findings.h"
#include "report/inner.h"
#include "report/stack.h"

enum {
	WIDTH = 80,
	SCREEN = 24,     /* lines, of which the last is the terminal's own */
	STACK_FRAME = 4, /* heading, others, sum, and that last line */
	STACK_LEAST = 2, /* rows of causes */
};

static const char *const word[] = { "no", "yes", "-" };

static const struct catalog_question *question_at(const struct why *w,
						  unsigned i)
{
	return w->answers.answer[i].question;
}

static int column(const struct why *w)
{
	size_t width = 0;

	for (unsigned i = 0; i < w->answers.count; i++)
		if (w->row[i].step && strlen(question_at(w, i)->metric) > width)
			width = strlen(question_at(w, i)->metric);
	return (int)width;
}

/* Is the threshold among what the repeats had? */
static bool undecided(const struct why *w, unsigned i)
{
	const struct why_row *row = &w->row[i];
	double from = question_at(w, i)->threshold;

	return row->samples > 1 && row->low < from && row->high >= from;
}

static void print_row(FILE *to, const struct why *w, unsigned i, int name)
{
	const struct answer *a = &w->answers.answer[i];
	const struct catalog_question *q = a->question;
	const struct why_row *row = &w->row[i];
	const char *said =
		q->kind == QUESTION_REST && !a->asked ? "" : word[a->word];
	char value[32];

	if (a->word == ANSWER_UNTOLD) {
		int used = fprintf(to, "  %-3s  %-*s  ", word[a->word], name,
				   q->metric);

		wrap_print(to, row->untold[0] ? row->untold : "not measured",
			   used, used, WIDTH);
		return;
	}
	if (a->value > 0 && a->value < 0.001)
		snprintf(value, sizeof value, "<0.001");
	else
		snprintf(value, sizeof value, "%.*f", a->value < 1 ? 3 : 2,
			 a->value);
	fprintf(to, "  %-3s  %-*s  %10s%c %-21s %6g%s\n", said, name, q->metric,
		value, class_mark(a->class), a->metric->unit, q->threshold,
		undecided(w, i) ? " ?" : "");
}

/* The heading that the rows of a step stand under. */
static void print_step(FILE *to, const struct why *w, unsigned step, int name)
{
	fprintf(to, "\n%u. %-*s  %10s  %-21s %6s\n", step, name + 4,
		step == 1 ? "where the time goes" : "what may be behind it",
		"value", "", "from");
	for (unsigned i = 0; i < w->answers.count; i++)
		if (w->row[i].step == step)
			print_row(to, w, i, name);
}

/* Each answer with yes as a sentence: `most` of them. */
static void print_found(FILE *to, const struct why *w, unsigned most)
{
	char text[256];
	int in;

	for (unsigned i = 0; i < w->answers.count && most; i++) {
		const struct answer *a = &w->answers.answer[i];

		if (!w->row[i].step || a->word != ANSWER_YES || !a->asked ||
		    a->question->kind == QUESTION_REST)
			continue;
		most--;
		in = w->row[i].step == 1 ? 2 : 4;
		answer_say(a, text, sizeof text);
		fprintf(to, "%*s", in, "");
		wrap_print(to, text, in, in + 4, WIDTH);
	}
	if (!answers_worst(&w->answers, ""))
		fputs("  nothing that stands out\n", to);
}

/* Each source once, with the metrics whose thresholds it has. */
static void print_sources(FILE *to, const struct why *w)
{
	for (unsigned i = 0; i < w->answers.count; i++) {
		const char *source = question_at(w, i)->source;
		bool first = true;
		char text[1024] = "";

		for (unsigned k = 0; k < w->answers.count; k++) {
			if (!w->row[k].step ||
			    strcmp(question_at(w, k)->source, source) != 0)
				continue;
			if (first && k != i)
				break;
			snprintf(text + strlen(text),
				 sizeof text - strlen(text), "%s%s",
				 first ? "" : ", ", question_at(w, k)->metric);
			first = false;
		}
		if (first)
			continue;
		snprintf(text + strlen(text), sizeof text - strlen(text),
			 ": %s", source);
		fputs("  ", to);
		wrap_print(to, text, 2, 6, WIDTH);
	}
}

static void print_headline(FILE *to, const struct why *w, bool colour)
{
	struct headline h;
	char *text;

	why_headline(w, &h);
	text = text_cleaned(h.text[0] ? h.text
				      : "nothing can be told: none of the "
					"questions was answered");
	if (!text)
		return;
	fputs(!colour                        ? ""
	      : h.kind == HEADLINE_UNTRUSTED ? "\033[31m"
					     : "\033[1m",
	      to);
	wrap_print(to, text, 0, 4, WIDTH);
	fputs(colour ? "\033[0m" : "", to);
	free(text);
}

/* Causes that counts leave together, and the events that come next. */
static void print_apart(FILE *to, const struct why *w)
{
	const struct why_apart *next = &w->apart;
	char text[2 * sizeof next->events + 200];
	size_t used;

	if (!next->passes)
		return;
	used = (size_t)snprintf(text, sizeof text,
				"next, to tell these apart, in %u pass%s: ",
				next->passes, next->passes == 1 ? "" : "es");
	for (const char *at = next->events; *at; at++) {
		text[used++] = *at;
		if (*at == ',')
			text[used++] = ' ';
	}
	snprintf(text + used, sizeof text - used,
		 " of each function (tally stat --regions '*' -e ...)%s",
		 strchr(next->events, ',')
			 ? ", as some may wait and have none of one"
			 : ": the code of those that have most tells more");
	wrap_print(to, text, 0, 4, WIDTH);
}

/* Software that stands out, with what people do about it: `most` of it. */
static void print_behind(FILE *to, const struct why *w, unsigned most)
{
	char text[512];

	for (unsigned i = 0; i < w->behinds && i < most; i++) {
		const struct why_behind *b = &w->behind[i];

		snprintf(text, sizeof text, "%s of them in %s%s%s: %s",
			 said_share(b->share).text, b->helper->name,
			 why_behind_for(b), b->caller, b->helper->advice);
		fputs("  ", to);
		wrap_print(to, text, 2, 6, WIDTH);
	}
}

/* All answers of the monitor, with their thresholds. */
static void print_answers(FILE *to, const struct why *w)
{
	int name = column(w);
	bool unsure = false;

	for (unsigned i = 1; i <= w->steps; i++)
		print_step(to, w, i, name);
	fputs("\nyes, no: is it as much as `from` says, or more; -: it cannot "
	      "be told\n",
	      to);
	for (unsigned i = 0; i < w->answers.count; i++)
		unsure = unsure || undecided(w, i);
	if (unsure)
		fputs("?: some repeats are on the other side\n", to);
}

static unsigned asked(const struct why *w)
{
	unsigned n = 0;

	for (unsigned i = 0; i < w->answers.count; i++)
		n += w->row[i].step != 0;
	return n;
}

static unsigned lines_of(const char *text)
{
	unsigned lines = 0;

	for (; *text; text++)
		lines += *text == '\n';
	return lines;
}

static void print_end(FILE *to, const struct why *w, bool all)
{
	foot_sketch(to, w->first);
	if (all) {
		fputs("where `from` is from:\n", to);
		print_sources(to, w);
	}
	fprintf(to, "%u question%s, %u step%s in %u run%s, %.1f s%s\n",
		asked(w), asked(w) == 1 ? "" : "s", w->steps,
		w->steps == 1 ? "" : "s", w->board_runs,
		w->board_runs == 1 ? "" : "s", w->host_seconds,
		all ? "" : "; --all: whose thresholds these are");
}

/* A screen of a board ends in what it cannot tell, in a line. */
static void print_untold(FILE *to, const struct why *w)
{
	foot_sketch(to, w->first);
	fprintf(to,
		"%u runs, %.1f s; not told: what real cores do otherwise "
		"(explain CAUSE); --all\n",
		w->board_runs, w->host_seconds);
}

/* A board's findings: with place and remedy, then software, then what two
 * causes have in common. */
static void print_findings(FILE *to, const struct why *w, unsigned most)
{
	for (unsigned i = 0; i < w->findings && i < most; i++)
		findings_print(to, w, i);
	findings_print_pair(to, w);
}

/*
 * All of a screen but its stack, which gets the room that is left: as many
 * rows, three at least.  NULL: no memory.
 */
static char *findings_text(const struct why *w, unsigned findings,
			   unsigned behinds)
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	print_findings(to, w, findings);
	print_behind(to, w, behinds);
	print_untold(to, w);
	if (memory_stream_end(to, &text) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

static char *head_text(const struct why *w, bool colour)
{
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return NULL;
	print_headline(to, w, colour);
	findings_print_against(to, w);
	head_print(to, w->first, colour);
	if (memory_stream_end(to, &text) != 0) {
		free(text);
		return NULL;
	}
	return text;
}

/* A screen of a board: what does not fit is left out from below. */
static void print_screen(FILE *to, const struct why *w, const struct stack *s,
			 bool colour)
{
	unsigned findings = w->findings, behinds = w->behinds ? 1 : 0;
	char *head = head_text(w, colour), *rest = NULL;
	unsigned used = 0;

	do {
		free(rest);
		rest = findings_text(w, findings, behinds);
		if (!head || !rest)
			break;
		used = lines_of(head) + lines_of(rest) + STACK_FRAME;
	} while (used + STACK_LEAST > SCREEN && findings-- > 1);
	if (head && rest) {
		fputs(head, to);
		stack_print(to, s,
			    used + STACK_LEAST < SCREEN ? SCREEN - used
							: STACK_LEAST);
		fputs(rest, to);
	}
	free(head);
	free(rest);
}

static void print_whole(FILE *to, const struct why *w, const struct stack *s,
			bool all, bool colour)
{
	print_headline(to, w, colour);
	findings_print_against(to, w);
	print_apart(to, w);
	head_print(to, w->first, colour);
	if (s) {
		stack_print(to, s, STACK_ALL);
		print_findings(to, w, WHY_FINDINGS);
		print_behind(to, w, WHY_BEHINDS);
		fprintf(to, "\nwhat events of %s tell:\n",
			w->answers.monitor->name);
	} else {
		fputs("found:\n", to);
	}
	print_found(to, w, QUESTIONS_MAX);
	print_answers(to, w);
	print_end(to, w, all);
}

/* Of counts alone a screen has the sentence, what stands out and what is next;
 * the tables of answers get the room that is left. */
static void print_counts(FILE *to, const struct why *w, bool colour)
{
	char *text = NULL, *screen = NULL;
	size_t size;
	FILE *whole = memory_stream(&text, &size);

	if (!whole)
		return;
	print_whole(whole, w, NULL, false, colour);
	if (memory_stream_end(whole, &text) == 0)
		screen = fit_text(text, SCREEN - 1, "--all has all");
	if (screen)
		fputs(screen, to);
	free(text);
	free(screen);
}

void why_text(FILE *to, const struct why *w, bool all, bool colour)
{
	struct stack s;
	const bool stack = stack_of(w->first, &s);

	if (all)
		print_whole(to, w, stack ? &s : NULL, true, colour);
	else if (stack)
		print_screen(to, w, &s, colour);
	else
		print_counts(to, w, colour);
}

/* null where nothing is left together, or nothing would separate it. */
static json_t *apart_json(const struct why *w)
{
	const struct why_apart *next = &w->apart;

	return next->passes ? json_pack("{s:s, s:s, s:i}", "of", "function",
					"events", next->events, "passes",
					(int)next->passes)
			    : json_null();
}

/* null where no board has counted causes. */
static json_t *causes_json(const struct why *w)
{
	struct stack s;

	return stack_of(w->first, &s) ? stack_json(&s) : json_null();
}

static json_t *row_json(const struct why *w, unsigned i)
{
	const struct answer *a = &w->answers.answer[i];
	const struct why_row *row = &w->row[i];
	json_t *object = answer_json(a);
	bool told = a->word != ANSWER_UNTOLD;

	json_object_set_new(object, "step", json_integer(row->step));
	json_object_set_new(object, "under", json_string(a->question->under));
	json_object_set_new(object, "answer",
			    told ? json_string(word[a->word]) : json_null());
	json_object_set_new(object, "low",
			    told ? json_real(row->low) : json_null());
	json_object_set_new(object, "high",
			    told ? json_real(row->high) : json_null());
	json_object_set_new(object, "margin95",
			    told && row->margin >= 0 ? json_real(row->margin)
						     : json_null());
	json_object_set_new(object, "untold",
			    told ? json_null() : json_string(row->untold));
	return object;
}

/* Software that compilers and libraries bring along. */
static json_t *behind_json(const struct why *w)
{
	json_t *rows = json_array();

	for (unsigned i = 0; i < w->behinds; i++) {
		const struct why_behind *b = &w->behind[i];

		json_array_append_new(
			rows, json_pack("{s:s, s:f, s:s?, s:s}", "what",
					b->helper->name, "share", b->share,
					"for", b->caller[0] ? b->caller : NULL,
					"advice", b->helper->advice));
	}
	return rows;
}

bool why_json(FILE *to, const struct why *w)
{
	const struct record *r = w->first;
	json_t *rows = json_array();
	struct headline h;
	json_t *root;
	bool good;

	why_headline(w, &h);
	for (unsigned i = 0; i < w->answers.count; i++)
		if (w->row[i].step)
			json_array_append_new(rows, row_json(w, i));
	root = json_pack(
		"{s:i, s:s?, s:s?, s:s?, s:s?, s:s, s:b, s:b, s:i, s:i, s:i, "
		"s:o, s:o}",
		"schema", 1, "tally", r->tally, "target", r->target.name,
		"program", r->program.path, "program_sha256", r->program.sha256,
		"monitor", w->answers.monitor->name, "simulated",
		r->target.simulated, "trusted", w->trusted, "repeats",
		(int)r->repeats, "steps", (int)w->steps, "board_runs",
		(int)w->board_runs, "headline", headline_json(&h), "answers",
		rows);
	if (root && machine_what_if(r->target.title))
		json_object_set_new(
			root, "what_if",
			json_string(machine_what_if(r->target.title)));
	good = root &&
	       json_object_set_new(root, "simulated_causes", causes_json(w)) ==
		       0 &&
	       json_object_set_new(root, "findings", findings_json(w)) == 0 &&
	       json_object_set_new(root, "pair", findings_pair_json(w)) == 0 &&
	       json_object_set_new(root, "next", apart_json(w)) == 0 &&
	       json_object_set_new(root, "against", findings_against_json(w)) ==
		       0 &&
	       json_object_set_new(root, "software", behind_json(w)) == 0 &&
	       json_object_set_new(root, "cycles_sketch",
				   r->target.sketch
					   ? json_string(r->target.sketch)
					   : json_null()) == 0 &&
	       json_object_set_new(root, "region",
				   r->region.text ? json_string(r->region.text)
						  : json_null()) == 0 &&
	       json_dumpf(root, to, JSON_INDENT(2) | JSON_REAL_PRECISION(15)) ==
		       0;
	if (good)
		fputc('\n', to);
	json_decref(root);
	return good;
}
