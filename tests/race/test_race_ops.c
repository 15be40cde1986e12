/* SPDX-License-Identifier: MIT */
/*
 * Every operation of a session and of the folded form, on every board: the
 * counter overflows with the n-th instruction from a place ahead of it, for
 * every n until that is behind its end, and the interrupt is taken after j more
 * instructions, or after it has returned.  There must be no interrupt that
 * nobody acknowledges, no count lost or made up, and the monitor as found at
 * last.  tests/guests/race_ops.c judges, and race_fixed.c for the folded form;
 * here is when.  race_log.c is raced likewise for what it writes and takes, and
 * is reset, and looked at, at every instruction.
 *
 * One n in a few is tried, and one j for each, chosen such that all remainders
 * come up; an argument "all" tries every n.  Of what reads totals every j is
 * tried, and a reader that leaves something out must be found wrong.  Of a
 * session the interrupt comes at each instruction of each operation, too, with
 * a handler that reads all totals and switches tasks.  "few" tries one in FEW
 * of all these: with sanitizers, which see the board's code and not the
 * guest's.
 *
 * Arguments: the folder of the firmware, with BOARD/race_ops.elf,
 * race_fixed.elf and race_log.elf; "all" or "few"; names of boards, where it
 * shall be no more than these.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/machine.h"
#include "dump/dump.h"
#include "guest_symbol.h"

enum {
	ENDLESS = 400000, /* instructions; no call lasts a tenth of it */
	FEW = 11,
	READS = 0x100, /* as race_ops.c has it */
	READS_STEP =
		29, /* one interrupt in so many is tried of a busy handler */
};

static const char *directory = ".";
static bool all;
static unsigned share = 1; /* one place or interrupt in so many is tried */
static char *const *only;  /* boards, up to a NULL; none: every one */

/* Operations, as the guest of each form has them. */
enum { OPERATIONS = 15 };

static const struct form {
	const char *program;
	unsigned step; /* one place in so many is tried */
	/* These read totals: the interrupt comes at every place of them. */
	unsigned first_reader, readers;
	unsigned wrong_reader; /* 0: there is none */
	const char *operations[OPERATIONS + 1];
	unsigned writers; /* bits, of a log: these are reset, too */
	unsigned busy; /* beside an operation: its handler reads, and switches
			  tasks; 0: there is no such handler */
} forms[] = {
	{ "race_ops",
	  61,
	  4,
	  1,
	  0,
	  { "forced open", "open again", "start", "stop", "count", "reset",
	    "suspend", "resume", "close", "close, stopped", "read all", "net",
	    "switch tasks", "a task's count", "calibrate" },
	  0,
	  READS },
	{ "race_fixed",
	  7,
	  4,
	  2,
	  8,
	  { "forced open", "open again", "start", "stop", "count", "counts",
	    "close", "close, stopped" },
	  0 },
	{ "race_log",
	  7,
	  0,
	  7,
	  7,
	  { "write", "write a text", "take", "take of a full one",
	    "write over the oldest", "take of one that overwrites",
	    "take of a wild one" },
	  1u << 0 | 1u << 1 | 1u << 4 },
};

static const struct form *form;

/* Boards without a program for this, and why. */
static const struct {
	const char *board, *why;
} raceless[] = {
	{ "versatile", "its core has no monitor, and the bus's cannot "
		       "interrupt" },
};

/* ELF's machine, and where a function finds and leaves what. */
static const struct way {
	uint16_t machine;
	uint8_t bits;
	bool big_endian;
	uint8_t argument;      /* the first one's register, and the result's */
	uint32_t mask, unmask; /* to set, or to clear, in `cpsr` */
} ways[] = {
	{ 40, 32, false, 0, 1 << 7, 0 },  /* CPSR.I */
	{ 183, 64, false, 0, 1 << 7, 0 }, /* PSTATE.I */
	{ 20, 32, true, 3, 0, 1 << 15 },  /* MSR[EE] */
};

struct guest {
	const char *board;
	const struct way *way;
	struct machine *m;
	struct program *p;
	struct target_stop stop;
	struct board_cpu home; /* the registers between calls */
	uint64_t idle;
	bool returned;
};

static void path_of(const char *board, char *path, size_t room)
{
	snprintf(path, room, "%s/%.*s/%s.elf", directory,
		 (int)strcspn(board, "-"), board, form->program);
}

static void open_guest(struct guest *g, const char *board)
{
	const struct board_options options = { .flat = true,
					       .poison = true,
					       .strict = true };
	const struct machine_host host = { NULL, NULL, NULL };
	struct error err = { "" };
	char path[512];

	memset(g, 0, sizeof(*g));
	g->board = board;
	path_of(board, path, sizeof(path));
	for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]) && !g->p; i++) {
		g->way = &ways[i];
		g->p = program_open(path, ways[i].machine, ways[i].bits,
				    ways[i].big_endian, &err);
	}
	if (g->p)
		g->m = machine_new(board_spec_find(board, &err), &options,
				   &host, &err);
	if (!g->m || !machine_load(g->m, g->p, &err))
		fail_msg("%s is not raced: %s", board, err.text);
	g->idle = symbol_of(g->p, "race_idle");
	assert_true(machine_break(g->m, (uint32_t)g->idle, true));
	machine_run_for(g->m, 10 * ENDLESS, &g->stop);
	assert_int_equal(g->stop.reason, TARGET_STOP_BREAK);
	machine_cpu(g->m, &g->home);
}

static void close_guest(struct guest *g)
{
	machine_free(g->m);
	program_close(g->p);
}

static void allow(struct guest *g, struct board_cpu *cpu, bool interrupts)
{
	cpu->cpsr &= ~(g->way->mask | g->way->unmask);
	cpu->cpsr |= interrupts ? g->way->unmask : g->way->mask;
}

static void enter(struct guest *g, const char *function, uint32_t first,
		  uint32_t second, bool interrupts)
{
	struct board_cpu cpu = g->home;

	cpu.r[g->way->argument] = first;
	cpu.r[g->way->argument + 1] = second;
	cpu.pc = symbol_of(g->p, function);
	cpu.link = g->idle;
	if (g->way->machine == 40) {
		cpu.r[14] = g->idle;
		cpu.r[15] = cpu.pc;
	} else if (g->way->machine == 183) {
		cpu.r[30] = g->idle;
	}
	allow(g, &cpu, interrupts);
	machine_set_cpu(g->m, &cpu);
	g->returned = false;
}

/* True: it has returned before that many instructions. */
static bool run_for(struct guest *g, uint64_t instructions)
{
	if (g->returned)
		return true;
	machine_run_for(g->m, instructions, &g->stop);
	if (g->stop.reason == TARGET_STOP_SLICE)
		return false;
	if (g->stop.reason != TARGET_STOP_BREAK)
		fail_msg("%s: stop %d: %s", g->board, (int)g->stop.reason,
			 g->stop.text);
	g->returned = true;
	return true;
}

static void unmask(struct guest *g)
{
	struct board_cpu cpu;

	machine_cpu(g->m, &cpu);
	if (g->way->machine == 40)
		cpu.r[15] = cpu.pc;
	allow(g, &cpu, true);
	machine_set_cpu(g->m, &cpu);
}

static uint32_t finish(struct guest *g, const char *what, unsigned n,
		       unsigned j)
{
	struct board_cpu cpu;

	if (!run_for(g, ENDLESS))
		fail_msg("%s, %s, overflow at %u, interrupt at %u: it never "
			 "returns: nobody acknowledges the interrupt",
			 g->board, what, n, j);
	machine_cpu(g->m, &cpu);
	return (uint32_t)cpu.r[g->way->argument];
}

static uint32_t call(struct guest *g, const char *function, const char *what,
		     uint32_t operation, uint32_t n, bool interrupts)
{
	enter(g, function, operation, n, interrupts);
	return finish(g, what, n, 0);
}

static const char *name_of(unsigned operation)
{
	operation &= ~(unsigned)READS;
	return form->wrong_reader && operation == form->wrong_reader
		       ? "the wrong reader"
		       : form->operations[operation];
}

/* Its length in peace: no overflow comes. */
static unsigned length(struct guest *g, unsigned operation)
{
	const char *what = name_of(operation);
	uint64_t before;

	assert_int_equal(
		call(g, "race_before", what, operation, 1 << 24, false), 0);
	before = g->stop.instructions;
	assert_int_equal(call(g, "race_act", what, operation, 0, false), 0);
	before = g->stop.instructions - before;
	assert_int_equal(call(g, "race_after", what, 0, 0, true), 0);
	return (unsigned)before;
}

/* The status of the operation. */
static uint32_t try_at(struct guest *g, unsigned operation, unsigned n,
		       unsigned j)
{
	const char *what = name_of(operation);
	uint32_t status, where;

	assert_int_equal(call(g, "race_before", what, operation, n, false), 0);
	enter(g, "race_act", operation, 0, false);
	if (!run_for(g, j))
		unmask(g);
	status = finish(g, what, n, j);
	where = call(g, "race_after", what, 0, 0, true);
	if (where)
		fail_msg("%s, %s, overflow at %u, interrupt at %u: status %d, "
			 "then wrong at %u",
			 g->board, what, n, j, (int)status, (unsigned)where);
	return status;
}

static void right_at(struct guest *g, unsigned operation, unsigned n,
		     unsigned j)
{
	uint32_t status = try_at(g, operation, n, j);

	if (status)
		fail_msg("%s, %s, overflow at %u, interrupt at %u: status %d",
			 g->board, name_of(operation), n, j, (int)status);
}

/* Its own call comes before it, and a few instructions of the last one. */
static unsigned every_place(struct guest *g, unsigned operation)
{
	unsigned last = length(g, operation) + 64;
	unsigned step = all ? 1 : form->step * share, points = 0;

	for (unsigned n = 1 + operation; n <= last; n += step) {
		unsigned j = n + points * 7 % 64;

		right_at(g, operation, n, points % 5 == 4 ? ENDLESS : j);
		points++;
	}
	return points;
}

/*
 * A reader goes wrong in a moment of one or two instructions: the overflow is
 * there, and its interrupt is taken at each of them.  Of the wrong one that has
 * to be seen.
 */
static unsigned every_interrupt(struct guest *g)
{
	unsigned points = 0, wrong = 0, last;

	for (unsigned i = 0; i < form->readers; i++) {
		unsigned operation = form->first_reader + i;

		last = length(g, operation);
		for (unsigned j = 1; j <= last; j += share, points++)
			right_at(g, operation, 1, j);
	}
	if (!form->wrong_reader)
		return points;
	last = length(g, form->wrong_reader);
	for (unsigned j = 1; j <= last; j++)
		wrong += try_at(g, form->wrong_reader, 1, j) != 0;
	if (!wrong)
		fail_msg("%s, %s: a reader that does not see a handler passes",
			 g->board, form->program);
	return points;
}

/*
 * An interrupt at each instruction of each operation, whose handler uses the
 * library itself.  The overflow is there from the beginning, or from where the
 * counter starts.
 */
static unsigned every_busy_interrupt(struct guest *g)
{
	unsigned points = 0, step = all ? 1 : READS_STEP * share;

	for (unsigned i = 0; form->operations[i]; i++) {
		const unsigned operation = i | form->busy;
		const unsigned last = length(g, operation) + 2;

		for (unsigned j = 1 + i % step; j <= last; j += step, points++)
			right_at(g, operation, 1, j);
	}
	return points;
}

/* Whoever looks at the log between two instructions finds records that are
 * whole, and at most one that is under way. */
static void look(struct guest *g, uint32_t where, unsigned j)
{
	uint8_t bytes[64 + 8 * 32];
	struct error err = { "" };
	struct dump *d;
	uint32_t due;

	assert_true(machine_mem_read(g->m, where, bytes, sizeof bytes));
	d = dump_read(bytes, sizeof bytes, &err);
	if (!d) {
		fail_msg("%s, looked at %u: %s", g->board, j, err.text);
		abort(); /* not reached; the analyser cannot know */
	}
	assert_int_equal(d->big_endian, g->way->big_endian);
	due = d->overwrites ? d->records : d->written - d->taken;
	if (d->damaged || d->rows + d->overwrites < due || d->rows > due + 1)
		fail_msg("%s, looked at %u: %u written, %zu there, %u damaged",
			 g->board, j, (unsigned)d->written, d->rows,
			 (unsigned)d->damaged);
	dump_free(d);
}

/* A reset at each instruction of what writes: the log is all that is left. */
static unsigned every_reset(struct guest *g)
{
	const uint32_t where = call(g, "race_where", "where", 0, 0, false);
	unsigned points = 0;

	for (unsigned operation = 0; form->operations[operation]; operation++) {
		const unsigned last = form->writers >> operation & 1
					      ? length(g, operation)
					      : 0;

		for (unsigned j = 1; j <= last; j += share, points++) {
			const char *what = name_of(operation);
			uint32_t wrong;

			assert_int_equal(call(g, "race_before", what, operation,
					      1 << 24, false),
					 0);
			enter(g, "race_act", operation, 0, false);
			(void)run_for(g, j);
			look(g, where, j);
			wrong = call(g, "race_again", what, 0, 0, false);
			if (wrong)
				fail_msg("%s, %s, reset at %u: wrong at %u",
					 g->board, what, j, (unsigned)wrong);
		}
	}
	return points;
}

static const char *why_raceless(const char *board)
{
	for (size_t i = 0; i < sizeof(raceless) / sizeof(raceless[0]); i++)
		if (strcmp(raceless[i].board, board) == 0)
			return raceless[i].why;
	return NULL;
}

static bool is_asked_for(const char *board)
{
	char *const *name = only;

	while (*name && strcmp(*name, board) != 0)
		name++;
	return !*only || *name;
}

static void every_operation_on_every_board(void **state)
{
	unsigned boards;
	const struct board_info *board = board_list(&boards);

	form = *state;
	for (unsigned i = 0; i < boards; i++) {
		const char *why = why_raceless(board[i].name);
		unsigned points = 0;
		struct guest g;

		if (!is_asked_for(board[i].name))
			continue;
		if (why) {
			print_message("# %s: %s\n", board[i].name, why);
			continue;
		}
		open_guest(&g, board[i].name);
		for (unsigned op = 0; form->operations[op]; op++)
			points += every_place(&g, op);
		points += every_interrupt(&g);
		if (form->busy)
			points += every_busy_interrupt(&g);
		if (form->writers)
			points += every_reset(&g);
		print_message("# %s, %s: %u points\n", board[i].name,
			      form->program, points);
		close_guest(&g);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		{ "a session's operations", every_operation_on_every_board,
		  NULL, NULL, (void *)&forms[0] },
		{ "the folded form's operations",
		  every_operation_on_every_board, NULL, NULL,
		  (void *)&forms[1] },
		{ "the log in memory", every_operation_on_every_board, NULL,
		  NULL, (void *)&forms[2] },
	};

	if (argc > 1)
		directory = argv[1];
	all = argc > 2 && !strcmp(argv[2], "all");
	if (argc > 2 && !strcmp(argv[2], "few"))
		share = FEW;
	only = argv + argc;
	if (argc > 2)
		only = argv + 2 + (all || share > 1);
	return cmocka_run_group_tests_name("race_ops", tests, NULL, NULL);
}
