/* SPDX-License-Identifier: MIT */
/*
 * However the process of a board ends, or is to get out of its room, the parent
 * must learn of it in one sentence and keep neither a zombie nor a file.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/powerless.h"
#include "base/sandbox.h"
#include "process_fixture.h"
#include "test.h"

static void check_death(const char *act, const char *how, const char *said)
{
	char want[512];

	heard_count = 0;
	memset(heard, 0, sizeof heard);
	run(act);
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	assert_int_equal(stop.instructions, 1234567);
	snprintf(want, sizeof want,
		 "the simulated board died: %s after at least 1,234,567 "
		 "instructions%s; 'tally board fake --max-insn 1234567' "
		 "stops before that",
		 how, said);
	assert_string_equal(stop.text, want);
	/* The words printed last help most. */
	assert_string_equal(heard, "sent, unsent");
	/* Dead is dead. */
	assert_false(board_go(board, &err));
	assert_string_equal(err.text, want);
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	board_interrupt(board);
	board_close(board);
	board = NULL;
}

CASE(tells_of_deaths)
{
	check_death("abort", "the engine ended with signal 6 (Aborted)",
		    ", saying \"engine.c:7: it cannot be\"");
	check_death("asan", "the engine ended with status 7",
		    ", saying \"==9==ERROR: AddressSanitizer: "
		    "heap-buffer-overflow on address 0x1\"");
	check_death("segv",
		    "the engine ended with signal 11 (Segmentation "
		    "fault)",
		    "");
	check_death("leave", "the engine ended with status 7", "");
	check_death("half",
		    "the engine ended with signal 11 (Segmentation "
		    "fault)",
		    "");
	check_death("junk", "the engine sent garbage", "");
	check_death("big", "the engine sent garbage", "");
	run("odd"); /* a reason that is none */
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	assert_non_null(strstr(stop.text, "the engine sent garbage"));
}

CASE(survives_death_in_requests)
{
	const struct tally_reg reg = { 0, TALLY_CP15, 32 };
	struct target_truth row;
	struct board_cpu cpu;
	uint8_t byte = 0;
	struct tally_bus *bus;
	uint64_t value = 1;
	unsigned count;

	open_board("die-reg");
	bus = board_bus(board);
	assert_int_equal(bus->ops->read(bus, &reg, &value), TALLY_E_BUS);
	assert_int_equal(bus->ops->write(bus, &reg, value), TALLY_E_BUS);
	assert_true(board_wait(board, false, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	board_close(board);
	open_board("die-write");
	bus = board_bus(board);
	assert_int_equal(bus->ops->write(bus, &reg, value), TALLY_E_BUS);
	board_close(board);
	open_board("die-cpu");
	assert_false(board_cpu_read(board, &cpu, &err));
	assert_non_null(strstr(err.text, "signal 11"));
	board_close(board);
	open_board("die-cpu");
	memset(&cpu, 0, sizeof cpu);
	assert_false(board_cpu_write(board, &cpu, &err));
	assert_non_null(strstr(err.text, "signal 11"));
	board_close(board);
	open_board("die-mem");
	assert_false(board_mem_read(board, 0x8004, &byte, 1, &err));
	assert_non_null(strstr(err.text, "signal 11"));
	assert_false(board_mem_write(board, 0x8004, &byte, 1, &err));
	assert_non_null(strstr(err.text, "signal 11"));
	board_close(board);
	open_board("die-break");
	assert_false(board_break(board, 0, true, &err));
	assert_non_null(strstr(err.text, "signal 11"));
	board_close(board);
	open_board("die-truth");
	assert_false(board_truth_read(board, &row, 1, &count, &err));
	assert_non_null(strstr(err.text, "signal 11"));
	board_close(board);
	open_board("odd-truth"); /* a row of a monitor that is none */
	assert_false(board_truth_read(board, &row, 1, &count, &err));
	assert_non_null(strstr(err.text, "the engine sent garbage"));
}

/* Adds up what comes, and refuses more than `most` rows. */
struct taken {
	uint64_t rows, cost, most;
};

static bool take_row(void *ctx, const struct board_profile_row *row,
		     struct error *to)
{
	struct taken *t = ctx;

	if (t->rows == t->most)
		return error_set(to, "enough");
	t->rows++;
	t->cost += row->cost[0] + row->cost[1];
	return true;
}

/* Rows of a profile arrive as they are; one that cannot be ends the board. */
CASE(doubts_a_profile)
{
	static const char *const bad[] = { "profile-kind",    "profile-cause",
					   "profile-order",   "profile-call",
					   "profile-first",   "profile-path",
					   "profile-step",    "profile-nowhere",
					   "profile-context", "profile-span",
					   "profile-backward" };
	const struct board_column column[] = { { 0, 0 }, { 0, 7 } };
	struct taken taken = { .most = 100 };
	struct board_profile_end end;

	open_board("profile");
	assert_false(board_profile(board, column, 0, 9, &err));
	assert_false(board_profile(board, column, 1, 9, &err));
	assert_string_equal(err.text, "no such row");
	assert_true(board_profile(board, column, 2, 9, &err));
	assert_true(board_profile_read(board, take_row, &taken, &end, &err));
	assert_int_equal(taken.rows, 10);
	assert_int_equal(taken.cost, 10 * (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9));
	assert_int_equal(end.lost_calls, 5);
	assert_int_equal(end.astray, 6);
	taken = (struct taken){ .most = 3 };
	assert_false(board_profile_read(board, take_row, &taken, &end, &err));
	assert_string_equal(err.text, "enough");
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		board_close(board);
		open_board(bad[i]);
		taken = (struct taken){ .most = 100 };
		assert_false(board_profile_read(board, take_row, &taken, &end,
						&err));
		assert_non_null(strstr(err.text, "the engine sent garbage"));
	}
}

static bool take_step(void *ctx, const struct board_trace_row *row,
		      struct error *to)
{
	uint64_t *cycles = ctx;

	if (!cycles)
		return error_set(to, "enough");
	*cycles += row->end - row->begin;
	return true;
}

/* Steps of a trace arrive as they are, as many as were asked for at most; one
 * that cannot be, or that its causes do not sum to, ends the board. */
CASE(doubts_a_trace)
{
	static const char *const bad[] = { "trace-kind", "trace-gap",
					   "trace-sum",  "trace-dispatched",
					   "trace-done", "trace-endless" };
	uint64_t cycles = 0;

	open_board("trace");
	assert_false(board_trace(board, 0, &err));
	assert_false(board_trace(board, BOARD_TRACE_MOST + 1, &err));
	assert_false(board_trace(board, 2, &err));
	assert_string_equal(err.text, "not so many");
	assert_true(board_trace(board, 3, &err));
	assert_true(board_trace_read(board, take_step, &cycles, &err));
	assert_int_equal(cycles, 15);
	assert_false(board_trace_read(board, take_step, NULL, &err));
	assert_string_equal(err.text, "enough");
	for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
		board_close(board);
		open_board(bad[i]);
		assert_false(board_trace_read(board, take_step, &cycles, &err));
		assert_non_null(strstr(err.text, "the engine sent garbage"));
	}
}

/* Killed from outside, at rest and at work. */
CASE(survives_kill)
{
	struct board_cpu cpu;
	siginfo_t info;

	open_board("loop");
	kill(board->pid, SIGKILL);
	assert_false(board_cpu_read(board, &cpu, &err));
	assert_string_equal(err.text,
			    "the simulated board died: the engine ended with "
			    "signal 9 (Killed)");
	board_close(board);
	open_board("loop");
	assert_true(board_go(board, &err));
	while (board_progress(board) == 0)
		sched_yield();
	assert_false(board_wait(board, false, &stop));
	kill(board->pid, SIGKILL);
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	assert_non_null(strstr(stop.text, "signal 9 (Killed) after at least"));
	board_close(board);
	/* Dead, its socket closed, before it is told to go. */
	open_board("loop");
	kill(board->pid, SIGKILL);
	assert_int_equal(
		waitid(P_PID, (id_t)board->pid, &info, WEXITED | WNOWAIT), 0);
	assert_true(board_go(board, &err));
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	board_close(board);
	/* Closed while running, and while stuck. */
	open_board("loop");
	assert_true(board_go(board, &err));
	board_close(board);
	open_board("stuck");
	assert_true(board_go(board, &err));
}

/* As the child leaves it behind when the kernel stops it. */
static void check_told_at_rest(const char *text)
{
	siginfo_t info;

	open_board("loop");
	assert_false(board_wait(board, false, &stop) &&
		     stop.reason == TARGET_STOP_LOST);
	board->shared->refused = (uint32_t)SYS_openat + 1;
	kill(board->pid, SIGKILL);
	assert_int_equal(
		waitid(P_PID, (id_t)board->pid, &info, WEXITED | WNOWAIT), 0);
	assert_true(board_wait(board, false, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	assert_non_null(strstr(stop.text, text));
	board_close(board);
	board = NULL;
}

/* Nobody asks it anything, and nobody lets it run. */
CASE(tells_of_death_at_rest)
{
	char call[32], text[96];

	snprintf(text, sizeof text,
		 "the simulated board asked the kernel for %s and was stopped",
		 sandbox_call((uint32_t)SYS_openat + 1, call, sizeof call));
	check_told_at_rest(text);
}

/* Only a build or a run that cannot have a sandbox may be without one. */
static bool not_wanted(const char *why)
{
	if (why && sandbox_wanted())
		assert_string_equal(why, sandbox_why(SANDBOX_LEFT_OUT));
	return why != NULL;
}

/* Whatever gets hold of the engine gets no further, and is named. */
CASE(keeps_the_engine_in)
{
	static const struct {
		const char *act, *call;
	} ways[] = {
		{ "open", "openat" },       { "socket", "socket" },
		{ "connect", "connect" },   { "fork", "clone" },
		{ "exec", "execve" },       { "kill", "kill" },
		{ "mmap-code", "mmap" },    { "mmap-file", "mmap" },
		{ "mprotect", "mprotect" }, { "sendto", "sendto" },
		{ "write", "write" },       { "prctl", "prctl" },
	};
	char want[300];

	tester = getpid();
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		run(ways[i].act);
		if (not_wanted(board_unguarded(board)))
			return;
		assert_int_equal(stop.reason, TARGET_STOP_LOST);
		snprintf(want, sizeof want,
			 "the simulated board asked the kernel for %s and was "
			 "stopped after at least 1,234,567 instructions; "
			 "'tally board fake --max-insn 1234567' stops before "
			 "that",
			 ways[i].call);
		assert_string_equal(stop.text, want);
		board_close(board);
	}
	board = NULL;
}

CASE(limits_the_engine)
{
	struct rlimit r;

	open_board("loop");
	check_powerless(board->pid);
	if (not_wanted(board_unguarded(board)))
		return;
	assert_int_equal(prlimit(board->pid, RLIMIT_AS, NULL, &r), 0);
	assert_int_equal(r.rlim_max >> 30, 7);
	assert_int_equal(prlimit(board->pid, RLIMIT_NOFILE, NULL, &r), 0);
	assert_int_equal(r.rlim_max, 0);
}

/* Time on the processor, for when nobody is left to look at the clock. */
CASE(limits_the_engines_time)
{
	struct rlimit before, r;

	getrlimit(RLIMIT_CPU, &before);
	if (before.rlim_cur != RLIM_INFINITY)
		return; /* the user's own stays */
	options.timeout_s = 100;
	open_board("loop");
	/* Before it runs, too. */
	assert_int_equal(prlimit(board->pid, RLIMIT_CPU, NULL, &r), 0);
	assert_in_range(r.rlim_cur, 105, 300);
	assert_true(board_go(board, &err));
	assert_int_equal(prlimit(board->pid, RLIMIT_CPU, NULL, &r), 0);
	assert_in_range(r.rlim_cur, 105, 300);
	board_close(board);
	options.timeout_s = 0;
	run("exit");
	assert_int_equal(prlimit(board->pid, RLIMIT_CPU, NULL, &r), 0);
	assert_true(r.rlim_cur == RLIM_INFINITY);
}

/* The guard is off where a tool looks over the engine's shoulder, and only
 * there. */
CASE(says_why_it_is_unguarded)
{
	const char *why;

	open_board("loop");
	why = board_unguarded(board);
	if (getenv("LD_PRELOAD") && strstr(getenv("LD_PRELOAD"), "vgpreload"))
		assert_string_equal(why, "run by valgrind");
	else if (why)
		assert_true(strcmp(why, "built with a sanitizer") == 0 ||
			    strcmp(why, "built without libseccomp") == 0 ||
			    strcmp(why, "the kernel allows no filter") == 0);
}

CASE(bears_a_flood)
{
	run("flood");
	assert_int_equal(stop.reason, TARGET_STOP_EXIT);
	assert_int_equal(heard_count, FLOOD);
	assert_int_equal(heard_wrong, 0);
	/* Once more, without waiting in board_wait(). */
	heard_count = 0;
	assert_true(board_go(board, &err));
	while (!board_wait(board, false, &stop)) {
		struct pollfd p = { board_fd(board), POLLIN, 0 };

		assert_int_equal(poll(&p, 1, -1), 1);
	}
	assert_int_equal(heard_count, FLOOD);
	assert_int_equal(heard_wrong, 0);
	/* And with nobody to listen: the child waits, and can be ended. */
	assert_true(board_go(board, &err));
	board_interrupt(board);
}

CASE(ignores_the_terminal)
{
	int extra[2];

	assert_int_equal(pipe(extra), 0);
	open_board("loop");
	assert_true(board_go(board, &err));
	while (board_progress(board) == 0)
		sched_yield();
	kill(board->pid, SIGINT);
	board_interrupt(board);
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_HALTED);
	board_close(board);
	/* The child keeps four files, whatever the parent has open. */
	run("files");
	assert_int_equal(stop.status, 4);
	close(extra[0]);
	close(extra[1]);
}

/* The standard files may be closed in the parent. */
CASE(needs_no_standard_files)
{
	pid_t pid = fork();
	int status;

	if (pid == 0) {
		close(0);
		close(1);
		close(2);
		if (!try_to_open(&program, "exit") || !board_go(board, &err) ||
		    !board_wait(board, true, &stop))
			_exit(1);
		_exit(stop.reason == TARGET_STOP_EXIT && stop.status == 3 ? 42
									  : 2);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 42);
}

/* A tool that vanishes takes its board along; we inherit the remains. */
CASE(ends_with_its_parent)
{
	static const char *const acts[] = { "loop", "stuck", "flood" };

	prctl(PR_SET_CHILD_SUBREAPER, 1);
	for (size_t i = 0; i < sizeof acts / sizeof *acts; i++) {
		pid_t pid = fork();

		if (pid == 0) {
			if (!try_to_open(&program, acts[i]) ||
			    !board_go(board, &err))
				_exit(1);
			raise(SIGKILL);
		}
		assert_int_equal(waitpid(pid, NULL, 0), pid);
		/* The board: this returns when it has ended. */
		assert_true(waitpid(-1, NULL, 0) > 0);
	}
	prctl(PR_SET_CHILD_SUBREAPER, 0);
}

/* A sanitizer's report counts, though the child lives on. */
CASE(hears_sanitizers)
{
	static const char said[] =
		"saying \"a.c:7:3: runtime error: index 16? is too much\"";
	const struct tally_reg reg = { 0xf00, TALLY_CP15, 32 };
	uint64_t value;

	run("report");
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	assert_non_null(strstr(stop.text, "died: a sanitizer found an error"));
	assert_non_null(strstr(stop.text, said));
	board_close(board);
	run("report-reg");
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	assert_int_equal(
		board_bus(board)->ops->read(board_bus(board), &reg, &value),
		TALLY_E_BUS);
	assert_false(board_go(board, &err));
	assert_non_null(strstr(err.text, said));
	board_close(board);
	assert_false(try_to_open(&program, "report-load"));
	assert_non_null(strstr(err.text, said));
}
