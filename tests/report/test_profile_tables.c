/* SPDX-License-Identifier: MIT */
/*
 * Every column of what is shown of profiles, of one and of two: of documents
 * made by hand, against pages made by hand.
 */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "page_fixture.h"
#include "report/annotate.h"
#include "report/profile.h"
#include "report/profile_diff.h"
#include "test.h"

static void show(const struct sample *s, const char *title,
		 const struct profile_view *v)
{
	fprintf(to, "== %s\n", title);
	assert_true(report_profile_text(to, s, v));
	fprintf(to, "== %s, a sheet\n", title);
	assert_true(report_profile_csv(to, s, v));
}

CASE(profiles)
{
	struct sample *s = profile_of("sample/hand_profile.json");

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

CASE(profiles_that_were_sampled)
{
	struct sample *s = profile_of("sample/hand_sampled.json");

	show(s, "functions", &(struct profile_view){ .by = SAMPLE_FUNCTIONS });
	show(s, "instructions", &(struct profile_view){ .by = SAMPLE_INSNS });
	show(s, "callers", &(struct profile_view){ .callers = "w", .of = 2 });
	show(s, "callees", &(struct profile_view){ .callees = "m", .of = 1 });
	told_is("report/hand_sampled.txt");
	sample_free(s);
}

CASE(documents_of_profiles)
{
	struct sample *s = profile_of("sample/hand_profile.json");

	assert_true(sample_write(to, s));
	told_is("sample/hand_profile.json");
	sample_free(s);
}

CASE(documents_of_samples)
{
	struct sample *s = profile_of("sample/hand_sampled.json");

	assert_true(sample_write(to, s));
	told_is("sample/hand_sampled.json");
	sample_free(s);
}

/* By what people read, by what is linked, by its address. */
TEST(a_function_by_its_name)
{
	struct sample *s = profile_of("sample/hand_profile.json");
	struct error err;

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

/* Whatever their order in the file is. */
TEST(callers_the_dearest_first)
{
	struct sample *s = profile_of("sample/hand_profile.json");
	struct sample_table t;

	for (uint32_t i = 0; i < s->calls; i++)
		if (s->place[s->call[i].place].function == 1)
			s->call_cost[(size_t)i * s->columns] = 1;
	assert_true(sample_calls(s, 2, true, &t));
	assert_int_equal(t.rows, 2);
	assert_int_equal(t.row[0].function, 2);
	assert_int_equal(t.row[1].function, 1);
	sample_table_free(&t);
	sample_free(s);
}

/* One function came, one went, one takes longer. */
CASE(two_profiles)
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

CASE(a_function_beside_its_source)
{
	struct sample *s = profile_of("sample/hand_profile.json");
	struct annotation a;

	annotate_by_hand(&a, s, LONG);
	fputs("== lines\n", to);
	assert_true(report_annotate_text(to, &a, false));
	fputs("== instructions\n", to);
	assert_true(report_annotate_text(to, &a, true));
	fputs("== sheet\n", to);
	report_annotate_csv(to, &a);
	told_is("report/hand_annotate.txt");
	sample_free(s);
}

static void task_rows(const struct sample *s, const char *wanted)
{
	const struct profile_view v = { .by = SAMPLE_TASKS };
	char *text;
	size_t length;
	FILE *into = open_memstream(&text, &length);

	assert_non_null(into);
	assert_true(report_profile_csv(into, s, &v));
	fclose(into);
	assert_string_equal(text, wanted);
	free(text);
}

/* Of each its name and its numbers; of what no task did its cause. */
TEST(profiles_by_task)
{
	struct sample *s = profile_of("sample/hand_sampled.json");

	task_rows(s, "cause,task,process,number,count,cycles,miss,spare,per "
		     "miss\r\n"
		     "not told apart,,,,0,1004,37,5,27.1351351351351\r\n"
		     ",init,5,7,1,3,0,0,\r\n"
		     ",,,,1,0,4,0,0\r\n");
	sample_free(s);
}

/* Not at the first of its samples, which may be of what is inlined; in a file,
 * too. */
TEST(where_it_is_declared)
{
	struct sample *s = profile_of("sample/hand_sampled.json"), *again;
	struct sample_table t;
	struct error err;
	bool found = false;
	char *text;
	size_t size;
	FILE *into = open_memstream(&text, &size);

	s->function[2].file = 1;
	s->function[2].line = 77;
	assert_true(sample_write(into, s));
	fclose(into);
	again = sample_read(json_loads(text, 0, NULL), "again", &err);
	assert_non_null(again);
	assert_true(sample_rows(again, SAMPLE_FUNCTIONS, false, &t));
	for (uint32_t i = 0; i < t.rows; i++)
		if (t.row[i].function == 2) {
			assert_int_equal(t.row[i].file, 1);
			assert_int_equal(t.row[i].line, 77);
			found = true;
		}
	assert_true(found);
	sample_table_free(&t);
	sample_free(again);
	sample_free(s);
	free(text);
}

/* As many as are asked for, on lines of a terminal of 80 columns. */
TEST(every_event)
{
	for (unsigned events = 1; events <= 24; events++) {
		struct sample *s = profile_of_events(events);
		char *text, wanted[32];
		size_t size;
		FILE *into = open_memstream(&text, &size);

		assert_non_null(into);
		assert_true(report_profile_text(
			into, s, &(struct profile_view){ .by = SAMPLE_LINES }));
		fclose(into);
		for (unsigned i = 1; i <= events; i++) {
			snprintf(wanted, sizeof wanted, " event_%u ", i);
			assert_non_null(strstr(text, wanted));
			snprintf(wanted, sizeof wanted, "1,%03u ", i);
			assert_non_null(strstr(text, wanted));
		}
		assert_null(strstr(text, "no room"));
		for (char *at = strtok(text, "\n"); at; at = strtok(NULL, "\n"))
			assert_in_range(strlen(at), 0, 79);
		free(text);
		sample_free(s);
	}
}
