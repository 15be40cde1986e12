/* SPDX-License-Identifier: MIT */
/*
 * 64-bit counts are exact: the compiled reader, on each board, against every
 * place of the overflow and of its handler.
 *
 * The boards run flat, so that a counter of instructions or cycles moves by
 * one at each.  The counter is written from outside such that it wraps with
 * the i-th instruction of the reader, and the interrupt is kept masked until
 * the j-th is over, for every i and every j >= i, and until the reader has
 * returned.  The total has to equal, to the unit, what the board's ledger had
 * at the very instruction that read the counter, and never to fall.
 *
 * Sweeps over variations of the same, and all of a board whose readers are
 * long, take one in a few of the pairs (i, j), such that every i and every j is
 * among them; an argument "all" takes all, and "few" one in FEW of these at one
 * i in FEW_I: with sanitizers, which see the board's code and not the reader's.
 *
 * Arguments: the folder of the firmware, with BOARD/race*.elf; a board, or
 * "boards" for each; "all" or "few".
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "race_guest.h"

/* Longer than a handler, and its base's upper word moves each time. */
enum { PERIOD = 0x10000, FEW = 29, FEW_I = 7 };

static const char *directory = ".";
static const char *only; /* this board; NULL: each */
static bool all, few;

#define CP15_12(opc2)                                                          \
	{                                                                      \
		TALLY_CP(0, 15, 12, opc2), TALLY_CP15, 32                      \
	}
#define CP14(crn)                                                              \
	{                                                                      \
		TALLY_CP(0, crn, 0, 0), TALLY_CP14, 32                         \
	}

#define CP15_9(crm, opc2)                                                      \
	{                                                                      \
		TALLY_CP(0, 9, crm, opc2), TALLY_CP15, 32                      \
	}
#define BEHIND(n)                                                              \
	{                                                                      \
		TALLY_NTH(TALLY_CP(0, 9, 13, 2), TALLY_CP(0, 9, 12, 5), n),    \
			TALLY_CP15, 32                                         \
	}

/* Registers and flag bits: [DDI0301H 3.2.51], [80200 12.3], [DDI0406B C9]. */
static const struct race_board boards[] = {
	{ "pb1176",
	  CP15_12(0),
	  1,
	  CP15_12(0),
	  { [RACED] = { CP15_12(2), 1 << 8, LEDGER_INSTRUCTIONS },
	    [PLAIN] = { CP15_12(3), 1 << 9, LEDGER_INSTRUCTIONS },
	    [CYCLES] = { CP15_12(1), 1 << 10, LEDGER_CYCLES } } },
	{ "imx31",
	  CP15_12(0),
	  1,
	  CP15_12(0),
	  { [RACED] = { CP15_12(2), 1 << 8, LEDGER_INSTRUCTIONS },
	    [PLAIN] = { CP15_12(3), 1 << 9, LEDGER_INSTRUCTIONS },
	    [CYCLES] = { CP15_12(1), 1 << 10, LEDGER_CYCLES } } },
	{ "arm1156",
	  CP15_12(0),
	  1,
	  CP15_12(0),
	  { [RACED] = { CP15_12(2), 1 << 8, LEDGER_INSTRUCTIONS },
	    [PLAIN] = { CP15_12(3), 1 << 9, LEDGER_INSTRUCTIONS },
	    [CYCLES] = { CP15_12(1), 1 << 10, LEDGER_CYCLES } } },
	{ "lubbock",
	  CP14(0),
	  1,
	  CP14(0),
	  { [RACED] = { CP14(2), 1 << 8, LEDGER_INSTRUCTIONS },
	    [PLAIN] = { CP14(3), 1 << 9, LEDGER_INSTRUCTIONS },
	    [CYCLES] = { CP14(1), 1 << 10, LEDGER_CYCLES } } },
	{ "pba8",
	  CP15_9(12, 0),
	  1,
	  CP15_9(12, 3),
	  { [RACED] = { BEHIND(0), 1 << 0, LEDGER_INSTRUCTIONS },
	    [PLAIN] = { BEHIND(1), 1 << 1, LEDGER_INSTRUCTIONS },
	    [CYCLES] = { CP15_9(13, 0), 1u << 31, LEDGER_CYCLES } } },
	{ "pbxa9",
	  CP15_9(12, 0),
	  1,
	  CP15_9(12, 3),
	  { [RACED] = { BEHIND(0), 1 << 0, LEDGER_INSTRUCTIONS },
	    [PLAIN] = { BEHIND(1), 1 << 1, LEDGER_INSTRUCTIONS },
	    [CYCLES] = { CP15_9(13, 0), 1u << 31, LEDGER_CYCLES } },
	  7 },
};

static const struct race_build arm = { "race", false };
static const struct race_build thumb = { "race_thumb", true };
static const struct race_build small = { "race_small", false };
static const struct race_build plain = { "race_plain", false };

static const struct race_board *const boards_end =
	boards + sizeof(boards) / sizeof(boards[0]);

static const struct race_board *wanted(const struct race_board *b)
{
	while (only && b < boards_end && strcmp(b->name, only) != 0)
		b++;
	return b;
}

#define FOR_EACH_BOARD(b)                                                      \
	for (const struct race_board *b = wanted(boards); b < boards_end;      \
	     b = wanted(b + 1))

/* One way to race, and what came of it. */
struct sweep {
	const struct race_build *build;
	const char *reader;
	enum race_slot slot;
	uint32_t period;
	unsigned stride; /* one pair in so many */

	struct race_guest g;
	uint64_t less; /* what the reader takes off */
	uint64_t newest[RACE_SLOTS];
	unsigned points;
	unsigned wrong;
	char first[200]; /* wrong total */
};

/* `i` and `j` say where it happened: overflow and handler, mostly. */
static void check(struct sweep *s, enum race_slot slot, uint64_t total,
		  unsigned i, unsigned j)
{
	uint64_t truth = s->g.at_read[slot];

	if (total == truth && total >= s->newest[slot]) {
		s->newest[slot] = total;
		return;
	}
	if (s->wrong++)
		return;
	snprintf(s->first, sizeof(s->first),
		 "%s %s, %s of slot %d at %u, %u: 0x%llx, not 0x%llx; before "
		 "it 0x%llx",
		 s->g.board->name, s->g.build->name, s->reader, (int)slot, i, j,
		 (unsigned long long)total, (unsigned long long)truth,
		 (unsigned long long)s->newest[slot]);
}

/* Its stride is that of the sweep, and of the board. */
static void begin(struct sweep *s, const struct race_board *board)
{
	if (all)
		s->stride = 1;
	else if (board->fewer)
		s->stride *= board->fewer;
	if (few)
		s->stride *= FEW;
	race_guest_open(&s->g, directory, board, s->build);
	race_guest_session(&s->g, s->period);
}

static void end(struct sweep *s, const char *what)
{
	print_message("# %-8s %-11s %-19s %-33s %6u points, %u wrong\n",
		      s->g.board->name, s->g.build->name, s->reader, what,
		      s->points, s->wrong);
	race_guest_audit(&s->g);
	race_guest_close(&s->g);
}

static void end_right(struct sweep *s, const char *what)
{
	end(s, what);
	if (s->wrong)
		fail_msg("%s", s->first);
	assert_true(s->points > 0);
}

static uint64_t call(struct sweep *s, const char *function, uint32_t arg,
		     bool interrupts)
{
	race_guest_enter(&s->g, function, arg, interrupts);
	return race_guest_finish(&s->g);
}

/* The total, read in peace; an overflow that is pending is handled first. */
static void settle(struct sweep *s, enum race_slot slot, unsigned i, unsigned j)
{
	check(s, slot, call(s, "race_count", slot, true), i, j);
	assert_false(race_guest_flag(&s->g, slot));
}

/* Instructions of the reader when nothing happens; only net takes off. */
static unsigned length(struct sweep *s)
{
	uint64_t total = call(s, s->reader, s->slot, false);

	s->less = s->g.at_read[s->slot] - total;
	assert_int_equal(s->less != 0, !strcmp(s->reader, "race_net"));
	return (unsigned)race_guest_length(&s->g);
}

/* Overflow at i, handler at j; false: the reader returned before j. */
static bool pair(struct sweep *s, unsigned i, unsigned j)
{
	struct race_guest *g = &s->g;
	uint64_t total;

	race_guest_overflow_in(g, s->slot, i);
	race_guest_enter(g, s->reader, s->slot, false);
	if (!race_guest_run_for(g, j))
		race_guest_unmask(g);
	total = race_guest_finish(g) + s->less;
	check(s, s->slot, total, i, j);
	s->points++;
	if (!race_guest_flag(g, s->slot))
		return true;
	check(s, s->slot, call(s, "race_count", s->slot, false), i, j);
	settle(s, s->slot, i, j);
	return false;
}

static void every_pair(struct sweep *s)
{
	unsigned last = length(s);

	for (unsigned i = 1; i <= last; i += few ? FEW_I : 1) {
		unsigned j = i + 1 + i % s->stride;

		if (!pair(s, i, i))
			continue;
		while (pair(s, i, j))
			j += s->stride;
	}
}

static void every_overflow_and_handler(void **state)
{
	(void)state;
	FOR_EACH_BOARD(board)
	{
		struct sweep s = { &arm, "race_count", RACED, PERIOD, 1 };
		char what[64];

		begin(&s, board);
		snprintf(what, sizeof(what), "every i, every j, 1/%u",
			 s.stride);
		every_pair(&s);
		end_right(&s, what);
	}
}

static void other_readers(void **state)
{
	const struct sweep others[] = {
		{ &arm, "race_count", RACED, 0, 19 },
		{ &arm, "race_count", CYCLES, 0, 19 },
		{ &arm, "race_net", RACED, PERIOD, 19 },
		{ &thumb, "race_count", RACED, PERIOD, 13 },
		{ &small, "race_count", RACED, PERIOD, 13 },
		{ &plain, "race_count", RACED, PERIOD, 97 },
	};

	(void)state;
	FOR_EACH_BOARD(board)
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		struct sweep s = others[i];
		char what[64];

		begin(&s, board);
		snprintf(what, sizeof(what), "(i, j), slot %d, period %u, 1/%u",
			 (int)s.slot, (unsigned)s.period, s.stride);
		every_pair(&s);
		end_right(&s, what);
	}
}

/*
 * Handlers run at once.  The first overflow at i, the second after k more
 * instructions: of the handler, from its entry to its return, or of the
 * reader behind it.  The same counter must have been handled before, and
 * nothing overflows while a handler has stopped the counters to reload.
 */
static bool twice(struct sweep *s, enum race_slot second, unsigned i,
		  unsigned k)
{
	struct race_guest *g = &s->g;
	bool returned;

	race_guest_overflow_in(g, RACED, i);
	race_guest_enter(g, s->reader, RACED, true);
	returned = race_guest_run_for(g, i + k - 1);
	if (!returned && race_guest_counts(g) && !race_guest_flag(g, second)) {
		race_guest_overflow_in(g, second, 1);
		s->points++;
	}
	check(s, RACED, race_guest_finish(g), i, k);
	settle(s, second, i, k);
	settle(s, RACED, i, k);
	return !returned;
}

static void two_overflows(void **state)
{
	const struct {
		enum race_slot slot;
		uint32_t period;
		const char *what;
	} seconds[] = {
		{ RACED, 0, "(i, k), the same again" },
		{ RACED, PERIOD, "(i, k), the same, reloaded" },
		{ CYCLES, PERIOD, "(i, k), another counter" },
	};

	(void)state;
	FOR_EACH_BOARD(board)
	for (size_t n = 0; n < sizeof(seconds) / sizeof(seconds[0]); n++) {
		struct sweep s = { &arm, "race_count", RACED, seconds[n].period,
				   23 };
		unsigned last;

		begin(&s, board);
		last = length(&s);
		for (unsigned i = 1; i <= last; i += few ? FEW_I : 1)
			for (unsigned k = 1 + i % s.stride;
			     twice(&s, seconds[n].slot, i, k); k += s.stride)
				;
		end_right(&s, seconds[n].what);
	}
}

/* Calls of the reader, and how many of them took `length` or longer; false: it
 * never gets through. */
static bool gets_through(struct sweep *s, uint32_t period, unsigned length,
			 unsigned *longer)
{
	enum { CALLS = 32, ENDLESS = 200000 /* instructions */ };

	race_guest_session(&s->g, period);
	memset(s->newest, 0, sizeof(s->newest));
	for (unsigned i = 0; i < CALLS; i++) {
		race_guest_enter(&s->g, s->reader, RACED, true);
		if (!race_guest_run_for(&s->g, ENDLESS))
			return false;
		check(s, RACED, race_guest_finish(&s->g), period, i);
		s->points++;
		*longer += race_guest_length(&s->g) >= length;
	}
	return true;
}

/*
 * Nothing is written from outside: the counter's own short period, a little
 * less or more than what goes by from one handler to the next when the reader
 * runs once in between.  Much shorter, and the reader would never get through:
 * where a handler that finds more to do takes longer, the periods begin there.
 */
static void short_periods(void **state)
{
	enum { PERIODS = 64, STEP = 16 };

	(void)state;
	FOR_EACH_BOARD(board)
	{
		struct sweep s = { &arm, "race_count", RACED, PERIOD, 1 };
		unsigned calm, once, counted, period, two = 0;

		begin(&s, board);
		calm = length(&s);
		race_guest_overflow_in(&s.g, RACED, 1);
		counted = (unsigned)(0 - race_guest_truth(&s.g, RACED));
		(void)call(&s, s.reader, RACED, true);
		counted += (unsigned)race_guest_truth(&s.g, RACED);
		once = (unsigned)race_guest_length(&s.g);
		period = counted - PERIODS / 2;
		for (unsigned n = 0; n < PERIODS; n++, period++)
			while (!gets_through(&s, period, 2 * once - calm,
					     &two)) {
				/* The guest stands in a handler. */
				race_guest_close(&s.g);
				begin(&s, board);
				period += STEP;
				assert_true(period < 2 * counted);
			}
		assert_true(two > 0);
		end_right(&s, "calls, short periods");
	}
}

/*
 * Polling, interrupts masked: the overflow at every instruction of
 * tally_session_overflow(), with and without the flag of another counter that
 * keeps it busy.  The totals are exact before and after the next poll, and
 * each overflow is told of once.
 */
static bool polled(struct sweep *s, bool busy, unsigned i)
{
	struct race_guest *g = &s->g;
	uint64_t told;
	bool inside;

	if (busy) {
		race_guest_overflow_in(g, CYCLES, 1);
		(void)call(s, "race_count", PLAIN, false);
	}
	race_guest_overflow_in(g, RACED, i);
	told = call(s, "race_poll", 0, false);
	inside = race_guest_length(g) >= i;
	for (unsigned n = 0; n < 2; n++) {
		check(s, RACED, call(s, "race_count", RACED, false), i, n);
		check(s, CYCLES, call(s, "race_count", CYCLES, false), i, n);
		if (n == 0)
			told += (uint64_t)call(s, "race_poll", 0, false);
	}
	assert_int_equal((uint32_t)told,
			 1u << RACED | (uint32_t)busy << CYCLES);
	s->points++;
	return inside;
}

static void polling(void **state)
{
	(void)state;
	FOR_EACH_BOARD(board)
	for (unsigned n = 0; n < 4; n++) {
		bool busy = n & 1;
		struct sweep s = { &arm, "race_poll", RACED, n & 2 ? PERIOD : 0,
				   1 };

		begin(&s, board);
		for (unsigned i = 1; polled(&s, busy, i);)
			i += few ? FEW_I : 1;
		end_right(&s, busy ? "i, another flag is set"
				   : "i, no flag is set");
	}
}

/* The sweep can fail: readers that leave something out are found. */
static void wrong_readers_are_found(void **state)
{
	static const char *const readers[] = { "race_naive", "race_no_flags",
					       "race_one_flag",
					       "race_no_generation" };

	(void)state;
	FOR_EACH_BOARD(board)
	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++) {
		struct sweep s = { &arm, readers[i], RACED, PERIOD, 19 };

		begin(&s, board);
		every_pair(&s);
		end(&s, "(i, j), left something out");
		assert_true(s.wrong > 0);
	}
}

/* Boards whose reader test_race_ops.c races, or nobody can, and why. */
static const struct {
	const char *board, *why;
} elsewhere[] = {
	{ "virt-a53", "its guest is not told the registers by hand" },
	{ "virt-a57", "its guest is not told the registers by hand" },
	{ "virt-a72", "its guest is not told the registers by hand" },
	{ "mpc8540ads", "its flag is a digit of the counter" },
	{ "mpc8548cds", "its flag is a digit of the counter" },
	{ "versatile", "its counters have no flag" },
};

static bool is_elsewhere(const char *name)
{
	for (size_t i = 0; i < sizeof(elsewhere) / sizeof(elsewhere[0]); i++)
		if (strcmp(elsewhere[i].board, name) == 0)
			return true;
	return false;
}

static void every_board_is_raced(void **state)
{
	unsigned count;
	const struct board_info *board = board_list(&count);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		bool here = is_elsewhere(board[i].name);

		for (size_t n = 0; n < sizeof(boards) / sizeof(boards[0]); n++)
			here |= !strcmp(boards[n].name, board[i].name);
		if (!here)
			fail_msg("%s is not raced: give it a row of "
				 "`boards` in tests/race/test_race.c, or of "
				 "`elsewhere` with the test that does it",
				 board[i].name);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_board_is_raced),
		cmocka_unit_test(every_overflow_and_handler),
		cmocka_unit_test(other_readers),
		cmocka_unit_test(two_overflows),
		cmocka_unit_test(short_periods),
		cmocka_unit_test(polling),
		cmocka_unit_test(wrong_readers_are_found),
	};

	if (argc > 1)
		directory = argv[1];
	if (argc > 2 && strcmp(argv[2], "boards") != 0)
		only = argv[2];
	all = argc > 3 && !strcmp(argv[3], "all");
	few = argc > 3 && !strcmp(argv[3], "few");
	if (wanted(boards) == boards_end) {
		fprintf(stderr, "test_race: no board is called %s\n", only);
		return 2;
	}
	return cmocka_run_group_tests_name("race", tests, NULL, NULL);
}
