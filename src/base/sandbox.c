/* SPDX-License-Identifier: MIT */
/*
 * The filter.  What is on its list is what the engine and the libraries were
 * seen to need once everything is read and made: memory that is not
 * executable, the socket, a word on standard error, the time, and the end.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "base/sandbox.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/capabilities.h"

const char *sandbox_why(enum sandbox_state state)
{
	switch (state) {
	case SANDBOX_ON:
		return NULL;
	case SANDBOX_LEFT_OUT:
		return "built without libseccomp";
	case SANDBOX_SANITIZED:
		return "built with a sanitizer";
	case SANDBOX_VALGRIND:
		return "run by valgrind";
	case SANDBOX_REFUSED:
	case SANDBOX_STATES:
		break;
	}
	return "the kernel allows no filter";
}

static bool by_valgrind(void)
{
	const char *preload = getenv("LD_PRELOAD");

	return preload && strstr(preload, "vgpreload");
}

bool sandbox_wanted(void)
{
#ifdef TALLY_SANITIZED
	const bool sanitized = true;
#else
	const bool sanitized = false;
#endif

	return !sanitized && !by_valgrind();
}

/* The limit is never raised. */
static void limit(int what, rlim_t most)
{
	struct rlimit r;

	if (getrlimit((__rlimit_resource_t)what, &r))
		return;
	if (r.rlim_max == RLIM_INFINITY || r.rlim_max > most)
		r.rlim_max = most;
	if (r.rlim_cur == RLIM_INFINITY || r.rlim_cur > r.rlim_max)
		r.rlim_cur = r.rlim_max;
	setrlimit((__rlimit_resource_t)what, &r);
}

/* Bytes of address space that the process has from the one that forked it. */
static rlim_t mapped(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	char pages[64] = "";

	if (file) {
		(void)!fgets(pages, sizeof pages, file);
		fclose(file);
	}
	return (rlim_t)strtoull(pages, NULL, 10) *
	       (rlim_t)sysconf(_SC_PAGESIZE);
}

void sandbox_begin(uint64_t room)
{
	capabilities_drop();
	/* A sanitizer needs more of it than any limit allows. */
	if (sandbox_wanted())
		limit(RLIMIT_AS, mapped() + room);
}

#ifndef TALLY_SECCOMP

enum sandbox_state sandbox_enter(const struct sandbox *s)
{
	(void)s;
	return SANDBOX_LEFT_OUT;
}

const char *sandbox_call(uint32_t refused, char *to, size_t room)
{
	snprintf(to, room, "call %u", refused - 1);
	return to;
}

#else

#include <errno.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>

static _Atomic uint32_t *refused_call;

/* SYS_SECCOMP of the kernel, which this C library does not name. */
static const int BY_FILTER = 1;

/* The call was not made; nothing is left but to say so and to end. */
static void on_refusal(int number, siginfo_t *info, void *context)
{
	(void)number;
	(void)context;
	/* Any process may send this signal, so look whether the kernel did. */
	if (info->si_code == BY_FILTER)
		*refused_call = (uint32_t)info->si_syscall + 1;
	_exit(1);
}

static void catch_refusals(_Atomic uint32_t *refused)
{
	struct sigaction action;
	sigset_t set;

	refused_call = refused;
	memset(&action, 0, sizeof action);
	action.sa_sigaction = on_refusal;
	action.sa_flags = SA_SIGINFO;
	sigaction(SIGSYS, &action, NULL);
	/* A blocked SIGSYS would end the process without a word. */
	sigemptyset(&set);
	sigaddset(&set, SIGSYS);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
}

/* Calls whose arguments do not matter. */
static bool allow_plain(scmp_filter_ctx f)
{
	static const int calls[] = {
		SCMP_SYS(brk),
		SCMP_SYS(munmap),
		SCMP_SYS(mremap),
		SCMP_SYS(clock_gettime),
		SCMP_SYS(gettimeofday),
		/* qsort() asks how much memory there is */
		SCMP_SYS(sysinfo),
		SCMP_SYS(exit),
		SCMP_SYS(exit_group),
		SCMP_SYS(rt_sigreturn),
		/* abort() of an assertion, whose words are to be heard */
		SCMP_SYS(rt_sigprocmask),
		SCMP_SYS(getpid),
		SCMP_SYS(gettid),
	};

	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
		if (seccomp_rule_add(f, SCMP_ACT_ALLOW, calls[i], 0))
			return false;
	return true;
}

/* Advice on its own pages that makes them go, or large; none that takes the
 * machine's memory out of use, or has it compared with others'. */
static bool allow_advice(scmp_filter_ctx f)
{
	static const int advice[] = { MADV_DONTNEED, MADV_FREE,
				      MADV_HUGEPAGE, MADV_NOHUGEPAGE,
				      MADV_DONTFORK, MADV_DONTDUMP };

	for (size_t i = 0; i < sizeof advice / sizeof *advice; i++) {
		const struct scmp_arg_cmp is =
			SCMP_A2(SCMP_CMP_EQ, (scmp_datum_t)advice[i]);

		if (seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(madvise), 1,
				     is))
			return false;
	}
	return true;
}

static bool allow_some(scmp_filter_ctx f, int socket)
{
	const struct scmp_arg_cmp to_socket =
		SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)socket);
	const struct scmp_arg_cmp to_stderr =
		SCMP_A0(SCMP_CMP_EQ, STDERR_FILENO);
	const struct scmp_arg_cmp no_address = SCMP_A4(SCMP_CMP_EQ, 0);
	const struct scmp_arg_cmp no_code =
		SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
	const struct scmp_arg_cmp no_file =
		SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS);
	const struct scmp_arg_cmp itself =
		SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)getpid());
	const struct scmp_arg_cmp aborts = SCMP_A2(SCMP_CMP_EQ, SIGABRT);

	return !seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(sendto), 2,
				 to_socket, no_address) &&
	       !seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(recvfrom), 1,
				 to_socket) &&
	       !seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(write), 1,
				 to_stderr) &&
	       !seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(writev), 1,
				 to_stderr) &&
	       !seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2, no_code,
				 no_file) &&
	       !seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 2, itself,
				 aborts);
}

/* Libraries that ask for files that they can do without hear that there are
 * none: libdw asks for the name of the file that it has. */
static bool answer_some(scmp_filter_ctx f)
{
	const uint32_t none = SCMP_ACT_ERRNO(ENOENT);

	return !seccomp_rule_add(f, none, SCMP_SYS(readlink), 0) &&
	       !seccomp_rule_add(f, none, SCMP_SYS(readlinkat), 0);
}

static bool install(int socket)
{
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_TRAP);
	bool good = f &&
		    /* of another architecture's entry into the kernel */
		    !seccomp_attr_set(f, SCMP_FLTATR_ACT_BADARCH,
				      SCMP_ACT_KILL_PROCESS) &&
		    allow_plain(f) && allow_advice(f) &&
		    allow_some(f, socket) && answer_some(f) && !seccomp_load(f);

	if (f)
		seccomp_release(f);
	return good;
}

enum sandbox_state sandbox_enter(const struct sandbox *s)
{
	if (!sandbox_wanted())
		return by_valgrind() ? SANDBOX_VALGRIND : SANDBOX_SANITIZED;
	catch_refusals(s->refused);
	limit(RLIMIT_NOFILE, 0);
	limit(RLIMIT_NPROC, 0);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || !install(s->socket))
		return SANDBOX_REFUSED;
	return SANDBOX_ON;
}

const char *sandbox_call(uint32_t refused, char *to, size_t room)
{
	char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE,
						      (int)(refused - 1));

	if (name)
		snprintf(to, room, "%s", name);
	else
		snprintf(to, room, "call %u", refused - 1);
	free(name);
	return to;
}

#endif
