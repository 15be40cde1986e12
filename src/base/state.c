/* SPDX-License-Identifier: MIT */
#include "base/state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Each folder of the path that is not there, for this user alone. */
static bool make_folders(char *path)
{
	for (char *at = path + 1;; at++) {
		const char end = *at;

		if (end != '/' && end)
			continue;
		*at = '\0';
		if (mkdir(path, S_IRWXU) && errno != EEXIST)
			return false;
		*at = end;
		if (!end)
			return access(path, W_OK | X_OK) == 0;
	}
}

/* Below a folder that a variable names, if it does by an absolute path. */
static bool below(const char *variable, const char *rest, char *path,
		  size_t room)
{
	const char *base = getenv(variable);
	int size;

	if (!base || *base != '/')
		return false;
	size = snprintf(path, room, "%s/%s", base, rest);
	return size > 0 && (size_t)size < room && make_folders(path);
}

static bool among_temporary(char *path, size_t room)
{
	const char *base = getenv("TMPDIR");
	const int size = snprintf(path, room, "%s/tally-XXXXXX",
				  base && *base == '/' ? base : "/tmp");

	return size > 0 && (size_t)size < room && mkdtemp(path);
}

bool state_folder(char *path, size_t room)
{
	return below("XDG_STATE_HOME", "tally", path, room) ||
	       below("HOME", ".local/state/tally", path, room) ||
	       among_temporary(path, room);
}
