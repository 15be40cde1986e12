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
