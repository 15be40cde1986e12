/* SPDX-License-Identifier: MIT */
#include "base/xml.h"

#include <stdlib.h>

#include "base/text.h"

static const char *escaped(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

void xml_text(FILE *to, const char *text)
{
	char *clean = text_cleaned(text);

	for (const char *c = clean ? clean : "?"; *c; c++) {
		const char *as = escaped(*c);

		if (as)
			fputs(as, to);
		else
			fputc(*c, to);
	}
	free(clean);
}
