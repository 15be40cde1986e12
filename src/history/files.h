/* SPDX-License-Identifier: MIT */
#ifndef HISTORY_FILES_H
#define HISTORY_FILES_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* A record of a suite's job, wherever below a folder. */
struct history_file {
	char *path;    /* below the folder */
	int64_t id;    /* in the index; 0: not in it */
	int64_t inode; /* these change when a file does */
	int64_t size, time;
};

struct history_files {
	struct history_file *file;
	size_t count, room;
};

/* All of them, by their paths; `id` is 0.  Folders of a folder are looked
 * into, three deep. */
bool history_files_find(struct history_files *f, const char *folder,
			struct error *err);
bool history_files_add(struct history_files *f, const struct history_file *one);
void history_files_free(struct history_files *f);

#endif
