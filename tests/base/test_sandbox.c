/* SPDX-License-Identifier: MIT */
/*
 * A process in the sandbox asks the kernel for every call that there is, one
 * process each: the call is on the list, or ends the process and is named.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/powerless.h"
#include "base/sandbox.h"
#include "test.h"

static const uint64_t ROOM = UINT64_C(4) << 30;
static const char MADE[] = "the call was made";

/* Calls that are made, whatever they are given. */
static const long listed[] = {
#ifdef __x86_64__
	335,
	336, /* of probes: no filter of a newer kernel gets them */
#endif
#ifdef SYS_readlink
	SYS_readlink, /* which hears that there is none */
#endif
	SYS_readlinkat,
	SYS_brk,
	SYS_munmap,
	SYS_mremap,
	SYS_clock_gettime,
	SYS_gettimeofday,
	SYS_sysinfo,
	SYS_exit,
	SYS_exit_group,
	SYS_rt_sigreturn,
	SYS_rt_sigprocmask,
	SYS_getpid,
	SYS_gettid,
};

static _Atomic uint32_t *refused;
static int two[2];

static int set_up(void **state)
{
	(void)state;
	refused = mmap(NULL, sizeof *refused, PROT_READ | PROT_WRITE,
		       MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return refused == MAP_FAILED ||
	       socketpair(AF_UNIX, SOCK_STREAM, 0, two);
}

static int tear_down(void **state)
{
	(void)state;
	close(two[0]);
	close(two[1]);
	return munmap((void *)refused, sizeof *refused);
}

struct call {
	long number;
	long a[5];
};

enum { LET, STOPPED, NO_SANDBOX };

_Noreturn static void ask_inside(const struct call *c)
{
	const struct sandbox s = { two[1], refused };

	for (int i = 1; i < NSIG; i++) /* cmocka has handlers of its own */
		signal(i, SIG_DFL);
	alarm(30); /* for calls that wait, where nothing stops them */
	sandbox_begin(ROOM);
	if (sandbox_enter(&s) != SANDBOX_ON)
		_exit(NO_SANDBOX);
	syscall(c->number, c->a[0], c->a[1], c->a[2], c->a[3], c->a[4]);
	_exit(LET);
}

/* LET or STOPPED; NO_SANDBOX: this build, or this kernel, has none. */
static int ask(const struct call *c)
{
	int status;
	pid_t pid;

	*refused = 0;
	pid = fork();
	if (pid == 0)
		ask_inside(c);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFEXITED(status) && WEXITSTATUS(status) == NO_SANDBOX)
		return NO_SANDBOX;
	if (!*refused) /* calls on the list may end it otherwise */
		return LET;
	assert_int_equal(*refused, c->number + 1);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), STOPPED);
	return STOPPED;
}

static bool is_listed(long number)
{
	for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
		if (listed[i] == number)
			return true;
	return false;
}

/* Behind the newest one there are none. */
TEST_WITH(every_call, set_up, tear_down)
{
	enum { CALLS = 600 };
	char name[64];

	for (long i = 0; i < CALLS; i++) {
		const struct call call = { i, { -1, -1, -1, -1, -1 } };
		const int how = is_listed(i) ? LET : ask(&call);

		if (how == NO_SANDBOX)
			return;
		if (how == LET && !is_listed(i))
			fail_msg("%s: %s", MADE,
				 sandbox_call((uint32_t)i + 1, name,
					      sizeof name));
	}
}

TEST_WITH(listed_calls, set_up, tear_down)
{
	for (size_t i = 0; i < sizeof listed / sizeof *listed; i++) {
		const struct call call = { listed[i], { 0 } };

		/* rt_sigreturn has no frame here that it could return to. */
		if (listed[i] != SYS_rt_sigreturn)
			assert_int_not_equal(ask(&call), STOPPED);
	}
}

/* No byte is left that malloc() could give. */
static void use_up_memory(void)
{
	const struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_AS, &none);
	for (size_t size = 1 << 20; size >= 8; size /= 2)
		while (malloc(size))
			;
}

/* There is a filter, and it is the whole one. */
TEST_WITH(without_memory, set_up, tear_down)
{
	const struct sandbox s = { two[1], refused };
	int status;
	pid_t pid;

	if (!sandbox_wanted())
		return;
	*refused = 0;
	pid = fork();
	if (pid == 0) {
		for (int i = 1; i < NSIG; i++)
			signal(i, SIG_DFL);
		alarm(30);
		use_up_memory();
		if (sandbox_enter(&s) == SANDBOX_LEFT_OUT)
			_exit(LET);
		(void)syscall(SYS_sysinfo, NULL);
		(void)syscall(SYS_close, two[0]);
		_exit(NO_SANDBOX);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	if (WEXITSTATUS(status) == LET) /* this build has none */
		return;
	assert_int_equal(WEXITSTATUS(status), STOPPED);
	assert_int_equal(*refused, SYS_close + 1);
}

/* Calls that are made for some of their arguments alone. */
TEST_WITH(some_arguments, set_up, tear_down)
{
	enum { ANONYMOUS = MAP_PRIVATE | MAP_ANONYMOUS };
	static char page[4096] __attribute__((aligned(4096)));
	const long at = (long)page, me = getpid();
	const struct {
		struct call call;
		int how;
	} rows[] = {
		{ { SYS_madvise, { at, 4096, MADV_DONTNEED } }, LET },
		{ { SYS_madvise, { at, 4096, MADV_FREE } }, LET },
		{ { SYS_madvise, { at, 4096, MADV_HUGEPAGE } }, LET },
		{ { SYS_madvise, { at, 4096, 100 /* hwpoison */ } }, STOPPED },
		{ { SYS_madvise, { at, 4096, 101 /* offline */ } }, STOPPED },
		{ { SYS_madvise, { at, 4096, MADV_MERGEABLE } }, STOPPED },
		{ { SYS_madvise, { at, 4096, MADV_REMOVE } }, STOPPED },
		{ { SYS_madvise, { at, 4096, MADV_DONTNEED | 1L << 32 } },
		  STOPPED },
		{ { SYS_mmap, { 0, 4096, PROT_READ, ANONYMOUS, -1 } }, LET },
		{ { SYS_mmap, { 0, 4096, PROT_EXEC, ANONYMOUS, -1 } },
		  STOPPED },
		{ { SYS_mmap, { 0, 4096, PROT_READ, MAP_PRIVATE, two[1] } },
		  STOPPED },
		{ { SYS_mprotect, { at, 4096, PROT_EXEC } }, STOPPED },
		{ { SYS_write, { 2, at, 0 } }, LET },
		{ { SYS_write, { 1, at, 0 } }, STOPPED },
		{ { SYS_write, { two[1], at, 0 } }, STOPPED },
		{ { SYS_sendto, { two[1], at, 0, MSG_DONTWAIT, 0 } }, LET },
		{ { SYS_sendto, { two[0], at, 0, MSG_DONTWAIT, 0 } }, STOPPED },
		{ { SYS_sendto, { two[1], at, 0, MSG_DONTWAIT, at } },
		  STOPPED },
		{ { SYS_recvfrom, { two[1], at, 1, MSG_DONTWAIT, 0 } }, LET },
		{ { SYS_recvfrom, { two[0], at, 1, MSG_DONTWAIT, 0 } },
		  STOPPED },
		{ { SYS_tgkill, { me, me, 0 } }, STOPPED },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const int how = ask(&rows[i].call);

		if (how != NO_SANDBOX && how != rows[i].how)
			fail_msg("row %zu: %d", i, how);
	}
}

/* With or without a filter, and from the beginning. */
TEST_WITH(powers_and_room, set_up, tear_down)
{
	struct rlimit r;
	char byte;
	pid_t pid = fork();

	if (pid == 0) {
		close(two[0]);
		sandbox_begin(ROOM);
		(void)send(two[1], "x", 1, 0);
		(void)recv(two[1], &byte, 1, 0); /* until it is seen */
		_exit(0);
	}
	assert_int_equal(recv(two[0], &byte, 1, 0), 1);
	check_powerless(pid);
	assert_int_equal(prlimit(pid, RLIMIT_AS, NULL, &r), 0);
	if (sandbox_wanted()) {
		assert_true(r.rlim_max > ROOM);
		assert_true(r.rlim_max < 2 * (uint64_t)ROOM);
	}
	assert_int_equal(send(two[0], "x", 1, 0), 1);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
}
