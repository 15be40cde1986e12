/* SPDX-License-Identifier: MIT */
/*
 * Causes of cycles in a record's truth become a stack, and the stack a
 * sentence, whatever the events of the monitor answer.
 */
#include <string.h>

#include "record/headline.h"
#include "record/why.h"
#include "test.h"

static struct record_truth truth[STACK_ROWS + 8];
static struct record *r;
static struct stack stack;
static struct headline h;

static int set_up(void **state)
{
	(void)state;
	r = record_new();
	assert_non_null(r);
	r->truth = truth;
	r->trusted = true;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	record_free(r);
	return 0;
}

#define CASE(name) TEST_WITH(name, set_up, tear_down)

static void row(const char *name, uint16_t code, uint64_t count)
{
	truth[r->truths++] = (struct record_truth){ .name = name,
						    .code = code,
						    .count = count };
}

static void cause(const char *name, uint64_t count)
{
	row(name, RECORD_CAUSE, count);
}

static void says(const char *largest, const char *text)
{
	struct why w = { .first = r, .trusted = true };
	struct headline again;

	memset(&h, 0xff, sizeof h);
	assert_true(headline_of(r, &h));
	assert_string_equal(h.text, text);
	assert_int_equal(h.kind, HEADLINE_CAUSE);
	assert_string_equal(h.simulated, largest);
	assert_null(h.main.question);
	assert_null(h.cause.question);
	assert_true(h.complete);
	why_headline(&w, &again);
	assert_string_equal(again.text, text);
}

/* Rows that are events of a monitor are no causes, and those that are keep the
 * ledger's order where they are equal. */
CASE(the_largest_comes_first)
{
	assert_false(stack_of(r, &stack));
	row("cycle counter", 0xFFFE, 100);
	cause("cause: issue", 0);
	assert_false(stack_of(r, &stack));
	cause("cause: multiply", 25);
	cause("cause: data, memory", 50);
	row("data cache miss", 0x0b, 1000);
	cause("cause: idle", 25);
	assert_true(stack_of(r, &stack));
	assert_int_equal(stack.rows, 4);
	assert_int_equal(stack.cycles, 100);
	assert_string_equal(stack.row[0].name, "data, memory");
	assert_float_equal(stack.row[0].share, 0.5, 1e-9);
	assert_string_equal(stack_found(&stack.row[0]),
			    "wait for data from memory");
	assert_string_equal(stack.row[1].name, "multiply");
	assert_string_equal(stack.row[2].name, "idle");
	assert_string_equal(stack.row[3].name, "issue");
	assert_true(stack.row[3].share <= 0);
}

CASE(a_sentence_names_three_at_most)
{
	cause("cause: issue", 900);
	says("issue", "100 % of cycles issue instructions (simulated cause: "
		      "issue); no other has a tenth");
	cause("cause: multiply", 100);
	says("issue", "90 % of cycles issue instructions and 10 % wait for "
		      "multiplications (simulated causes: issue; multiply)");
	truth[1].count = 99;
	says("issue", "90 % of cycles issue instructions (simulated cause: "
		      "issue); no other has a tenth");
	truth[1].count = 2000;
	cause("cause: data, memory", 1000);
	cause("cause: idle", 800);
	says("multiply",
	     "43 % of cycles wait for multiplications, 21 % wait for data "
	     "from memory and 19 % issue instructions (simulated causes: "
	     "multiply; data, memory; issue)");
}

/* A newer board may have causes that nothing is known of. */
CASE(an_unknown_cause)
{
	cause("cause: magic", 60);
	cause("sleep", 40);
	says("magic", "60 % of cycles have another cause and 40 % have another "
		      "cause (simulated causes: magic; sleep)");
}

/* There are no more rows than have room, whatever a file has. */
CASE(more_than_there_can_be)
{
	for (unsigned i = 0; i < STACK_ROWS + 8; i++)
		cause("cause: issue", 1);
	assert_true(stack_of(r, &stack));
	assert_int_equal(stack.rows, STACK_ROWS);
	assert_int_equal(stack.cycles, STACK_ROWS);
}

/* Doubts come first; and a board without times has no causes to tell. */
CASE(no_cause_is_said)
{
	struct why w = { .first = r };

	cause("cause: issue", 1000);
	r->machine.flat = true;
	assert_false(headline_by_cause(r, &stack));
	assert_true(headline_of(r, &h));
	assert_int_equal(h.kind, HEADLINE_NONE);
	assert_null(h.simulated);
	r->machine.flat = false;
	assert_true(headline_by_cause(r, &stack));
	r->trusted = false;
	snprintf(r->verdict.why, sizeof r->verdict.why, "it rains");
	assert_true(headline_of(r, &h));
	assert_int_equal(h.kind, HEADLINE_UNTRUSTED);
	snprintf(w.doubt, sizeof w.doubt, "it rains");
	why_headline(&w, &h);
	assert_string_equal(h.text, "not to be trusted: it rains");
}
