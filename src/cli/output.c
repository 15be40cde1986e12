/* SPDX-License-Identifier: MIT */
/* Files that the command writes.  See output.h. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "cli/output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool failed(const char *path, struct error *err)
{
	return error_set(err, "%s: %s", path, strerror(errno));
}

/* The permissions of a new file by this process's umask. */
static mode_t usual_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* Makes a new file in the same folder, with the permissions `mode`. */
static bool begin_draft(struct output *to, mode_t mode, struct error *err)
{
	int fd;

	if (asprintf(&to->draft, "%s.XXXXXX", to->path) < 0) {
		to->draft = NULL;
		return error_no_memory(err);
	}
	fd = mkstemp(to->draft);
	if (fd < 0) {
		failed(to->path, err);
		free(to->draft);
		to->draft = NULL;
		return false;
	}
	if (fchmod(fd, mode) == 0)
		to->stream = fdopen(fd, "w");
	if (to->stream)
		return true;
	failed(to->path, err);
	close(fd);
	return false;
}

/* A pipe without a reader is one of its failures; nothing is started while it
 * is written, which would inherit this. */
static bool begin_direct(struct output *to, struct error *err)
{
	to->stream = fopen(to->path, "w");
	if (!to->stream)
		return failed(to->path, err);
	to->silent = signal(SIGPIPE, SIG_IGN) == SIG_DFL;
	return true;
}

static bool close_stream(struct output *to)
{
	const bool good = fclose(to->stream) == 0;

	if (to->silent)
		(void)signal(SIGPIPE, SIG_DFL);
	to->silent = false;
	to->stream = NULL;
	return good;
}

bool output_begin(struct output *to, const char *path, struct error *err)
{
	struct stat there;
	bool exists = stat(path, &there) == 0;
	bool regular = exists && S_ISREG(there.st_mode);

	to->path = regular ? realpath(path, NULL) : strdup(path);
	if (!to->path)
		return failed(path, err);
	if (exists && !regular)
		return begin_direct(to, err);
	if (regular && access(to->path, W_OK))
		return failed(path, err);
	return begin_draft(to, regular ? there.st_mode & 07777 : usual_mode(),
			   err);
}

bool output_finish(struct output *to, struct error *err)
{
	bool bad = ferror(to->stream) != 0;
	int cause = bad ? errno : 0; /* of a write that failed earlier */

	errno = 0;
	bad |= fflush(to->stream) != 0;
	if (!bad && to->draft && !to->brief)
		bad = fsync(fileno(to->stream)) != 0;
	if (!cause)
		cause = errno;
	bad |= !close_stream(to);
	if (!cause)
		cause = errno;
	return !bad || error_set(err, "%s: %s", to->path,
				 cause ? strerror(cause) : "not written");
}

bool output_place(struct output *to, struct error *err)
{
	if (to->draft && rename(to->draft, to->path))
		return failed(to->path, err);
	free(to->draft);
	free(to->path);
	to->draft = to->path = NULL;
	return true;
}

void output_give_up(struct output *to)
{
	if (to->stream)
		(void)close_stream(to);
	if (to->draft)
		unlink(to->draft);
	free(to->draft);
	free(to->path);
	*to = (struct output){ 0 };
}

static bool same_file(const struct stat *a, const struct stat *b)
{
	return S_ISREG(a->st_mode) && a->st_dev == b->st_dev &&
	       a->st_ino == b->st_ino;
}

bool output_same_open(const char *path, int fd)
{
	struct stat a, b;

	return stat(path, &a) == 0 && fstat(fd, &b) == 0 && same_file(&a, &b);
}

bool output_same(const char *path, const char *other)
{
	struct stat a, b;

	if (strcmp(other, "-") == 0)
		return output_same_open(path, STDIN_FILENO);
	return stat(path, &a) == 0 && stat(other, &b) == 0 && same_file(&a, &b);
}

/* The folder that the name is in, and the name in it. */
static bool folder_of(const char *path, const char **name, struct stat *folder)
{
	const char *slash = strrchr(path, '/');
	char *copy =
		slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
	const bool there = copy && stat(copy, folder) == 0;

	*name = slash ? slash + 1 : path;
	free(copy);
	return there;
}

bool output_collides(const char *path, const char *other)
{
	const char *name, *other_name;
	struct stat a, b;

	if (output_same(path, other))
		return true;
	return folder_of(path, &name, &a) &&
	       folder_of(other, &other_name, &b) && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino && strcmp(name, other_name) == 0;
}
