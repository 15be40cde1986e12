/* SPDX-License-Identifier: MIT */
/* Reads a core's list of events: a file, or a folder of files. */
#include "user/list.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/text.h"
#include "user/folder.h"

enum { FILE_MAX = 16 << 20 };

void user_list_free(struct user_list *l)
{
	for (size_t i = 0; i < l->events; i++) {
		free(l->event[i].name);
		free(l->event[i].title);
	}
	free(l->event);
	*l = (struct user_list){ 0 };
}

char *user_list_whole(const char *path, struct error *err)
{
	FILE *from = fopen(path, "re");
	char *text = from ? malloc(FILE_MAX + 1) : NULL;
	size_t got = 0;

	if (!from)
		error_set(err, "%s: %s", path, strerror(errno));
	else if (!text)
		error_no_memory(err);
	if (text) {
		got = fread(text, 1, FILE_MAX + 1, from);
		if (ferror(from) || got > FILE_MAX) {
			error_set(err, "%s: %s", path,
				  got > FILE_MAX
					  ? "more than 16 MB, which no list of "
					    "events has"
					  : "it cannot be read");
			free(text);
			text = NULL;
		} else {
			text[got] = '\0';
		}
	}
	if (from)
		fclose(from);
	return text;
}

static bool read_file(struct user_list *l, const char *path, struct error *err)
{
	char *text = user_list_whole(path, err);
	json_error_t why;
	json_t *root;
	bool good;

	if (!text)
		return false;
	root = json_loads(text, JSON_REJECT_DUPLICATES, &why);
	if (!root)
		good = error_set(err,
				 "%s:%d: no JSON: %s; a list of events is "
				 "wanted, as Arm or Linux have them",
				 path, why.line > 0 ? why.line : 1,
				 text_clean(why.text));
	else if (json_is_array(root))
		good = user_list_of_linux(l, &(struct user_text){ path, text },
					  root, err);
	else
		good = user_list_of_arm(l, &(struct user_text){ path, text },
					root, err);
	json_decref(root);
	free(text);
	return good;
}

/* In the order of the files' names, so that the same folder is the same core.
 */
static bool read_folder(struct user_list *l, const char *path,
			struct error *err)
{
	struct dirent **entry;
	char file[PATH_MAX];
	bool good = true;
	int count = scandir(path, &entry, user_folder_json, alphasort);

	if (count < 0)
		return error_set(err, "%s: %s", path, strerror(errno));
	for (int i = 0; i < count; i++) {
		snprintf(file, sizeof file, "%.3000s/%s", path,
			 entry[i]->d_name);
		good = good && read_file(l, file, err);
		free(entry[i]);
	}
	free(entry);
	if (good && !count)
		return error_set(err, "%s: no file NAME.json is in this folder",
				 path);
	return good;
}

/* The core's name where the file has none: its own, or the folder's. */
static void name_of_path(struct user_list *l, const char *path)
{
	const char *slash = strrchr(path, '/');
	size_t length;

	snprintf(l->name, sizeof l->name, "%.40s", slash ? slash + 1 : path);
	length = strlen(l->name);
	if (length > 5 && strcmp(l->name + length - 5, ".json") == 0)
		l->name[length - 5] = '\0';
	for (char *at = l->name; *at; at++) {
		if (*at >= 'A' && *at <= 'Z')
			*at = (char)(*at - 'A' + 'a');
		else if (!((*at >= 'a' && *at <= 'z') ||
			   (*at >= '0' && *at <= '9')))
			*at = '-';
	}
}

bool user_list_read(struct user_list *l, const char *path, struct error *err)
{
	char bare[PATH_MAX];
	struct stat what;
	size_t length;

	snprintf(bare, sizeof bare, "%.3000s", path);
	for (length = strlen(bare); length > 1 && bare[length - 1] == '/';)
		bare[--length] = '\0';
	if (stat(bare, &what) != 0)
		return error_set(err, "%s: %s", bare, strerror(errno));
	if (!(S_ISDIR(what.st_mode) ? read_folder(l, bare, err)
				    : read_file(l, bare, err)))
		return false;
	if (!l->name[0])
		name_of_path(l, bare);
	if (!l->name[0] || l->name[0] == '-')
		return error_set(err,
				 "%s: its name is no core's; call the file "
				 "after the core, cortex-x99.json",
				 bare);
	if (!l->events)
		return error_set(err, "%s: it has no event with a name", bare);
	return true;
}
