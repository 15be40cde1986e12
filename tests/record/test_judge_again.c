/* SPDX-License-Identifier: MIT */
/*
 * A second judgement says how the first one differed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge_fixture.h"
#include "test.h"

static void assert_again(const char *wanted)
{
	char *text = NULL;
	size_t size;
	FILE *to = open_memstream(&text, &size);

	assert_non_null(to);
	assert_true(record_judge_again(r, to));
	fclose(to);
	assert_string_equal(text, wanted);
	free(text);
}

/* The earlier judgement is another thing each time. */
CASE(what_judging_again_changes)
{
	struct reading *old = &event[A].reading;

	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	(void)judged(A);
	assert_again("nothing changed\n");
	old->doubts |= DOUBT_COARSE;
	assert_again("a: other doubts\n");
	old->value = 101;
	assert_again("a: another value: 100 was 101\n");
	old->count = 101;
	assert_again("a: another value\n");
	old->low = 99;
	assert_again("a: another range\n");
	old->high = 101;
	assert_again("a: another range\n");
	old->margin = 3;
	assert_again("a: another range\n");
	strcpy(old->why, "it rained");
	assert_again("a: another reason\n");
	event[A].notes.count = 1;
	assert_again("a: other notes\n");
	r->trusted = false;
	assert_again("it is trusted now\n");
	metric.reading.value = 3;
	event[B].reading.count = 51;
	assert_again("a/b: another value: 2 was 3\nb: another value\n");
	monitor = (struct record_monitor){ .name = "arm1176",
					   .writes = 1,
					   .wrote = "PMNC",
					   .where = "0x8000" };
	assert_again("a/b: other doubts: the program wrote PMNC\n"
		     "a: other doubts: the program wrote PMNC\n"
		     "b: other doubts: the program wrote PMNC\n"
		     "it is not trusted any more\n");
}

/* As many as before, and yet others. */
CASE(judging_again_looks_into_notes)
{
	event[B].row = "instr_exec";
	event[B].asked = ASKED_AMONG;
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	(void)judged(B);
	assert_int_equal(event[B].notes.count, 1);
	r->note[0].id = "unconditional";
	assert_again("a/b: other notes\nb: other notes\n");
	r->note[0].text = "it counts otherwise";
	assert_again("a/b: other notes\nb: other notes\n");
	r->note[0].perhaps = true;
	assert_again("a/b: other notes\nb: other notes\n");
	assert_again("nothing changed\n");
}

CASE(what_has_no_number_is_no_0)
{
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 0);
	assert_true(record_judge(r));
	count[1].value = 50;
	assert_again("a/b: other doubts: 2, where it had no value\n"
		     "b: another value: 50 was 0\n");
	count[1].value = 0;
	assert_again("a/b: other doubts: no value, where it was 2: divides by "
		     "0: b\nb: another value: 0 was 50\n");
	/* Neither has one. */
	metric.reading.value = 3;
	assert_again("a/b: another value: divides by 0: b\n");
}
