/* SPDX-License-Identifier: MIT */
#include "history/files.h"

#include <sys/stat.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "suite/results.h"

enum { DEEPEST = 3, NANOSECONDS = 1000000000 };

bool history_files_add(struct history_files *f, const struct history_file *one)
{
	struct history_file copy = *one;

	copy.path = strdup(one->path);
	if (!copy.path ||
	    !array_grow(&f->file, f->count, &f->room, sizeof copy)) {
		free(copy.path);
		return false;
	}
	f->file[f->count++] = copy;
	return true;
}

static bool look(struct history_files *f, const char *folder, const char *below,
		 unsigned deep, struct error *err);

/* One entry: a record, a folder, or nothing of interest. */
static bool look_at(struct history_files *f, const char *folder,
		    const char *path, const char *name, unsigned deep,
		    struct error *err)
{
	struct history_file one = { .path = (char *)path };
	char *whole = results_path(folder, path);
	struct stat st;
	bool good = true;

	if (!whole)
		return error_no_memory(err);
	if (lstat(whole, &st) == 0 && S_ISDIR(st.st_mode)) {
		good = deep == DEEPEST || look(f, folder, path, deep + 1, err);
	} else if (results_job_length(name) && stat(whole, &st) == 0 &&
		   S_ISREG(st.st_mode)) {
		one.inode = (int64_t)st.st_ino;
		one.size = st.st_size;
		one.time = (int64_t)((uint64_t)st.st_mtim.tv_sec * NANOSECONDS +
				     (uint64_t)st.st_mtim.tv_nsec);
		good = history_files_add(f, &one) || error_no_memory(err);
	}
	free(whole);
	return good;
}

static bool look(struct history_files *f, const char *folder, const char *below,
		 unsigned deep, struct error *err)
{
	char *whole = *below ? results_path(folder, below) : strdup(folder);
	DIR *dir = whole ? opendir(whole) : NULL;
	bool good = true;

	free(whole);
	if (!dir)
		return deep ? true
			    : error_set(err, "%s: %s", folder, strerror(errno));
	for (struct dirent *it; good && (it = readdir(dir));) {
		char *path;

		if (*it->d_name == '.')
			continue;
		path = *below ? results_path(below, it->d_name)
			      : strdup(it->d_name);
		good = path ? look_at(f, folder, path, it->d_name, deep, err)
			    : error_no_memory(err);
		free(path);
	}
	closedir(dir);
	return good;
}

static int files_order(const void *a, const void *b)
{
	return strcmp(((const struct history_file *)a)->path,
		      ((const struct history_file *)b)->path);
}

bool history_files_find(struct history_files *f, const char *folder,
			struct error *err)
{
	*f = (struct history_files){ 0 };
	if (!look(f, folder, "", 0, err)) {
		history_files_free(f);
		return false;
	}
	if (f->count)
		qsort(f->file, f->count, sizeof *f->file, files_order);
	return true;
}

void history_files_free(struct history_files *f)
{
	for (size_t i = 0; i < f->count; i++)
		free(f->file[i].path);
	free(f->file);
	*f = (struct history_files){ 0 };
}
