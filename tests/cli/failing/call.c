/* SPDX-License-Identifier: MIT */
/*
 * fail_call N COMMAND...: runs a command of which the Nth system call fails, of
 * those that may fail, counted over all of its processes from where
 * begin.c's library begins.  Prints a line about what it was on file descriptor
 * 9: "call NAME NUMBER FIRST-ARGUMENT errno", or "none COUNT" where there were
 * fewer.  Ends as the command does, with 128 and the signal where one ended it.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MARK = 0x7A11, REPORT = 9, PROCESSES = 4096 };

/* The calls that fail, and what the kernel says then. */
static const struct {
	long number;
	const char *name;
	int error;
} calls[] = {
#define CALL(name, error)                                                      \
	{                                                                      \
		SYS_##name, #name, error                                       \
	}
	CALL(read, EIO),
	CALL(pread64, EIO),
	CALL(write, ENOSPC),
	CALL(writev, ENOSPC),
	CALL(pwrite64, ENOSPC),
	CALL(open, EMFILE),
	CALL(openat, EMFILE),
	CALL(close, EIO),
	CALL(stat, EIO),
	CALL(fstat, EIO),
	CALL(newfstatat, EIO),
	CALL(lseek, ESPIPE),
	CALL(mmap, ENOMEM),
	CALL(mprotect, ENOMEM),
	CALL(mremap, ENOMEM),
	CALL(madvise, EINVAL),
	CALL(fsync, EIO),
	CALL(rename, EXDEV),
	CALL(unlink, EACCES),
	CALL(unlinkat, EACCES),
	CALL(mkdir, EACCES),
	CALL(rmdir, EACCES),
	CALL(fchmod, EPERM),
	CALL(ftruncate, EIO),
	CALL(readlink, EACCES),
	CALL(getdents64, EIO),
	CALL(access, EACCES),
	CALL(getcwd, ENOENT),
	CALL(pipe, EMFILE),
	CALL(pipe2, EMFILE),
	CALL(socketpair, EMFILE),
	CALL(socket, EMFILE),
	CALL(memfd_create, EMFILE),
	CALL(dup, EMFILE),
	CALL(dup2, EMFILE),
	CALL(fcntl, EBADF),
	CALL(clone, EAGAIN),
	CALL(clone3, EAGAIN),
	CALL(vfork, EAGAIN),
	CALL(fork, EAGAIN),
	CALL(execve, ENOENT),
	CALL(wait4, ECHILD),
	CALL(recvfrom, EIO),
	CALL(sendto, ENOBUFS),
	CALL(recvmsg, EIO),
	CALL(sendmsg, ENOBUFS),
	CALL(poll, ENOMEM),
	CALL(ppoll, ENOMEM),
	CALL(prctl, EPERM),
	CALL(seccomp, EPERM),
	CALL(timerfd_create, EMFILE),
	CALL(timerfd_settime, EINVAL),
	CALL(sysinfo, EIO),
	CALL(uname, EIO),
	CALL(perf_event_open, EACCES),
#undef CALL
};

static struct process {
	pid_t pid;
	bool inside;  /* of a call */
	long instead; /* what it returns, or 0 */
} processes[PROCESSES];
static unsigned long wanted, seen;
static bool counting, told;

static struct process *process(pid_t pid)
{
	unsigned i = 0;

	while (i < PROCESSES - 1 && processes[i].pid && processes[i].pid != pid)
		i++;
	processes[i].pid = pid;
	return &processes[i];
}

static void enter(struct process *p, struct user_regs_struct *r)
{
	if (r->orig_rax == SYS_prctl && r->rdi == MARK)
		counting = true;
	for (unsigned i = 0; counting && i < sizeof(calls) / sizeof(*calls);
	     i++) {
		if ((long)r->orig_rax != calls[i].number || r->rdi == MARK)
			continue;
		if (++seen != wanted)
			return;
		told = true;
		dprintf(REPORT, "call %s %lu %lld %d\n", calls[i].name, seen,
			(long long)r->rdi, calls[i].error);
		p->instead = -calls[i].error;
		r->orig_rax = (unsigned long long)-1;
		ptrace(PTRACE_SETREGS, p->pid, NULL, r);
		return;
	}
}

static void at_call(struct process *p)
{
	struct user_regs_struct r;

	if (ptrace(PTRACE_GETREGS, p->pid, NULL, &r))
		return;
	if (!p->inside) {
		enter(p, &r);
	} else if (p->instead) {
		r.rax = (unsigned long long)p->instead;
		p->instead = 0;
		ptrace(PTRACE_SETREGS, p->pid, NULL, &r);
	}
	p->inside = !p->inside;
}

/* The signal that the process is to get when it goes on. */
static int stopped(struct process *p, int status)
{
	const int signal = WSTOPSIG(status);

	if (signal == (SIGTRAP | 0x80)) {
		at_call(p);
		return 0;
	}
	if (status >> 16)
		return 0; /* of ptrace: a child, or another program */
	return signal == SIGSTOP || signal == SIGTRAP ? 0 : signal;
}

static int follow(pid_t first)
{
	int status, result = 0;
	pid_t pid;

	while ((pid = waitpid(-1, &status, __WALL)) > 0) {
		struct process *p = process(pid);

		if (WIFSTOPPED(status)) {
			ptrace(PTRACE_SYSCALL, pid, NULL, stopped(p, status));
			continue;
		}
		*p = (struct process){ .pid = -1 };
		if (pid != first)
			continue;
		result = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
					     : WEXITSTATUS(status);
	}
	return result;
}

int main(int argc, char **argv)
{
	int status;
	pid_t pid;

	if (argc < 3)
		return 2;
	wanted = strtoul(argv[1], NULL, 10);
	pid = fork();
	if (!pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
		execvp(argv[2], argv + 2);
		_exit(127);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return 2;
	ptrace(PTRACE_SETOPTIONS, pid, NULL,
	       PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK |
		       PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
		       PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL);
	ptrace(PTRACE_SYSCALL, pid, NULL, NULL);
	status = follow(pid);
	if (!told)
		dprintf(REPORT, "none %lu\n", seen);
	return status;
}
