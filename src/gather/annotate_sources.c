/* SPDX-License-Identifier: MIT */
/*
 * Sources of a program.  Their text comes from anybody, so it is cleaned.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/text.h"
#include "gather/annotate.h"

enum { TAB = 4 };

/* Tabs as blanks, and clean; NULL: out of memory. */
static char *line_text(const char *line)
{
	char *text = malloc(strlen(line) * TAB + 1);
	size_t used = 0;

	if (!text)
		return NULL;
	for (; *line && *line != '\n' && *line != '\r'; line++) {
		if (*line != '\t') {
			text[used++] = *line;
			continue;
		}
		do
			text[used++] = ' ';
		while (used % TAB);
	}
	text[used] = '\0';
	return text_clean(text);
}

static bool add_line(struct annotate_source *to, size_t *room, const char *line)
{
	if (!array_grow(&to->text, to->lines, room, sizeof *to->text))
		return false;
	to->text[to->lines] = line_text(line);
	return to->text[to->lines] && ++to->lines;
}

static bool read_lines(struct annotate_source *to, FILE *from)
{
	size_t room = 0;
	char *line = NULL;
	size_t size = 0;
	bool good = true;

	while (good && getline(&line, &size, from) >= 0)
		good = add_line(to, &room, line);
	free(line);
	return good;
}

bool annotate_read(struct annotate_source *to, const struct source_places *from,
		   const char *program)
{
	struct stat st, built;
	struct error why;
	FILE *file = source_open(from, to->name, &st, &why);
	bool good;

	if (!file) {
		snprintf(to->why, sizeof to->why, "%.79s", why.text);
		return true;
	}
	to->newer = stat(program, &built) == 0 && st.st_mtime > built.st_mtime;
	good = read_lines(to, file);
	if (good && !to->lines)
		snprintf(to->why, sizeof to->why, "it is empty");
	fclose(file);
	return good;
}
