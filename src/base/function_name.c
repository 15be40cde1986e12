/* SPDX-License-Identifier: MIT */
/* Names of functions, as people type them.  See function_name.h. */
#include "base/function_name.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A part of a text. */
struct span {
	const char *at;
	size_t size;
};

static bool is(struct span s, const char *text)
{
	return strlen(text) == s.size && strncmp(s.at, text, s.size) == 0;
}

/* Without what names the copy: "walk.isra.0", "walk(int) [clone .isra.0]".
 * A name that begins with a point is no copy of nothing. */
static struct span without_clone(const char *shown, bool plain)
{
	const char *end = NULL;

	if (!plain)
		end = strstr(shown, " [clone ");
	else if (*shown)
		end = strchr(shown + 1, '.');
	return (struct span){ shown,
			      end ? (size_t)(end - shown) : strlen(shown) };
}

/* The place where the parenthesis opens that closes at `close`; 0: nowhere. */
static size_t opening(const char *text, size_t close)
{
	size_t depth = 0;

	for (size_t i = close + 1; i-- > 0;) {
		if (text[i] == ')')
			depth++;
		if (text[i] == '(' && --depth == 0)
			return i;
	}
	return 0;
}

/* Without "(int, char) const" at the end. */
static struct span without_parameters(struct span s)
{
	size_t end = s.size, from;

	while (end && (islower((unsigned char)s.at[end - 1]) ||
		       s.at[end - 1] == ' ' || s.at[end - 1] == '&'))
		end--;
	if (!end || s.at[end - 1] != ')')
		return s;
	from = opening(s.at, end - 1);
	return from ? (struct span){ s.at, from } : s;
}

static bool begins_operator(const char *text, size_t left)
{
	return left > 8 && strncmp(text, "operator", 8) == 0 &&
	       !isalnum((unsigned char)text[8]) && text[8] != '_';
}

/* Without the type that it returns, which a template's name begins with. */
static struct span without_type(struct span s)
{
	size_t from = 0;
	int depth = 0;

	for (size_t i = 0; i < s.size; i++) {
		if (depth == 0 && begins_operator(s.at + i, s.size - i))
			break;
		if (strchr("<([{", s.at[i]))
			depth++;
		else if (strchr(">)]}", s.at[i]))
			depth--;
		else if (depth == 0 && s.at[i] == ' ')
			from = i + 1;
	}
	return (struct span){ s.at + from, s.size - from };
}

/* Without "<int>" at the end. */
static struct span without_arguments(struct span s)
{
	size_t depth = 0;

	if (!s.size || s.at[s.size - 1] != '>')
		return s;
	for (size_t i = s.size; i-- > 0;) {
		if (s.at[i] == '>')
			depth++;
		if (s.at[i] == '<' && --depth == 0)
			return (struct span){ s.at, i };
	}
	return s;
}

/* "walk", or "Grid<int>::walk", of demo::Grid<int>::walk. */
static bool ends_with(struct span s, const char *typed)
{
	const size_t size = strlen(typed);

	return size && s.size > size + 2 &&
	       strncmp(s.at + s.size - size - 2, "::", 2) == 0 &&
	       strncmp(s.at + s.size - size, typed, size) == 0;
}

enum function_match function_match(const char *linked, const char *shown,
				   const char *typed)
{
	const bool plain = strcmp(linked, shown) == 0;
	const struct span one = without_clone(shown, plain);
	const bool clone = shown[one.size] != '\0';
	struct span bare = one;

	if (strcmp(linked, typed) == 0 || strcmp(shown, typed) == 0)
		return FUNCTION_WHOLE;
	if (!plain)
		bare = without_type(without_parameters(one));
	if (is(one, typed) || is(bare, typed))
		return clone ? FUNCTION_CLONE : FUNCTION_BARE;
	if (plain)
		return FUNCTION_OTHER;
	return is(without_arguments(bare), typed) || ends_with(bare, typed) ||
			       ends_with(without_arguments(bare), typed)
		       ? FUNCTION_MEMBER
		       : FUNCTION_OTHER;
}

bool function_clone_of(const char *name, char *base, size_t room)
{
	static const char *const mark[] = {
		".constprop.", ".isra.", ".part.",
		".lto_priv.",  ".cold",  ".clone."
	};
	const char *end = NULL;

	for (size_t i = 0; i < sizeof mark / sizeof *mark; i++) {
		const char *at = strstr(name, mark[i]);

		if (at && at != name && (!end || at < end))
			end = at;
	}
	if (!end || (size_t)(end - name) >= room)
		return false;
	memcpy(base, name, (size_t)(end - name));
	base[end - name] = '\0';
	return true;
}

void function_list_add(struct function_list *list, const char *name)
{
	for (unsigned i = 0; i < list->count; i++)
		if (strcmp(list->name[i], name) == 0)
			return;
	if (list->count < FUNCTION_LIST)
		list->name[list->count++] = name;
}

const char *function_list_text(const struct function_list *list, char *text,
			       size_t room)
{
	const unsigned n = list->count;

	if (n > 3)
		snprintf(text, room, "%.80s, %.80s and %u more", list->name[0],
			 list->name[1], n - 2);
	else
		snprintf(text, room, "%.80s%s%.80s%s%.80s",
			 n ? list->name[0] : "",
			 n > 2   ? ", "
			 : n > 1 ? " and "
				 : "",
			 n > 1 ? list->name[1] : "", n > 2 ? " and " : "",
			 n > 2 ? list->name[2] : "");
	return text;
}
