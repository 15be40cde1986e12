/* SPDX-License-Identifier: MIT */
/*
 * A command as a process that waits, so that its counters are there before its
 * first instruction.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/seconds.h"
#include "base/text.h"
#include "kernel/perf.h"

enum { GIVE_UP_MS = 200 };

/* In the process that becomes the command. */
static void become(const struct perf_command *c, int gate, int say)
{
	char go;
	int null = c->quiet ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;

	if (read(gate, &go, 1) != 1)
		_exit(0); /* nobody wants it any more */
	(void)dup2(null >= 0 ? null : STDERR_FILENO, STDOUT_FILENO);
	if (null >= 0)
		(void)dup2(null, STDERR_FILENO);
	execvp(c->word[0], c->word);
	go = (char)errno;
	_exit(write(say, &go, 1) == 1 ? 127 : 126);
}

bool perf_command_start(struct perf_command *c, struct error *err)
{
	int gate[2], said[2];

	/* A socket, as what is sent to a process that is gone by then is no
	 * signal there. */
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, gate) < 0)
		return error_set(err, "%s: no process: %s", c->word[0],
				 strerror(errno));
	if (pipe2(said, O_CLOEXEC) < 0) {
		close(gate[0]);
		close(gate[1]);
		return error_set(err, "%s: no process: %s", c->word[0],
				 strerror(errno));
	}
	c->pid = fork();
	if (c->pid == 0) {
		close(gate[1]);
		become(c, gate[0], said[1]);
	}
	close(gate[0]);
	close(said[1]);
	c->gate = gate[1];
	c->said = said[0];
	if (c->pid > 0)
		return true;
	close(c->gate);
	close(c->said);
	return error_set(err, "%s: no process: %s", c->word[0],
			 strerror(errno));
}

void perf_command_drop(struct perf_command *c)
{
	close(c->gate);
	close(c->said);
	while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

static uint64_t ns_of(struct timeval t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_usec * 1000u;
}

/* A terminal tells the command itself; who told only us is passed on. */
void perf_command_end(const struct perf_command *c)
{
	const struct timespec wait = { 0, GIVE_UP_MS * 1000000L };
	siginfo_t info = { 0 };

	(void)nanosleep(&wait, NULL);
	if (waitid(P_PID, (id_t)c->pid, &info, WEXITED | WNOHANG | WNOWAIT) ==
		    0 &&
	    info.si_pid == 0)
		(void)kill(c->pid, SIGTERM);
}

static uint64_t ns_since(const struct perf_command *c)
{
	return (uint64_t)((seconds_now() - c->began) * 1e9);
}

static void fill(const struct perf_command *c, int status,
		 const struct rusage *used, struct perf_end *end)
{
	end->elapsed = ns_since(c);
	end->user = ns_of(used->ru_utime);
	end->system = ns_of(used->ru_stime);
	end->signal = WIFSIGNALED(status);
	end->status =
		end->signal ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Until one of the signals is there, or the time has come. */
static void doze(const sigset_t *until, uint64_t ns)
{
	const struct timespec most = { (time_t)(ns / 1000000000),
				       (long)(ns % 1000000000) };

	(void)sigtimedwait(until, NULL, &most);
}

/*
 * The command's end is noticed at once: its signal waits for doze().  A signal
 * to stop that comes just before that is noticed a second later.
 */
static bool wait_for(const struct perf_command *c,
		     const struct perf_meanwhile *m, struct perf_end *end,
		     struct error *err)
{
	enum { LONG = 1000000000 };
	struct rusage used = { 0 };
	bool told = false, good = true;
	/* Without ticks the first one comes in centuries. */
	const uint64_t period = m->period ? m->period : INT64_MAX;
	uint64_t next = period;
	sigset_t child, before;
	int status = 0;

	sigemptyset(&child);
	sigaddset(&child, SIGCHLD);
	sigprocmask(SIG_BLOCK, &child, &before);
	while (wait4(c->pid, &status, WNOHANG, &used) == 0) {
		const uint64_t now = ns_since(c);

		if (!told && (!good || (m->go_on && !m->go_on(m->ctx)))) {
			told = true;
			perf_command_end(c);
		} else if (now < next || !good) {
			doze(&child,
			     good && next - now < LONG ? next - now : LONG);
		} else {
			good = m->tick(m->ctx, now, err);
			next = (ns_since(c) / period + 1) * period;
		}
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	fill(c, status, &used, end);
	return good;
}

bool perf_command_go(struct perf_command *c, struct error *err)
{
	bool gone;

	/* The command may have ended before this goes on. */
	c->began = seconds_now();
	gone = send(c->gate, "", 1, MSG_NOSIGNAL) == 1;
	close(c->gate);
	return gone ||
	       error_set(err,
			 "%s: somebody ended it before it began; run it again",
			 c->word[0]);
}

/*
 * Tells what execvp() said of it.  It says that there is no such file of a file
 * that is there, too, if what is to carry that out is missing.
 */
static bool tell_refused(const char *word, int why, struct error *err)
{
	if (why == ENOENT && strchr(word, '/') && access(word, F_OK) == 0)
		return error_set(err,
				 "%s: what carries it out is missing: the "
				 "interpreter that its first line names, or "
				 "the loader of another system's program",
				 word);
	if (why == ENOENT && !strchr(word, '/'))
		return error_set(err, "%s: there is no such command in $PATH",
				 text_seen(word));
	return error_set(err, "%s: %s", word, strerror(why));
}

/* Could it not be executed, and why not?  It has ended. */
static bool was_executed(struct perf_command *c, struct error *err)
{
	char why = 0;
	const bool failed = read(c->said, &why, 1) == 1;

	close(c->said);
	return !failed || tell_refused(c->word[0], why, err);
}

enum perf_state perf_command_ended(struct perf_command *c, struct perf_end *end,
				   struct error *err)
{
	struct rusage used = { 0 };
	int status = 0;

	*end = (struct perf_end){ 0 };
	if (wait4(c->pid, &status, WNOHANG, &used) != c->pid)
		return PERF_RUNS;
	fill(c, status, &used, end);
	return was_executed(c, err) ? PERF_ENDED : PERF_NOT_BEGUN;
}

void perf_command_kill(struct perf_command *c)
{
	(void)kill(c->pid, SIGKILL);
	close(c->said);
	while (waitpid(c->pid, NULL, 0) < 0 && errno == EINTR)
		;
}

bool perf_command_run(struct perf_command *c, const struct perf_meanwhile *m,
		      struct perf_end *end, struct error *err)
{
	bool good = perf_command_go(c, err);

	*end = (struct perf_end){ 0 };
	good = wait_for(c, m, end, err) && good;
	return was_executed(c, err) && good;
}
