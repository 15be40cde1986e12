/* SPDX-License-Identifier: MIT */
/*
 * Sources of a program.  Their names come from its file, so they are opened as
 * strangers': regular files of a size that a source has, and their text is
 * cleaned.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/text.h"
#include "cli/annotate/annotate.h"

enum { MOST_BYTES = 16 << 20, TAB = 4 };

/* A stream of the file; NULL: errno says why there is none. */
static FILE *open_source(const char *path, struct stat *st)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	FILE *from = NULL;

	if (fd < 0)
		return NULL;
	if (fstat(fd, st))
		; /* errno says it */
	else if (!S_ISREG(st->st_mode))
		errno = EINVAL;
	else if (st->st_size > MOST_BYTES)
		errno = EFBIG;
	else
		from = fdopen(fd, "r");
	if (!from) {
		const int why = errno;

		close(fd);
		errno = why;
	}
	return from;
}

/* FOLDER/a/b.c, FOLDER/b.c: as much of the path as there is in it. */
static FILE *open_inside(const char *folder, const char *path, struct stat *st)
{
	while (path) {
		FILE *from = NULL;
		char *name;

		while (*path == '/')
			path++;
		if (asprintf(&name, "%s/%s", folder, path) < 0)
			return NULL;
		from = open_source(name, st);
		free(name);
		if (from)
			return from;
		path = strchr(path, '/');
	}
	return NULL;
}

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
		from = open_source(name, st);
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
		from = open_inside(folder, to->name, &st);
	if (!from)
		from = open_source(to->name, &st);
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
