/* SPDX-License-Identifier: MIT */
/*
 * Members of a document, each of the type that it has to be.
 */
#include "record/reader.h"

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
	error_set(f->err, "%s%s%s", f->where, *f->where ? ": " : "",
		  text_clean(text));
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

size_t reader_rows(struct reader *f, json_t *object, const char *key,
		   size_t limit, json_t **list)
{
	size_t count;

	*list = reader_member(f, object, key, JSON_ARRAY);
	count = json_array_size(*list);
	if (count > limit) {
		reader_fail(f, "%s has %zu rows; %zu are the most", key, count,
			    limit);
		return 0;
	}
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

static const char *kept(struct reader *f, json_t *value)
{
	const char *text;
	char *copy;

	if (!value)
		return NULL;
	copy = text_cleaned(json_string_value(value));
	if (!copy)
		f->to->failed = true;
	text = record_text(f->to, copy);
	free(copy);
	return text;
}

const char *reader_text(struct reader *f, json_t *object, const char *key)
{
	return kept(f, reader_member(f, object, key, JSON_STRING));
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

unsigned reader_monitor(struct reader *f, json_t *object)
{
	const char *name = reader_text(f, object, "monitor");

	for (unsigned i = 0; name && i < f->to->monitors; i++)
		if (strcmp(f->to->monitor[i].name, name) == 0)
			return i;
	if (name)
		reader_fail(f, "monitor %.40s is none of `monitors`", name);
	return 0;
}

unsigned reader_event(struct reader *f, const char *name)
{
	for (unsigned i = 0; i < f->to->events; i++)
		if (strcmp(f->to->event[i].name, name) == 0)
			return i;
	reader_fail(f, "%.80s is none of `events`", name);
	return 0;
}

static uint16_t operand_of(struct reader *f, json_t *value)
{
	const char *name = json_string_value(value);

	if (json_is_null(value))
		return RECORD_MISSING;
	if (!name) {
		reader_fail(f, "an operand is to be a text");
		return RECORD_MISSING;
	}
	if (strcmp(name, "clock_hz") == 0)
		return RECORD_CLOCK;
	if (strcmp(name, "clock_ratio") == 0)
		return RECORD_RATIO;
	return (uint16_t)reader_event(f, name);
}

const uint16_t *reader_operands(struct reader *f, json_t *object,
				const char *key, unsigned *count)
{
	json_t *list = reader_member(f, object, key, JSON_ARRAY);
	size_t size = json_array_size(list);
	uint16_t *operand;

	*count = 0;
	if (size > READER_EVENTS) {
		reader_fail(f, "%s has too many names", key);
		return NULL;
	}
	operand = record_room(f->to, size, sizeof *operand);
	for (size_t i = 0; operand && i < size; i++)
		operand[i] = operand_of(f, json_array_get(list, i));
	if (operand)
		*count = (unsigned)size;
	return operand;
}
