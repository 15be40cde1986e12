/* SPDX-License-Identifier: MIT */
/*
 * Members of a document: of one that somebody else wrote each is of the type
 * and the size that it has to be, and the first fault is the one that is told;
 * what is written is read as it was, and its schema is of the same words.
 */
#include <stdlib.h>
#include <string.h>

#include "test.h"
#include "json/io.h"
#include "json/writer.h"

static struct error err;
static struct io f;
static json_t *object;
static char room[256];
static bool none_left;

static const char *keep_text(void *owner, const char *text)
{
	(void)owner;
	(void)text;
	return none_left ? NULL : "kept";
}

static void *keep_room(void *owner, size_t count, size_t size)
{
	(void)owner;
	memset(room, 0, sizeof room);
	return none_left || count * size > sizeof room ? NULL : room;
}

static const struct io_owner keeper = { keep_text, keep_room };

static int set_up(void **state)
{
	(void)state;
	object = NULL;
	none_left = false;
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
	err = (struct error){ "" };
	f = io_reading(object, &err, &keeper, NULL);
}

static void failed(const char *said)
{
	assert_true(f.failed);
	assert_string_equal(err.text, said);
}

#define CASE(name) TEST_WITH(name, set_up, tear_down)

static uint64_t count_of(const char *key)
{
	uint64_t n = 77;

	io_count(&f, key, &n);
	return n;
}

static bool bool_of(const char *key)
{
	bool is = true;

	io_bool(&f, key, &is);
	return is;
}

/* Reading after the first fault gives nothing, and says nothing. */
CASE(the_first_fault)
{
	const char *text = "old";
	size_t count = 9;

	document("{\"a\": 1, \"b\": \"c\", \"list\": [{}, {}]}");
	f.list = "rows";
	f.row = 4;
	assert_false(io_fail(&f, "it %s", "rains"));
	failed("rows[4]: it rains");
	assert_false(io_fail(&f, "it snows"));
	assert_int_equal(count_of("a"), 0);
	io_text(&f, "b", &text);
	assert_null(text);
	assert_false(io_list(&f, "list", 1, &count));
	assert_false(io_object(&f, "a"));
	failed("rows[4]: it rains");
}

CASE(types)
{
	double real = 0;
	int64_t n = 0;
	size_t count;

	document("{\"a\": 1, \"r\": 1.5, \"b\": true, \"n\": null}");
	assert_true(bool_of("b"));
	assert_false(bool_of("x"));
	assert_false(bool_of("n"));
	io_real(&f, "r", &real);
	assert_float_equal(real, 1.5, 0);
	io_real(&f, "a", &real);
	assert_float_equal(real, 1, 0);
	assert_false(io_object(&f, "n"));
	assert_false(io_object(&f, "x"));
	assert_false(f.failed);
	io_signed(&f, "r", &n);
	failed("r is to be a number");
	document("{\"b\": 1}");
	assert_false(bool_of("b"));
	failed("b is to be true or false");
	document("{\"l\": {}}");
	assert_false(io_list(&f, "l", 1, &count));
	failed("l is to be a list");
	document("{\"l\": []}");
	assert_false(io_object(&f, "l"));
	failed("l is to be an object");
}

/* A member may be missing only where io_perhaps() says so. */
CASE(strict)
{
	uint64_t n;

	document("{\"n\": null}");
	f.strict = true;
	assert_true(io_perhaps(&f, false));
	assert_false(bool_of("b"));
	assert_false(f.failed);
	assert_false(bool_of("b"));
	failed("b is to be true or false");
	document("{\"n\": null}");
	f.strict = true;
	assert_false(io_object(&f, "n"));
	failed("n is to be an object");
	document("{}");
	io_whole(&f, "n", &n, 5);
	failed("n is to be a whole number from 0 to 5");
}

CASE(lists)
{
	size_t count;

	document("{\"l\": [{}, {}], \"m\": [{}, 3]}");
	assert_true(io_rows(&f, "l", 2, &count));
	assert_int_equal(count, 2);
	assert_true(io_row(&f, "l", 1, count));
	assert_string_equal(f.list, "l");
	assert_int_equal(f.row, 1);
	io_leave(&f);
	assert_false(io_row(&f, "l", 2, count));
	assert_null(f.list);
	io_leave(&f);
	assert_false(io_rows(&f, "x", 2, &count));
	assert_int_equal(count, 0);
	assert_false(f.failed);
	assert_false(io_rows(&f, "l", 1, &count));
	failed("l has 2 rows; 1 are the most");
	document("{\"l\": [{}, {}], \"m\": [{}, 3]}");
	io_rows(&f, "m", 2, &count);
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
		assert_true(count_of("n") == row[i].count);
		assert_int_equal(f.failed, row[i].said != NULL);
		if (row[i].said)
			failed(row[i].said);
	}
}

CASE(small_numbers)
{
	unsigned n;

	document("{\"n\": 7, \"z\": 0}");
	io_small(&f, "n", &n, 7);
	assert_int_equal(n, 7);
	io_ordinal(&f, "n", &n, 99, 7);
	assert_int_equal(n, 6);
	io_ordinal(&f, "x", &n, 99, 7);
	assert_int_equal(n, 99);
	assert_false(f.failed);
	io_small(&f, "n", &n, 6);
	assert_int_equal(n, 0);
	failed("n is 7; 6 is the most");
	document("{\"n\": 7, \"z\": 0}");
	io_ordinal(&f, "z", &n, 99, 7);
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
		uint64_t n;

		document(row[i].text);
		io_whole(&f, "it", &n, row[i].limit);
		assert_true(n == row[i].count);
		assert_int_equal(f.failed, row[i].said != NULL);
		if (row[i].said)
			failed(row[i].said);
	}
}

/* Of a list with so many; null is of nothing, where that may be. */
CASE(places)
{
	uint32_t place = 5;

	document("[2, null, 3]");
	io_index(&f, "it", &place, 3);
	assert_int_equal(place, 2);
	io_index_or_none(&f, "it", &place, 3);
	assert_int_equal(place, IO_NONE);
	assert_false(f.failed);
	io_index_or_none(&f, "it", &place, 3);
	failed("it is to be a whole number from 0 to 2");
	document("[null]");
	io_index(&f, "it", &place, 3);
	failed("it is missing");
	document("[0]");
	io_index(&f, "it", &place, 0);
	failed("it is of a list that is empty");
}

static const char *word(unsigned index)
{
	static const char *const words[] = { "one", "two", "two", "four" };

	return index < 4 ? words[index] : NULL;
}

CASE(texts)
{
	const char *text = NULL, **list;
	uint32_t count = 0;
	uint8_t place = 0;

	document("{\"t\": \"two\", \"n\": 3, \"l\": [\"a\", 4]}");
	io_text(&f, "t", &text);
	assert_string_equal(text, "kept");
	io_name(&f, "t", &text);
	assert_string_equal(text, "kept");
	io_word(&f, "t", &place, word, 9);
	assert_int_equal(place, 1);
	io_word(&f, "x", &place, word, 9);
	assert_int_equal(place, 9);
	io_text(&f, "x", &text);
	assert_null(text);
	assert_false(f.failed);
	io_texts(&f, "l", &list, &count);
	failed("l[1] is to be a text");
	document("{\"t\": \"three\"}");
	io_word(&f, "t", &place, word, 9);
	assert_int_equal(place, 9);
	failed("t cannot be \"three\"");
	io_name(&f, "x", &text);
	assert_string_equal(text, "");
	document("{}");
	io_name(&f, "x", &text);
	failed("x is missing");
	document("{\"l\": [\"a\", 4]}");
	f.strict = true;
	io_texts(&f, "l", &list, &count);
	failed("l[1]: it is to be a text");
}

CASE(no_memory)
{
	const char *text = "old", **list;
	uint32_t count = 0;

	document("{\"t\": \"x\", \"l\": [\"a\"]}");
	f.list = "rows";
	none_left = true;
	io_text(&f, "t", &text);
	assert_null(text);
	failed("out of memory");
	document("{\"l\": [\"a\"]}");
	io_texts(&f, "l", &list, &count);
	assert_int_equal(count, 0);
	failed("out of memory");
}

struct all {
	struct io x;
	struct row {
		uint8_t kind;
		bool known;
		double real;
	} * row;
	unsigned rows;
	uint64_t count;
	const char *note;
};

static void say_row(struct all *d, struct row *r)
{
	io_word(&d->x, "kind", &r->kind, word, 0);
	io_known_real(&d->x, "real", &r->known, &r->real);
}

static void say_all(struct all *d)
{
	io_count(&d->x, "count", &d->count);
	if (io_perhaps(&d->x, d->note))
		io_text(&d->x, "note", &d->note);
	IO_ROWS(d, "rows", 3, d->row, d->rows, say_row);
}

/* One function writes it, reads it, and says what it is. */
CASE(there_and_back)
{
	struct row rows[] = { { 3, true, 0.5 }, { 1, false, 7 } };
	struct all in = {
		.x = io_writing(), .row = rows, .rows = 2, .count = UINT64_MAX
	};
	struct all out = { .count = 0 };
	char *text;

	say_all(&in);
	assert_false(in.x.failed);
	text = json_dumps(io_root(&in.x), JSON_COMPACT);
	assert_string_equal(text, "{\"count\":1.8446744073709552e19,"
				  "\"count_text\":\"18446744073709551615\","
				  "\"rows\":[{\"kind\":\"four\",\"real\":0.5},"
				  "{\"kind\":\"two\",\"real\":null}]}");
	out.x = io_reading(io_root(&in.x), &err, &keeper, NULL);
	say_all(&out);
	assert_false(out.x.failed);
	assert_true(out.count == UINT64_MAX);
	assert_null(out.note);
	assert_int_equal(out.rows, 2);
	assert_int_equal(out.row[0].kind, 3);
	assert_true(out.row[0].known && !out.row[1].known);
	assert_float_equal(out.row[0].real, 0.5, 0);
	json_decref(io_root(&in.x));
	free(text);
}

CASE(schema)
{
	struct all d = { .x = io_describing(&keeper, NULL) };
	char *text;

	say_all(&d);
	assert_false(d.x.failed);
	text = json_dumps(io_root(&d.x), JSON_COMPACT);
	assert_string_equal(
		text,
		"{\"type\":\"object\",\"required\":[\"count\",\"rows\"],"
		"\"properties\":{\"count\":{\"type\":\"number\",\"minimum\":0},"
		"\"count_text\":{\"type\":\"string\",\"pattern\":\"^[0-9]+$\"},"
		"\"note\":{\"type\":\"string\"},\"rows\":{\"type\":\"array\","
		"\"items\":{\"type\":\"object\","
		"\"required\":[\"kind\",\"real\"],\"properties\":{"
		"\"kind\":{\"enum\":[\"one\",\"two\",\"four\"]},"
		"\"real\":{\"type\":[\"number\",\"null\"]}}}}}}");
	json_decref(io_root(&d.x));
	free(text);
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
