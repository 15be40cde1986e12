/* SPDX-License-Identifier: MIT */
/* Members of a document, each of the type that it has to be.  See reader.h. */
#include "json/reader.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

bool reader_fail(struct reader *f, const char *format, ...)
{
	char text[512];
	va_list args;

	if (f->failed)
		return false;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	f->failed = true;
	error_set(f->err, "%s", text_clean(text));
	if (f->list)
		error_within(f->err, "%s[%zu]", f->list, f->row);
	return false;
}

static const char *type_words(json_type type)
{
	switch (type) {
	case JSON_OBJECT:
		return "an object";
	case JSON_ARRAY:
		return "a list";
	case JSON_STRING:
		return "a text";
	case JSON_TRUE:
	case JSON_FALSE:
		return "true or false";
	case JSON_INTEGER:
	case JSON_REAL:
		return "a number";
	case JSON_NULL:
		break;
	}
	return "null";
}

static bool is_of(const json_t *value, json_type type)
{
	switch (type) {
	case JSON_TRUE:
	case JSON_FALSE:
		return json_is_boolean(value);
	case JSON_REAL:
		return json_is_number(value);
	case JSON_OBJECT:
	case JSON_ARRAY:
	case JSON_STRING:
	case JSON_INTEGER:
	case JSON_NULL:
		break;
	}
	return json_typeof(value) == type;
}

json_t *reader_member(struct reader *f, json_t *object, const char *key,
		      json_type type)
{
	json_t *value = json_object_get(object, key);

	if (f->failed || !value || json_is_null(value))
		return NULL;
	if (is_of(value, type))
		return value;
	reader_fail(f, "%s is to be %s", key, type_words(type));
	return NULL;
}

json_t *reader_needed(struct reader *f, json_t *object, const char *key,
		      json_type type)
{
	json_t *value = json_object_get(object, key);

	if (!value || json_is_null(value))
		reader_fail(f, "%s is to be %s", key, type_words(type));
	return reader_member(f, object, key, type);
}

static bool few(struct reader *f, const json_t *list, const char *key,
		size_t limit)
{
	const size_t count = json_array_size(list);

	return count <= limit ||
	       reader_fail(f, "%s has %zu rows; %zu are the most", key, count,
			   limit);
}

json_t *reader_list(struct reader *f, json_t *object, const char *key,
		    size_t limit)
{
	json_t *list = reader_needed(f, object, key, JSON_ARRAY);

	return few(f, list, key, limit) ? list : NULL;
}

size_t reader_rows(struct reader *f, json_t *object, const char *key,
		   size_t limit, json_t **list)
{
	size_t count;

	*list = reader_member(f, object, key, JSON_ARRAY);
	if (!few(f, *list, key, limit))
		return 0;
	count = json_array_size(*list);
	for (size_t i = 0; i < count; i++)
		if (!json_is_object(json_array_get(*list, i))) {
			reader_fail(f, "%s[%zu] is to be an object", key, i);
			return 0;
		}
	return count;
}

bool reader_bool(struct reader *f, json_t *object, const char *key)
{
	return json_is_true(reader_member(f, object, key, JSON_TRUE));
}

double reader_real(struct reader *f, json_t *object, const char *key)
{
	return json_number_value(reader_member(f, object, key, JSON_REAL));
}

uint64_t reader_whole(struct reader *f, const json_t *value, const char *key,
		      uint64_t limit)
{
	const json_int_t n = json_integer_value(value);

	if (json_is_integer(value) && n >= 0 && (uint64_t)n <= limit)
		return (uint64_t)n;
	if (limit < UINT32_MAX)
		reader_fail(f, "%s is to be a whole number from 0 to %llu", key,
			    (unsigned long long)limit);
	else
		reader_fail(f, "%s is to be a whole number, not negative%s",
			    key, limit == UINT32_MAX ? ", of 32 bits" : "");
	return 0;
}

static uint64_t count_of_text(struct reader *f, const char *key,
			      const char *text)
{
	unsigned long long n;
	char *end;

	errno = 0;
	n = strtoull(text, &end, 10);
	if (*text < '0' || *text > '9' || *end || errno)
		reader_fail(f, "%s is to be a whole number below 2^64", key);
	return f->failed ? 0 : n;
}

uint64_t reader_count(struct reader *f, json_t *object, const char *key)
{
	char name[64];
	json_t *value, *text;
	json_int_t n;

	snprintf(name, sizeof name, "%s_text", key);
	text = reader_member(f, object, name, JSON_STRING);
	if (text)
		return count_of_text(f, name, json_string_value(text));
	value = reader_member(f, object, key, JSON_INTEGER);
	n = json_integer_value(value);
	if (n < 0)
		reader_fail(f, "%s is to be a whole number, not negative", key);
	return n < 0 ? 0 : (uint64_t)n;
}

unsigned reader_small(struct reader *f, json_t *object, const char *key,
		      unsigned limit)
{
	uint64_t n = reader_count(f, object, key);

	if (n > limit)
		reader_fail(f, "%s is %llu; %u is the most", key,
			    (unsigned long long)n, limit);
	return n > limit ? 0 : (unsigned)n;
}

unsigned reader_ordinal(struct reader *f, json_t *object, const char *key,
			unsigned none, unsigned limit)
{
	unsigned n;

	if (!reader_member(f, object, key, JSON_INTEGER))
		return none;
	n = reader_small(f, object, key, limit);
	if (!n)
		reader_fail(f, "%s is counted from 1", key);
	return n ? n - 1 : 0;
}

static const char *kept(struct reader *f, const json_t *value)
{
	const char *text;
	char *copy;

	if (!value)
		return NULL;
	copy = text_cleaned(json_string_value(value));
	text = f->keep(f->owner, copy);
	free(copy);
	return text;
}

const char *reader_text(struct reader *f, json_t *object, const char *key)
{
	return kept(f, reader_member(f, object, key, JSON_STRING));
}

const char *reader_text_of(struct reader *f, const json_t *value,
			   const char *key)
{
	const char *text = NULL;

	if (json_is_string(value))
		text = kept(f, value);
	else
		reader_fail(f, "%s is to be a text", key);
	return text ? text : "";
}

const char *reader_name(struct reader *f, json_t *object, const char *key)
{
	const char *text = reader_text(f, object, key);

	if (!text)
		reader_fail(f, "%s is missing", key);
	return text ? text : "";
}

unsigned reader_word(struct reader *f, json_t *object, const char *key,
		     const char *(*word)(unsigned index), unsigned none)
{
	const char *text = reader_text(f, object, key);

	for (unsigned i = 0; text && word(i); i++)
		if (strcmp(word(i), text) == 0)
			return i;
	if (text)
		reader_fail(f, "%s cannot be \"%.40s\"", key, text);
	return none;
}
