/* SPDX-License-Identifier: MIT */
/* Profiles that contradict themselves, and what is said of them; what cannot be
 * compared; and what a row of a table is of. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "hand_fixture.h"
#include "sample/diff.h"
#include "test.h"

#define SINGLES(weight, column, task, cpu, place, path)                        \
	"{\"samples\": {\"weight\": " weight ", \"column\": " column           \
	", \"task\": " task ", \"cpu\": " cpu ", \"place\": " place            \
	", \"path\": " path "}}"
#define PLACE "\"addr\": 1, \"word\": 0, \"line\": 0, \"count\": 1"

static struct error err;

struct fault {
	const char *members, *why;
};

static const struct fault of_lists[] = {
	{ "{\"schema\": 3}", "its schema is 3" },
	{ "{\"schema\": 0}", "its schema is 0" },
	{ "{\"document\": \"record\"}", "it is no profile" },
	{ "{\"document\": 7}", "it is no profile" },
	{ "{\"sampled\": 7}", "sampled is to be an object" },
	{ "{\"columns\": []}", "columns are to be 1 to 512" },
	{ "{\"total\": [1007, 41]}", "a number for each of `columns`" },
	{ "{\"total\": [1008, 41, 5]}",
	  "total of cycles is 1008, and its places and causes have "
	  "1007" },
	{ "{\"total\": [1007, 41, 4]}", "total of spare is 4" },
	{ "{\"metrics\": [{\"name\": \"m\", \"formula\": \"a / b\","
	  "\"unit\": \"\", \"scale\": 1.0, \"operands\": [0]}]}",
	  "as many as the names of the formula" },
	{ "{\"metrics\": [{\"name\": \"m\", \"formula\": \"a /\","
	  "\"unit\": \"\", \"scale\": 1.0, \"operands\": [0]}]}",
	  "formula: " },
	{ "{\"metrics\": [{\"name\": \"m\", \"formula\": \"a\","
	  "\"unit\": \"\", \"scale\": 1.0, \"operands\": [3]}]}",
	  "operands" },
	{ "{\"functions\": [7]}", "it is to be an object" },
	{ "{\"files\": [\"a\", 7]}", "files" },
	{ "{\"places\": [{" PLACE ", \"function\": 4, \"file\": null,"
	  "\"cost\": [1007, 41, 5]}], \"causes\": []}",
	  "function" },
	{ "{\"places\": [{" PLACE ", \"function\": null, \"file\": null,"
	  "\"cost\": [1, 1, 1]}]}",
	  "function is missing" },
	{ "{\"places\": [{" PLACE ", \"function\": 0, \"file\": 2,"
	  "\"cost\": [1, 1, 1]}]}",
	  "file" },
	{ "{\"places\": [{" PLACE ", \"function\": 0, \"file\": null,"
	  "\"inlined\": 0, \"cost\": [1, 1, 1]}]}",
	  "inlined is of a list that is empty" },
	{ "{\"paths\": [{\"parent\": 1, \"function\": null,"
	  "\"count\": 0, \"cost\": [0, 0, 0]}]}",
	  "parent" },
	{ "{\"paths\": [{\"parent\": 0, \"function\": null,"
	  "\"count\": 0, \"cost\": [0, 0, 0]}, {\"parent\": 1,"
	  "\"function\": 0, \"count\": 0, \"cost\": [0, 0, 0]}]}",
	  "parent" },
	{ "{\"calls\": [{\"place\": 6, \"function\": 0, \"count\": 1,"
	  "\"cost\": [0, 0, 0]}]}",
	  "place" },
};

static const struct fault of_samples[] = {
	{ "{\"tasks\": [{\"name\": \"a\"}]}", "number" },
	{ SINGLES("[1]", "[null]", "[null]", "[null]", "[null]", "[null]"),
	  "column is missing" },
	{ SINGLES("[1]", "[3]", "[null]", "[null]", "[null]", "[null]"),
	  "column" },
	{ SINGLES("[1]", "[0]", "[2]", "[null]", "[null]", "[null]"), "task" },
	{ SINGLES("[1]", "[0]", "[null]", "[null]", "[6]", "[null]"), "place" },
	{ SINGLES("[1]", "[0]", "[null]", "[null]", "[null]", "[5]"), "path" },
	{ SINGLES("[1, 2]", "[0, 0]", "[null]", "[0, 0]", "[0, 0]", "[0, 0]"),
	  "task is to have an entry for each of 2 samples" },
	{ "{\"samples\": {\"weight\": [1, 1], \"column\": [0, 0],"
	  "\"task\": [0, 0], \"cpu\": [0, 0], \"place\": [0, 0],"
	  "\"path\": [0, 0], \"time_ns\": [8, 7]}}",
	  "time goes backwards" },
};

static void are_told(const struct fault *all, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		err.text[0] = '\0';
		assert_null(hand_with(all[i].members, &err));
		assert_memory_equal(err.text, "hand: ", 6);
		if (!strstr(err.text, all[i].why))
			assert_string_equal(err.text, all[i].why);
	}
}

TEST(contradictions)
{
	are_told(of_lists, sizeof of_lists / sizeof *of_lists);
	are_told(of_samples, sizeof of_samples / sizeof *of_samples);
}

/* Which row of which list it is. */
TEST(where_it_is)
{
	assert_null(hand_with("{\"files\": [\"a\", \"b\", 7], \"places\": []}",
			      &err));
	assert_non_null(strstr(err.text, "files"));
	assert_non_null(strstr(err.text, "2"));
	assert_null(hand_with(SINGLES("[1, 1, 1, 1]", "[0, 0, 0, null]",
				      "[0, 0, 0, 0]", "[0, 0, 0, 0]",
				      "[0, 0, 0, 0]", "[0, 0, 0, 0]"),
			      &err));
	assert_non_null(strstr(err.text, "samples"));
	assert_non_null(strstr(err.text, "3"));
}

static bool is_document(const char *text)
{
	json_t *document = json_loads(text, 0, NULL);
	const bool is = sample_is_document(document);

	json_decref(document);
	return is;
}

TEST(what_is_a_profile)
{
	assert_true(is_document("{\"document\": \"profile\"}"));
	assert_false(is_document("{\"document\": \"record\"}"));
	assert_false(is_document("{\"document\": null}"));
	assert_false(is_document("{}"));
}

static void obstacles_are(const struct sample *a, const struct sample *b,
			  const char *wanted)
{
	struct sample_diff *d = sample_diff_make(a, b);
	char *text;

	assert_non_null(d);
	text = sample_diff_obstacles(d);
	assert_non_null(text);
	assert_string_equal(text, wanted);
	free(text);
	sample_diff_free(d);
}

TEST(what_cannot_be_compared)
{
	struct sample *a = hand_with("{}", &err), *b = hand_with("{}", &err);

	obstacles_are(a, b, "");
	b->status = 3;
	obstacles_are(a, b, "program's exit status: 0 against 3");
	b->clock_hz = 5e6;
	b->sampling = NULL;
	obstacles_are(a, b,
		      "clock: 100000000 Hz against 5000000 Hz; program's "
		      "exit status: 0 against 3; taken: by samples "
		      "against exactly");
	a->target = "board:other";
	a->monitors = "others";
	a->status = 3;
	a->clock_hz = 5e6;
	a->sampling = NULL;
	obstacles_are(a, b,
		      "target: board:other against board:hand; monitors: "
		      "others against hand");
	sample_free(a);
	sample_free(b);
}

/* Only a row of one instruction has a place. */
TEST(places_of_rows)
{
	static const enum sample_by all[] = { SAMPLE_FUNCTIONS, SAMPLE_LINES,
					      SAMPLE_INSNS, SAMPLE_FILES,
					      SAMPLE_INLINED };
	struct sample *s = hand_with("{}", &err);

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		struct sample_table t;

		assert_true(sample_rows(s, all[i], false, &t));
		assert_true(t.rows > 0);
		for (uint32_t k = 0; k < t.rows; k++)
			assert_int_equal(t.row[k].place != SAMPLE_NONE,
					 all[i] == SAMPLE_INSNS &&
						 t.row[k].cause == SAMPLE_NONE);
		sample_table_free(&t);
	}
	sample_free(s);
}
