/* SPDX-License-Identifier: MIT */
/*
 * Sources of a program.  Their names come from its file, and their text from
 * anybody, so it is cleaned.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "base/source.h"
#include "base/text.h"
#include "cli/annotate/annotate.h"

enum { TAB = 4 };

/* A name that is relative is so to where it was compiled, which is above the
 * program most often. */
static FILE *open_above(const char *program, const char *path, struct stat *st)
{
	char *folder = strdup(program), *slash, *name;
	FILE *from = NULL;

	while (folder && !from && (slash = strrchr(folder, '/'))) {
		*slash = '\0';
		if (asprintf(&name, "%s/%s", folder, path) < 0)
			break;
		from = source_file(name, st);
		free(name);
	}
	free(folder);
	return from;
}

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

bool annotate_read(struct annotate_source *to, const char *folder,
		   const char *program)
{
	FILE *from = NULL;
	struct stat st, built;
	bool good;

	if (folder)
		from = source_file_inside(folder, to->name, &st);
	if (!from)
		from = source_file(to->name, &st);
	if (!from && to->name[0] != '/')
		from = open_above(program, to->name, &st);
	if (!from) {
		snprintf(to->why, sizeof to->why, "%s", strerror(errno));
		return true;
	}
	to->newer = stat(program, &built) == 0 && st.st_mtime > built.st_mtime;
	good = read_lines(to, from);
	if (good && !to->lines)
		snprintf(to->why, sizeof to->why, "it is empty");
	fclose(from);
	return good;
}
