/* SPDX-License-Identifier: MIT */
/*
 * The text above and below the numbers tells what was measured where, and how.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report_fixture.h"
#include "test.h"

/* Before all others. */
CASE(the_first_line)
{
	assert_int_equal(strncmp(report(), "prog.elf on fake", 16), 0);
	free(text);
	text = NULL;
	r->trusted = false;
	snprintf(r->verdict.why, sizeof r->verdict.why, "it rains");
	assert_int_equal(strncmp(report(),
				 "not to be trusted: it rains\n"
				 "prog.elf on fake",
				 44),
			 0);
}

CASE(nothing_was_loaded)
{
	r->program = (struct record_program){ 0 };
	add_event("a", 1, 7);
	assert_string_equal(report(), "fake, bus\n"
				      "\n"
				      "a              7\n"
				      "\n"
				      "1 pass (optimal), 1 run, 1.2 s\n"
				      "all exact\n"
				      "no program\n");
}

/* A program behind a link does not end; and a model there does not tell what it
 * is sure of. */
CASE(it_goes_on)
{
	r->program.exited = false;
	assert_says("prog.elf on fake, bus\na time of what runs; it goes on "
		    "there\n");
	add_event("later", 7, 1)->reading.class = CLASS_UNTOLD;
	assert_says("? what is exact and what modelled is not told there\n");
	r->target.name = "board:fake";
	assert_says("board run");
}

CASE(counts_given)
{
	monitor[1].name = "l210";
	monitor[2].name = "l220";
	r->monitors = 3;
	r->target.name = NULL;
	r->program.path = NULL;
	assert_string_equal(report(),
			    "bus, l210 and l220, from counts given\n\n");
	r->divided = true;
	assert_says("from counts given (cycles times 64)\n");
}

CASE(who_wrote)
{
	monitor[0].writes = 1;
	monitor[0].wrote = "CR";
	monitor[0].where = "0x8000";
	assert_says("UNTRUSTED: the program itself wrote CR of bus while it "
		    "counted, at 0x8000\n");
	monitor[0].writes = 2;
	assert_says("counted, at 0x8000 first\n");
	monitor[0].map = "own choice";
	assert_says("\nregisters of bus by own choice\n");
}

CASE(the_foot)
{
	r->passes = 2;
	r->board_runs = 4;
	r->repeats = 2;
	assert_says("2 passes, at least 1, 4 runs, 1.2 s\n"
		    "2 repeats, means; range: highest less lowest;\n"
		    "  nothing was varied: see --jitter\n"
		    "all exact\n"
		    "program sha256 0123456789abcdef\n");
	r->drift_anchor = "cycles";
	r->drift = 0.5;
	r->machine.jitter = true;
	r->machine.seed = 9;
	r->repeats = 3;
	assert_says("4 runs, drift 50.00 % (cycles), jitter seed 9, 1.2 "
		    "s\n3 repeats, means; +-: 95 %");
	r->board_runs = 1;
	assert_says("1 run, jitter");
	r->together = true;
	assert_says("2 passes, at least 1, together in 1 run, jitter");
	add_event("e", 1, 1)->reading.class = CLASS_INJECTED;
	assert_says("\n* injected; no mark: exact\n");
	event[0].reading.doubts = DOUBT_OVERFLOWED;
	assert_says("\nall exact\n");
}

/* Each doubted count has its mark, and each reason is told once. */
CASE(what_is_not_exact)
{
	static const char told[] =
		"! not exact: late: a small rest\nno mark: exact\n";
	struct reading *first, *second;

	first = &add_event("late", 1, 1)->reading;
	second = &add_event("later", 1, 1)->reading;
	add_event("good", 1, 1);
	assert_says("\nall exact\n");
	first->class = second->class = CLASS_DOUBTED;
	first->doubts = second->doubts = DOUBT_INEXACT;
	snprintf(first->why, sizeof first->why, "a small rest");
	snprintf(second->why, sizeof second->why, "a small rest");
	assert_says(told);
	assert_null(strstr(report(), "all exact"));
	assert_null(strstr(report(), "later: a small rest"));
	/* A wrong count says so beside its number. */
	second->doubts = DOUBT_UNTRUSTED;
	snprintf(second->why, sizeof second->why, "it rains");
	assert_says(told);
	assert_null(strstr(report(), "not exact: later"));
	event[2].reading.class = CLASS_DOUBTED;
	event[2].reading.doubts = DOUBT_UNTRUSTED;
	assert_null(strstr(report(), "exact\n"));
}

#define THIRTY_NINE "a_word_of_thirty_nine_letters_and_signs"

/* Words that a line has room for stay in it; the first line's words go on
 * behind four blanks. */
CASE(lines_are_folded)
{
	assert_int_equal(strlen(THIRTY_NINE), 39);
	r->target.lacks = THIRTY_NINE " " THIRTY_NINE;
	assert_says("\n" THIRTY_NINE " " THIRTY_NINE "\n");
	r->target.lacks = THIRTY_NINE " " THIRTY_NINE "x";
	assert_says("\n" THIRTY_NINE "\n  " THIRTY_NINE "x\n");
	r->trusted = false;
	snprintf(r->verdict.why, sizeof r->verdict.why, "%s",
		 THIRTY_NINE " " THIRTY_NINE);
	assert_says("not to be trusted: " THIRTY_NINE "\n    " THIRTY_NINE
		    "\nprog.elf");
}

CASE(a_cache_that_was_off)
{
	static const char said[] =
		"\nl220 counted nothing: the second-level cache is off after "
		"reset;\n  --l2 on starts with it on\n";

	monitor[1].name = "l220";
	r->monitors = 2;
	r->target.simulated = true;
	(void)add_event("core", 1, 5);
	add_event("cache", 1, 0)->monitor = 1;
	assert_says(said);
	assert_says("one window: bus, then l220; skew 0 cycles: the board "
		    "stands still meanwhile\n");
	event[1].reading.count = 1;
	assert_says_not(said);
	event[1].reading.count = 0;
	r->machine.l2 = true;
	assert_says_not(said);
	r->machine.l2 = false;
	r->target.simulated = false;
	assert_says_not(said);
	/* The cache's monitor may be the only one. */
	r->target.simulated = true;
	monitor[0].name = "l220";
	r->monitors = r->events = 1;
	event[0].reading.count = 0;
	assert_says(said);
}

/* Nobody knows what one counts while the next is begun over a link. */
CASE(a_window_over_a_link)
{
	static const char *const link[] = { "gdb::1", "openocd::2" };

	r->monitors = 2;
	monitor[1].name = "l220";
	(void)add_event("core", 1, 5);
	r->repeats = 2;
	for (unsigned i = 0; i < 2; i++) {
		r->target.name = link[i];
		assert_says("one window: bus, then l220; one after the other, "
			    "over the link\n");
		assert_says(
			"2 repeats, means; range: highest less lowest;\n"
			"  the spread of what was measured over the link\n");
		assert_says_not("skew");
	}
}
