/* SPDX-License-Identifier: MIT */
/*
 * Each reason against a count is tried by itself, and a metric has the doubts
 * that its events have.
 */
#include "judge_fixture.h"
#include "test.h"

/* A metric has the doubts of its events, and the first one's reason. */
CASE(doubts_are_inherited)
{
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	ran(0, 0, 0);
	assert_metric(0, "");
	event[A].step = 64;
	assert_metric(DOUBT_COARSE, "");
	event[A].step = 1;
	monitor.writes = 1;
	monitor.wrote = "PMNC";
	monitor.where = "0x8000";
	assert_metric(DOUBT_UNTRUSTED, "the program wrote PMNC");
	assert_string_equal(r->verdict.why, "the program itself wrote PMNC at "
					    "0x8000 while it counted");
	monitor.writes = 0;
	run[0].late = true;
	assert_metric(DOUBT_OVERFLOWED, "a: a counter may have wrapped unseen");
	count[1].lost = true;
	assert_metric(DOUBT_OVERFLOWED, "a: a counter may have wrapped unseen");
	run[0].late = false;
	assert_metric(DOUBT_OVERFLOWED, "b: its counter stopped at its top, "
					"and the rest is lost");
	count[1].lost = false;
	event[B].class = CLASS_NOT_MODELLED;
	assert_metric(DOUBT_NOT_MODELLED, "b: this board does not model it");
	event[B].class = CLASS_EXACT;
	r->counts = 1;
	assert_metric(DOUBT_NOT_COUNTED, "b: no counter was left for it");
	assert_int_equal(event[B].reading.pass, RECORD_SPLIT);
	counted(B, 0, 0, 0);
	assert_metric(DOUBT_UNDEFINED, "divides by 0: b");
	assert_is(metric.reading.value, "0");
}

CASE(the_weakest_class)
{
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	event[A].class = CLASS_MODELLED;
	assert_metric(0, "");
	assert_int_equal(metric.reading.class, CLASS_MODELLED);
	event[B].class = CLASS_INJECTED;
	assert_metric(0, "");
	assert_int_equal(metric.reading.class, CLASS_INJECTED);
	event[A].class = CLASS_INJECTED;
	event[B].class = CLASS_MODELLED;
	assert_metric(0, "");
	assert_int_equal(metric.reading.class, CLASS_INJECTED);
}

/* The machine knows how many instructions a whole program was. */
CASE(all_instructions)
{
	event[A].machine = true;
	counted(A, 0, 0, 50);
	ran(0, 0, 60);
	assert_int_equal(judged(A)->doubts, DOUBT_UNTRUSTED);
	assert_string_equal(event[A].reading.why,
			    "50 counted, and the machine ran 60");
	run[0].instructions = 50;
	assert_int_equal(judged(A)->doubts, 0);
	run[0].instructions = 0; /* not known */
	assert_int_equal(judged(A)->doubts, 0);
	run[0].instructions = 60;
	r->region.kind = REGION_SYMBOL;
	assert_int_equal(judged(A)->doubts, 0);
}

/* In whichever repeat it was: no number of that event can be believed. */
CASE(one_that_may_have_wrapped)
{
	r->repeats = 3;
	for (unsigned i = 0; i < 3; i++) {
		counted(A, 0, i, 100);
		counted(B, 0, i, 50);
		ran(0, i, 1000);
	}
	assert_int_equal(judged(A)->doubts, 0);
	run[2].late = true;
	assert_int_equal(judged(A)->doubts, DOUBT_OVERFLOWED);
	assert_string_equal(event[A].reading.why,
			    "a counter may have wrapped unseen");
}

/* Records that a log lacks were not added. */
CASE(a_log_that_lost)
{
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	r->log = (struct record_log){ .known = true, .records = 9 };
	assert_int_equal(judged(A)->count, 100);
	assert_true(r->trusted);
	r->log.lost = 1;
	r->log.damaged = 2;
	r->log.unread = 3;
	assert_true(record_judge(r));
	assert_false(r->trusted);
	assert_string_equal(r->verdict.why,
			    "counts are too small: of the log's records 1 were "
			    "lost, 2 damaged, and 3 without a setup");
}

/* Each note once, whoever has it; what is not known may hold. */
CASE(notes)
{
	event[A].row = "cycles";
	event[B].row = "instr_exec";
	event[B].asked = ASKED_AMONG;
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	(void)judged(A);
	assert_int_equal(r->notes, 1);
	assert_string_equal(r->note[0].id, "condition");
	assert_string_equal(r->note[0].source, "DAI0195B 6");
	assert_false(r->note[0].perhaps);
	assert_int_equal(metric.notes.count, 1);
	assert_int_equal(metric.notes.index[0], 0);
	assert_int_equal(event[A].notes.count, 0);
	assert_int_equal(event[B].notes.count, 1);
	assert_int_equal(event[B].notes.index[0], 0);
	r->conditions.known[WHEN_DIVIDED] = false;
	(void)judged(A);
	assert_int_equal(r->notes, 2);
	assert_string_equal(r->note[0].id, "divided");
	assert_string_equal(r->note[1].id, "condition");
	assert_true(r->note[0].perhaps);
	assert_int_equal(metric.notes.count, 2);
	assert_int_equal(metric.notes.index[1], 1);
	assert_int_equal(event[A].notes.count, 1);
	assert_int_equal(event[B].notes.index[0], 1);
	r->conditions.known[WHEN_DIVIDED] = true;
	r->conditions.holds[WHEN_DIVIDED] = true;
	(void)judged(A);
	assert_false(r->note[0].perhaps);
	event[A].asked = ASKED_NOT;
	(void)judged(A);
	assert_int_equal(event[A].notes.count, 0);
	assert_int_equal(metric.notes.count, 2);
}

/* Two monitors that call a row the same and say otherwise of it have two notes,
 * of which the second has its monitor in front; each is there once. */
CASE(notes_of_one_name)
{
	static struct record_monitor two[] = { { .name = "arm1176" },
					       { .name = "l210" } };

	r->monitor = two;
	r->monitors = 2;
	event[A].row = "dcache_wback";
	event[B].row = "CO";
	event[B].monitor = 1;
	event[B].asked = ASKED_BY_NAME;
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	(void)judged(A);
	assert_int_equal(r->notes, 2);
	assert_string_equal(r->note[0].id, "half_lines");
	assert_string_equal(r->note[1].id, "l210:half_lines");
	assert_int_equal(metric.notes.count, 2);
	assert_int_equal(event[B].notes.count, 1);
	assert_int_equal(event[B].notes.index[0], 1);
}
