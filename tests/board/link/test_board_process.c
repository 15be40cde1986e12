/* SPDX-License-Identifier: MIT */

/*
 * The two processes of a board, with a pretended machine in the child.  However
 * that ends, the parent must learn of it in one sentence and keep neither a
 * zombie nor a file.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/sandbox.h"
#include "board/link/client.h"
#include "pretended_machine.h"
#include "program/program.h"

static struct error err;
static struct board *board;
static struct board_stop stop;
static struct board_options options;
static const struct program program = { .path = "/nowhere/prog.elf" };
static char heard[64];
static uint32_t heard_count, heard_wrong;
static int files_before;

static void hear(void *ctx, const void *bytes, size_t count, double patience)
{
	const uint8_t *b = bytes;

	assert_true(patience >= 0);
	assert_ptr_equal(ctx, heard);
	for (size_t i = 0; i < count; i++) {
		uint32_t n = heard_count++;

		if (n < sizeof heard - 1)
			heard[n] = (char)b[i];
		heard_wrong += b[i] != (uint8_t)(n ^ n >> 8 ^ n >> 16);
	}
}

static int set_up(void **state)
{
	(void)state;
	files_before = count_files();
	memset(heard, 0, sizeof heard);
	heard_count = heard_wrong = 0;
	memset(&options, 0, sizeof options);
	err.text[0] = '\0';
	board = NULL;
	return 0;
}

/* Nothing may stay behind. */
static int tear_down(void **state)
{
	(void)state;
	board_close(board);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	assert_int_equal(count_files(), files_before);
	return 0;
}

/* Into `board`; false and `err` otherwise. */
static bool try_to_open(const struct program *p, const char *act)
{
	struct child_task task = {
		.spec = &pretended_board,
		.machine = &pretended_machine,
		.program = p,
	};

	options.command_line = act;
	task.options = options;
	board = client_open(&task, &err);
	return board != NULL;
}

static void open_board(const char *act)
{
	err.text[0] = '\0';
	try_to_open(&program, act);
	assert_string_equal(err.text, "");
	assert_non_null(board);
	board_on_console(board, hear, heard);
}

static void run(const char *act)
{
	open_board(act);
	assert_true(board_go(board, &err));
	while (!board_wait(board, true, &stop))
		;
}

static void check_open_fails(const char *path, const char *act,
			     const char *text)
{
	const struct program odd = { .path = path };

	assert_false(try_to_open(&odd, act));
	assert_string_equal(err.text, text);
}

static void check_no_program(const char *name, const char *path,
			     const char *text)
{
	assert_null(board_program(name, path, &err));
	if (!strstr(err.text, text))
		fail_msg("%s", err.text);
}

/* Where building it anew is the cure, that is said; not where nothing is. */
static void names_the_board_that_a_program_is_not_for(void **state)
{
	const char cure[] = "'tally board pb1176 --cc' shows how to build for "
			    "this board";

	(void)state;
	check_no_program("nix", "prog", "no board is called \"nix\"");
	check_no_program("pb1176", "/proc/self/exe", cure);
	check_no_program("pb1176", "/nowhere/x", "/nowhere/x");
	assert_null(strstr(err.text, cure));
}

static void fails_to_open(void **state)
{
	(void)state;
	assert_null(board_open("nix", &program, &options, &err));
	assert_memory_equal(err.text, "no board is called \"nix\"", 24);
	check_open_fails("a/b/prog.elf", "no-machine",
			 "command line is 'prog.elf no-machine'");
	check_open_fails("a/my prog.elf", "1 no-machine",
			 "command line is '\"my prog.elf\" 1 no-machine'");
	check_open_fails("prog", NULL, "command line is 'prog'");
	check_open_fails("prog", "no-load", "does not fit");
	check_open_fails(
		"prog", "die-new",
		"the simulated board died: the engine ended with "
		"signal 6 (Aborted) before its machine was made, saying "
		"\"no ?memory\"");
	check_open_fails(
		"prog", "die-load",
		"the simulated board died: the engine ended with "
		"signal 11 (Segmentation fault) before its machine was "
		"made");
}

static void runs_to_an_end(void **state)
{
	(void)state;
	run("exit");
	assert_int_equal(stop.reason, BOARD_STOP_EXIT);
	assert_int_equal(stop.status, 3);
	assert_int_equal(stop.pc, 0x8004);
	assert_int_equal(stop.instructions, 1000);
	assert_int_equal(stop.cycles, 2000);
	assert_int_equal(board_progress(board), 1000);
	assert_string_equal(stop.text, "text of exit");
	assert_string_equal(heard, "hello\n");
	/* It can be told again, and go on. */
	memset(&stop, 0, sizeof stop);
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, BOARD_STOP_EXIT);
	assert_true(board_go(board, &err));
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.instructions, 2000);
	assert_int_equal(stop.broken, 2);
	assert_string_equal(heard, "hello\nhello\n");
}

static void tells_other_ends(void **state)
{
	static const struct {
		const char *act;
		enum board_stop_reason reason;
	} ends[] = {
		{ "break", BOARD_STOP_BREAK },
		{ "fault", BOARD_STOP_FAULT },
		{ "limit", BOARD_STOP_LIMIT },
	};

	(void)state;
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		run(ends[i].act);
		assert_int_equal(stop.reason, ends[i].reason);
		board_close(board);
	}
	board = NULL;
}

static void reaches_registers(void **state)
{
	const struct tally_reg good = { 0xf00, TALLY_CP15, 32 };
	const struct tally_reg bad = { 0xf00, TALLY_MMIO, 32 };
	struct tally_bus *bus;
	struct board_cpu cpu;
	uint64_t value;

	(void)state;
	open_board("loop");
	bus = board_bus(board);
	assert_int_equal(bus->ops->write(bus, &good, UINT64_C(1) << 40), 0);
	assert_int_equal(bus->ops->read(bus, &good, &value), 0);
	assert_int_equal(value, (UINT64_C(1) << 40) + 0xf00);
	assert_int_equal(bus->ops->read(bus, &bad, &value), TALLY_E_NOREG);
	assert_int_equal(bus->ops->write(bus, &bad, 0), TALLY_E_BUS);
	assert_true(board_cpu_read(board, &cpu, &err));
	assert_int_equal(cpu.r[15], 0x8000);
	assert_int_equal(cpu.cpsr, 0x1d3);
	assert_true(board_break(board, 0x8000, true, &err));
	assert_false(board_break(board, 0x8002, true, &err));
	assert_string_equal(err.text, "no breakpoint can be set or removed at "
				      "0x00008002");
	assert_true(board_go(board, &err));
	assert_int_equal(bus->ops->read(bus, &good, &value), TALLY_E_BUS);
	assert_int_equal(value, 0);
	assert_false(board_cpu_read(board, &cpu, &err));
	assert_string_equal(err.text, "the simulated board is running; stop "
				      "it first");
	assert_false(board_go(board, &err));
	board_interrupt(board);
	board_interrupt(board);
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, BOARD_STOP_INTERRUPTED);
	assert_true(stop.instructions >= 1000);
	assert_int_equal(bus->ops->read(bus, &good, &value), 0);
}

static void reaches_memory(void **state)
{
	uint8_t byte = 0, two[2] = { 0 };

	(void)state;
	open_board("exit");
	assert_true(board_mem_read(board, 0x8004, &byte, 1, &err));
	assert_int_equal(byte, 0x5a);
	byte = 0xa5;
	assert_true(board_mem_write(board, 0x8004, &byte, 1, &err));
	byte = 0;
	assert_true(board_mem_read(board, 0x8004, &byte, 1, &err));
	assert_int_equal(byte, 0xa5);
	assert_false(board_mem_read(board, 0x8004, two, 2, &err));
	assert_string_equal(err.text, "no memory of fake can be read at "
				      "0x00008004 to 0x00008005");
	assert_true(board_mem_read(board, 0, two, 0, &err)); /* nothing */
	assert_true(board_go(board, &err));
	assert_false(board_mem_write(board, 0x8004, &byte, 1, &err));
	assert_string_equal(err.text, "the simulated board is running; stop "
				      "it first");
}

/* Each instance has a bus, and its own answer where there is none. */
static void reaches_instances(void **state)
{
	const struct tally_reg reg = { 0xf00, TALLY_CP15, 32 };
	uint64_t value;

	(void)state;
	open_board("loop");
	assert_ptr_equal(board_instance(board, 0), board_bus(board));
	for (unsigned i = 0; i < 4; i++) {
		struct tally_bus *bus = board_instance(board, i);
		bool there = i < 3;

		assert_int_equal(bus->ops->read(bus, &reg, &value),
				 there ? TALLY_OK : TALLY_E_NOREG);
		assert_int_equal(value, there ? 0xf00 + i * 1000000 : 0);
	}
}

/* A window's steps, more than a message holds, arrive in their order. */
static void hands_windows_over(void **state)
{
	const struct tally_reg reg = { 0, TALLY_CP15, 32 };
	struct board_step step[200];
	struct board_window w = {
		.from = 0x8000,
		.to = 0x8010,
		.returns = true,
		.open = step,
		.close = step + 90,
		.opens = 90,
		.closes = 110,
	};
	uint64_t expected = 0x8000 + 0x8010 + 1, value;

	(void)state;
	for (unsigned i = 0; i < 200; i++) {
		step[i] = (struct board_step){ reg, i * i + 7, i };
		expected = i < 90 ? 3 * expected + i * i + 7
				  : 5 * expected + i * i + 7 + i;
	}
	open_board("loop");
	assert_true(board_window(board, &w, &err));
	assert_int_equal(
		board_bus(board)->ops->read(board_bus(board), &reg, &value),
		TALLY_OK);
	assert_int_equal(value, expected);
	w.from = 1;
	assert_false(board_window(board, &w, &err));
	assert_string_equal(err.text, "out of memory");
	assert_true(board_go(board, &err));
	assert_false(board_window(board, &w, &err));
	assert_non_null(strstr(err.text, "running"));
}

static void reads_the_book(void **state)
{
	struct board_truth rows[5];
	unsigned count;

	(void)state;
	run("exit");
	assert_true(board_truth_read(board, rows, 5, &count, &err));
	assert_int_equal(count, 5);
	assert_int_equal(rows[0].code, 7);
	assert_string_equal(rows[0].name, "instructions");
	assert_string_equal(rows[0].basis, "it is");
	assert_int_equal(rows[0].class, PMU_EXACT);
	assert_int_equal(rows[0].count, 1000);
	assert_int_equal(rows[1].class, PMU_NOT_MODELLED);
	assert_int_equal(rows[1].count, 0);
	assert_int_equal(rows[2].count, 0);
	assert_int_equal(rows[3].code, 0xFFFE);
	assert_int_equal(rows[3].count, 2000);
	assert_string_equal(rows[3].basis, "timing model of the core");
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(rows[i].monitor, 0);
	assert_int_equal(rows[4].monitor, 1); /* and it counts no cycles */
	assert_int_equal(rows[4].code, 7);
	assert_false(board_truth_read(board, rows, 3, &count, &err));
	assert_string_equal(err.text, "the board's book has 5 rows, and there "
				      "is room for 3");
}

static void stops_after_a_slice(void **state)
{
	(void)state;
	open_board("loop");
	assert_true(board_go_for(board, 9000, &err));
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, BOARD_STOP_SLICE);
	assert_int_equal(stop.cycles, 10000);
	assert_true(board_go_for(board, 1, &err));
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, BOARD_STOP_SLICE);
	assert_int_equal(stop.cycles, 12000);
}

static void keeps_time_limits(void **state)
{
	(void)state;
	options.timeout_s = 0.02;
	run("loop");
	assert_int_equal(stop.reason, BOARD_STOP_TIMEOUT);
	assert_memory_equal(stop.text, "still running after 0.02 s and ", 31);
	assert_non_null(strstr(stop.text, "allow more with --timeout"));
	board_close(board);
	/* An engine that does not even look. */
	run("stuck");
	assert_int_equal(stop.reason, BOARD_STOP_DIED);
	assert_string_equal(stop.text,
			    "the simulated board died: its time of 0.02 s was "
			    "up, it did not stop within 5 s more, and was "
			    "killed after at least 1,234,567 instructions; "
			    "'tally board fake --max-insn 1234567' stops "
			    "before that");
}

static void ends_the_disobedient(void **state)
{
	(void)state;
	open_board("stuck");
	assert_true(board_go(board, &err));
	assert_true(board->kill_time <= 0); /* never, so far */
	while (board_progress(board) == 0)
		sched_yield();
	/* As often as one likes: this must not wait for the child. */
	for (unsigned i = 0; i < 10000; i++)
		board_interrupt(board);
	assert_true(board->kill_time > 0);
	assert_false(board_wait(board, false, &stop));
	board->kill_time = 1e-9; /* long ago */
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, BOARD_STOP_DIED);
	assert_non_null(
		strstr(stop.text, "did not stop within 5 s of being told to"));
}

static void check_death(const char *act, const char *how, const char *said)
{
	char want[512];

	heard_count = 0;
	memset(heard, 0, sizeof heard);
	run(act);
	assert_int_equal(stop.reason, BOARD_STOP_DIED);
	assert_int_equal(stop.instructions, 1234567);
	snprintf(want, sizeof want,
		 "the simulated board died: %s after at least 1,234,567 "
		 "instructions%s; 'tally board fake --max-insn 1234567' "
		 "stops before that",
		 how, said);
	assert_string_equal(stop.text, want);
	/* What was printed last helps most. */
	assert_string_equal(heard, "sent, unsent");
	/* Dead is dead. */
	assert_false(board_go(board, &err));
	assert_string_equal(err.text, want);
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, BOARD_STOP_DIED);
	board_interrupt(board);
	board_close(board);
	board = NULL;
}

static void tells_of_deaths(void **state)
{
	(void)state;
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
	assert_int_equal(stop.reason, BOARD_STOP_DIED);
	assert_non_null(strstr(stop.text, "the engine sent garbage"));
}

static void survives_death_in_requests(void **state)
{
	const struct tally_reg reg = { 0, TALLY_CP15, 32 };
	struct board_truth row;
	struct board_cpu cpu;
	uint8_t byte = 0;
	struct tally_bus *bus;
	uint64_t value = 1;
	unsigned count;

	(void)state;
	open_board("die-reg");
	bus = board_bus(board);
	assert_int_equal(bus->ops->read(bus, &reg, &value), TALLY_E_BUS);
	assert_int_equal(bus->ops->write(bus, &reg, value), TALLY_E_BUS);
	assert_true(board_wait(board, false, &stop));
	assert_int_equal(stop.reason, BOARD_STOP_DIED);
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

/* Killed from outside, at rest and at work. */
static void survives_kill(void **state)
{
	struct board_cpu cpu;
	siginfo_t info;

	(void)state;
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
	assert_int_equal(stop.reason, BOARD_STOP_DIED);
	assert_non_null(strstr(stop.text, "signal 9 (Killed) after at least"));
	board_close(board);
	/* Dead, its socket closed, before it is told to go. */
	open_board("loop");
	kill(board->pid, SIGKILL);
	assert_int_equal(
		waitid(P_PID, (id_t)board->pid, &info, WEXITED | WNOWAIT), 0);
	assert_true(board_go(board, &err));
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, BOARD_STOP_DIED);
	board_close(board);
	/* Closed while running, and while stuck. */
	open_board("loop");
	assert_true(board_go(board, &err));
	board_close(board);
	open_board("stuck");
	assert_true(board_go(board, &err));
}

/* Only a build or a run that cannot have a sandbox may be without one. */
static bool not_wanted(const char *why)
{
	if (why && sandbox_wanted())
		assert_string_equal(why, sandbox_why(SANDBOX_LEFT_OUT));
	return why != NULL;
}

/* Whatever gets hold of the engine gets no further, and is named. */
static void keeps_the_engine_in(void **state)
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

	(void)state;
	tester = getpid();
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		run(ways[i].act);
		if (not_wanted(board_unguarded(board)))
			return;
		assert_int_equal(stop.reason, BOARD_STOP_DIED);
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

static void limits_the_engine(void **state)
{
	struct rlimit r;

	(void)state;
	open_board("loop");
	if (not_wanted(board_unguarded(board)))
		return;
	assert_int_equal(prlimit(board->pid, RLIMIT_AS, NULL, &r), 0);
	assert_int_equal(r.rlim_max, UINT64_C(8) << 30);
	assert_int_equal(prlimit(board->pid, RLIMIT_NOFILE, NULL, &r), 0);
	assert_int_equal(r.rlim_max, 0);
}

/* Time on the processor, for when nobody is left to look at the clock. */
static void limits_the_engines_time(void **state)
{
	struct rlimit before, r;

	(void)state;
	getrlimit(RLIMIT_CPU, &before);
	if (before.rlim_cur != RLIM_INFINITY)
		return; /* the user's own stays */
	options.timeout_s = 100;
	open_board("loop");
	assert_true(board_go(board, &err));
	assert_int_equal(prlimit(board->pid, RLIMIT_CPU, NULL, &r), 0);
	assert_in_range(r.rlim_cur, 105, 300);
	board_close(board);
	options.timeout_s = 0;
	run("exit");
	assert_int_equal(prlimit(board->pid, RLIMIT_CPU, NULL, &r), 0);
	assert_true(r.rlim_cur == RLIM_INFINITY);
}

/* It is off where a tool looks over the engine's shoulder, and only there. */
static void says_why_it_is_unguarded(void **state)
{
	const char *why;

	(void)state;
	open_board("loop");
	why = board_unguarded(board);
	if (getenv("LD_PRELOAD") && strstr(getenv("LD_PRELOAD"), "vgpreload"))
		assert_string_equal(why, "run by valgrind");
	else if (why)
		assert_true(strcmp(why, "built with a sanitizer") == 0 ||
			    strcmp(why, "built without libseccomp") == 0 ||
			    strcmp(why, "the kernel allows no filter") == 0);
}

static void bears_a_flood(void **state)
{
	(void)state;
	run("flood");
	assert_int_equal(stop.reason, BOARD_STOP_EXIT);
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

static void ignores_the_terminal(void **state)
{
	int extra[2];

	(void)state;
	assert_int_equal(pipe(extra), 0);
	open_board("loop");
	assert_true(board_go(board, &err));
	while (board_progress(board) == 0)
		sched_yield();
	kill(board->pid, SIGINT);
	board_interrupt(board);
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, BOARD_STOP_INTERRUPTED);
	board_close(board);
	/* The child keeps four files, whatever the parent has open. */
	run("files");
	assert_int_equal(stop.status, 4);
	close(extra[0]);
	close(extra[1]);
}

/* The standard files may be closed in the parent. */
static void needs_no_standard_files(void **state)
{
	pid_t pid = fork();
	int status;

	(void)state;
	if (pid == 0) {
		close(0);
		close(1);
		close(2);
		if (!try_to_open(&program, "exit") || !board_go(board, &err) ||
		    !board_wait(board, true, &stop))
			_exit(1);
		_exit(stop.reason == BOARD_STOP_EXIT && stop.status == 3 ? 42
									 : 2);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 42);
}

/* A tool that vanishes takes its board along; we inherit the remains. */
static void ends_with_its_parent(void **state)
{
	static const char *const acts[] = { "loop", "stuck", "flood" };

	(void)state;
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
static void hears_sanitizers(void **state)
{
	static const char said[] =
		"saying \"a.c:7:3: runtime error: index 16? is too much\"";
	const struct tally_reg reg = { 0xf00, TALLY_CP15, 32 };
	uint64_t value;

	(void)state;
	run("report");
	assert_int_equal(stop.reason, BOARD_STOP_DIED);
	assert_non_null(strstr(stop.text, "died: a sanitizer found an error"));
	assert_non_null(strstr(stop.text, said));
	board_close(board);
	run("report-reg");
	assert_int_equal(stop.reason, BOARD_STOP_BREAK);
	assert_int_equal(
		board_bus(board)->ops->read(board_bus(board), &reg, &value),
		TALLY_E_BUS);
	assert_false(board_go(board, &err));
	assert_non_null(strstr(err.text, said));
	board_close(board);
	assert_false(try_to_open(&program, "report-load"));
	assert_non_null(strstr(err.text, said));
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(names_the_board_that_a_program_is_not_for),
		TEST(fails_to_open),
		TEST(runs_to_an_end),
		TEST(tells_other_ends),
		TEST(reaches_registers),
		TEST(reaches_memory),
		TEST(reaches_instances),
		TEST(hands_windows_over),
		TEST(reads_the_book),
		TEST(stops_after_a_slice),
		TEST(keeps_time_limits),
		TEST(ends_the_disobedient),
		TEST(tells_of_deaths),
		TEST(survives_death_in_requests),
		TEST(survives_kill),
		TEST(keeps_the_engine_in),
		TEST(limits_the_engine),
		TEST(limits_the_engines_time),
		TEST(says_why_it_is_unguarded),
		TEST(bears_a_flood),
		TEST(ignores_the_terminal),
		TEST(needs_no_standard_files),
		TEST(ends_with_its_parent),
		TEST(hears_sanitizers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
