/* SPDX-License-Identifier: MIT */
/*
 * A board's process that does not answer, answers with something else, or never
 * comes to an end is ended and told, whatever it was asked.  Each case would go
 * on for ever if it were not.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "boards/src/machine/arch.h"
#include "process_fixture.h"
#include "test.h"

/* ---- liars --------------------------------------------------------------- */

enum lie {
	SILENT, /* nothing */
	SHORT,  /* half an answer */
	DRIP,   /* an answer, byte by byte */
	OTHER,  /* the answer to another question */
	ROWS,   /* a row of a ledger, again and again */
	TALK,   /* the console's words, again and again */
	LIES
};

static const char *const lie_name[] = { "silent", "short", "drip",
					"other",  "rows",  "talk" };

static void say(int fd, const struct wire_message *m, size_t size)
{
	if (send(fd, m, size, MSG_NOSIGNAL) != (ssize_t)size)
		_exit(0);
}

static void drip(int fd, const struct wire_message *m)
{
	for (size_t i = 0; i < m->size; i++) {
		if (send(fd, (const char *)m + i, 1, MSG_NOSIGNAL) != 1)
			_exit(0);
		usleep(8000);
	}
}

/* Until the board's end is closed. */
_Noreturn static void lie(int fd, enum lie how, enum wire_kind kind)
{
	static struct wire_message m;
	char ignored[64];

	if (how == OTHER)
		kind = kind == WIRE_CPU ? WIRE_LINE : WIRE_CPU;
	if (how == ROWS)
		kind = WIRE_TRUTH_ROW;
	if (how == TALK)
		kind = WIRE_CONSOLE;
	wire_start(&m, kind, how == TALK ? 8 : 0);
	if (how == SHORT)
		say(fd, &m, m.size - 1);
	if (how == DRIP)
		drip(fd, &m);
	if (how == OTHER)
		say(fd, &m, m.size);
	if (how == ROWS || how == TALK)
		for (;;)
			say(fd, &m, m.size);
	while (recv(fd, ignored, sizeof ignored, 0) > 0)
		;
	_exit(0);
}

/* Answers a question that it does not listen to. */
_Noreturn static void babble(int fd)
{
	static struct wire_message m;

	wire_start(&m, WIRE_MEM_WRITE, 0);
	m.u.memory.ok = 1;
	for (;;)
		say(fd, &m, m.size);
}

static void board_of_liar(enum lie how, enum wire_kind kind, bool deaf)
{
	int pair[2];

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
	board = calloc(1, sizeof *board);
	assert_non_null(board);
	board->info = &pretended_board.info;
	board->fd = pair[0];
	board->stderr_fd = memfd_create("lies", MFD_CLOEXEC);
	board->shared =
		mmap(NULL, sizeof *board->shared, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	board->bus[0] =
		(struct client_bus){ { .ops = &client_bus_ops }, board, 0 };
	/* A liar may take long to say what is wrong. */
	board->answer_s = how <= DRIP ? 0.02 : 60;
	board->made = true;
	board->pid = fork();
	if (board->pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		close(pair[0]);
		if (deaf)
			babble(pair[1]);
		lie(pair[1], how, kind);
	}
	close(pair[1]);
	assert_true(board->pid > 0);
}

/* ---- every request ------------------------------------------------------- */

static bool opens(void)
{
	return client_opened(board);
}

static bool reads_register(void)
{
	const struct tally_reg reg = { 0, TALLY_CP15, 32 };
	struct tally_bus *bus = board_bus(board);
	uint64_t value;

	return bus->ops->read(bus, &reg, &value) == TALLY_OK;
}

static bool writes_register(void)
{
	const struct tally_reg reg = { 0, TALLY_CP15, 32 };
	struct tally_bus *bus = board_bus(board);

	return bus->ops->write(bus, &reg, 1) == TALLY_OK;
}

static bool reads_line(void)
{
	struct target_line line;

	return board_line(board, 0, &line, &err);
}

static bool reads_cpu(void)
{
	struct board_cpu cpu;

	return board_cpu_read(board, &cpu, &err);
}

static bool writes_cpu(void)
{
	const struct board_cpu cpu = { 0 };

	return board_cpu_write(board, &cpu, &err);
}

static bool reads_memory(void)
{
	char byte;

	return board_mem_read(board, 0, &byte, 1, &err);
}

static bool writes_memory(void)
{
	return board_mem_write(board, 0, "x", 1, &err);
}

static bool breaks(void)
{
	return board_break(board, 0, true, &err);
}

static bool watches_memory(void)
{
	const struct board_watchpoint w = { 0, 4, TARGET_WATCH_READ };

	return board_watchpoint(board, &w, true, &err);
}

static bool watches(void)
{
	return board_watch(board, &err);
}

static bool hands_window(void)
{
	const struct target_window w = { .from = 4 };

	return board_window(board, &w, NULL, NULL, &err);
}

static bool hands_counters(void)
{
	struct target_counter counter[1];
	const struct target_window w = { .counters = 1 };

	memset(counter, 0, sizeof counter);
	return board_window(board, &w, NULL, counter, &err);
}

static bool hears_of_window(void)
{
	struct target_told told;

	return board_window_told(board, 0, &told, NULL, 0, &err);
}

static bool reads_book(void)
{
	struct target_truth row;
	unsigned count;

	return board_truth_read(board, &row, 1, &count, &err);
}

static bool profiles(void)
{
	const struct board_column column = { 0 };

	return board_profile(board, &column, 1, 0, &err);
}

static bool take_none(void *ctx, const struct board_profile_row *row,
		      struct error *to)
{
	(void)ctx;
	(void)row;
	return error_set(to, "unwanted");
}

static bool reads_profile(void)
{
	struct board_profile_end end;

	return board_profile_read(board, take_none, NULL, &end, &err);
}

static bool traces(void)
{
	return board_trace(board, 1, &err);
}

static bool take_no_step(void *ctx, const struct board_trace_row *row,
			 struct error *to)
{
	(void)ctx;
	(void)row;
	return error_set(to, "unwanted");
}

static bool reads_trace(void)
{
	return board_trace_read(board, take_no_step, NULL, &err);
}

static const struct {
	bool (*ask)(void);
	enum wire_kind answer;
} requests[] = {
	{ opens, WIRE_OPENED },
	{ reads_register, WIRE_REG_READ },
	{ writes_register, WIRE_REG_WRITE },
	{ reads_line, WIRE_LINE },
	{ reads_cpu, WIRE_CPU },
	{ writes_cpu, WIRE_SET_CPU },
	{ reads_memory, WIRE_MEM_READ },
	{ writes_memory, WIRE_MEM_WRITE },
	{ breaks, WIRE_BREAK },
	{ watches_memory, WIRE_BREAK },
	{ watches, WIRE_BREAK },
	{ hands_window, WIRE_BREAK },
	{ hands_counters, WIRE_BREAK },
	{ hears_of_window, WIRE_TOLD },
	{ reads_book, WIRE_TRUTH },
	{ profiles, WIRE_BREAK },
	{ reads_profile, WIRE_PROFILE_READ },
	{ traces, WIRE_BREAK },
	{ reads_trace, WIRE_TRACE_READ },
};

enum { REQUESTS = sizeof requests / sizeof *requests };

/* One that is added to the wire is to be asked of liars, too. */
CASE(all_are_here)
{
	static const enum wire_kind others[] = {
		WIRE_WATCHPOINT, WIRE_WATCH,     WIRE_WINDOW,
		WIRE_COUNTERS,   WIRE_PROFILE, /* each with an answer of
						  WIRE_BREAK */
		WIRE_TRACE,      WIRE_TRUTH_ROW, WIRE_PROFILE_ROW,
		WIRE_TRACE_ROW,                             /* within answers */
		WIRE_GO,         WIRE_UNTIL,     WIRE_STEP, /* of a run */
		WIRE_INTERRUPT,  WIRE_STOPPED,   WIRE_CONSOLE,
	};
	bool known[WIRE_KINDS] = { false };

	for (size_t i = 0; i < REQUESTS; i++)
		known[requests[i].answer] = true;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		known[others[i]] = true;
	for (unsigned i = 0; i < WIRE_KINDS; i++)
		if (!known[i])
			fail_msg("kind %u of boards/src/link/wire.h", i);
}

static const char TOO_LATE[] =
	"the simulated board died: it did not answer within 0.02 s and was "
	"killed";
static const char GARBAGE[] =
	"the simulated board died: the engine sent garbage";

CASE(end_all_lies)
{
	for (unsigned i = 0; i < REQUESTS * LIES; i++) {
		const unsigned r = i / LIES;
		const enum lie how = (enum lie)(i % LIES);

		board_of_liar(how, requests[r].answer, false);
		if (requests[r].ask() || board->state != CLIENT_DEAD)
			fail_msg("request %u, %s: it lives", r, lie_name[how]);
		if (strcmp(board->stop.text,
			   how <= DRIP ? TOO_LATE : GARBAGE) != 0)
			fail_msg("request %u, %s: %s", r, lie_name[how],
				 board->stop.text);
		assert_int_equal(board->pid, 0);
		board_close(board);
		board = NULL;
	}
}

/* A message whose bytes all have all bits set comes to the door. */
static bool comes_in(struct wire_message *m, enum wire_kind kind)
{
	wire_start(m, kind, 0);
	memset(&m->u, 0xFF, m->size - offsetof(struct wire_message, u));
	return door_lets_in(m, 2);
}

/* A text without an end, of what no terminal may see. */
#define ASSERT_CLEAN(text)                                                     \
	do {                                                                   \
		assert_int_equal(strnlen(text, sizeof(text)),                  \
				 sizeof(text) - 1);                            \
		assert_int_equal(strspn(text, "?"), sizeof(text) - 1);         \
	} while (0)

CASE(no_odd_stop_comes_in)
{
	static struct wire_message m;
	struct target_stop *s = &m.u.stop;

	assert_false(comes_in(&m, WIRE_STOPPED));
	s->overflow.cause = TARGET_BY_WAITING;
	assert_false(door_lets_in(&m, 2));
	s->reason = TARGET_STOP_LOST; /* which is nothing to say */
	assert_false(door_lets_in(&m, 2));
	s->reason = TARGET_STOP_OVERFLOW;
	s->overflow.cause = TARGET_BY_WAITING + 1;
	assert_false(door_lets_in(&m, 2));
	s->overflow.cause = TARGET_BY_WAITING;
	assert_true(door_lets_in(&m, 2));
	ASSERT_CLEAN(s->text);
	for (unsigned i = 0; i < TARGET_MONITORS; i++) {
		ASSERT_CLEAN(s->writes[i].where);
		ASSERT_CLEAN(s->windows.writes[i].where);
	}
}

CASE(no_odd_row_and_no_odd_text_comes_in)
{
	static const enum wire_kind results[] = { WIRE_BREAK, WIRE_TRUTH };
	static struct wire_message m;

	assert_false(comes_in(&m, WIRE_TRUTH_ROW));
	m.u.truth.monitor = 2;
	assert_false(door_lets_in(&m, 2));
	m.u.truth.monitor = 1;
	assert_true(door_lets_in(&m, 2));
	ASSERT_CLEAN(m.u.truth.name);
	ASSERT_CLEAN(m.u.truth.basis);
	assert_true(comes_in(&m, WIRE_LINE));
	ASSERT_CLEAN(m.u.line.line.controller);
	ASSERT_CLEAN(m.u.line.line.closed);
	ASSERT_CLEAN(m.u.line.line.masked);
	for (unsigned i = 0; i < sizeof results / sizeof *results; i++) {
		assert_true(comes_in(&m, results[i]));
		ASSERT_CLEAN(m.u.result.text);
	}
	assert_false(comes_in(&m, WIRE_OPENED));
	m.u.result.sandbox = SANDBOX_STATES - 1;
	assert_true(door_lets_in(&m, 2));
	ASSERT_CLEAN(m.u.result.text);
}

/* Nothing passes by the door: of a run, and of an answer. */
CASE(all_goes_by_the_door)
{
	static struct wire_message m;
	int pair[2];

	for (unsigned i = 0; i < 2; i++) {
		const enum wire_kind kind = i ? WIRE_STOPPED : WIRE_TRUTH_ROW;

		(void)comes_in(&m, kind);
		board_of_liar(SILENT, kind, false);
		close(board->fd);
		assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
		board->fd = pair[0];
		say(pair[1], &m, m.size);
		if (i) {
			board->state = CLIENT_RUNNING;
			assert_true(board_wait(board, false, &stop));
			assert_int_equal(stop.reason, TARGET_STOP_LOST);
		} else {
			assert_false(reads_book());
		}
		assert_string_equal(board->stop.text, GARBAGE);
		close(pair[1]);
		board_close(board);
		board = NULL;
	}
}

/* A deaf process says that all is well, and takes nothing. */
CASE(ends_the_deaf)
{
	enum { MUCH = 16 << 20 };
	void *bytes = calloc(1, MUCH);

	assert_non_null(bytes);
	board_of_liar(SILENT, WIRE_MEM_WRITE, true);
	assert_false(board_mem_write(board, 0, bytes, MUCH, &err));
	assert_string_equal(err.text, TOO_LATE);
	free(bytes);
}

/* ---- stopped processes --------------------------------------------------- */

static const volatile bool already = true;

/* Before its machine is made; and the user does not want to wait. */
CASE(stopped_while_it_opens)
{
	options.timeout_s = 3600;
	options.stop = &already;
	client_obedience_s = 0.2;
	assert_false(try_to_open(&program, "stop-load"));
	assert_string_equal(err.text,
			    "the simulated board died: it did not answer "
			    "within 0.2 s of the tool being told to stop, and "
			    "was killed before its machine was made");
}

CASE(stopped_at_rest)
{
	open_board("loop");
	board->answer_s = 0.02;
	assert_int_equal(kill(board->pid, SIGSTOP), 0);
	assert_false(reads_cpu());
	assert_string_equal(err.text, TOO_LATE);
}

CASE(stopped_while_it_runs)
{
	options.timeout_s = 3600;
	open_board("loop");
	assert_true(board_go(board, &err));
	assert_int_equal(kill(board->pid, SIGSTOP), 0);
	board_interrupt(board);
	assert_true(board->kill_time > 0);
	board->kill_time = 1e-9; /* long ago */
	assert_true(board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
}

/* Nothing ends a run that gets on, and one that does not is ended. */
CASE(stopped_while_it_may_take_any_time)
{
	uint64_t before;

	open_board("loop");
	board->answer_s = 0.5;
	assert_true(board_go(board, &err));
	for (unsigned i = 0; i < 4; i++) {
		before = board_progress(board);
		while (board_progress(board) == before)
			assert_false(board_wait(board, false, &stop));
		board->kill_time = 1e-9; /* long ago */
		assert_false(board_wait(board, false, &stop));
	}
	assert_int_equal(kill(board->pid, SIGSTOP), 0);
	assert_true(board_wait(board, true, &stop) ||
		    board_wait(board, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_LOST);
	assert_non_null(strstr(stop.text, "it carried out no instruction "
					  "within 0.5 s and was killed"));
}

/* How long an answer may take follows --timeout. */
CASE(patience)
{
	options.timeout_s = 2;
	open_board("loop");
	assert_true(board->answer_s > 2 && board->answer_s < 30);
	board_close(board);
	options.timeout_s = 0;
	open_board("loop");
	assert_true(board->answer_s > 30 && board->answer_s < 120);
}
