/* SPDX-License-Identifier: MIT */
/*
 * Counts without a target: cycles that so few cannot be, by each core's own
 * bound, and what a number that cannot be had asks for.
 */
#include <stdint.h>
#include <string.h>

#include "record/inner.h"
#include "test.h"

enum { CYCLES, EVENT, INSTRUCTIONS, EVENTS };

static struct record_monitor monitor;
static struct record_event event[EVENTS];
static struct record_count count[EVENTS];
static struct record_run run[1];
static struct record *r;

static int set_up(void **state)
{
	static const char *const name[] = { "cycles", "cpu_cycles",
					    "instr_exec" };

	(void)state;
	r = record_new();
	assert_non_null(r);
	monitor = (struct record_monitor){ .name = "arm1176" };
	for (unsigned i = 0; i < EVENTS; i++) {
		event[i] = (struct record_event){
			.name = name[i],
			.row = name[i],
			.code = (uint16_t)i,
			.asked = ASKED_BY_NAME,
			.step = 1,
			.same = i,
			.source = "",
		};
		count[i] = (struct record_count){
			.event = i,
			.region = RECORD_NONE,
			.interval = RECORD_NONE,
			.task = RECORD_NONE,
		};
	}
	r->monitor = &monitor;
	r->monitors = 1;
	r->event = event;
	r->events = EVENTS;
	r->count = count;
	r->counts = EVENTS;
	r->run = run;
	r->runs = 1;
	r->passes = r->repeats = 1;
	for (unsigned i = 0; i < CONDITIONS; i++)
		r->conditions.known[i] = true;
	r->conditions.holds[WHEN_ALWAYS] = true;
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	record_free(r);
	return 0;
}

static void judge(uint64_t cycles, uint64_t instructions)
{
	count[CYCLES].value = count[EVENT].value = cycles;
	count[INSTRUCTIONS].value = instructions;
	assert_true(record_judge(r));
}

static bool rejected(unsigned which)
{
	const struct reading *it = &event[which].reading;
	bool is = it->doubts & DOUBT_UNTRUSTED;

	if (is)
		assert_non_null(strstr(it->why, "add 2^32 (4294967296)"));
	else
		assert_string_equal(it->why, "");
	return is;
}

#define CASE(test) TEST_WITH(test, set_up, tear_down)

/* An ARM11 carries out 2.5 instructions a cycle at most. */
CASE(cycles_that_wrapped)
{
	judge(400, 1000);
	assert_false(rejected(CYCLES) || rejected(EVENT));
	assert_false(rejected(INSTRUCTIONS));
	judge(399, 1000);
	assert_true(rejected(CYCLES) && rejected(EVENT));
	assert_false(rejected(INSTRUCTIONS));
	assert_false(r->trusted);
}

/* A target's own count is not judged so: what it counts, it has counted. */
CASE(not_of_a_target)
{
	r->target.name = "fake";
	judge(399, 1000);
	assert_false(rejected(CYCLES) || rejected(EVENT));
	assert_false(record_is_given(r));
	r->target.name = NULL;
	assert_true(record_is_given(r));
}

/* One of the two is not enough to tell, and a monitor may be unknown. */
CASE(too_little_is_known)
{
	event[INSTRUCTIONS].row = "br_exec";
	judge(399, 1000);
	assert_false(rejected(CYCLES));
	event[INSTRUCTIONS].row = NULL;
	judge(399, 1000);
	assert_false(rejected(CYCLES));
	event[INSTRUCTIONS].row = "instr_exec";
	monitor.name = "of another time";
	judge(399, 1000);
	assert_false(rejected(CYCLES));
}

static void assert_reason(enum formula_result result, const char *name,
			  unsigned doubts, const char *wanted)
{
	char why[160] = "before";

	given_reason(result, name, doubts, why, sizeof why);
	assert_string_equal(why, wanted);
}

CASE(what_to_give)
{
	assert_reason(FORMULA_MISSING, "clock_hz", 0,
		      "needs the core clock: --clock-hz");
	assert_reason(FORMULA_MISSING, "clock_ratio", 0,
		      "needs the core clock over the platform's: "
		      "--clock-ratio");
	assert_reason(FORMULA_MISSING, "br_exec", 0,
		      "needs the count of br_exec");
	assert_reason(FORMULA_MISSING, NULL, 0, "before");
	assert_reason(FORMULA_OK, "br_exec", 0, "before");
	assert_reason(FORMULA_OK, "br_exec", DOUBT_OUT_OF_BOUNDS,
		      "before; if a counter has wrapped, add 2^32 "
		      "(4294967296) for each overflow");
}
