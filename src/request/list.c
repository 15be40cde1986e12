/* SPDX-License-Identifier: MIT */
/*
 * Splitting a typed list into its items.
 */
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "request/list.h"

static char closing_of(char opening)
{
	switch (opening) {
	case '{':
		return '}';
	case '(':
		return ')';
	default:
		return '`';
	}
}

/* The end of the item that starts here, or NULL and `err`. */
static const char *item_end(const char *text, struct error *err)
{
	char closing[32] = { 0 };
	unsigned depth = 0;

	for (const char *p = text;; p++) {
		if (*p == '\0' && depth == 0)
			return p;
		if (*p == '\0') {
			error_set(err, "'%s' lacks a '%c'", text,
				  closing[depth - 1]);
			return NULL;
		}
		if (depth > 0 && *p == closing[depth - 1]) {
			depth--;
			continue;
		}
		if (depth > 0 && closing[depth - 1] == '`')
			continue;
		if (*p == ',' && depth == 0)
			return p;
		if (*p != '{' && *p != '(' && *p != '`')
			continue;
		if (depth == sizeof closing) {
			error_set(err,
				  "'%s' is nested too deeply; take it apart",
				  text);
			return NULL;
		}
		closing[depth++] = closing_of(*p);
	}
}

static char *item_copy(const char **at, const char *from, size_t length,
		       struct error *err)
{
	char *item = calloc(length + 1, 1);

	if (!item) {
		*at = from;
		error_no_memory(err);
		return NULL;
	}
	memcpy(item, from, length);
	return text_one_line(item);
}

char *list_next(const char **at, struct error *err)
{
	const char *from = *at;
	const char *to;
	size_t length;

	if (!from)
		return NULL;
	to = item_end(from, err);
	if (!to)
		return NULL;
	*at = *to ? to + 1 : NULL;
	while (from < to && isspace((unsigned char)*from))
		from++;
	while (to > from && isspace((unsigned char)to[-1]))
		to--;
	length = (size_t)(to - from);
	if (length == 0) {
		*at = from;
		error_set(err, "a list has an empty item; write a,b,c");
		return NULL;
	}
	return item_copy(at, from, length, err);
}

bool list_done(const char *at)
{
	return at == NULL;
}

/* A setting of an event has the sign, too, behind a colon. */
bool list_is_named(const char *item)
{
	return item[strcspn(item, "=:")] == '=';
}

const char *list_named(const char *item, char *name, struct error *err)
{
	static const char of[] = "abcdefghijklmnopqrstuvwxyz"
				 "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	const char *sign = strchr(item, '=');
	const size_t length = strspn(item, of);
	const char *text;

	*name = '\0';
	if (!list_is_named(item))
		return item;
	if (!length || length >= LIST_NAME || isdigit((unsigned char)*item) ||
	    item + length + strspn(item + length, " ") != sign) {
		error_set(err,
			  "what is before the = of '%s' is no name; letters, "
			  "digits and _ are one: mine = a / b",
			  item);
		return NULL;
	}
	text = sign + 1 + strspn(sign + 1, " ");
	if (!*text) {
		error_set(err, "'%s' lacks a formula; mine = a / b", item);
		return NULL;
	}
	memcpy(name, item, length);
	name[length] = '\0';
	return text;
}
