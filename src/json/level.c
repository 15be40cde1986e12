/* SPDX-License-Identifier: MIT */
/* Objects and lists of a document, each within another one.  See io.h. */
#include "json/level.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"
#include "json/writer.h"

struct io io_reading(json_t *document, struct error *err,
		     const struct io_owner *keep, void *owner)
{
	return (struct io){
		.mode = IO_READ,
		.err = err,
		.keep = keep,
		.owner = owner,
		.level = { { .at = document } },
	};
}

struct io io_writing(void)
{
	struct io x = { .mode = IO_WRITE, .level = { { json_object(), 0 } } };

	x.failed = !io_root(&x);
	return x;
}

struct io io_describing(const struct io_owner *keep, void *owner)
{
	struct io x = { .mode = IO_SCHEMA, .keep = keep, .owner = owner };

	x.level[0].at = io_object_type();
	x.failed = !io_root(&x);
	return x;
}

json_t *io_root(const struct io *x)
{
	return x->level[0].at;
}

bool io_fail(struct io *x, const char *format, ...)
{
	char text[512];
	va_list args;

	if (x->failed)
		return false;
	x->failed = true;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (!x->err)
		return false;
	error_set(x->err, "%s", text_clean(text));
	if (x->list)
		error_within(x->err, "%s[%zu]", x->list, x->row);
	return false;
}

bool io_no_memory(struct io *x)
{
	x->list = NULL;
	return io_fail(x, "out of memory");
}

void *io_room(struct io *x, size_t count, size_t size)
{
	void *room = x->failed ? NULL : x->keep->room(x->owner, count, size);

	if (!room)
		io_no_memory(x);
	return room;
}

bool io_misses(const struct io *x, const char *key)
{
	return io_reads(x) && !io_at(&x->level[x->depth], key);
}

bool io_lacks(const struct io *x, const char *key)
{
	return io_misses(x, key) ||
	       (io_reads(x) && json_is_null(io_at(&x->level[x->depth], key)));
}

/* ---- before a member ----------------------------------------------------- */

bool io_perhaps(struct io *x, bool there)
{
	x->perhaps = x->mode != IO_WRITE;
	return x->perhaps || there;
}

bool io_there(struct io *x, const char *key, bool there)
{
	if (x->mode == IO_SCHEMA)
		return io_perhaps(x, there);
	return io_reads(x) ? !io_misses(x, key) : there;
}

bool io_or_null(struct io *x, const char *key, bool *known)
{
	if (x->mode == IO_SCHEMA) {
		x->null = true;
		return true;
	}
	if (x->mode == IO_WRITE) {
		if (!*known)
			io_put(x, key, json_null());
		return *known;
	}
	*known = !io_lacks(x, key);
	x->level[x->depth].next += !*known;
	return *known;
}

json_t *io_here(const struct io *x)
{
	return x->level[x->depth].at;
}

json_t *io_at(const struct io_level *level, const char *key)
{
	return json_is_array(level->at) ? json_array_get(level->at, level->next)
					: json_object_get(level->at, key);
}

json_t *io_next(struct io *x, const char *key)
{
	json_t *value = io_at(&x->level[x->depth], key);

	x->level[x->depth].next++;
	return x->failed ? NULL : value;
}

json_t *io_entry(struct io *x)
{
	return io_next(x, "");
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

json_t *io_take(struct io *x, const char *key, json_type type)
{
	json_t *value = io_next(x, key);
	const bool needed = x->strict && !x->perhaps;
	const bool there = value && !json_is_null(value);

	x->perhaps = false;
	if (there && is_of(value, type))
		return value;
	if (there || needed)
		io_fail(x, "%s is to be %s", key, type_words(type));
	return NULL;
}

uint64_t io_whole_of(struct io *x, const json_t *value, const char *key,
		     uint64_t limit)
{
	const json_int_t n = json_integer_value(value);

	if (json_is_integer(value) && n >= 0 && (uint64_t)n <= limit)
		return (uint64_t)n;
	if (limit < UINT32_MAX)
		io_fail(x, "%s is to be a whole number from 0 to %llu", key,
			(unsigned long long)limit);
	else
		io_fail(x, "%s is to be a whole number, not negative%s", key,
			limit == UINT32_MAX ? ", of 32 bits" : "");
	return 0;
}

/* ---- a schema ------------------------------------------------------------ */

json_t *io_type(const char *type)
{
	return json_pack("{s:s}", "type", type);
}

json_t *io_object_type(void)
{
	return json_pack("{s:s,s:[],s:{}}", "type", "object", "required",
			 "properties");
}

/* The type may be null, too. */
static void or_null(json_t *type)
{
	json_t *words = json_object_get(type, "enum");
	json_t *own = json_object_get(type, "type");

	if (words)
		json_array_append_new(words, json_null());
	else
		json_object_set_new(type, "type",
				    json_pack("[O,s]", own, "null"));
}

/* The type of a member, or of the entries of a list.  False: no memory. */
static bool describe(struct io *x, const char *key, json_t *type)
{
	json_t *at = io_here(x);

	if (x->null)
		or_null(type);
	if (json_object_get(at, "properties") == NULL)
		return json_object_set_new(at, "items", type) == 0;
	if (!x->perhaps &&
	    json_array_append_new(json_object_get(at, "required"),
				  json_string(key)))
		x->failed = true;
	return json_object_set_new(json_object_get(at, "properties"), key,
				   type) == 0;
}

void io_put_others(struct io *x, json_t *type)
{
	if (json_object_set_new(io_here(x), "additionalProperties", type))
		x->failed = true;
}

/* An object without members of its own says nothing of them. */
static void drop_empty(json_t *type)
{
	if (json_array_size(json_object_get(type, "required")) == 0)
		json_object_del(type, "required");
	if (json_object_size(json_object_get(type, "properties")) == 0)
		json_object_del(type, "properties");
}

/* ---- levels -------------------------------------------------------------- */

void io_put(struct io *x, const char *key, json_t *value)
{
	json_t *at = io_here(x);
	bool good;

	if (x->mode == IO_SCHEMA)
		good = describe(x, key, value);
	else if (json_is_array(at))
		good = json_array_append_new(at, value) == 0;
	else
		good = json_object_set_new(at, key, value) == 0;
	x->perhaps = x->null = false;
	if (!good)
		x->failed = true;
}

static bool enter(struct io *x, json_t *at)
{
	if (!at || x->failed || x->depth + 1 >= IO_DEPTH)
		return false;
	x->level[++x->depth] = (struct io_level){ .at = at };
	return true;
}

/* Enters what is put there now. */
static bool enter_new(struct io *x, const char *key, json_t *value)
{
	io_put(x, key, value);
	return enter(x, value);
}

void io_leave(struct io *x)
{
	if (x->mode == IO_SCHEMA)
		drop_empty(io_here(x));
	x->depth--;
}

bool io_object(struct io *x, const char *key)
{
	if (io_reads(x))
		return enter(x, io_take(x, key, JSON_OBJECT));
	return enter_new(
		x, key, x->mode == IO_WRITE ? json_object() : io_object_type());
}

bool io_known_object(struct io *x, const char *key, bool *known)
{
	return io_or_null(x, key, known) && io_object(x, key);
}

bool io_list(struct io *x, const char *key, size_t limit, size_t *count)
{
	json_t *list;

	if (x->mode == IO_SCHEMA)
		*count = 1;
	if (!io_reads(x))
		return enter_new(x, key,
				 x->mode == IO_WRITE ? json_array()
						     : io_type("array"));
	list = io_take(x, key, JSON_ARRAY);
	*count = json_array_size(list);
	if (*count > limit)
		io_fail(x, "%s has %zu rows; %zu are the most", key, *count,
			limit);
	return enter(x, list);
}

bool io_rows(struct io *x, const char *key, size_t limit, size_t *count)
{
	const json_t *list;

	if (!io_list(x, key, limit, count))
		return false;
	list = io_here(x);
	for (size_t i = 0; io_reads(x) && !x->strict && i < *count; i++)
		if (!json_is_object(json_array_get(list, i)))
			io_fail(x, "%s[%zu] is to be an object", key, i);
	return true;
}

void io_at_row(struct io *x, const char *key, size_t row)
{
	if (io_reads(x) && x->depth == 1) {
		x->list = key;
		x->row = row;
	}
}

bool io_row(struct io *x, const char *key, size_t row, size_t count)
{
	json_t *value;

	if (x->failed || row >= count) {
		if (x->depth == 1)
			x->list = NULL;
		return false;
	}
	if (x->mode == IO_WRITE)
		return enter_new(x, key, json_object());
	if (x->mode == IO_SCHEMA)
		return enter_new(x, key, io_object_type());
	io_at_row(x, key, row);
	value = io_next(x, key);
	if (!json_is_object(value))
		io_fail(x, "it is to be an object");
	return enter(x, value);
}
