/* SPDX-License-Identifier: MIT */
/*
 * The one way to a source.  A name is followed to the file that it leads to,
 * which has a path without links, and that path is walked again from a folder
 * of the user's, where a step that has become a link is none.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 16 << 20, ROOTS = 3 };

struct search {
	char *root[ROOTS]; /* without links; NULL: none */
	struct stat *st;
	struct error *err; /* of the file that was nearest to be one */
	bool met;          /* some file of that name is there */
};

bool source_is_one(const char *name)
{
	static const char *const ends[] = { ".c",   ".h",   ".s",   ".S",
					    ".cc",  ".cpp", ".cxx", ".hh",
					    ".hpp", ".inc", ".rs",  ".def" };
	const char *end = strrchr(name, '.');

	for (unsigned i = 0; end && i < sizeof ends / sizeof *ends; i++)
		if (strcmp(end, ends[i]) == 0)
			return true;
	return false;
}

/* ---- a path without links ------------------------------------------------ */

/* Opens a device or a pipe only where it became one right now, and never waits
 * for it. */
static int open_file(int folder, const char *name)
{
	struct stat st;

	if (fstatat(folder, name, &st, AT_SYMLINK_NOFOLLOW))
		return -1;
	if (!S_ISREG(st.st_mode)) {
		errno = EINVAL;
		return -1;
	}
	return openat(folder, name,
		      O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY |
			      O_NOFOLLOW);
}

/* From the root, step by step. */
static int walk(const char *root, const char *rest)
{
	int at = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);

	while (at >= 0) {
		const size_t size = strcspn(rest, "/");
		const bool last = !rest[size];
		char *step = strndup(rest, size);
		int next = -1, why;

		if (step)
			next = last ? open_file(at, step)
				    : openat(at, step,
					     O_PATH | O_DIRECTORY | O_CLOEXEC |
						     O_NOFOLLOW);
		why = errno;
		free(step);
		close(at);
		errno = why;
		at = next;
		if (last)
			break;
		rest += size + 1;
	}
	return at;
}

static FILE *take(struct search *s, int fd)
{
	FILE *from = NULL;

	if (fd < 0 || fstat(fd, s->st))
		(void)error_set(s->err, "%s",
				errno == EINVAL ? "it is no regular file"
						: strerror(errno));
	else if (!S_ISREG(s->st->st_mode))
		(void)error_set(s->err, "it is no regular file");
	else if (s->st->st_size > MOST_BYTES)
		(void)error_set(s->err, "it has more than 16 MiB");
	else if (!(from = fdopen(fd, "r")))
		(void)error_set(s->err, "%s", strerror(errno));
	if (fd >= 0 && !from)
		close(fd);
	return from;
}

/* Of a path behind the root; NULL: it is not below it. */
static const char *below(const char *root, const char *path)
{
	size_t size = strlen(root);

	if (size == 1) /* "/" */
		return path + 1;
	return strncmp(path, root, size) == 0 && path[size] == '/'
		       ? path + size + 1
		       : NULL;
}

/* ---- names --------------------------------------------------------------- */

static FILE *try_path(struct search *s, const char *path)
{
	char *real = realpath(path, NULL);
	const char *rest = NULL;
	FILE *from = NULL;

	if (!real) {
		if (!s->met && errno != ENOENT)
			(void)error_set(s->err, "%s", strerror(errno));
		return NULL;
	}
	s->met = true;
	for (unsigned i = 0; i < ROOTS && !rest; i++)
		if (s->root[i]) {
			rest = below(s->root[i], real);
			if (rest && source_is_one(real))
				from = take(s, walk(s->root[i], rest));
		}
	if (!rest)
		(void)error_set(s->err, "it is outside of what is read");
	else if (!source_is_one(real))
		(void)error_set(s->err, "it leads to what is no source");
	free(real);
	return from;
}

static FILE *try_in(struct search *s, const char *folder, const char *name)
{
	FILE *from = NULL;
	char *path;

	if (folder && asprintf(&path, "%s/%s", folder, name) >= 0) {
		from = try_path(s, path);
		free(path);
	}
	return from;
}

/* FOLDER/a/b.c, then FOLDER/b.c. */
static FILE *try_ends(struct search *s, const char *folder, const char *name)
{
	FILE *from = NULL;

	while (folder && name && !from) {
		name += strspn(name, "/");
		from = try_in(s, folder, name);
		name = strchr(name, '/');
	}
	return from;
}

/* A name as ../../src/a.c is relative to where it was compiled, often below
 * the folder in which src is. */
static FILE *try_relative(struct search *s, const char *name)
{
	const char *most = name;
	FILE *from = NULL;

	while (strncmp(most, "../", 3) == 0)
		most += 3;
	for (unsigned i = 0; i < 2 && !from; i++) {
		from = try_in(s, s->root[i], name);
		if (!from && most != name)
			from = try_in(s, s->root[i], most);
	}
	return from;
}

static char *folder_of(const char *program)
{
	char *real = program ? realpath(program, NULL) : NULL;
	char *end = real ? strrchr(real, '/') : NULL;

	if (end)
		end[end == real] = '\0';
	return real;
}

FILE *source_open(const struct source_places *p, const char *name,
		  struct stat *st, struct error *err)
{
	struct search s = {
		.root = { realpath(".", NULL), folder_of(p->program),
			  p->folder ? realpath(p->folder, NULL) : NULL },
		.st = st,
		.err = err
	};
	FILE *from = NULL;

	if (!source_is_one(name)) {
		(void)error_set(err, "its name is not that of a source");
	} else {
		(void)error_set(err, "%s", strerror(ENOENT));
		from = try_ends(&s, p->folder, name);
		if (!from && *name == '/')
			from = try_path(&s, name);
		else if (!from)
			from = try_relative(&s, name);
	}
	for (unsigned i = 0; i < ROOTS; i++)
		free(s.root[i]);
	return from;
}
