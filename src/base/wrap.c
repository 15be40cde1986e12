/* SPDX-License-Identifier: MIT */
/* Text broken into lines at its blanks. */
#include "base/wrap.h"

#include <stdbool.h>
#include <string.h>

void wrap_print(FILE *to, const char *text, int column, int indent, int width)
{
	bool first = true;

	while (*text) {
		int length = (int)strcspn(text, " ");

		if (!first && column + 1 + length >= width) {
			fprintf(to, "\n%*s", indent, "");
			column = indent;
			first = true;
		}
		fprintf(to, "%s%.*s", first ? "" : " ", length, text);
		column += length + !first;
		first = false;
		text += length;
		text += strspn(text, " ");
	}
	fputc('\n', to);
}

/* How many bytes of a text take so many columns: colours take none. */
static size_t bytes_of(const char *text, size_t size, int columns)
{
	size_t i = 0;

	while (i < size && columns > 0) {
		if (text[i] == '\033')
			while (i < size && text[i] != 'm')
				i++;
		else
			columns--;
		i++;
	}
	return i;
}

void wrap_line(FILE *to, const char *line, size_t size, int indent, int width)
{
	int column = 0;

	for (;;) {
		size_t end = bytes_of(line, size, width - column);
		size_t printed;

		if (end == size)
			break;
		while (end > 0 && line[end] != ' ')
			end--;
		printed = end;
		while (printed > 0 && line[printed - 1] == ' ')
			printed--;
		if (printed == 0)
			break;
		fprintf(to, "%*s%.*s\n", column, "", (int)printed, line);
		while (end < size && line[end] == ' ')
			end++;
		line += end;
		size -= end;
		column = indent;
	}
	while (size > 0 && line[size - 1] == ' ')
		size--;
	fprintf(to, "%*s%.*s\n", column, "", (int)size, line);
}

void wrap_lines(FILE *to, const char *text, int indent, int width)
{
	while (*text) {
		size_t length = strcspn(text, "\n");

		wrap_line(to, text, length, indent, width);
		text += length + (text[length] == '\n');
	}
}
