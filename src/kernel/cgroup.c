/* SPDX-License-Identifier: MIT */
/* Control groups, which the kernel counts by a file of theirs [cgroups(7)]. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kallsyms.h"
#include "kernel/perf.h"

/* A line "cgroup2 /sys/fs/cgroup cgroup2 rw": one that counts may go by, the
 * first version's if that has them. */
static bool is_counted(const char *type, const char *options)
{
	return strcmp(type, "cgroup2") == 0 ||
	       (strcmp(type, "cgroup") == 0 && strstr(options, "perf_event"));
}

/* Finds where groups are folders; false: nowhere. */
static bool find_groups(const struct tally_linux_doors *k, char *to,
			size_t room)
{
	char *text = perf_whole_file(k, "/proc/self/mounts"), *rest = NULL;
	bool found = false;

	for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
	     line = strtok_r(NULL, "\n", &rest)) {
		char where[512], type[32], options[256];

		if (sscanf(line, "%*s %511s %31s %255s", where, type,
			   options) != 3 ||
		    !is_counted(type, options))
			continue;
		if (!found || strcmp(type, "cgroup") == 0)
			snprintf(to, room, "%s", where);
		found = true;
	}
	free(text);
	return found;
}

int perf_cgroup_open(const struct tally_linux_doors *k, const char *name,
		     struct error *err)
{
	char groups[512], path[PATH_MAX];
	int fd;

	if (!find_groups(k, groups, sizeof groups)) {
		error_set(err, "--cgroup: no control groups are mounted here "
			       "that the kernel counts: `mount -t cgroup2 none "
			       "/sys/fs/cgroup`");
		return -1;
	}
	snprintf(path, sizeof path, "%s%s/%s", k->root, groups, name);
	fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		error_set(err, "--cgroup: %s: %s; groups are the folders of %s",
			  name, strerror(errno), groups);
	return fd;
}
