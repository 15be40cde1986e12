/* SPDX-License-Identifier: MIT */
/*
 * A process that interprets a file.  See apart.h.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "program/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/seconds.h"

enum { SOCKET = 3, MOST_SECONDS = 60 };

/* A file is 256 MiB at most; what a library makes of one is more; chosen. */
static const uint64_t ADDRESS_SPACE = UINT64_C(4) << 30;

/* ---- in the process ----------------------------------------------------- */

/* Bytes that wait to be sent: symbols are small, and there may be many. */
static struct {
	size_t used;
	char bytes[1 << 15];
} outbox;

static void flush(void)
{
	const char *at = outbox.bytes;

	while (outbox.used) {
		ssize_t n = send(SOCKET, at, outbox.used, MSG_NOSIGNAL);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			_exit(0); /* nobody listens */
		at += n;
		outbox.used -= (size_t)n;
	}
}

void apart_put(const void *bytes, size_t count)
{
	const char *from = bytes;

	while (count) {
		size_t part = sizeof outbox.bytes - outbox.used;

		if (part > count)
			part = count;
		memcpy(outbox.bytes + outbox.used, from, part);
		outbox.used += part;
		from += part;
		count -= part;
		if (outbox.used == sizeof outbox.bytes)
			flush();
	}
}

/* The socket, and nothing else of the tool's. */
static void fresh_files(int socket)
{
	int high = fcntl(socket, F_DUPFD, SOCKET + 1);
	int nowhere;

	if (high < 0 || dup2(high, SOCKET) < 0)
		_exit(1);
	close_range(SOCKET + 1, ~0U, 0);
	nowhere = open("/dev/null", O_RDWR);
	if (nowhere < 0)
		_exit(1);
	dup2(nowhere, STDIN_FILENO);
	dup2(nowhere, STDOUT_FILENO);
	/* A sanitizer's words are for the tool's user. */
	if (sandbox_wanted())
		dup2(nowhere, STDERR_FILENO);
}

_Noreturn static void work_apart(const struct apart *a,
				 void (*work)(void *ctx,
					      enum sandbox_state sandbox),
				 void *ctx, int socket, pid_t parent)
{
	const struct sandbox sandbox = { SOCKET, a->refused };
	const struct rlimit none = { 0, 0 };
	const struct rlimit time = { MOST_SECONDS, MOST_SECONDS };

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(0);
	prctl(PR_SET_NAME, "tally-reader");
	setrlimit(RLIMIT_CORE, &none);
	setrlimit(RLIMIT_CPU, &time);
	fresh_files(socket);
	sandbox_begin(ADDRESS_SPACE);
	work(ctx, sandbox_enter(&sandbox));
	flush();
	_exit(0);
}

/* ---- in the tool -------------------------------------------------------- */

bool apart_get(const struct apart *a, void *to, size_t count)
{
	char *at = to;

	while (count) {
		struct pollfd p = { .fd = a->fd, .events = POLLIN };
		ssize_t n;

		if (seconds_now() >= a->end)
			return false;
		if (poll(&p, 1, 1000) <= 0)
			continue;
		n = recv(a->fd, at, count, MSG_DONTWAIT);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n <= 0)
			return false;
		at += n;
		count -= (size_t)n;
	}
	return true;
}

bool apart_fail(struct apart *a, struct error *err)
{
	const bool late = seconds_now() >= a->end;
	int status = 0;
	pid_t got;
	char call[48];

	kill(a->pid, SIGKILL);
	do
		got = waitpid(a->pid, &status, 0);
	while (got < 0 && errno == EINTR);
	a->pid = 0;
	if (*a->refused)
		return error_set(err,
				 "cannot be read: its reader asked the kernel "
				 "for %s and was stopped",
				 sandbox_call(*a->refused, call, sizeof call));
	if (got > 0 && WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
		return error_set(err,
				 "cannot be read: its reader ended with signal "
				 "%d (%s)",
				 WTERMSIG(status),
				 sigdescr_np(WTERMSIG(status)));
	if (late)
		return error_set(err,
				 "cannot be read within %d seconds; it may be "
				 "without its debug information, which `strip "
				 "-d` takes away",
				 MOST_SECONDS);
	return error_set(err, "cannot be read: its reader failed");
}

static bool map_refused(struct apart *a, struct error *err)
{
	void *shared = mmap(NULL, sizeof(uint32_t), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (shared == MAP_FAILED)
		return error_set(err, "does not fit into memory");
	a->refused = shared;
	return true;
}

bool apart_start(struct apart *a,
		 void (*work)(void *ctx, enum sandbox_state sandbox), void *ctx,
		 struct error *err)
{
	pid_t parent = getpid();
	sigset_t all, old;
	int pair[2];

	*a = (struct apart){ .fd = -1, .end = seconds_now() + MOST_SECONDS };
	if (!map_refused(a, err))
		return false;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return error_set(err, "cannot be read: %s", strerror(errno));
	/* No handler of the tool's shall ever run in the process. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	a->pid = fork();
	if (a->pid == 0)
		work_apart(a, work, ctx, pair[1], parent);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	close(pair[1]);
	a->fd = pair[0];
	if (a->pid < 0)
		return error_set(err, "cannot be read: no process: %s",
				 strerror(errno));
	return true;
}

void apart_end(struct apart *a)
{
	struct error ignored;

	if (a->pid > 0)
		(void)apart_fail(a, &ignored);
	if (a->fd >= 0)
		close(a->fd);
	if (a->refused)
		munmap(a->refused, sizeof(uint32_t));
}
