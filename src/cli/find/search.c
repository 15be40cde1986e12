/* SPDX-License-Identifier: MIT */
/* How well words fit a row.  See search.h. */
#include "cli/find/search.h"

#include <stdbool.h>
#include <string.h>

#include "catalog/names.h"

/* Members in which words are looked for, the best first. */
static const char *const names[] = { "name", NULL };
static const char *const aliases[] = { "aliases", NULL };
static const char *const titles[] = { "title", "description", NULL };
static const char *const rest[] = { "definition", "summary", "note", "formula",
				    NULL };

static const char *const *const places[] = { names, aliases, titles, rest };

enum { PLACES = sizeof places / sizeof places[0], WORD_ROOM = 64 };

/* Not tolower(): what is found must not depend on the locale. */
static char lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool holds(const char *text, const char *word, size_t length)
{
	for (; *text; text++) {
		size_t i = 0;

		while (i < length && text[i] &&
		       lower(text[i]) == lower(word[i]))
			i++;
		if (i == length)
			return true;
	}
	return false;
}

/* The word, or what it is the plural of: misses, miss. */
static bool fits(const char *text, const char *word)
{
	size_t length = strlen(word);

	return holds(text, word, length) ||
	       (length > 3 && lower(word[length - 1]) == 's' &&
		holds(text, word, length - 1)) ||
	       (length > 4 && lower(word[length - 2]) == 'e' &&
		lower(word[length - 1]) == 's' &&
		holds(text, word, length - 2));
}

/* A text, or one of a list. */
static bool fits_member(const json_t *member, const char *word)
{
	const char *text = json_string_value(member);

	if (text)
		return fits(text, word);
	for (size_t i = 0; i < json_array_size(member); i++) {
		text = json_string_value(json_array_get(member, i));
		if (text && fits(text, word))
			return true;
	}
	return false;
}

/* The first place that has the word, from 1; 0: none has. */
static unsigned place_of(const char *word, const json_t *row,
			 const char *topics)
{
	for (unsigned i = 0; i < PLACES; i++)
		for (const char *const *key = places[i]; *key; key++)
			if (fits_member(json_object_get(row, *key), word))
				return i + 1;
	return fits(topics, word) ? PLACES : 0;
}

static bool ends_word(char c)
{
	return c == ' ' || c == '-' || c == '_' || c == ':' || c == ',';
}

/* Takes a word off the text; false: there is none. */
static bool next_word(const char **text, char word[WORD_ROOM])
{
	size_t length = 0;

	while (**text && ends_word(**text))
		(*text)++;
	for (; **text && !ends_word(**text); (*text)++)
		if (length + 1 < WORD_ROOM)
			word[length++] = **text;
	word[length] = '\0';
	return length;
}

static bool is_alias(const json_t *row, const char *text)
{
	const json_t *list = json_object_get(row, "aliases");

	for (size_t i = 0; i < json_array_size(list); i++) {
		const char *alias = json_string_value(json_array_get(list, i));

		if (alias && (name_same(alias, text) ||
			      name_same(name_bare(alias), text)))
			return true;
	}
	return false;
}

struct search_fit search_fit(const char *text, const json_t *row,
			     const char *topics)
{
	const char *name = json_string_value(json_object_get(row, "name"));
	struct search_fit fit = { 0 };
	char word[WORD_ROOM] = "";

	if (name && name_same(name, text))
		return (struct search_fit){ .found = 1 };
	if (is_alias(row, text))
		return (struct search_fit){ .found = 1, .places = 1 };
	while (next_word(&text, word)) {
		unsigned place = place_of(word, row, topics);

		fit.found += place > 0;
		fit.lacks += place == 0;
		fit.places += place + 1;
	}
	return fit;
}
