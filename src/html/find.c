/* SPDX-License-Identifier: MIT */
/* The document in a page. */
#include <stdlib.h>
#include <string.h>

#include "html/html.h"
#include "html/inner.h"

const char html_document[] = "<script type=\"application/json\" id=\"tally\">";

/* No beginning of it is in it once more, so that one look at each character
 * will do. */
static bool skip_to(FILE *from, const char *text)
{
	size_t found = 0;
	int c;

	while (text[found] && (c = getc(from)) != EOF)
		found = c == text[found] ? found + 1 : c == text[0];
	return !text[found];
}

/* JSON does not begin with a '<', and a document in a page has none. */
char *html_kept(FILE *from, size_t *size)
{
	char *text = NULL;
	size_t room = 0;
	ssize_t length = 0;
	int c = getc(from);

	if (c != '<') {
		if (c != EOF)
			ungetc(c, from);
		return NULL;
	}
	if (skip_to(from, html_document))
		length = getdelim(&text, &room, '<', from);
	if (length <= 0) {
		free(text);
		text = strdup("");
		length = 1;
	}
	*size = (size_t)length - 1;
	return text;
}
