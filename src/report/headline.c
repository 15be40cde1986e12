/* SPDX-License-Identifier: MIT */
/*
 * The first line of a report for people: where the time goes, or why nothing of
 * it can be believed.
 */
#include <stdlib.h>

#include "base/text.h"
#include "base/wrap.h"
#include "record/headline.h"
#include "report/inner.h"

enum { WIDTH = 80 };

void headline_print(FILE *to, const struct record *r, bool colour)
{
	struct headline h;
	char *text;

	text = headline_of(r, &h) && h.text[0] ? text_cleaned(h.text) : NULL;
	if (!text)
		return;
	if (colour)
		fputs(h.kind == HEADLINE_UNTRUSTED ? "\033[31m" : "\033[1m",
		      to);
	wrap_print(to, text, 0, 4, WIDTH);
	if (colour)
		fputs("\033[0m", to);
	free(text);
}
