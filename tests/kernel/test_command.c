/* SPDX-License-Identifier: MIT */
/* A command as a process that waits. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/perf.h"
#include "test.h"

static char *exits[] = { "sh", "-c", "exit 3", NULL };

TEST(runs_when_it_is_let_go)
{
	struct perf_command c = { .word = exits, .quiet = true };
	const struct perf_meanwhile nothing = { 0 };
	struct perf_end end;
	struct error err;

	assert_true(perf_command_start(&c, &err));
	assert_true(perf_command_run(&c, &nothing, &end, &err));
	assert_int_equal(end.status, 3);
	assert_false(end.signal);
}

/* Somebody ends it while it waits: that is said, and ends nobody else. */
TEST(is_gone_before_it_is_let_go)
{
	struct perf_command c = { .word = exits, .quiet = true };
	const struct perf_meanwhile nothing = { 0 };
	struct perf_end end;
	struct error err;
	siginfo_t info;

	assert_true(perf_command_start(&c, &err));
	assert_int_equal(kill(c.pid, SIGKILL), 0);
	assert_int_equal(waitid(P_PID, (id_t)c.pid, &info, WEXITED | WNOWAIT),
			 0);
	assert_false(perf_command_run(&c, &nothing, &end, &err));
	assert_non_null(strstr(err.text, "sh: somebody ended it before"));
	assert_int_equal(end.status, 128 + SIGKILL);
	assert_true(end.signal);
}

/* Runs what cannot be executed: why not is what is expected. */
static void refused(char *name, const char *expected)
{
	char *words[] = { name, NULL };
	struct perf_command c = { .word = words, .quiet = true };
	const struct perf_meanwhile nothing = { 0 };
	struct perf_end end;
	struct error err;

	assert_true(perf_command_start(&c, &err));
	assert_false(perf_command_run(&c, &nothing, &end, &err));
	assert_non_null(strstr(err.text, expected));
}

/* A script without its interpreter is not among them: valgrind, under which
 * this runs, too, does not bear that execve() fails of it. */
TEST(says_why_it_cannot_be_executed)
{
	refused("/no/such/command", "No such file or directory");
	refused("no-command-is-called-so", "there is no such command in $PATH");
	refused("/", "Permission denied");
}
