/* SPDX-License-Identifier: MIT */
/* Functions that are in no file but /tmp/perf-PID.map.  See jit.h. */
#include "kernel/jit.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "kernel/perf.h"
#include "kernel/ring.h"

/* "7f12ab3400 1c0 name of it"; false: it is no such line. */
static bool take_line(char *line, struct perf_jit_function *to)
{
	char *rest;

	to->addr = strtoull(line, &rest, 16);
	if (rest == line || *rest != ' ')
		return false;
	line = rest;
	to->size = strtoull(line, &rest, 16);
	if (rest == line || *rest != ' ' || !rest[1] || !to->size)
		return false;
	to->name = rest + 1;
	return true;
}

static void take_lines(struct perf_jit *j, uint32_t pid, char *text)
{
	size_t number = 0;
	char *next;

	for (char *line = text; *line; line = next) {
		struct perf_jit_function one = { .pid = pid, .line = number };
		const size_t length = strcspn(line, "\n");

		next = line + length + (line[length] == '\n');
		line[length] = '\0';
		number++;
		if (!take_line(line, &one))
			continue;
		if (!array_grow(&j->function, j->count, &j->room, sizeof one))
			return;
		j->function[j->count++] = one;
	}
}

static bool is_ours(const char *path)
{
	struct stat s;

	return stat(path, &s) == 0 && S_ISREG(s.st_mode) &&
	       (s.st_uid == 0 || s.st_uid == geteuid());
}

static void read_process(const struct tally_linux_doors *k, uint32_t pid,
			 struct perf_jit *to)
{
	char name[64], path[PATH_MAX], *text;

	snprintf(name, sizeof name, "/tmp/perf-%u.map", (unsigned)pid);
	snprintf(path, sizeof path, "%s%s", k->root, name);
	text = is_ours(path) ? perf_whole_file(k, name) : NULL;
	if (!text || !array_grow(&to->text, to->texts, &to->text_room,
				 sizeof *to->text)) {
		free(text);
		return;
	}
	to->text[to->texts++] = text;
	take_lines(to, pid, text);
}

static int by_place(const void *x, const void *y)
{
	const struct perf_jit_function *a = x, *b = y;

	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	return a->line < b->line ? -1 : a->line > b->line;
}

static int by_number(const void *x, const void *y)
{
	const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;

	return a < b ? -1 : a > b;
}

void perf_jit_read(const struct tally_linux_doors *k,
		   const struct perf_taking *t, struct perf_jit *to)
{
	uint32_t *pid = calloc(t->takens + 1, sizeof *pid);

	for (size_t i = 0; pid && i < t->takens; i++)
		pid[i] = t->taken[i].pid;
	if (pid && t->takens)
		qsort(pid, t->takens, sizeof *pid, by_number);
	for (size_t i = 0; pid && i < t->takens; i++)
		if (i == 0 || pid[i] != pid[i - 1])
			read_process(k, pid[i], to);
	free(pid);
	if (to->count)
		qsort(to->function, to->count, sizeof *to->function, by_place);
}

size_t perf_jit_at(const struct perf_jit *j, uint32_t pid, uint64_t addr)
{
	size_t low = 0, high = j->count;

	while (low < high) { /* the first one behind it */
		const size_t middle = low + (high - low) / 2;
		const struct perf_jit_function *f = &j->function[middle];

		if (f->pid < pid || (f->pid == pid && f->addr <= addr))
			low = middle + 1;
		else
			high = middle;
	}
	return low && j->function[low - 1].pid == pid &&
			       addr - j->function[low - 1].addr <
				       j->function[low - 1].size
		       ? low - 1
		       : j->count;
}

void perf_jit_free(struct perf_jit *j)
{
	for (size_t i = 0; i < j->texts; i++)
		free(j->text[i]);
	free(j->text);
	free(j->function);
	*j = (struct perf_jit){ 0 };
}
