/* SPDX-License-Identifier: MIT */
/* Members of a profile's document, each checked.  See member.h. */
#include "sample/member.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/text.h"

void member_fail(struct reader *f, const char *format, ...)
{
	char text[512];
	va_list args;

	if (f->failed)
		return;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	f->failed = true;
	error_set(f->err, "%s", text_clean(text));
	if (f->list)
		error_within(f->err, "%s[%zu]", f->list, f->row);
}

/* ---- members ------------------------------------------------------------- */

uint64_t member_whole(struct reader *f, const json_t *value, const char *key,
		      uint64_t limit)
{
	const json_int_t n = json_integer_value(value);

	if (json_is_integer(value) && n >= 0 && (uint64_t)n <= limit)
		return (uint64_t)n;
	if (limit < UINT32_MAX)
		member_fail(f, "%s is to be a whole number from 0 to %llu", key,
			    (unsigned long long)limit);
	else
		member_fail(f, "%s is to be a whole number, not negative%s",
			    key, limit == UINT32_MAX ? ", of 32 bits" : "");
	return 0;
}

uint64_t member_number(struct reader *f, json_t *object, const char *key)
{
	return member_whole(f, json_object_get(object, key), key, INT64_MAX);
}

uint32_t member_small(struct reader *f, json_t *object, const char *key,
		      uint32_t limit)
{
	return (uint32_t)member_whole(f, json_object_get(object, key), key,
				      limit);
}

/* A place in a list of so many; SAMPLE_NONE of null. */
uint32_t member_perhaps_index(struct reader *f, const json_t *value,
			      const char *key, uint32_t count)
{
	if (json_is_null(value))
		return SAMPLE_NONE;
	if (!count)
		member_fail(f, "%s is of a list that is empty", key);
	return f->failed ? 0 : (uint32_t)member_whole(f, value, key, count - 1);
}

/* The same where it has to be one. */
uint32_t member_index(struct reader *f, json_t *object, const char *key,
		      uint32_t count)
{
	const json_t *value = json_object_get(object, key);

	if (json_is_null(value))
		member_fail(f, "%s is missing", key);
	return f->failed ? 0 : member_perhaps_index(f, value, key, count);
}

double member_real(struct reader *f, json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	if (!json_is_number(value))
		member_fail(f, "%s is to be a number", key);
	return json_number_value(value);
}

bool member_flag(struct reader *f, json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	if (!json_is_boolean(value))
		member_fail(f, "%s is to be true or false", key);
	return json_is_true(value);
}

/* Clean for a terminal; never NULL. */
const char *member_kept(struct reader *f, const json_t *value, const char *key)
{
	const char *given = json_string_value(value), *text = NULL;
	char *copy;

	if (!given) {
		member_fail(f, "%s is to be a text", key);
		return "";
	}
	copy = text_cleaned(given);
	if (copy)
		text = sample_text(f->to, copy);
	else
		f->to->failed = true;
	free(copy);
	return text ? text : "";
}

const char *member_text(struct reader *f, json_t *object, const char *key)
{
	return member_kept(f, json_object_get(object, key), key);
}

/* NULL of null, and where it is missing. */
const char *member_perhaps(struct reader *f, json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	return !value || json_is_null(value) ? NULL
					     : member_kept(f, value, key);
}

json_t *member_list(struct reader *f, json_t *object, const char *key,
		    size_t limit)
{
	json_t *list = json_object_get(object, key);

	if (!json_is_array(list))
		member_fail(f, "%s is to be a list", key);
	else if (json_array_size(list) > limit)
		member_fail(f, "%s has %zu rows; %zu are the most", key,
			    json_array_size(list), limit);
	return f->failed ? NULL : list;
}
