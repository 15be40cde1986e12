/* SPDX-License-Identifier: MIT */
#include "judge_fixture.h"

#include <stdio.h>
#include <stdlib.h>

struct record_monitor monitor;
struct record_event event[3];
struct record_metric metric;
struct record_count count[32];
struct record_run run[8];
struct record *r;
const uint16_t a_and_b[] = { 0, 1 };
const uint16_t b_and_a[] = { 1, 0 };

int set_up(void **state)
{
	static const char *const name[] = { "a", "b", "c" };

	(void)state;
	r = record_new();
	assert_non_null(r);
	monitor = (struct record_monitor){ .name = "arm1176" };
	for (unsigned i = 0; i < 3; i++)
		event[i] = (struct record_event){
			.name = name[i],
			.code = (uint16_t)(10 + i),
			.step = 1,
			.same = i,
			.source = "",
		};
	event[A].asked = ASKED_BY_NAME;
	metric = (struct record_metric){
		.name = "a/b",
		.others = "",
		.formula = "a / b",
		.operand = a_and_b,
		.operands = 2,
		.asked = ASKED_AMONG,
		.scale = 1,
		.unit = "",
	};
	r->target.name = "fake";
	r->target.varies = true;
	r->drift_limit = 0.02;
	r->monitor = &monitor;
	r->monitors = 1;
	r->event = event;
	r->events = 3;
	r->metric = &metric;
	r->metrics = 1;
	r->count = count;
	r->run = run;
	r->passes = r->repeats = 1;
	r->anchor = a_and_b;
	for (unsigned i = 0; i < CONDITIONS; i++)
		r->conditions.known[i] = true;
	r->conditions.holds[WHEN_ALWAYS] = true;
	return 0;
}

int tear_down(void **state)
{
	(void)state;
	record_free(r);
	return 0;
}

void counted(unsigned which, unsigned pass, unsigned repeat, uint64_t value)
{
	count[r->counts++] = (struct record_count){
		.event = which,
		.pass = pass,
		.repeat = repeat,
		.region = RECORD_NONE,
		.interval = RECORD_NONE,
		.task = RECORD_NONE,
		.value = value,
	};
}

void ran(unsigned pass, unsigned repeat, uint64_t instructions)
{
	run[r->runs++] =
		(struct record_run){ pass, repeat, instructions, false };
}

const struct reading *judged(unsigned which)
{
	assert_true(record_judge(r));
	return &event[which].reading;
}

/* To fifteen digits: what a file has. */
void assert_is(double value, const char *wanted)
{
	char text[40];

	assert_true(value >= strtod(wanted, NULL));
	assert_true(value <= strtod(wanted, NULL));
	snprintf(text, sizeof text, "%.15g", value);
	assert_string_equal(text, wanted);
}

void assert_metric(unsigned doubts, const char *why)
{
	assert_true(record_judge(r));
	assert_int_equal(metric.reading.doubts, doubts);
	assert_string_equal(metric.reading.why, why);
}
