/* SPDX-License-Identifier: MIT */
/* The places where files of a user's are looked for. */
#include "user/folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool user_folder(const char *what, char *path, size_t room)
{
	const char *data = getenv("XDG_DATA_HOME");
	const char *home = getenv("HOME");

	if (data && *data == '/')
		snprintf(path, room, "%.500s/tally/%s", data, what);
	else if (home)
		snprintf(path, room, "%.480s/.local/share/tally/%s", home,
			 what);
	return (data && *data == '/') || home;
}

int user_folder_json(const struct dirent *d)
{
	const size_t length = strlen(d->d_name);

	return length > 5 && strcmp(d->d_name + length - 5, ".json") == 0 &&
	       d->d_name[0] != '.';
}
