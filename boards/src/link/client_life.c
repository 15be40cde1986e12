/* SPDX-License-Identifier: MIT */

/* A board is opened, which forks the child, and closed. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "boards/src/link/client.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "boards/src/boards/boards.h"
#include "boards/src/link/child.h"
#include "boards/src/machine/arch.h"
#include "boards/src/machine/command_line.h"
#include "program/program.h"

/* How long a request may take: as a run, or where that is any time, this; and
 * some more, as machines are made and rows are sent meanwhile.  Chosen. */
static const double unlimited_s = 60, slack_s = 10;

/* ---- opening and closing ----------------------------------------------- */

/* Out of the way of the standard files, which the child replaces. */
static int above_standard(int fd)
{
	int higher;

	if (fd < 0 || fd > STDERR_FILENO)
		return fd;
	higher = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(fd);
	return higher;
}

static bool start_child(struct board *b, struct child_task *task,
			struct error *err)
{
	int pair[2];
	sigset_t all, old;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return error_set(err, "no socket for the board: %s",
				 strerror(errno));
	b->fd = above_standard(pair[0]);
	task->fd = above_standard(pair[1]);
	task->stderr_fd = b->stderr_fd;
	task->parent = getpid();
	task->shared = b->shared;
	if (b->fd < 0 || task->fd < 0)
		return error_set(err, "no socket for the board: %s",
				 strerror(errno));
	/* No handler of the parent's shall ever run in the child. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	b->pid = fork();
	if (b->pid == 0)
		child_main(task);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	close(task->fd);
	if (b->pid < 0) {
		b->pid = 0;
		return error_set(err, "no process for the board: %s",
				 strerror(errno));
	}
	return true;
}

static bool open_board(struct board *b, struct child_task *task,
		       struct error *err)
{
	const struct board_info *info = &task->spec->info;
	void *shared = mmap(NULL, sizeof *b->shared, PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared != MAP_FAILED)
		b->shared = shared;
	b->stderr_fd = above_standard(memfd_create("tally-board", MFD_CLOEXEC));
	b->command_line = command_line_new(task->options.command_line);
	if (!b->shared || b->stderr_fd < 0 || !b->command_line)
		return error_set(err, "no memory for the board: %s",
				 strerror(errno));
	if (info->command_line && strlen(b->command_line) > info->command_line)
		return error_set(err,
				 "the program's name and arguments have %zu "
				 "characters; the start-up code of %s takes %u "
				 "at most",
				 strlen(b->command_line), info->name,
				 info->command_line);
	task->options.command_line = b->command_line;
	if (!start_child(b, task, err))
		return false;
	client_limit_processor(b);
	if (!client_opened(b))
		return error_set(err, "%s", b->stop.text);
	if (!b->in.m.u.result.ok)
		return error_set(err, "%s", b->in.m.u.result.text);
	b->sandbox = (enum sandbox_state)b->in.m.u.result.sandbox;
	b->made = true;
	return true;
}

const char *board_unguarded(const struct board *b)
{
	return sandbox_why(b->sandbox);
}

unsigned board_instances(const struct board_info *info)
{
	struct error ignored;
	const struct board_spec *spec = board_spec_find(info->name, &ignored);

	return spec ? machine_instances(spec) : 1;
}

struct board *client_open(const struct child_task *what, struct error *err)
{
	struct child_task task = *what;
	struct board *b;

	if (task.spec->core->arch->load && !task.spec->core->arch->load(err))
		return NULL;
	b = calloc(1, sizeof *b);
	if (!b) {
		error_set(err, "no memory for the board");
		return NULL;
	}
	b->info = &task.spec->info;
	for (unsigned i = 0; i < BOARD_INSTANCES; i++)
		b->bus[i] =
			(struct client_bus){ { .ops = &client_bus_ops }, b, i };
	b->fd = b->stderr_fd = -1;
	b->stop.reason = TARGET_STOP_HALTED;
	b->timeout_s = task.options.timeout_s;
	b->answer_s = (b->timeout_s > 0 ? b->timeout_s : unlimited_s) + slack_s;
	b->told = task.options.stop;
	if (!open_board(b, &task, err)) {
		board_close(b);
		return NULL;
	}
	return b;
}

struct board *board_open(const char *name, const struct program *program,
			 const struct board_options *options, struct error *err)
{
	const struct child_task task = {
		.spec = board_spec_find(name, err),
		.machine = &child_machine,
		.program = program,
		.options = *options,
	};

	return task.spec ? client_open(&task, err) : NULL;
}

void board_close(struct board *b)
{
	char how[96];

	if (!b)
		return;
	if (b->pid)
		(void)client_end(b, how, sizeof how);
	if (b->fd >= 0)
		close(b->fd);
	if (b->stderr_fd >= 0)
		close(b->stderr_fd);
	if (b->shared)
		munmap(b->shared, sizeof *b->shared);
	free(b->command_line);
	free(b);
}
