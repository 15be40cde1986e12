/* SPDX-License-Identifier: MIT */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "base/source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_BYTES = 16 << 20 };

FILE *source_file(const char *path, struct stat *st)
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

FILE *source_file_inside(const char *folder, const char *path, struct stat *st)
{
	while (path) {
		FILE *from = NULL;
		char *name;

		while (*path == '/')
			path++;
		if (asprintf(&name, "%s/%s", folder, path) < 0)
			return NULL;
		from = source_file(name, st);
		free(name);
		if (from)
			return from;
		path = strchr(path, '/');
	}
	return NULL;
}
