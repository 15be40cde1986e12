/* SPDX-License-Identifier: MIT */
/*
 * Lines of source for a profile.  A profile may come from anybody and name any
 * file, and pages are handed on: so none is read whose name is not that of
 * source.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/source.h"
#include "html/profile.h"

enum { MOST = 4 << 20 }; /* bytes; sources are smaller */

struct source {
	char *text; /* lines, each with a 0 in place of its end */
	size_t size;
};

bool source_is_one(const char *path)
{
	static const char *const ends[] = { ".c",   ".h",   ".s",   ".S",
					    ".cc",  ".cpp", ".cxx", ".hh",
					    ".hpp", ".inc", ".rs",  ".def" };
	const char *end = strrchr(path, '.');

	for (unsigned i = 0; end && i < sizeof ends / sizeof *ends; i++)
		if (strcmp(end, ends[i]) == 0)
			return true;
	return false;
}

struct source *source_open(const char *folder, const char *path)
{
	struct source *s = NULL;
	struct stat st;
	FILE *from = NULL;

	if (source_is_one(path))
		from = folder ? source_file_inside(folder, path, &st)
			      : source_file(path, &st);
	if (!from)
		return NULL;
	s = calloc(1, sizeof *s);
	if (s)
		s->text = malloc(MOST + 1);
	if (s && s->text) {
		s->size = fread(s->text, 1, MOST, from);
		s->text[s->size] = 0;
		for (size_t i = 0; i < s->size; i++)
			if (s->text[i] == '\n')
				s->text[i] = 0;
			else if (s->text[i] == '\t')
				s->text[i] = ' ';
	}
	fclose(from);
	return s;
}

const char *source_line(const struct source *s, uint32_t line)
{
	size_t at = 0;

	if (!s || !s->text || !line)
		return NULL;
	while (--line && at < s->size)
		at += strlen(s->text + at) + 1;
	return at < s->size ? s->text + at : NULL;
}

void source_close(struct source *s)
{
	if (s)
		free(s->text);
	free(s);
}
