/* SPDX-License-Identifier: MIT */
/* Cells of CSV.  See csv.h. */
#include "base/csv.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

void csv_text(FILE *to, const char *text)
{
	char *clean = text_cleaned(text);
	bool quoted;

	if (!clean)
		return;
	quoted = strpbrk(clean, ",\"") != NULL;
	if (quoted)
		fputc('"', to);
	if (*clean && strchr("=+-@", *clean))
		fputc('\'', to);
	for (const char *c = clean; *c; c++) {
		if (*c == '"')
			fputc('"', to);
		fputc(*c, to);
	}
	if (quoted)
		fputc('"', to);
	free(clean);
}
