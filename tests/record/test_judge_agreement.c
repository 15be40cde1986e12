/* SPDX-License-Identifier: MIT */
/*
 * Counts that are held against each other: by an identity, as twins, and with
 * the board's own ledger.
 */
#include "judge_fixture.h"
#include "test.h"

/* An identity of an AHB monitor: a - b is 0.  Of two passes nobody can tell. */
CASE(identities_are_of_one_pass)
{
	static struct record_identity identity;

	identity = (struct record_identity){ .id = "armi_beats",
					     .formula = "a - b",
					     .operand = a_and_b,
					     .operands = 2 };
	monitor.name = "arm926pxp-ahb";
	r->identity = &identity;
	r->identities = 1;
	r->passes = 2;
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 60);
	(void)judged(A);
	assert_true(identity.counted);
	assert_true(identity.broken);
	assert_is(identity.value, "40");
	assert_false(r->trusted);
	assert_string_equal(r->verdict.why, "armi_beats does not hold");
	count[1].pass = 1;
	(void)judged(A);
	assert_false(identity.counted);
	assert_false(identity.checked);
	assert_false(identity.broken);
	/* Both in the second one. */
	count[0].pass = 1;
	(void)judged(A);
	assert_true(identity.broken);
	count[0].lost = true;
	(void)judged(A);
	assert_false(identity.counted);
}

CASE(twins)
{
	event[B].same = A;
	r->repeats = 2;
	counted(A, 0, 0, 100);
	counted(A, 0, 1, 110);
	counted(B, 0, 0, 100);
	counted(B, 0, 1, 110);
	/* Twins are compared within one run, as runs are not alike. */
	assert_int_equal(judged(A)->doubts, 0);
	count[3].value = 111;
	assert_int_equal(judged(A)->doubts, DOUBT_UNTRUSTED);
	assert_int_equal(event[B].reading.doubts, DOUBT_UNTRUSTED);
	assert_string_equal(
		event[A].reading.why,
		"a counted 110 and b 111, which are the same thing");
	assert_string_equal(
		event[B].reading.why,
		"b counted 111 and a 110, which are the same thing");
	event[A].step = 64;
	assert_int_equal(judged(A)->doubts, DOUBT_COARSE);
	event[A].step = 1;
	event[B].same = B;
	assert_int_equal(judged(A)->doubts, 0);
	event[B].same = A;
	count[3].value = 110;
	r->target.varies = false;
	assert_int_equal(judged(A)->doubts, DOUBT_UNTRUSTED);
}

/* The ledger is of the first pass; a board that varies has no other one. */
CASE(the_ledger)
{
	static struct record_truth truth = { .name = "a row",
					     .event = "a",
					     .basis = "",
					     .code = 10,
					     .count = 100 };

	r->truth = &truth;
	r->truths = 1;
	r->passes = 2;
	counted(A, 1, 0, 100);
	event[A].ledger = LEDGER_YES;
	r->target.varies = false;
	(void)judged(A);
	assert_int_equal(truth.measured, TRUTH_EQUAL);
	count[0].value = 101;
	(void)judged(A);
	assert_int_equal(truth.measured, TRUTH_DIFFERS);
	assert_string_equal(r->verdict.why,
			    "a differs from the board's own ledger");
	r->target.varies = true;
	(void)judged(A);
	assert_int_equal(truth.measured, TRUTH_NOT_MEASURED);
	r->target.varies = false;
	event[A].ledger = LEDGER_FIRST_PASS;
	(void)judged(A);
	assert_int_equal(truth.measured, TRUTH_NOT_MEASURED);
	count[0].pass = 0;
	(void)judged(A);
	assert_int_equal(truth.measured, TRUTH_DIFFERS);
	event[A].ledger = LEDGER_NO;
	(void)judged(A);
	assert_int_equal(truth.measured, TRUTH_NOT_MEASURED);
	assert_true(r->trusted);
}
