/* SPDX-License-Identifier: MIT */
/*
 * A process gives all this up before a board lives in it.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "boards/src/link/child.h"

enum { SOCKET = CHILD_SOCKET };

/* The engine may print so many bytes before it is cut off. */
static const rlim_t STDERR_LIMIT = 1 << 20;

static void fresh_signals(void)
{
	struct sigaction action;
	sigset_t none;

	memset(&action, 0, sizeof action);
	action.sa_handler = SIG_DFL;
	for (int i = 1; i < NSIG; i++)
		sigaction(i, &action, NULL);
	/*
	 * Ctrl-C goes to every process of the terminal, but here the parent
	 * decides what it means.
	 */
	action.sa_handler = SIG_IGN;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGXFSZ, &action, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/*
 * Keep the socket; standard error goes to where the parent looks for last
 * words, the rest of the standard files nowhere.
 */
static void fresh_files(const struct child_task *t)
{
	int nowhere;

	dup2(t->stderr_fd, STDERR_FILENO);
	if (t->fd != SOCKET)
		dup2(t->fd, SOCKET);
	close_range(SOCKET + 1, ~0U, 0);
	nowhere = open("/dev/null", O_RDWR);
	if (nowhere < 0)
		_exit(1);
	dup2(nowhere, STDIN_FILENO);
	dup2(nowhere, STDOUT_FILENO);
	if (nowhere > SOCKET)
		close(nowhere);
}

void child_process_begin(const struct child_task *t)
{
	const struct rlimit no_core = { 0, 0 };
	const struct rlimit short_words = { STDERR_LIMIT, STDERR_LIMIT };

	/*
	 * The end of the socket tells of the parent's end as well, but only
	 * between slices.  (The signal comes when the thread ends that opened
	 * the board: one that opens a board has to outlive it.)
	 */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != t->parent)
		_exit(0);
	prctl(PR_SET_NAME, "tally-board");
	setrlimit(RLIMIT_CORE, &no_core);
	setrlimit(RLIMIT_FSIZE, &short_words);
	fresh_signals();
	fresh_files(t);
}
