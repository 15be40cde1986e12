/* SPDX-License-Identifier: MIT */
/* Limits of such a process, and what is said of a call that it may not make. */
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
#include "base/sandbox_filter.h"

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

#include <seccomp.h>
#include <signal.h>
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

enum sandbox_state sandbox_enter(const struct sandbox *s)
{
	if (!sandbox_wanted())
		return by_valgrind() ? SANDBOX_VALGRIND : SANDBOX_SANITIZED;
	catch_refusals(s->refused);
	limit(RLIMIT_NOFILE, 0);
	limit(RLIMIT_NPROC, 0);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    !sandbox_filter(s->socket))
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
