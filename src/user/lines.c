/* SPDX-License-Identifier: MIT */
/* Lines of a document, which the reader of JSON does not keep. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "user/list.h"

struct scan {
	const char *at;
	unsigned line, depth;
};

/* Goes over a text, whose first '"' has been read; its length. */
static size_t over_text(struct scan *s)
{
	const char *from = s->at;

	while (*s->at && *s->at != '"') {
		if (*s->at == '\\' && s->at[1])
			s->at++;
		s->line += *s->at == '\n';
		s->at++;
	}
	return (size_t)(s->at - from);
}

/* Is what has just been read the document's own member? */
static bool is_key(const char *text, size_t length, const char *key)
{
	return strlen(key) == length && strncmp(text, key, length) == 0;
}

/* A value is a text, too. */
static bool is_name(const char *behind)
{
	return behind[strspn(behind, " \t\r\n")] == ':';
}

unsigned user_line_of(const char *text, const char *key, size_t nth)
{
	struct scan s = { text, 1, 0 };
	const unsigned list = key ? 2 : 1; /* how deep its rows are */
	bool within = !key;
	size_t seen = 0;

	for (; *s.at; s.at++) {
		const char *word = s.at + 1;

		if (*s.at == '"') {
			s.at++;
			size_t length = over_text(&s);

			if (!*s.at)
				return 0;
			if (!key || s.depth != 1)
				continue;
			within = is_key(word, length, key);
			if (within && nth == USER_MEMBER && is_name(s.at + 1))
				return s.line;
			continue;
		}
		s.line += *s.at == '\n';
		if (*s.at == '{' && within && s.depth == list && seen++ == nth)
			return s.line;
		s.depth += *s.at == '{' || *s.at == '[';
		s.depth -= s.depth && (*s.at == '}' || *s.at == ']');
	}
	return 0;
}

bool user_list_bad(const struct user_text *of, const char *key, size_t nth,
		   struct error *err, const char *format, ...)
{
	char why[512];
	va_list more;
	unsigned line = user_line_of(of->text, key, nth);

	/* One that is missing is missing in the whole document. */
	if (!line && nth == USER_MEMBER)
		line = 1;
	va_start(more, format);
	vsnprintf(why, sizeof why, format, more);
	va_end(more);
	if (!line)
		return error_set(err, "%s: %s", of->path, why);
	return error_set(err, "%s:%u: %s", of->path, line, why);
}
