/* SPDX-License-Identifier: MIT */
/*
 * Members of a document that somebody else wrote: each of the type and the size
 * that it has to be, and the first fault is the one that is told.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "json/reader.h"
#include "json/writer.h"

static struct error err;
static struct reader f;
static json_t *object;

static const char *keep(void *owner, const char *text)
{
	(void)owner;
	return text ? "kept" : NULL;
}

static int set_up(void **state)
{
	(void)state;
	err = (struct error){ "" };
	f = (struct reader){ .err = &err, .keep = keep };
	object = NULL;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	json_decref(object);
	return 0;
}

static void document(const char *text)
{
	json_decref(object);
	object = json_loads(text, 0, NULL);
	assert_non_null(object);
	f.failed = false;
	err.text[0] = '\0';
}

static void failed(const char *said)
{
	assert_true(f.failed);
	assert_string_equal(err.text, said);
}

#define CASE(name) TEST_WITH(name, set_up, tear_down)

/* What is read after it is nothing, and says nothing. */
CASE(the_first_fault)
{
	document("{\"a\": 1, \"b\": \"c\", \"list\": [{}, {}]}");
	f.list = "rows";
	f.row = 4;
	assert_false(reader_fail(&f, "it %s", "rains"));
	failed("rows[4]: it rains");
	assert_false(reader_fail(&f, "it snows"));
	failed("rows[4]: it rains");
	assert_int_equal(reader_count(&f, object, "a"), 0);
	assert_null(reader_text(&f, object, "b"));
	assert_null(reader_list(&f, object, "list", 1));
	failed("rows[4]: it rains");
}

CASE(types)
{
	document("{\"a\": 1, \"r\": 1.5, \"t\": \"x\", \"b\": true, \"n\": "
		 "null, "
		 "\"o\": {}, \"l\": []}");
	assert_non_null(reader_member(&f, object, "a", JSON_INTEGER));
	assert_non_null(reader_member(&f, object, "a", JSON_REAL));
	assert_non_null(reader_member(&f, object, "r", JSON_REAL));
	assert_non_null(reader_member(&f, object, "b", JSON_FALSE));
	assert_non_null(reader_member(&f, object, "o", JSON_OBJECT));
	assert_null(reader_member(&f, object, "n", JSON_OBJECT));
	assert_null(reader_member(&f, object, "x", JSON_OBJECT));
	assert_true(reader_bool(&f, object, "b"));
	assert_false(reader_bool(&f, object, "x"));
	assert_float_equal(reader_real(&f, object, "r"), 1.5, 0);
	assert_false(f.failed);
	assert_null(reader_member(&f, object, "r", JSON_INTEGER));
	failed("r is to be a number");
	document("{\"b\": 1}");
	assert_null(reader_member(&f, object, "b", JSON_TRUE));
	failed("b is to be true or false");
	document("{\"l\": {}}");
	assert_null(reader_needed(&f, object, "l", JSON_ARRAY));
	failed("l is to be a list");
	document("{\"l\": null}");
	assert_null(reader_needed(&f, object, "l", JSON_OBJECT));
	failed("l is to be an object");
}

CASE(lists)
{
	json_t *list;

	document("{\"l\": [{}, {}], \"m\": [{}, 3]}");
	assert_int_equal(reader_rows(&f, object, "l", 2, &list), 2);
	assert_int_equal(json_array_size(list), 2);
	assert_non_null(reader_list(&f, object, "l", 2));
	assert_int_equal(reader_rows(&f, object, "x", 2, &list), 0);
	assert_null(list);
	assert_false(f.failed);
	assert_int_equal(reader_rows(&f, object, "l", 1, &list), 0);
	failed("l has 2 rows; 1 are the most");
	document("{\"l\": [{}, {}], \"m\": [{}, 3]}");
	assert_null(reader_list(&f, object, "l", 1));
	failed("l has 2 rows; 1 are the most");
	document("{\"l\": [{}, {}], \"m\": [{}, 3]}");
	assert_int_equal(reader_rows(&f, object, "m", 2, &list), 0);
	failed("m[1] is to be an object");
}

/* Up to 2^63 a number, beyond that digits, which come first. */
CASE(counts)
{
	static const struct {
		const char *text;
		uint64_t count;
		const char *said; /* NULL: nothing */
	} row[] = {
		{ "{\"n\": 9007199254740993}", 9007199254740993, NULL },
		{ "{\"n\": 9223372036854775807}", INT64_MAX, NULL },
		{ "{\"n\": 1, \"n_text\": \"18446744073709551615\"}",
		  UINT64_MAX, NULL },
		{ "{\"n\": 1.8e19, \"n_text\": \"5\"}", 5, NULL },
		{ "{\"n_text\": \"9\"}", 9, NULL },
		{ "{\"n_text\": \"0\"}", 0, NULL },
		{ "{}", 0, NULL },
		{ "{\"n\": null}", 0, NULL },
		{ "{\"n\": 1.8e19}", 0, "n is to be a number" },
		{ "{\"n\": -1}", 0, "n is to be a whole number, not negative" },
		{ "{\"n_text\": \"18446744073709551616\"}", 0,
		  "n_text is to be a whole number below 2^64" },
		{ "{\"n_text\": \"\"}", 0,
		  "n_text is to be a whole number below 2^64" },
		{ "{\"n_text\": \" 1\"}", 0,
		  "n_text is to be a whole number below 2^64" },
		{ "{\"n_text\": 1}", 0, "n_text is to be a text" },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		document(row[i].text);
		assert_true(reader_count(&f, object, "n") == row[i].count);
		assert_int_equal(f.failed, row[i].said != NULL);
		if (row[i].said)
			failed(row[i].said);
	}
}

CASE(small_numbers)
{
	document("{\"n\": 7, \"z\": 0}");
	assert_int_equal(reader_small(&f, object, "n", 7), 7);
	assert_int_equal(reader_ordinal(&f, object, "n", 99, 7), 6);
	assert_int_equal(reader_ordinal(&f, object, "x", 99, 7), 99);
	assert_false(f.failed);
	assert_int_equal(reader_small(&f, object, "n", 6), 0);
	failed("n is 7; 6 is the most");
	document("{\"n\": 7, \"z\": 0}");
	assert_int_equal(reader_ordinal(&f, object, "z", 99, 7), 0);
	failed("z is counted from 1");
}

/* Entries of a list, which the caller names. */
CASE(whole_numbers)
{
	static const struct {
		const char *text;
		uint64_t limit, count;
		const char *said;
	} row[] = {
		{ "[5]", 5, 5, NULL },
		{ "[0]", 5, 0, NULL },
		{ "[6]", 5, 0, "it is to be a whole number from 0 to 5" },
		{ "[-1]", 5, 0, "it is to be a whole number from 0 to 5" },
		{ "[1.0]", 5, 0, "it is to be a whole number from 0 to 5" },
		{ "[4294967295]", UINT32_MAX, UINT32_MAX, NULL },
		{ "[4294967296]", UINT32_MAX, 0,
		  "it is to be a whole number, not negative, of 32 bits" },
		{ "[4294967296]", UINT64_MAX, UINT64_C(1) << 32, NULL },
		{ "[-1]", UINT64_MAX, 0,
		  "it is to be a whole number, not negative" },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		document(row[i].text);
		assert_true(reader_whole(&f, json_array_get(object, 0), "it",
					 row[i].limit) == row[i].count);
		assert_int_equal(f.failed, row[i].said != NULL);
		if (row[i].said)
			failed(row[i].said);
	}
}

static const char *word(unsigned index)
{
	static const char *const words[] = { "one", "two", "kept" };

	return index < 3 ? words[index] : NULL;
}

CASE(texts)
{
	document("{\"t\": \"two\", \"n\": 3}");
	assert_string_equal(reader_text(&f, object, "t"), "kept");
	assert_string_equal(reader_name(&f, object, "t"), "kept");
	assert_string_equal(
		reader_text_of(&f, json_object_get(object, "t"), "t"), "kept");
	assert_int_equal(reader_word(&f, object, "t", word, 9), 2);
	assert_int_equal(reader_word(&f, object, "x", word, 9), 9);
	assert_null(reader_text(&f, object, "x"));
	assert_false(f.failed);
	assert_string_equal(
		reader_text_of(&f, json_object_get(object, "n"), "n[0]"), "");
	failed("n[0] is to be a text");
	document("{}");
	assert_string_equal(reader_name(&f, object, "x"), "");
	failed("x is missing");
}

/* A member that could not be made is noted, and one more is not. */
CASE(what_is_missing_is_noted)
{
	struct writer w = { false };

	object = json_object();
	writer_put(&w, object, "a", writer_text("x\xff"));
	writer_put(&w, object, "b", writer_text(NULL));
	assert_false(w.failed);
	assert_string_equal(json_string_value(json_object_get(object, "a")),
			    "x\xef\xbf\xbd");
	assert_true(json_is_null(json_object_get(object, "b")));
	writer_put(&w, object, "c", NULL);
	assert_true(w.failed);
	json_decref(object);
	object = json_array();
	w.failed = false;
	writer_append(&w, object, json_true());
	assert_false(w.failed);
	writer_append(&w, object, NULL);
	assert_true(w.failed);
}
