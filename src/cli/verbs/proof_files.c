/* SPDX-License-Identifier: MIT */
/* `tally prove --out`: a kit's files in a folder, or those of an image. */
#include "cli/verbs/proof_files.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "catalog/catalog.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/writing.h"
#include "proof/image.h"
#include "proof/kit.h"

enum { PATH_ROOM = 4096 };

extern char **environ;

/* Its path; false: too long, or something is there that must stay. */
static bool path_in_folder(const char *folder, const char *name, bool force,
			   char path[PATH_ROOM], struct error *err)
{
	const int n = snprintf(path, PATH_ROOM, "%s/%s", folder, name);
	const char *what;

	if (n < 0 || n >= PATH_ROOM)
		return error_set(err,
				 "%.60s...: the name is too long; choose "
				 "another folder",
				 folder);
	what = force ? writing_treasure(path, WRITTEN_OTHER) : NULL;
	if (what)
		return error_set(err,
				 "%.2000s is there already, and it is %s; "
				 "choose another folder",
				 path, what);
	return force || access(path, F_OK) != 0 ||
	       error_set(err,
			 "%.2000s is there already; --force overwrites what an "
			 "earlier kit left",
			 path);
}

static bool write_kit_file(const struct catalog_monitor *m, unsigned file,
			   const char *path, struct error *err)
{
	struct output to = { 0 };

	if (output_begin(&to, path, err) &&
	    kit_write(m, file, to.stream, err) && output_finish(&to, err) &&
	    output_place(&to, err))
		return true;
	output_give_up(&to);
	return false;
}

/* Looks at all places before anything is written. */
static bool write_all(const struct catalog_monitor *m, const char *folder,
		      bool force, struct error *err)
{
	char name[KIT_NAME], path[PATH_ROOM];

	for (unsigned i = 0; kit_name(m, i, name); i++)
		if (!path_in_folder(folder, name, force, path, err))
			return false;
	for (unsigned i = 0; kit_name(m, i, name); i++)
		if (!path_in_folder(folder, name, force, path, err) ||
		    !write_kit_file(m, i, path, err))
			return false;
	return true;
}

static bool make_folder(const char *folder, struct error *err)
{
	struct stat there;

	if (mkdir(folder, 0777) == 0)
		return true;
	if (errno == EEXIST && stat(folder, &there) == 0 &&
	    S_ISDIR(there.st_mode))
		return true;
	return error_set(err, "--out %.200s: %s; name a folder", folder,
			 errno == EEXIST ? "that is a file" : strerror(errno));
}

int proof_files(const char *verb, const char *monitor, const char *folder,
		bool force)
{
	const struct catalog_monitor *m;
	char name[KIT_NAME];
	struct error err;
	char *clean;

	m = catalog_monitor(monitor, &err);
	if (!m || !kit_fits(m, &err) || !make_folder(folder, &err))
		return cli_error_set(CLI_USAGE, verb, &err);
	if (!write_all(m, folder, force, &err))
		return cli_error_set(CLI_FAILED, verb, &err);
	clean = text_cleaned(folder);
	for (unsigned i = 0; clean && kit_name(m, i, name); i++)
		printf("%s/%s\n", clean, name);
	free(clean);
	return CLI_GOOD;
}

/* ---- images -------------------------------------------------------------- */

static bool write_plain_file(const char *text, const char *path,
			     struct error *err)
{
	struct output to = { 0 };

	if (output_begin(&to, path, err) && fputs(text, to.stream) >= 0 &&
	    output_finish(&to, err) && output_place(&to, err))
		return true;
	output_give_up(&to);
	return false;
}

/* The folders of the kits, each with its kit, and the files beside them. */
static bool write_image(const struct image *image, const char *folder,
			bool force, struct error *err)
{
	char path[PATH_ROOM];

	for (unsigned i = 0; i < IMAGE_FILES; i++)
		if (!path_in_folder(folder, image->file[i].name, force, path,
				    err) ||
		    !write_plain_file(image->file[i].text, path, err))
			return false;
	for (unsigned i = 0; i < IMAGE_KITS; i++) {
		const struct catalog_monitor *m =
			catalog_monitor(image->kit[i].monitor, err);

		if (!m ||
		    !path_in_folder(folder, image->kit[i].folder, true, path,
				    err) ||
		    !make_folder(path, err) || !write_all(m, path, force, err))
			return false;
	}
	return true;
}

/* Runs make there; what it and the compilers say is standard error's. */
static bool make_there(const char *folder)
{
	char *const words[] = { (char[]){ "make" }, (char[]){ "-s" },
				(char[]){ "-C" }, (char *)folder, NULL };
	posix_spawn_file_actions_t files;
	int status = -1, trouble;
	pid_t pid;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, STDERR_FILENO, STDOUT_FILENO);
	trouble = posix_spawnp(&pid, "make", &files, NULL, words, environ);
	posix_spawn_file_actions_destroy(&files);
	if (trouble)
		return false;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status == 0;
}

int proof_image(const char *verb, const char *name, const char *folder,
		bool force)
{
	const struct image *image;
	struct error err;
	const char *made;
	char word[KIT_NAME];
	char *clean;

	image = image_find(name, &err);
	folder = folder ? folder : name;
	if (!image || !make_folder(folder, &err))
		return cli_error_set(CLI_USAGE, verb, &err);
	if (!write_image(image, folder, force, &err))
		return cli_error_set(CLI_FAILED, verb, &err);
	if (!make_there(folder))
		return cli_error(CLI_FAILED, verb,
				 "the sources are in %.200s, and make did not "
				 "make the images of them; install %s, and run "
				 "make there",
				 folder, image->wants);
	clean = text_cleaned(folder);
	for (made = image->made;
	     clean && catalog_word(&made, word, sizeof word);)
		printf("%s/%s\n", clean, word);
	free(clean);
	return CLI_GOOD;
}
