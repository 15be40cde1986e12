/* SPDX-License-Identifier: MIT */
/* The owner of events that an operating system counts.  See whose.h. */
#include "gather/whose.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program/program.h"

char *whose_file(const char *command)
{
	const char *path = getenv("PATH");
	char file[PATH_MAX];

	if (strchr(command, '/'))
		return strdup(command);
	while (path && *path) {
		const int length = (int)strcspn(path, ":");

		snprintf(file, sizeof file, "%.*s/%s", length, path, command);
		if (access(file, X_OK) == 0)
			return strdup(file);
		path += length + (path[length] == ':');
	}
	return NULL;
}

const char *whose_words(const struct linux_wish *w, char *text, size_t room)
{
	if (w->pid)
		snprintf(text, room, "process %ld", (long)w->pid);
	else if (w->cgroup)
		snprintf(text, room, "group %.50s", w->cgroup);
	else if (w->all || w->cpus)
		snprintf(text, room, "processors %.40s",
			 w->cpus ? w->cpus : "all");
	else
		return w->command ? w->command[0] : NULL;
	return text;
}

static void keep_command(struct record *r, const char *command)
{
	char hash[PROGRAM_HASH];
	char *file = whose_file(command);

	r->program.path = record_text(r, command);
	if (file && program_hash(file, hash))
		r->program.sha256 = record_text(r, hash);
	free(file);
}

void whose_keep(struct record *r, const struct target *t,
		const struct linux_wish *w, bool overview)
{
	char text[64];

	if (!t->counts && !w->command)
		return;
	r->program.exited = w->command != NULL;
	if (w->command && !w->pid && !w->all && !w->cpus && !w->cgroup)
		keep_command(r, w->command[0]);
	else
		r->program.path =
			record_text(r, whose_words(w, text, sizeof text));
	if (t->counts && (overview || target_linux_user_only(t)))
		r->target.lacks = record_text(r, t->counts->lacks(t));
}
