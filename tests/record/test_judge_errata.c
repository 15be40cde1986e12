/* SPDX-License-Identifier: MIT */
/*
 * Errata change a count, and a metric that has it: which way it is wrong, for
 * which revisions, and what is taken off.
 */
#include "judge_fixture.h"
#include "test.h"

#include <string.h>

enum {
	A9_R2P10 = 0x412FC09A,
	A9_R3P0 = 0x413FC090,
	A53_R0P4 = 0x410FD034,
	N2_R0P2 = 0x410FD492,
	N2_R0P3 = 0x410FD493,
};

/* The monitor, and what a and b are there; 100 of a, 50 of b. */
static void counts_of(const char *name, uint32_t main_id, const char *a,
		      const char *b)
{
	monitor.name = name;
	monitor.main_id = main_id;
	event[A].row = a;
	event[B].row = b;
	if (r->counts)
		return;
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	ran(0, 0, 0);
}

static unsigned direction(const struct reading *of)
{
	return of->doubts & DOUBT_DIRECTION;
}

/* Fewer instructions than there were are more cycles for each. */
CASE(too_few_instructions_are_too_many_cycles_each)
{
	counts_of("cortex-a9", A9_R2P10, "cycles", "INST_OUT_OF_RENAME_STAGE");
	assert_int_equal(direction(judged(B)), DOUBT_AT_LEAST);
	assert_string_equal(event[B].reading.why,
			    "erratum 740663, NXP ERR003729");
	assert_int_equal(direction(&event[A].reading), 0);
	assert_int_equal(direction(&metric.reading), DOUBT_AT_MOST);
	assert_string_equal(metric.reading.why, "b is at least");
	assert_int_equal(event[B].reading.class, CLASS_DOUBTED);
	assert_true(r->trusted);
}

CASE(a_simulated_core_has_none)
{
	counts_of("cortex-a53", A53_R0P4, "cycles", "INST_RETIRED");
	assert_int_equal(direction(judged(B)), DOUBT_AT_MOST);
	r->target.simulated = true;
	assert_int_equal(direction(judged(B)), 0);
	assert_int_equal(direction(&metric.reading), 0);
}

CASE(an_unknown_revision_is_affected)
{
	counts_of("cortex-a9", 0, "cycles", "PC_WRITE_RETIRED");
	assert_int_equal(direction(judged(B)), DOUBT_AT_MOST);
	assert_int_equal(direction(&metric.reading), DOUBT_AT_LEAST);
	monitor.main_id = 0x414FC091;
	assert_int_equal(direction(judged(B)), DOUBT_AT_MOST);
	event[B].row = "NEON_EXECUTED_INST";
	assert_int_equal(judged(B)->doubts, 0);
	monitor.main_id = A9_R3P0;
	assert_int_equal(judged(B)->doubts, 0);
	monitor.main_id = 0;
	assert_int_equal(judged(B)->doubts, DOUBT_UNTRUSTED);
	assert_int_equal(metric.reading.doubts, DOUBT_UNTRUSTED);
}

/* Two flags at once, and one is lost: whose, nobody can tell.  Where no counter
 * has overflowed none can be. */
CASE(a_flag_that_another_clears_is_a_count_too_low)
{
	counts_of("i80200", 0x69052001, "cycles", "branch");
	assert_int_equal(judged(A)->doubts, 0);
	assert_int_equal(event[B].reading.doubts, 0);
	r->counts = 0;
	counted(A, 0, 0, UINT64_C(1) << 32);
	counted(B, 0, 0, 50);
	assert_int_equal(judged(B)->doubts, DOUBT_AT_LEAST);
	assert_int_equal(event[A].reading.doubts, DOUBT_AT_LEAST);
	assert_string_equal(event[B].reading.why, "erratum flag_cleared");
	monitor.main_id = 0; /* not known */
	assert_int_equal(judged(B)->doubts, DOUBT_AT_LEAST);
	monitor.main_id = 0x69052002;
	assert_int_equal(judged(B)->doubts, 0);
}

/* A count that is too high, on both sides of the line: nobody can tell. */
CASE(both_ways_are_told)
{
	counts_of("cortex-a53", A53_R0P4, "ST_RETIRED", "INST_RETIRED");
	assert_int_equal(direction(judged(A)), DOUBT_AT_MOST);
	assert_int_equal(direction(&event[B].reading), DOUBT_AT_MOST);
	assert_int_equal(direction(&metric.reading), DOUBT_DIRECTION);
	assert_string_equal(doubt_direction(metric.reading.doubts),
			    "too high or too low");
	metric.formula = "a / a";
	r->metric->operands = 1;
	assert_true(record_judge(r));
	assert_int_equal(direction(&metric.reading), 0);
}

CASE(none_is_not_too_many)
{
	counts_of("cortex-a53", A53_R0P4, "CPU_CYCLES", "ST_RETIRED");
	count[1].value = 0;
	assert_int_equal(judged(B)->doubts, 0);
}

/* Levels are what makes these counts wrong. */
CASE(filtered_exceptions_are_not_trusted)
{
	counts_of("cortex-a53", A53_R0P4, "CPU_CYCLES", "EXC_TAKEN");
	assert_int_equal(judged(B)->doubts, 0);
	event[B].filtered = true;
	assert_int_equal(judged(B)->doubts, DOUBT_UNTRUSTED);
	assert_false(r->trusted);
	monitor.main_id = 0x411FD030;
	assert_int_equal(judged(B)->doubts, 0);
}

/* Slots less cycles are right, where both are of one window. */
CASE(what_is_too_much_is_taken_off)
{
	counts_of("neoverse-n2", N2_R0P2, "STALL_SLOT", "CPU_CYCLES");
	assert_int_equal(direction(judged(A)), DOUBT_AT_MOST);
	assert_string_equal(event[A].reading.why,
			    "erratum SDEN1982442: without the 50 of "
			    "CPU_CYCLES it is 50");
	assert_is(metric.reading.value, "1");
	assert_int_equal(direction(&metric.reading), 0);
	monitor.main_id = N2_R0P3;
	assert_int_equal(judged(A)->doubts, 0);
	assert_is(metric.reading.value, "2");
	/* Of another revision it is not known that there is anything to take.
	 */
	monitor.main_id = 0;
	assert_int_equal(direction(judged(A)), DOUBT_AT_MOST);
	assert_is(metric.reading.value, "2");
	assert_int_equal(direction(&metric.reading), DOUBT_AT_MOST);
}

CASE(what_was_not_counted_with_it_is_told)
{
	counts_of("neoverse-n2", N2_R0P2, "STALL_SLOT", "INST_RETIRED");
	assert_int_equal(direction(judged(A)), DOUBT_AT_MOST);
	assert_string_equal(event[A].reading.why,
			    "erratum SDEN1982442: CPU_CYCLES is to be taken "
			    "off, and no counter was left for it in the same "
			    "window");
	assert_is(metric.reading.value, "2");
	assert_int_equal(direction(&metric.reading), DOUBT_AT_MOST);
}

CASE(notes_tell_the_cure)
{
	counts_of("xscale2", 0, "icache_no_deliver", "cycles");
	assert_int_equal(direction(judged(A)), DOUBT_AT_MOST);
	assert_int_equal(event[A].notes.count, 1);
	assert_string_equal(r->note[event[A].notes.index[0]].id,
			    "fetch_erratum");
	assert_non_null(strstr(r->note[event[A].notes.index[0]].text,
			       "a count of it is at most what it says; "
			       "branch_miss, counted in the same window"));
	assert_false(r->note[event[A].notes.index[0]].perhaps);
}

/* The note stays, for whom silicon is the end; it does not say of this count
 * what is not so, whichever core it is. */
CASE(notes_of_a_simulated_core_clear_its_count)
{
	const struct record_note *note;

	r->target.simulated = true;
	counts_of("cortex-a53", 0, "INST_RETIRED", "cycles");
	assert_int_equal(direction(judged(A)), 0);
	assert_true(event[A].notes.count > 0);
	for (unsigned i = 0; i < event[A].notes.count; i++) {
		note = &r->note[event[A].notes.index[i]];
		if (strncmp(note->text, "erratum", 7) != 0)
			continue;
		assert_non_null(strstr(note->text,
				       "the simulated core has it not, and a "
				       "count of it is right"));
		assert_null(strstr(note->text, "at most"));
		assert_false(note->perhaps);
	}
}
