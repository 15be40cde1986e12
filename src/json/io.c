/* SPDX-License-Identifier: MIT */
/* Documents that are read, written and described by one function.  See io.h. */
#include "json/io.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "json/level.h"
#include "json/writer.h"

/* ---- numbers ------------------------------------------------------------- */

static json_t *whole_type(unsigned least)
{
	return json_pack("{s:s,s:i}", "type", "integer", "minimum", (int)least);
}

void io_bool(struct io *x, const char *key, bool *to)
{
	if (io_reads(x))
		*to = json_is_true(io_take(x, key, JSON_TRUE));
	else
		io_put(x, key,
		       x->mode == IO_WRITE ? json_boolean(*to)
					   : io_type("boolean"));
}

void io_real(struct io *x, const char *key, double *to)
{
	if (io_reads(x))
		*to = json_number_value(io_take(x, key, JSON_REAL));
	else
		io_put(x, key,
		       x->mode == IO_WRITE ? json_real(*to)
					   : io_type("number"));
}

void io_known_real(struct io *x, const char *key, bool *known, double *to)
{
	if (io_or_null(x, key, known))
		io_real(x, key, to);
	else if (io_reads(x))
		*to = 0;
}

/* Digits of a number that other programs would round. */
static uint64_t count_of_text(struct io *x, const char *key, const char *text)
{
	unsigned long long n;
	char *end;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno)
		io_fail(x, "%s is to be a whole number below 2^64", key);
	return x->failed ? 0 : n;
}

static uint64_t read_count(struct io *x, const char *key, const char *key_text)
{
	const json_t *text = json_object_get(io_here(x), key_text);
	json_int_t n;

	if (text && !json_is_null(text)) {
		text = io_take(x, key_text, JSON_STRING);
		return text ? count_of_text(x, key_text,
					    json_string_value(text))
			    : 0;
	}
	n = json_integer_value(io_take(x, key, JSON_INTEGER));
	if (n < 0)
		io_fail(x, "%s is to be a whole number, not negative", key);
	return n < 0 ? 0 : (uint64_t)n;
}

static void write_count(struct io *x, const char *key, const char *key_text,
			uint64_t n)
{
	char text[24];

	/* Jansson's integers end at 2^63. */
	io_put(x, key,
	       n <= INT64_MAX ? json_integer((json_int_t)n)
			      : json_real((double)n));
	if (n <= UINT64_C(1) << 53)
		return;
	snprintf(text, sizeof text, "%llu", (unsigned long long)n);
	io_put(x, key_text, json_string(text));
}

void io_count(struct io *x, const char *key, uint64_t *to)
{
	char key_text[64];

	snprintf(key_text, sizeof key_text, "%s_text", key);
	if (io_reads(x)) {
		*to = read_count(x, key, key_text);
	} else if (x->mode == IO_WRITE) {
		write_count(x, key, key_text, *to);
	} else {
		io_put(x, key,
		       json_pack("{s:s,s:i}", "type", "number", "minimum", 0));
		io_perhaps(x, false);
		io_put(x, key_text,
		       json_pack("{s:s,s:s}", "type", "string", "pattern",
				 "^[0-9]+$"));
	}
}

void io_small(struct io *x, const char *key, unsigned *to, unsigned limit)
{
	uint64_t n = 0;

	if (x->mode == IO_WRITE) {
		io_put(x, key, json_integer(*to));
	} else if (x->mode == IO_SCHEMA) {
		io_put(x, key, whole_type(0));
	} else {
		io_count(x, key, &n);
		if (n > limit)
			io_fail(x, "%s is %llu; %u is the most", key,
				(unsigned long long)n, limit);
		*to = n > limit ? 0 : (unsigned)n;
	}
}

void io_signed(struct io *x, const char *key, int64_t *to)
{
	if (io_reads(x))
		*to = json_integer_value(io_take(x, key, JSON_INTEGER));
	else
		io_put(x, key,
		       x->mode == IO_WRITE ? json_integer((json_int_t)*to)
					   : io_type("integer"));
}

void io_ordinal(struct io *x, const char *key, unsigned *to, unsigned none,
		unsigned limit)
{
	bool known = *to != none;
	unsigned n = *to + 1;

	if (x->mode == IO_SCHEMA) {
		x->null = !x->perhaps;
		io_put(x, key, whole_type(1));
		return;
	}
	if (io_or_null(x, key, &known))
		io_small(x, key, &n, limit);
	if (!io_reads(x))
		return;
	if (known && !n)
		io_fail(x, "%s is counted from 1", key);
	*to = !known || x->failed ? none : n - 1;
}

void io_whole(struct io *x, const char *key, uint64_t *to, uint64_t limit)
{
	if (io_reads(x))
		*to = io_whole_of(x, io_next(x, key), key, limit);
	else
		io_put(x, key,
		       x->mode == IO_WRITE ? json_integer((json_int_t)*to)
					   : whole_type(0));
}

void io_whole32(struct io *x, const char *key, uint32_t *to, uint32_t limit)
{
	uint64_t n = *to;

	io_whole(x, key, &n, limit);
	*to = (uint32_t)n;
}

void io_index(struct io *x, const char *key, uint32_t *to, uint32_t count)
{
	if (io_reads(x))
		io_index_or_none(x, key, to, count);
	else
		io_whole32(x, key, to, count);
	if (io_reads(x) && *to == IO_NONE)
		io_fail(x, "%s is missing", key);
}

void io_index_or_none(struct io *x, const char *key, uint32_t *to,
		      uint32_t count)
{
	bool known = *to != IO_NONE;

	if (io_reads(x) && !json_is_null(io_at(&x->level[x->depth], key))) {
		if (!count)
			io_fail(x, "%s is of a list that is empty", key);
		*to = 0;
		io_whole32(x, key, to, count - 1);
	} else if (io_or_null(x, key, &known)) {
		io_whole32(x, key, to, count);
	} else if (io_reads(x)) {
		*to = IO_NONE;
	}
}

/* ---- texts --------------------------------------------------------------- */

/* A copy that is the owner's. */
static const char *copied(struct io *x, const json_t *value)
{
	char *clean = value ? text_cleaned(json_string_value(value)) : NULL;
	const char *text = clean ? x->keep->text(x->owner, clean) : NULL;

	free(clean);
	if (value && !text)
		io_no_memory(x);
	return text;
}

void io_text(struct io *x, const char *key, const char **to)
{
	if (x->mode == IO_WRITE) {
		io_put(x, key, writer_text(*to));
	} else if (x->mode == IO_SCHEMA) {
		x->null |= !x->perhaps;
		io_put(x, key, io_type("string"));
	} else {
		x->perhaps = true;
		*to = copied(x, io_take(x, key, JSON_STRING));
	}
}

void io_string(struct io *x, const char *key, const char **to)
{
	if (x->mode == IO_SCHEMA)
		io_put(x, key, io_type("string"));
	else
		io_text(x, key, to);
}

void io_name(struct io *x, const char *key, const char **to)
{
	io_string(x, key, to);
	if (!io_reads(x) || *to)
		return;
	io_fail(x, x->strict ? "%s is to be a text" : "%s is missing", key);
	*to = "";
}

void io_text_at(struct io *x, const char *key, size_t i, const char **to)
{
	const bool at_row = x->strict && x->depth == 1;
	const json_t *value;

	if (!io_reads(x)) {
		io_name(x, key, to);
		return;
	}
	value = io_next(x, key);
	if (at_row)
		io_at_row(x, key, i);
	if (json_is_string(value))
		*to = copied(x, value);
	else if (at_row)
		io_fail(x, "it is to be a text");
	else
		io_fail(x, "%s[%zu] is to be a text", key, i);
}

void io_texts(struct io *x, const char *key, const char ***of, uint32_t *count)
{
	size_t n = *count;

	if (!io_list(x, key, IO_NONE - 1, &n))
		return;
	if (x->mode != IO_WRITE) {
		*of = io_room(x, n, sizeof **of);
		*count = *of ? (uint32_t)n : 0;
	}
	for (uint32_t i = 0; i < *count && !x->failed; i++)
		io_text_at(x, key, i, &(*of)[i]);
	if (x->depth == 1)
		x->list = NULL;
	io_leave(x);
}

json_t *io_words(const char *(*word)(unsigned index))
{
	json_t *list = json_array();

	for (unsigned i = 0; word(i); i++) {
		unsigned first = 0;

		/* Two values may have one word. */
		while (strcmp(word(first), word(i)) != 0)
			first++;
		if (first == i)
			json_array_append_new(list, json_string(word(i)));
	}
	return json_pack("{s:o}", "enum", list);
}

void io_word(struct io *x, const char *key, uint8_t *to,
	     const char *(*word)(unsigned index), unsigned none)
{
	const char *text;
	unsigned i = 0;

	if (x->mode == IO_WRITE) {
		io_put(x, key, json_string(word(*to)));
		return;
	}
	if (x->mode == IO_SCHEMA) {
		io_put(x, key, io_words(word));
		return;
	}
	text = json_string_value(io_take(x, key, JSON_STRING));
	while (text && word(i) && strcmp(word(i), text) != 0)
		i++;
	if (text && !word(i))
		io_fail(x, "%s cannot be \"%.40s\"", key, text);
	*to = (uint8_t)(text && word(i) ? i : none);
}
