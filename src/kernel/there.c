/* SPDX-License-Identifier: MIT */
/* Threads and mappings as the kernel's files tell them [proc(5)]. */
#include "kernel/there.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "kernel/vdso.h"

/* The next entry of a folder of numbers; 0: there is none. */
static pid_t next_number(DIR *folder)
{
	struct dirent *entry;
	long n = 0;

	while (!n && (entry = readdir(folder)))
		n = strtol(entry->d_name, NULL, 10);
	return (pid_t)n;
}

static DIR *folder_of(const struct tally_linux_doors *k, const char *path)
{
	char whole[PATH_MAX];

	snprintf(whole, sizeof whole, "%s%s", k->root, path);
	return opendir(whole);
}

pid_t *perf_threads(const struct tally_linux_doors *k, pid_t pid, size_t *count)
{
	char path[64];
	DIR *folder;
	pid_t *thread = NULL, next = 0;
	size_t room = 0;

	snprintf(path, sizeof path, "/proc/%ld/task", (long)pid);
	folder = folder_of(k, path);
	*count = 0;
	do {
		if (folder)
			next = next_number(folder);
		if (!next && *count)
			break;
		if (!array_grow(&thread, *count, &room, sizeof *thread)) {
			free(thread);
			thread = NULL;
			break;
		}
		thread[(*count)++] = next ? next : pid;
	} while (next);
	if (folder)
		closedir(folder);
	return thread;
}

/* Over one field and the blanks behind it. */
static char *next_field(char *at)
{
	at += strcspn(at, " ");
	return at + strspn(at, " ");
}

/* "begin-end rwxp offset device inode path": code alone, of files and of the
 * kernel's own library. */
static void take_map(char *line, pid_t pid, struct perf_taking *to)
{
	struct perf_mapped m = { .pid = (uint32_t)pid };
	char *mode = next_field(line), *offset = next_field(mode), *rest;
	char *path = next_field(next_field(next_field(offset)));
	uint64_t end = 0;

	path[strcspn(path, "\n")] = '\0';
	m.addr = strtoull(line, &rest, 16);
	if (*rest == '-')
		end = strtoull(rest + 1, NULL, 16);
	m.offset = strtoull(offset, NULL, 16);
	if (end <= m.addr || strnlen(mode, 3) < 3 || mode[2] != 'x' ||
	    (path[0] != '/' && strcmp(path, PERF_VDSO) != 0))
		return;
	m.size = end - m.addr;
	perf_taking_map(to, &m, path);
}

/* All that a thread has mapped; false: nothing, as it has ended. */
static bool take_maps(const struct tally_linux_doors *k, pid_t pid,
		      pid_t thread, struct perf_taking *to)
{
	char path[PATH_MAX], *line = NULL;
	size_t room = 0;
	bool any = false;
	FILE *from;

	snprintf(path, sizeof path, "%s/proc/%ld/task/%ld/maps", k->root,
		 (long)pid, (long)thread);
	from = fopen(path, "re");
	while (from && getline(&line, &room, from) > 0) {
		take_map(line, pid, to);
		any = true;
	}
	free(line);
	if (from)
		fclose(from);
	return any;
}

static void take_name(const struct tally_linux_doors *k, pid_t pid,
		      pid_t thread, struct perf_taking *to)
{
	const struct perf_named n = { .tid = (uint32_t)thread };
	char path[96], name[64];

	snprintf(path, sizeof path, "/proc/%ld/task/%ld/comm", (long)pid,
		 (long)thread);
	if (perf_file(k, path, name, sizeof name))
		perf_taking_name(to, &n, name);
}

/* Threads share what is mapped, but one that has ended tells nothing, also if
 * it is the first. */
static void take_process(const struct tally_linux_doors *k, pid_t pid,
			 struct perf_taking *to)
{
	size_t count;
	pid_t *thread = perf_threads(k, pid, &count);
	bool mapped = false;

	to->full = to->full || !thread;
	for (size_t i = 0; thread && i < count; i++) {
		take_name(k, pid, thread[i], to);
		mapped = mapped || take_maps(k, pid, thread[i], to);
	}
	free(thread);
}

void perf_there(const struct tally_linux_doors *k, pid_t pid,
		struct perf_taking *to)
{
	DIR *folder = pid ? NULL : folder_of(k, "/proc");
	pid_t next;

	if (pid)
		take_process(k, pid, to);
	while (folder && (next = next_number(folder)))
		take_process(k, next, to);
	if (folder)
		closedir(folder);
}
