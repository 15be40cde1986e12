/* SPDX-License-Identifier: MIT */
/* Folders of a suite's results, one for each version. */
#include <sys/stat.h>

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/bench/jobs.h"
#include "cli/cli.h"
#include "cli/output.h"

void bench_place(struct bench *b, const char *suite, const char *folder,
		 const char *label)
{
	const char *slash = strrchr(suite, '/');
	char *in = slash ? strndup(suite, (size_t)(slash - suite) + 1) : NULL;

	*b = (struct bench){ .folder = folder };
	if (label)
		git_label_named(in ? in : ".", label, b->label);
	else if (!git_label(in ? in : ".", b->label))
		b->label[0] = '\0';
	free(in);
	if (folder)
		return;
	snprintf(b->usual, sizeof b->usual, "%s%s%.*s", HISTORY_FOLDER,
		 *b->label ? "/" : "", (int)strcspn(b->label, ","), b->label);
	b->folder = b->usual;
}

/* Makes the folder, and those that it is in. */
static bool make(const char *folder)
{
	char *path = strdup(folder);
	bool good = path != NULL;

	for (char *at = path; good && *at; at++) {
		const bool part = at > path && *at == '/';

		if (!part)
			continue;
		*at = '\0';
		good = mkdir(path, 0777) == 0 || errno == EEXIST;
		*at = '/';
	}
	free(path);
	return good && (mkdir(folder, 0777) == 0 || errno == EEXIST);
}

int bench_make_folders(const struct bench *b)
{
	char *programs = results_path(b->folder, "programs");
	int status = CLI_GOOD;

	if (!programs)
		return cli_no_memory("bench");
	if (!make(programs))
		status = cli_error(CLI_FAILED, "bench", "-o %s: %s", b->folder,
				   strerror(errno));
	free(programs);
	return status;
}

/* Keeps what another version's record tells as this one's. */
static bool keep_as(const struct bench *b, const char *from, const char *to)
{
	struct output out = { 0 };
	struct kept kept;
	struct error err;
	bool good;

	if (!kept_of_path(from, &kept, &err))
		return false;
	good = kept.record && kept.record->trusted &&
	       record_keep_label(kept.record, b->label, &err) &&
	       output_begin(&out, to, &err) &&
	       record_write(out.stream, kept.record) &&
	       output_finish(&out, &err) && output_place(&out, &err);
	if (!good)
		output_give_up(&out);
	kept_free(&kept);
	return good;
}

bool bench_borrow(const struct bench *b, const char *name, const char *record)
{
	DIR *dir;
	bool found = false;

	if (b->folder != b->usual || !*b->label ||
	    !(dir = opendir(HISTORY_FOLDER)))
		return false;
	for (struct dirent *it; !found && (it = readdir(dir));) {
		char *folder = *it->d_name == '.' ? NULL
						  : results_path(HISTORY_FOLDER,
								 it->d_name);
		char *path = folder ? results_path(folder, name) : NULL;

		found = path && keep_as(b, path, record);
		free(path);
		free(folder);
	}
	closedir(dir);
	return found;
}
