/* SPDX-License-Identifier: MIT */
/* Commands side by side. */
#include "cli/bench/tasks.h"

#include <sys/wait.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/seconds.h"

extern char **environ;

static const char reads[] = "SUNPRO_DEPENDENCIES=";

/* A temporary file that vanishes with its last descriptor; no task inherits
 * another one's. */
static int nameless(void)
{
	FILE *file = tmpfile();
	const int fd = file ? fcntl(fileno(file), F_DUPFD_CLOEXEC, 3) : -1;

	if (file)
		fclose(file);
	return fd;
}

/* The environment with the file where GCC lists what it reads, of each of its
 * sources behind that of the one before. */
static char **environment(char *list)
{
	unsigned count = 0;
	char **all;

	while (environ[count])
		count++;
	all = calloc(count + 2, sizeof *all);
	if (!all)
		return NULL;
	all[0] = list;
	for (unsigned i = 0, n = 1; i < count; i++)
		if (strncmp(environ[i], reads, strlen(reads)) != 0)
			all[n++] = environ[i];
	return all;
}

static int spawn(struct task *t, const posix_spawn_file_actions_t *files)
{
	char list[4096], **all;
	int trouble;

	if (!t->reads)
		return posix_spawn(&t->pid, t->words.word[0], files, NULL,
				   t->words.word, environ);
	snprintf(list, sizeof list, "%s%s", reads, t->reads);
	all = environment(list);
	trouble = all ? posix_spawn(&t->pid, t->words.word[0], files, NULL,
				    t->words.word, all)
		      : ENOMEM;
	free(all);
	return trouble;
}

static bool task_start(struct task *t, struct error *err)
{
	posix_spawn_file_actions_t files;
	int trouble;

	t->said = nameless();
	if (t->said < 0)
		return error_set(err, "no temporary file: %s", strerror(errno));
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null",
					 O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null",
					 O_WRONLY, 0);
	posix_spawn_file_actions_adddup2(&files, t->said, STDERR_FILENO);
	t->began = seconds_now();
	trouble = spawn(t, &files);
	posix_spawn_file_actions_destroy(&files);
	if (!trouble)
		return true;
	t->pid = 0;
	return error_set(err, "%s: %s", t->words.word[0], strerror(trouble));
}

/* The last line that is not empty, of at most so many letters. */
static char *last_line(int fd)
{
	char text[2048];
	const off_t size = lseek(fd, 0, SEEK_END);
	const off_t from = size > (off_t)sizeof text - 1
				   ? size - (off_t)sizeof text + 1
				   : 0;
	ssize_t count = pread(fd, text, sizeof text - 1, from);
	char *line;

	while (count > 0 && (text[count - 1] == '\n' || !text[count - 1]))
		count--;
	if (count <= 0)
		return NULL;
	text[count] = '\0';
	line = strrchr(text, '\n');
	return strdup(line ? line + 1 : text);
}

static void task_end(struct task *t, int status)
{
	t->pid = 0;
	t->ended = true;
	t->seconds = seconds_now() - t->began;
	t->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	t->message = last_line(t->said);
	close(t->said);
	t->said = -1;
}

/* Ends all that run, and waits until they have put their targets back. */
static void give_up(struct task *task, unsigned tasks)
{
	int status;

	for (unsigned i = 0; i < tasks; i++)
		if (task[i].pid)
			kill(task[i].pid, SIGTERM);
	for (unsigned i = 0; i < tasks; i++)
		if (task[i].pid && waitpid(task[i].pid, &status, 0) > 0)
			task_end(&task[i], status);
}

/* How many of those that ran have ended now.  All before the `first` one have
 * ended, which goes on with them. */
static unsigned reap(struct task *task, unsigned *first, unsigned tasks)
{
	unsigned ended = 0;
	int status;

	while (*first < tasks && !task[*first].pid)
		++*first;
	for (unsigned i = *first; i < tasks; i++)
		if (task[i].pid &&
		    waitpid(task[i].pid, &status, WNOHANG) == task[i].pid) {
			task_end(&task[i], status);
			ended++;
		}
	return ended;
}

/* The bar says how many are left. */
static void tell_left(struct screen *screen, const char *doing, char text[80],
		      unsigned left)
{
	snprintf(text, 80, "%.40s, %u left", doing, left);
	screen->doing = text;
}

static bool run_side_by_side(struct task *task, unsigned tasks, unsigned beside,
			     struct screen *screen, unsigned done,
			     unsigned whole, struct error *err)
{
	const struct timespec moment = { .tv_nsec = 2000000 };
	const struct run_sink *sink = &screen->sink;
	const char *doing = screen->doing;
	unsigned next = 0, run = 0, first = 0, left = 0;
	char text[80];

	err->text[0] = '\0';
	for (unsigned i = 0; i < tasks; i++)
		left += !task[i].skip;
	for (;;) {
		while (next < tasks && run < beside) {
			struct task *t = &task[next++];

			if (t->skip) {
				done++;
				continue;
			}
			if (!task_start(t, err)) {
				give_up(task, tasks);
				return false;
			}
			run++;
		}
		if (!run)
			return true;
		nanosleep(&moment, NULL);
		const unsigned ended = reap(task, &first, next);

		run -= ended;
		done += ended;
		left -= ended;
		tell_left(screen, doing, text, left);
		if (!sink->go_on(sink->ctx,
				 &(struct run_done){ .share = (double)done /
							      whole })) {
			give_up(task, tasks);
			return false;
		}
	}
}

bool tasks_run(struct task *task, unsigned tasks, unsigned beside,
	       struct screen *screen, unsigned done, unsigned whole,
	       struct error *err)
{
	const char *doing = screen->doing;
	const bool good =
		run_side_by_side(task, tasks, beside, screen, done, whole, err);

	screen->doing = doing;
	return good;
}

void tasks_free(struct task *task, unsigned tasks)
{
	for (unsigned i = 0; i < tasks; i++) {
		suite_words_free(&task[i].words);
		free(task[i].reads);
		free(task[i].message);
	}
	free(task);
}
