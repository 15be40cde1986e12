/* SPDX-License-Identifier: MIT */
/* Foreign text on its way to a terminal or into a document.  See text.h. */
#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The sign that stands for a byte that is no UTF-8: U+FFFD. */
static const char REPLACEMENT[] = "\xEF\xBF\xBD";

/* Bytes of a character by its first one; 0: none begins so [RFC 3629 4]. */
static unsigned length_of(uint8_t first)
{
	if (first < 0x80)
		return first ? 1 : 0;
	if (first < 0xC2)
		return 0;
	return first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0;
}

/*
 * The character that `text` begins with: how many bytes it has, and which it
 * is.  0: none begins there, or it is the end.
 */
static unsigned first_character(const char *text, uint32_t *character)
{
	/* The smallest that needs so many bytes. */
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	uint8_t first = (uint8_t)*text;
	unsigned length = length_of(first);
	uint32_t c = length > 1 ? first & (0x7Fu >> length) : first;

	for (unsigned i = 1; i < length; i++) {
		uint8_t next = (uint8_t)text[i];

		if ((next & 0xC0) != 0x80) /* the end, too */
			return 0;
		c = c << 6 | (next & 0x3F);
	}
	/* Too long a form, a half of UTF-16, or beyond all planes. */
	if (!length || c < least[length] || (c >= 0xD800 && c <= 0xDFFF) ||
	    c > 0x10FFFF)
		return 0;
	*character = c;
	return length;
}

/* Would a terminal, or the order in which a line is read, obey it? */
static bool is_obeyed(uint32_t c)
{
	static const struct {
		uint32_t first, last;
	} obeyed[] = {
		{ 0x01, 0x1F },     /* C0: ESC, line ends, tabs */
		{ 0x7F, 0x9F },     /* DEL, and C1: CSI, OSC */
		{ 0x61C, 0x61C },   /* direction of writing ... */
		{ 0x200E, 0x200F }, /* ... marks ... */
		{ 0x2028, 0x202E }, /* ... line ends, overrides ... */
		{ 0x2066, 0x2069 }, /* ... and isolates */
		{ 0xFFF9, 0xFFFB }, /* annotations, shown elsewhere */
	};

	for (unsigned i = 0; i < sizeof(obeyed) / sizeof(*obeyed); i++)
		if (c >= obeyed[i].first && c <= obeyed[i].last)
			return true;
	return false;
}

char *text_clean(char *text)
{
	char *to = text;
	uint32_t c;

	for (const char *from = text; *from;) {
		unsigned length = first_character(from, &c);

		if (length && !is_obeyed(c)) {
			memmove(to, from, length);
			to += length;
		} else {
			*to++ = '?';
		}
		from += length ? length : 1;
	}
	*to = '\0';
	return text;
}

char *text_cleaned(const char *text)
{
	char *copy = strdup(text);

	if (!copy)
		memory_lost();
	return copy ? text_clean(copy) : NULL;
}

void text_print(FILE *to, const char *text)
{
	char *clean = text_cleaned(text);

	fputs(clean ? clean : "?", to);
	free(clean);
}

const char *text_seen(const char *name)
{
	return *name ? name : "''";
}

const char *text_base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

char *text_one_line(char *text)
{
	for (char *c = text; *c; c++)
		if (*c == '\n' || *c == '\r' || *c == '\t')
			*c = ' ';
	return text;
}

bool text_append(char **list, const char *more, char between)
{
	size_t old = *list ? strlen(*list) : 0;
	size_t length = strlen(more);
	char *joined = realloc(*list, old + length + 2);

	if (!joined)
		return false;
	if (*list)
		joined[old++] = between;
	memcpy(joined + old, more, length + 1);
	*list = joined;
	return true;
}

char *text_utf8(const char *text)
{
	const size_t wide = sizeof(REPLACEMENT) - 1;
	char *copy = malloc(wide * strlen(text) + 1), *to = copy;
	uint32_t c;

	while (copy && *text) {
		unsigned length = first_character(text, &c);

		memcpy(to, length ? text : REPLACEMENT, length ? length : wide);
		to += length ? length : wide;
		text += length ? length : 1;
	}
	if (copy)
		*to = '\0';
	return copy;
}
