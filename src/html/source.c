/* SPDX-License-Identifier: MIT */
/* Lines of source for a profile, whose pages are handed on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "html/profile.h"

enum { MOST = 4 << 20 }; /* bytes; sources are smaller */

struct source_lines {
	char *text; /* lines, each with a 0 in place of its end */
	size_t size;
};

struct source_lines *source_lines_open(const struct source_places *from,
				       const char *path, struct error *why)
{
	struct source_lines *s = NULL;
	struct stat st;
	FILE *file = source_open(from, path, &st, why);

	if (!file)
		return NULL;
	s = calloc(1, sizeof *s);
	if (s)
		s->text = malloc(MOST + 1);
	if (s && s->text) {
		s->size = fread(s->text, 1, MOST, file);
		s->text[s->size] = 0;
		for (size_t i = 0; i < s->size; i++)
			if (s->text[i] == '\n')
				s->text[i] = 0;
			else if (s->text[i] == '\t')
				s->text[i] = ' ';
	}
	fclose(file);
	return s;
}

const char *source_lines_at(const struct source_lines *s, uint32_t line)
{
	size_t at = 0;

	if (!s || !s->text || !line)
		return NULL;
	while (--line && at < s->size)
		at += strlen(s->text + at) + 1;
	return at < s->size ? s->text + at : NULL;
}

void source_lines_close(struct source_lines *s)
{
	if (s)
		free(s->text);
	free(s);
}

void source_lines_cure(FILE *to)
{
	fputs("<p class=\"small soft\">Sources are read below the current "
	      "folder, the program&#39;s and <span class=\"option\">--source"
	      "</span> FOLDER.</p>\n",
	      to);
}
