/* SPDX-License-Identifier: MIT */
/* Names and comments, as the language of a form has them. */
#include "script/as_c.h"

#include <inttypes.h>
#include <string.h>

enum { WIDTH = 80 };

static const char blanks[] = " \t\r\n\v\f";

static char plain(char c, char first, char last, int shift)
{
	if (c >= first && c <= last)
		return (char)(c + shift);
	return (char)((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
				      (c >= '0' && c <= '9')
			      ? c
			      : '_');
}

const char *script_lower(char *text, const char *name)
{
	unsigned i;

	for (i = 0; i < SCRIPT_NAME - 1 && name[i]; i++)
		text[i] = plain(name[i], 'A', 'Z', 'a' - 'A');
	text[i] = '\0';
	return text;
}

const char *script_upper(char *text, const char *name)
{
	unsigned i;

	for (i = 0; i < SCRIPT_NAME - 1 && name[i]; i++)
		text[i] = plain(name[i], 'a', 'z', 'A' - 'a');
	text[i] = '\0';
	return text;
}

static size_t columns_of(const char *text)
{
	size_t column = 0;

	for (; *text; text++)
		column = *text == '\t' ? (column | 7) + 1 : column + 1;
	return column;
}

/* `end` stays with the last word. */
static void wrap(FILE *to, const char *line, const char *more, const char *text,
		 const char *end)
{
	size_t column = columns_of(line);
	bool fresh = true;

	fputs(line, to);
	for (text += strspn(text, blanks); *text;) {
		size_t length = strcspn(text, blanks);
		const char *next =
			text + length + strspn(text + length, blanks);
		size_t taken = length + (*next ? 0 : strlen(end));

		if (!fresh && column + 1 + taken > WIDTH - 1) {
			fprintf(to, "\n%s", more);
			column = columns_of(more);
			fresh = true;
		}
		fprintf(to, "%s%.*s", fresh ? "" : " ", (int)length, text);
		column += length + !fresh;
		fresh = false;
		text = next;
	}
	fprintf(to, "%s\n", end);
}

void script_wrapped(FILE *to, const char *line, const char *more,
		    const char *text)
{
	wrap(to, line, more, text, "");
}

void script_comment(FILE *to, const char *indent, const char *text)
{
	char line[32], more[32];

	snprintf(line, sizeof line, "%.16s/* ", indent);
	snprintf(more, sizeof more, "%.16s   ", indent);
	wrap(to, line, more, text, " */");
}

void script_c_value(FILE *to, uint64_t value, unsigned bits)
{
	if (bits > 32)
		fprintf(to, "UINT64_C(0x%016" PRIx64 ")", value);
	else
		fprintf(to, "0x%08" PRIx64 "u", value);
}
