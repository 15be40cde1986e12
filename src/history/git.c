/* SPDX-License-Identifier: MIT */
#include "history/git.h"

#include <sys/wait.h>

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

/* Starts git in the folder, its standard output into the pipe. */
static pid_t git_start(const char *folder, const char *const *words, int to)
{
	char *all[16] = { (char[]){ "git" }, (char[]){ "--no-optional-locks" },
			  (char[]){ "-c" },  (char[]){ "core.fsmonitor=false" },
			  (char[]){ "-C" },  (char *)folder };
	posix_spawn_file_actions_t files;
	unsigned count = 6;
	pid_t pid;
	int trouble;

	while (*words && count + 1 < sizeof all / sizeof *all)
		all[count++] = (char *)*words++;
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null",
					 O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null",
					 O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&files, to, STDOUT_FILENO);
	trouble = posix_spawnp(&pid, "git", &files, NULL, all, environ);
	posix_spawn_file_actions_destroy(&files);
	return trouble ? -1 : pid;
}

/* Keeps its answer, as far as there is room, and reads all of it.  False: it
 * failed, or there is no git. */
static bool ask(const char *folder, const char *const *words, char *text,
		size_t room)
{
	char rest[512];
	size_t size = 0;
	int end[2], status;
	ssize_t count;
	pid_t pid;

	if (pipe(end))
		return false;
	/* Git itself is to have only what stands for its standard output. */
	fcntl(end[0], F_SETFD, FD_CLOEXEC);
	fcntl(end[1], F_SETFD, FD_CLOEXEC);
	pid = git_start(folder, words, end[1]);
	close(end[1]);
	while (pid > 0 && (count = read(end[0], rest, sizeof rest)) > 0) {
		size_t some = (size_t)count;

		if (some > room - 1 - size)
			some = room - 1 - size;
		memcpy(text + size, rest, some);
		size += some;
	}
	text[size] = '\0';
	close(end[0]);
	if (pid <= 0 || waitpid(pid, &status, 0) != pid)
		return false;
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* "HASH SHORT TIME" of HEAD. */
struct head {
	char hash[GIT_HASH], brief[GIT_HASH];
	unsigned long long time, number;
	bool changed;
};

/* Takes a hash and what ends it; NULL: it is none. */
static const char *take_hash(const char *text, char hash[GIT_HASH])
{
	const size_t length = strspn(text, "0123456789abcdef");

	if (!length || length >= GIT_HASH || !text[length])
		return NULL;
	memcpy(hash, text, length);
	hash[length] = '\0';
	return text + length + 1;
}

static bool head_of(const char *folder, struct head *h)
{
	static const char *const log[] = { "log", "-1", "--no-show-signature",
					   "--format=%H %h %ct", NULL };
	static const char *const count[] = { "rev-list", "--count", "HEAD",
					     NULL };
	static const char *const status[] = { "status", "--porcelain",
					      "--untracked-files=no", NULL };
	char text[GIT_TEXT];

	const char *at = text;

	*h = (struct head){ 0 };
	if (!ask(folder, log, text, sizeof text) ||
	    !(at = take_hash(at, h->hash)) || !(at = take_hash(at, h->brief)))
		return false;
	h->time = strtoull(at, NULL, 10);
	if (ask(folder, count, text, sizeof text))
		h->number = strtoull(text, NULL, 10);
	h->changed = !ask(folder, status, text, sizeof text) || *text;
	return true;
}

static void print(char text[GIT_TEXT], const char *label, const struct head *h)
{
	snprintf(text, GIT_TEXT, "%.80s,commit=%s,time=%llu,number=%llu%s",
		 label, h->hash, h->time, h->number,
		 h->changed ? ",changed" : "");
}

bool git_label(const char *folder, char text[GIT_TEXT])
{
	char label[GIT_HASH + 16];
	struct head h;

	if (!head_of(folder, &h))
		return false;
	snprintf(label, sizeof label, "%s%s", h.brief,
		 h.changed ? "-changed" : "");
	print(text, label, &h);
	return true;
}

void git_label_named(const char *folder, const char *name, char text[GIT_TEXT])
{
	struct head h;

	snprintf(text, GIT_TEXT, "%.*s", GIT_TEXT - 1, name);
	if (!strchr(name, ',') && head_of(folder, &h))
		print(text, name, &h);
}

bool git_commit(const char *revision, char hash[GIT_HASH])
{
	char typed[GIT_TEXT];
	const char *const parse[] = { "rev-parse", "--verify", "--quiet", typed,
				      NULL };
	char text[GIT_TEXT];

	if (*revision == '-' || strlen(revision) + 10 > sizeof typed)
		return false;
	snprintf(typed, sizeof typed, "%s^{commit}", revision);
	return ask(".", parse, text, sizeof text) && take_hash(text, hash);
}
