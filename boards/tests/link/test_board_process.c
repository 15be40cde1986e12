/* SPDX-License-Identifier: MIT */
/*
 * The two processes of a board talk to each other, with a pretended machine in
 * the child.  test_board_ends.c has how they part.
 */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "process_fixture.h"
#include "test.h"

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

/* The error says to build the program anew where that is the cure, and only
 * there. */
CASE(names_the_board_that_a_program_is_not_for)
{
	const char cure[] = "'tally board pb1176 --cc' shows how to build for "
			    "this board";

	check_no_program("nix", "prog", "no board is called \"nix\"");
	check_no_program("pb1176", "/proc/self/exe", cure);
	check_no_program("pb1176", "/nowhere/x", "/nowhere/x");
	assert_null(strstr(err.text, cure));
}

CASE(fails_to_open)
{
	assert_null(board_open("nix", &program, &options, &err));
	assert_memory_equal(err.text, "no board is called \"nix\"", 24);
	/* Whatever the file is called, the program is called the same. */
	check_open_fails("a/b/prog.elf", "no-machine",
			 "command line is 'program no-machine'");
	check_open_fails("a/my prog.elf", "1 no-machine",
			 "command line is 'program 1 no-machine'");
	check_open_fails("prog", NULL, "command line is 'program'");
	check_open_fails("prog", "no-load", "does not fit");
	check_open_fails(
		"prog", "die-new",
		"the simulated board died: the engine ended with "
		"signal 6 (Aborted) before its machine was made, saying "
		"\"no ?memory\"");
	check_open_fails(
		"prog", "lack-memory",
		"the simulated board died: the engine ended with status 1 "
		"before its machine was made, saying \"Could not allocate "
		"room\"; where memory lacks it may "
		"end so: see ulimit -v, and what else runs");
	check_open_fails(
		"prog", "die-load",
		"the simulated board died: the engine ended with "
		"signal 11 (Segmentation fault) before its machine was "
		"made; where memory lacks it may end so: see ulimit -v, and "
		"what else runs");
}

CASE(runs_to_an_end)
{
	run("exit");
	assert_int_equal(stop.reason, TARGET_STOP_EXIT);
	assert_int_equal(stop.status, 3);
	assert_int_equal(stop.pc, 0x8004);
	assert_int_equal(stop.instructions, 1000);
	assert_int_equal(stop.cycles, 2000);
	assert_int_equal(board_progress(board), 1000);
	assert_string_equal(stop.text, "text of exit");
	assert_string_equal(heard, "hello\n");
	/* A stop can be told again, and the board goes on. */
	memset(&stop, 0, sizeof stop);
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_EXIT);
	assert_true(board_go(board, &err));
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.instructions, 2000);
	assert_int_equal(stop.bursts.broken[0], 0);
	assert_int_equal(stop.bursts.broken[1], 2);
	assert_int_equal(stop.bursts.broken[TARGET_LAYERS - 1], 3);
	assert_string_equal(heard, "hello\nhello\n");
}

CASE(tells_other_ends)
{
	static const struct {
		const char *act;
		enum target_stop_reason reason;
	} ends[] = {
		{ "break", TARGET_STOP_BREAK },
		{ "fault", TARGET_STOP_FAULT },
		{ "limit", TARGET_STOP_GIVEN_UP },
	};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
		run(ends[i].act);
		assert_int_equal(stop.reason, ends[i].reason);
		board_close(board);
	}
	board = NULL;
}

CASE(reaches_registers)
{
	const struct tally_reg good = { 0xf00, TALLY_CP15, 32 };
	const struct tally_reg bad = { 0xf00, TALLY_MMIO, 32 };
	struct tally_bus *bus;
	struct board_cpu cpu;
	uint64_t value;

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
	assert_int_equal(stop.reason, TARGET_STOP_HALTED);
	assert_true(stop.instructions >= 1000);
	assert_int_equal(bus->ops->read(bus, &good, &value), 0);
}

CASE(reaches_memory)
{
	uint8_t byte = 0, two[2] = { 0 };

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
CASE(reaches_instances)
{
	const struct tally_reg reg = { 0xf00, TALLY_CP15, 32 };
	uint64_t value;

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
CASE(hands_windows_over)
{
	const struct tally_reg reg = { 0, TALLY_CP15, 32 };
	struct target_step step[200];
	struct target_window w = {
		.from = 0x8000,
		.to = 0x8010,
		.returns = true,
		.opens = 90,
		.closes = 110,
	};
	uint64_t expected = 0x8000 + 0x8010 + 1, value;

	for (unsigned i = 0; i < 200; i++) {
		step[i] = (struct target_step){ 0, i, { reg, i * i + 7 } };
		expected = i < 90 ? 3 * expected + i * i + 7
				  : 5 * expected + i * i + 7 + i;
	}
	open_board("loop");
	assert_true(board_window(board, &w, step, NULL, &err));
	assert_int_equal(
		board_bus(board)->ops->read(board_bus(board), &reg, &value),
		TALLY_OK);
	assert_int_equal(value, expected);
	w.from = 1;
	assert_false(board_window(board, &w, step, NULL, &err));
	assert_string_equal(err.text, "out of memory");
	assert_true(board_go(board, &err));
	assert_false(board_window(board, &w, step, NULL, &err));
	assert_non_null(strstr(err.text, "running"));
}

CASE(reads_the_book)
{
	struct target_truth rows[5 + CAUSES];
	const unsigned all = sizeof(rows) / sizeof(rows[0]);
	unsigned count;
	char text[128];

	run("exit");
	assert_true(board_truth_read(board, rows, all, &count, &err));
	assert_int_equal(count, all);
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
	for (unsigned i = 5; i < all; i++) {
		assert_int_equal(rows[i].code, 0xFFFD);
		assert_int_equal(rows[i].count, 100 + i - 5);
		assert_memory_equal(rows[i].name, "cause: ", 7);
	}
	assert_false(board_truth_read(board, rows, 3, &count, &err));
	snprintf(text, sizeof(text),
		 "the board's book has %u rows, and there is room for 3", all);
	assert_string_equal(err.text, text);
}

CASE(stops_after_a_slice)
{
	open_board("loop");
	assert_true(board_go_for(board, 9000, &err));
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_SLICE);
	assert_int_equal(stop.cycles, 10000);
	assert_true(board_go_for(board, 1, &err));
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_SLICE);
	assert_int_equal(stop.cycles, 12000);
}

CASE(keeps_time_limits)
{
	options.timeout_s = 0.02;
	run("loop");
	assert_int_equal(stop.reason, TARGET_STOP_TIMEOUT);
	assert_memory_equal(stop.text, "still running after 0.02 s and ", 31);
	assert_non_null(strstr(stop.text, "allow more with --timeout"));
	board_close(board);
	/* An engine that does not even look. */
	client_obedience_s = 1;
	run("stuck");
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	assert_string_equal(stop.text,
			    "the simulated board died: its time of 0.02 s was "
			    "up, it did not stop within 1 s more, and was "
			    "killed after at least 1,234,567 instructions; "
			    "'tally board fake --max-insn 1234567' stops "
			    "before that");
}

CASE(ends_the_disobedient)
{
	open_board("stuck");
	assert_true(board_go(board, &err));
	assert_true(board->end_time <= 0); /* it has none, so far */
	while (board_progress(board) == 0)
		sched_yield();
	/* As often as one likes: this must not wait for the child. */
	for (unsigned i = 0; i < 10000; i++)
		board_interrupt(board);
	assert_true(board->kill_time > 0);
	assert_false(board_wait(board, false, &stop));
	board->kill_time = 1e-9; /* long ago */
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	assert_non_null(
		strstr(stop.text, "did not stop within 5 s of being told to"));
}
