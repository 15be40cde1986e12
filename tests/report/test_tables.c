/* SPDX-License-Identifier: MIT */
/*
 * Every column of what is shown of profiles, and of records and profiles that
 * are held against each other: of documents made by hand, against pages made by
 * hand.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "record/diff.h"
#include "record/file.h"
#include "record/why.h"
#include "report/annotate.h"
#include "report/beside.h"
#include "report/diff.h"
#include "report/profile.h"
#include "report/profile_diff.h"
#include "report/why.h"

/* What is printed; a line that begins with "== " says what of. */
static char *told;
static size_t size;
static FILE *to;

static int set_up(void **state)
{
	(void)state;
	to = open_memstream(&told, &size);
	return to ? 0 : -1;
}

static int tear_down(void **state)
{
	(void)state;
	free(told);
	return 0;
}

static FILE *open_page(const char *name)
{
	char path[512];
	FILE *from;

	snprintf(path, sizeof path, "%s/tests/%s", getenv("TALLY_ROOT"), name);
	from = fopen(path, "r");
	assert_non_null(from);
	return from;
}

static void told_is(const char *name)
{
	static char wanted[65536];
	FILE *from = open_page(name);

	wanted[fread(wanted, 1, sizeof wanted - 1, from)] = '\0';
	fclose(from);
	fclose(to);
	assert_string_equal(told, wanted);
}

/* A document with no more digits than any compiler's arithmetic agrees on. */
static void tell_document(char *text)
{
	json_t *document = json_loads(text, 0, NULL);

	assert_non_null(document);
	fputs("== document\n", to);
	json_dumpf(document, to, JSON_INDENT(1) | JSON_REAL_PRECISION(9));
	fputc('\n', to);
	json_decref(document);
	free(text);
}

static struct record *record_of(const char *name)
{
	FILE *from = open_page(name);
	struct error err;
	struct record *r = record_read(from, name, &err);

	fclose(from);
	assert_non_null(r);
	return r;
}

/* As one that was just made: without the document that it was read from. */
static struct sample *profile_of(const char *name)
{
	FILE *from = open_page(name);
	struct error err;
	struct sample *s = sample_read(json_loadf(from, 0, NULL), name, &err);

	fclose(from);
	assert_non_null(s);
	json_decref(s->document);
	s->document = NULL;
	return s;
}

/* ---- profiles ------------------------------------------------------------ */

static void show(const struct sample *s, const char *title,
		 const struct profile_view *v)
{
	fprintf(to, "== %s\n", title);
	assert_true(report_profile_text(to, s, v));
	fprintf(to, "== %s, a sheet\n", title);
	assert_true(report_profile_csv(to, s, v));
}

static void profiles(void **state)
{
	struct sample *s = profile_of("sample/hand_profile.json");

	(void)state;
	show(s, "functions", &(struct profile_view){ .by = SAMPLE_FUNCTIONS });
	show(s, "inclusive", &(struct profile_view){ .inclusive = true });
	show(s, "two rows", &(struct profile_view){ .max_rows = 2 });
	show(s, "lines", &(struct profile_view){ .by = SAMPLE_LINES });
	show(s, "instructions", &(struct profile_view){ .by = SAMPLE_INSNS });
	show(s, "files", &(struct profile_view){ .by = SAMPLE_FILES });
	show(s, "inlined", &(struct profile_view){ .by = SAMPLE_INLINED });
	show(s, "callers", &(struct profile_view){ .callers = "w", .of = 2 });
	show(s, "callees", &(struct profile_view){ .callees = "w", .of = 2 });
	told_is("report/hand_profile.txt");
	sample_free(s);
}

static void profiles_that_were_sampled(void **state)
{
	struct sample *s = profile_of("sample/hand_sampled.json");

	(void)state;
	show(s, "functions", &(struct profile_view){ .by = SAMPLE_FUNCTIONS });
	show(s, "instructions", &(struct profile_view){ .by = SAMPLE_INSNS });
	show(s, "callers", &(struct profile_view){ .callers = "w", .of = 2 });
	show(s, "callees", &(struct profile_view){ .callees = "m", .of = 1 });
	told_is("report/hand_sampled.txt");
	sample_free(s);
}

static void documents_of_profiles(void **state)
{
	struct sample *s = profile_of("sample/hand_profile.json");

	(void)state;
	assert_true(sample_write(to, s));
	told_is("sample/hand_profile.json");
	sample_free(s);
}

static void documents_of_samples(void **state)
{
	struct sample *s = profile_of("sample/hand_sampled.json");

	(void)state;
	assert_true(sample_write(to, s));
	told_is("sample/hand_sampled.json");
	sample_free(s);
}

/* By what people read, by what is linked, by its address. */
static void a_function_by_its_name(void **state)
{
	struct sample *s = profile_of("sample/hand_profile.json");
	struct error err;

	(void)state;
	assert_int_equal(sample_find(s, "main", &err), 1);
	assert_int_equal(sample_find(s, "_Z4workIiE5", &err), 2);
	assert_int_equal(sample_find(s, "work;of<int> 5", &err), 2);
	assert_int_equal(sample_find(s, "0x8100", &err), 2);
	assert_int_equal(sample_find(s, "0x8101", &err), SAMPLE_NONE);
	assert_non_null(strstr(err.text, "0x8101"));
	s->function[3].name = "main";
	assert_int_equal(sample_find(s, "main", &err), SAMPLE_NONE);
	assert_non_null(strstr(err.text, "main may be main at 0x8000 or main "
					 "at 0x2"));
	sample_free(s);
}

/* One function came, one went, one takes longer. */
static void two_profiles(void **state)
{
	const struct profile_diff_print changed = { .forced = "" };
	const struct profile_diff_print all = { .forced = "the clock",
						.all = true };
	char *text;
	size_t length;
	FILE *from;
	struct sample *before = profile_of("sample/hand_profile.json");
	struct sample *after = profile_of("sample/hand_profile.json");
	struct sample_diff *d;

	(void)state;
	after->function[2].name = "another";
	after->place_cost[0] += 60;
	after->cause_cost[0] -= 2;
	after->total[0] += 58;
	d = sample_diff_make(before, after);
	assert_non_null(d);
	fputs("== text\n", to);
	assert_true(profile_diff_text(to, d, &changed));
	fputs("== all\n", to);
	assert_true(profile_diff_text(to, d, &all));
	fputs("== markdown\n", to);
	assert_true(profile_diff_markdown(to, d, &all));
	fputs("== sheet\n", to);
	profile_diff_csv(to, d);
	from = open_memstream(&text, &length);
	assert_non_null(from);
	assert_true(profile_diff_json(from, d, all.forced));
	fclose(from);
	tell_document(text);
	told_is("report/hand_profile_diff.txt");
	sample_diff_free(d);
	sample_free(before);
	sample_free(after);
}

/* A line is cut where the page ends. */
#define LONG "nine, which is longer than what a line of the page has room for"

/*
 * A function of three sources: one with lines, newer than the program; one that
 * was not found; and instructions of which no line is known.  One calls, one is
 * inlined, one is another than the file has, one was not carried out.
 */
static void a_function_beside_its_source(void **state)
{
	static char *line[] = { "one", "two {", "\tthree", "four", "five",
				"six", "seven", "eight",   LONG,   "ten" };
	struct annotate_source source[] = {
		{ .name = "src/main.c",
		  .text = line,
		  .lines = 9,
		  .newer = true },
		{ .name = "src/a|b.h", .why = "no such file" },
	};
	struct annotate_insn insn[] = {
		{ 0x8100, 0xe1a00000, "mov r0, r0", NULL, NULL, false, 2, 0,
		  9 },
		{ 0x8104, 0xeb000001, "bl 0x8000", "main", NULL, true, 3, 1,
		  2 },
		{ 0x8108, 0xe12fff1e, "bx lr", NULL, "small", false, 4, 0, 2 },
		{ 0x810c, 0, "nop", NULL, NULL, false, SAMPLE_NONE, 0, 4 },
		{ 0x8110, 1, "nop", NULL, NULL, false, SAMPLE_NONE, SAMPLE_NONE,
		  0 },
	};
	uint64_t total[] = { 810, 36, 0 };
	struct sample *s = profile_of("sample/hand_profile.json");
	const struct annotation a = { .sample = s,
				      .function = 2,
				      .total = total,
				      .insn = insn,
				      .insns = 5,
				      .source = source,
				      .sources = 2 };

	(void)state;
	fputs("== lines\n", to);
	assert_true(report_annotate_text(to, &a, false));
	fputs("== instructions\n", to);
	assert_true(report_annotate_text(to, &a, true));
	fputs("== sheet\n", to);
	report_annotate_csv(to, &a);
	told_is("report/hand_annotate.txt");
	sample_free(s);
}

/* ---- records ------------------------------------------------------------- */

static double mean(const double *sample)
{
	return (sample[0] + sample[1] + sample[2]) / 3;
}

/* Three repeats of a reading, in ascending order. */
static void three(struct reading *r, const double *sample)
{
	static double copies[32][3];
	static unsigned used;
	double *copy = copies[used++ % 32];

	memcpy(copy, sample, 3 * sizeof *copy);
	r->sample = copy;
	r->samples = 3;
	r->value = mean(copy);
	r->count = (uint64_t)copy[0];
	r->low = copy[0];
	r->high = copy[2];
	r->margin = copy[2] - copy[0];
}

/* A metric or an event each way: better, worse, more, less, the same. */
static void measure(struct record *r, unsigned side)
{
	static const double cycles[2][3] = { { 1000, 1010, 1020 },
					     { 790, 800, 810 } };
	static const double instr[2][3] = { { 400, 400, 400 },
					    { 300, 300, 300 } };
	static const double waits[2][3] = { { 100, 100, 100 }, { 60, 60, 60 } };
	static const double metric[4][2][3] = {
		{ { 2, 2, 2 }, { 3, 3, 3 } },
		{ { 10, 11, 12 }, { 20, 21.5, 22 } },
		{ { 10, 11, 12 }, { 1, 2, 3 } },
		{ { 10, 11, 12 }, { 10.5, 11, 12 } },
	};

	r->repeats = 3;
	/* By its instructions a change of cycles is explained. */
	r->monitor[0].name = "arm1176";
	r->event[1].name = r->event[1].row = "instr_exec";
	r->event[2].kind = EVENT_DURATION;
	r->metric[0].direction = DIRECTION_LOWER;
	r->metric[2].direction = DIRECTION_HIGHER;
	three(&r->event[0].reading, cycles[side]);
	three(&r->event[1].reading, instr[side]);
	three(&r->event[2].reading, waits[side]);
	r->event[2].reading.doubts = 0;
	for (unsigned i = 0; i < 4; i++)
		three(&r->metric[i].reading, metric[i][side]);
	for (unsigned i = 0; i < r->parts; i++)
		r->part[i].region.entered += side;
	three(&r->part[0].event[0].reading, cycles[1 - side]);
}

static struct record *measured[2];

static struct diff *measured_diff(bool seeds)
{
	struct diff_side side[2];
	struct diff *d;

	for (unsigned i = 0; i < 2; i++) {
		measured[i] = record_of("record/hand_parts.json");
		measure(measured[i], i);
		measured[i]->target.simulated = seeds;
		measured[i]->machine.jitter = seeds;
		side[i] = (struct diff_side){ &measured[i], 1 };
	}
	d = diff_make(side);
	assert_non_null(d);
	return d;
}

static void print_diff(const struct diff *d)
{
	const struct diff_print changed = { .forced = "" };
	const struct diff_print all = { .forced = "the clock", .all = true };
	char *text;
	size_t length;
	FILE *from;

	fputs("== text\n", to);
	diff_text(to, d, &changed);
	fputs("== all\n", to);
	diff_text(to, d, &all);
	fputs("== markdown\n", to);
	diff_markdown(to, d, &all);
	fputs("== sheet\n", to);
	diff_csv(to, d);
	from = open_memstream(&text, &length);
	assert_non_null(from);
	assert_true(diff_json(from, d, all.forced));
	fclose(from);
	tell_document(text);
}

static void check_diff(bool seeds, const char *name)
{
	struct diff *d = measured_diff(seeds);

	print_diff(d);
	told_is(name);
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
}

static void two_records(void **state)
{
	(void)state;
	check_diff(false, "report/hand_diff.txt");
}

static void obstacles_are(const char *wanted)
{
	const struct diff_side side[2] = { { &measured[0], 1 },
					   { &measured[1], 1 } };
	char *text = diff_obstacles(side);

	assert_non_null(text);
	assert_string_equal(text, wanted);
	free(text);
}

/* In what they differ that no comparison is of. */
static void what_cannot_be_compared(void **state)
{
	struct diff *d = measured_diff(false);

	(void)state;
	for (unsigned i = 0; i < 2; i++)
		for (unsigned k = 0; k < 3; k++)
			measured[i]->part[k].region.entered = 5;
	obstacles_are("");
	measured[1]->target.name = "gdb:there:1";
	obstacles_are("target: gdb:here:1 against gdb:there:1");
	measured[0]->warmup = 2;
	obstacles_are("target: gdb:here:1 against gdb:there:1; entries or runs "
		      "left out before: 2 against 0");
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
}

/* Where none were carried out before, none are what explains it. */
static void no_instructions_before(void **state)
{
	static const double none[] = { 0, 0, 0 };
	struct diff *d = measured_diff(false);
	struct diff_side side[2] = { { &measured[0], 1 }, { &measured[1], 1 } };

	(void)state;
	assert_int_equal(d->part[0].kind, PART_INSTRUCTIONS);
	diff_free(d);
	three(&measured[0]->event[1].reading, none);
	d = diff_make(side);
	assert_non_null(d);
	assert_int_equal(d->parts, 1);
	assert_int_equal(d->part[0].kind, PART_DURATION);
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
}

/* The same seeds on both sides make pairs. */
static void two_records_of_seeds(void **state)
{
	struct diff *d = measured_diff(true);

	(void)state;
	assert_true(diff_of_seeds(d));
	measured[0]->target.simulated = false;
	assert_false(diff_of_seeds(d));
	diff_free(d);
	for (unsigned i = 0; i < 2; i++)
		record_free(measured[i]);
	check_diff(true, "report/hand_diff_pairs.txt");
}

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

static void where_the_time_goes(void **state)
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

	(void)state;
	answers_begin(&w.answers, catalog_monitor("arm1176", &err));
	answer(&w);
	fputs("== text\n", to);
	why_text(to, &w, false);
	assert_non_null(from);
	assert_true(why_json(from, &w));
	fclose(from);
	tell_document(text);
	w.trusted = false;
	snprintf(w.doubt, sizeof w.doubt, "it rains");
	fputs("== untrusted\n", to);
	why_text(to, &w, true);
	told_is("report/hand_why.txt");
	record_free(r);
}

/* What is on top; and what is below once that is not answered with no. */
static void what_is_asked_next(void **state)
{
	struct why w = { .steps = 1, .trusted = true };
	struct headline h;
	struct error err;
	unsigned top = 0, below = 0;

	(void)state;
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
static void what_a_step_answers(void **state)
{
	struct record *r = record_of("record/hand_parts.json");
	struct why w = { .steps = 1, .trusted = true };
	const struct answer *a = &w.answers.answer[0];
	struct error err;

	(void)state;
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
	/* What was told stays where the next step does not tell it. */
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

/* The third is not to be trusted, and has what the others lack. */
static void records_beside_each_other(void **state)
{
	struct record *r[3] = { record_of("record/hand_parts.json"),
				record_of("record/hand_log.json"),
				record_of("record/hand.json") };

	(void)state;
	measure(r[0], 0);
	measure(r[1], 1);
	fputs("== text\n", to);
	assert_true(report_beside(to, r, 3, REPORT_TEXT));
	fputs("== sheet\n", to);
	assert_true(report_beside(to, r, 3, REPORT_CSV));
	told_is("report/hand_beside.txt");
	for (unsigned i = 0; i < 3; i++)
		record_free(r[i]);
}

/* Each as its own file has it. */
static void a_list_of_records(void **state)
{
	struct record *r[2] = { record_of("record/hand.json"),
				record_of("record/hand_log.json") };
	json_t *list, *one;
	FILE *from;

	(void)state;
	assert_true(report_beside(to, r, 2, REPORT_JSON));
	fclose(to);
	list = json_loads(told, 0, NULL);
	assert_int_equal(json_array_size(list), 2);
	for (unsigned i = 0; i < 2; i++) {
		from = open_page(i ? "record/hand_log.json"
				   : "record/hand.json");
		one = json_loadf(from, 0, NULL);
		assert_true(json_equal(json_array_get(list, i), one));
		json_decref(one);
		fclose(from);
		record_free(r[i]);
	}
	json_decref(list);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(profiles),
		TEST(profiles_that_were_sampled),
		TEST(documents_of_profiles),
		TEST(documents_of_samples),
		cmocka_unit_test(a_function_by_its_name),
		TEST(two_profiles),
		TEST(a_function_beside_its_source),
		TEST(two_records),
		cmocka_unit_test(what_cannot_be_compared),
		cmocka_unit_test(no_instructions_before),
		cmocka_unit_test(what_is_asked_next),
		cmocka_unit_test(what_a_step_answers),
		TEST(two_records_of_seeds),
		TEST(records_beside_each_other),
		TEST(where_the_time_goes),
		TEST(a_list_of_records),
	};

	return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
