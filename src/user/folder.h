/* SPDX-License-Identifier: MIT */
#ifndef USER_FOLDER_H
#define USER_FOLDER_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>

/* $XDG_DATA_HOME/tally/WHAT, or ~/.local/share/tally/WHAT; false: no home. */
bool user_folder(const char *what, char *path, size_t room);

/* For scandir(): a file NAME.json that is not hidden. */
int user_folder_json(const struct dirent *d);

#endif
