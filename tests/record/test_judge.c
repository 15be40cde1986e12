/* SPDX-License-Identifier: MIT */
/*
 * What may be believed of a few counts, one rule at a time; every number is
 * worked out by hand.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hand_record.h"

/* Of an ARM1176: a, b and c, and a / b as the user typed it. */
static struct record_monitor monitor;
static struct record_event event[3];
static struct record_metric metric;
static struct record_count count[32];
static struct record_run run[8];
static struct record *r;
static const uint16_t a_by_b[] = { 0, 1 };
static const uint16_t a_and_b[] = { 0, 1 };
static const uint16_t b_and_a[] = { 1, 0 };

enum { A, B, C };

static int set_up(void **state)
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
		.operand = a_by_b,
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

static int tear_down(void **state)
{
	(void)state;
	record_free(r);
	return 0;
}

static void counted(unsigned which, unsigned pass, unsigned repeat,
		    uint64_t value)
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

static void ran(unsigned pass, unsigned repeat, uint64_t instructions)
{
	run[r->runs++] =
		(struct record_run){ pass, repeat, instructions, false };
}

static const struct reading *judged(unsigned which)
{
	assert_true(record_judge(r));
	return &event[which].reading;
}

/* To fifteen digits: what a file has. */
static void assert_is(double value, const char *wanted)
{
	char text[40];

	assert_true(value >= strtod(wanted, NULL));
	assert_true(value <= strtod(wanted, NULL));
	snprintf(text, sizeof text, "%.15g", value);
	assert_string_equal(text, wanted);
}

static void the_lowest_and_the_highest(void **state)
{
	static const uint64_t a[] = { 104, 120, 110 }, b[] = { 104, 90, 100 };

	(void)state;
	r->repeats = 3;
	for (unsigned i = 0; i < 3; i++) {
		counted(A, 0, i, a[i]);
		counted(B, 0, i, b[i]);
	}
	assert_is(judged(A)->value, "111.333333333333");
	assert_is(event[A].reading.low, "104");
	assert_is(event[A].reading.high, "120");
	assert_is(event[B].reading.low, "90");
	assert_is(event[B].reading.high, "104");
	assert_int_equal(event[B].reading.count, 104);
	/* 334 by 294; 104 by 104 and 120 by 90. */
	assert_is(metric.reading.value, "1.13605442176871");
	assert_is(metric.reading.low, "1");
	assert_is(metric.reading.high, "1.33333333333333");
	assert_is(metric.reading.sample[2], "1.1");
	assert_int_equal(metric.reading.samples, 3);
}

/* A number has as many digits as its file. */
static void numbers_of_many_digits(void **state)
{
	const struct reading *a = &event[A].reading;

	(void)state;
	r->repeats = 2;
	counted(A, 0, 0, 1234567890123456789);
	counted(A, 0, 1, 1234567890333333333);
	counted(B, 0, 0, 3);
	counted(B, 0, 1, 3);
	assert_is(judged(A)->value, "1.2345678902284e+18");
	assert_is(a->low, "1.23456789012346e+18");
	assert_is(a->high, "1.23456789033333e+18");
	assert_is(a->sample[0], "1.23456789012346e+18");
	assert_is(a->sample[1], "1.23456789033333e+18");
	assert_is(metric.reading.sample[0], "4.11522630041152e+17");
}

/* The anchor that differs most names it; 2, 2 and 3 differ by 1 of 7 / 3. */
static void the_drift(void **state)
{
	static const uint64_t b[] = { 2, 2, 3 };

	(void)state;
	r->passes = 3;
	for (unsigned i = 0; i < 3; i++) {
		counted(A, i, 0, 100);
		counted(B, i, 0, b[i]);
	}
	assert_true(record_judge(r));
	assert_null(r->drift_anchor);
	assert_is(r->drift, "0");
	r->anchors = 2;
	assert_true(record_judge(r));
	assert_string_equal(r->drift_anchor, "b");
	assert_is(r->drift, "0.428571428571429");
	r->anchor = b_and_a;
	assert_true(record_judge(r));
	assert_string_equal(r->drift_anchor, "b");
	r->anchors = 1;
	r->counts = 2; /* of one run */
	assert_true(record_judge(r));
	assert_is(r->drift, "0");
	assert_string_equal(r->drift_anchor, "b");
}

/* 100 and 102 differ by 2 of 101, which are 1.98 %. */
static void several_passes(void **state)
{
	const struct reading *m = &metric.reading;

	(void)state;
	r->passes = 2;
	r->anchors = 1;
	metric.pass = RECORD_SPLIT;
	counted(A, 0, 0, 100);
	counted(A, 1, 0, 102);
	counted(B, 1, 0, 50);
	assert_true(record_judge(r));
	assert_is(m->value, "2");
	assert_true(m->low < 2 && m->low > 1.9);
	assert_true(m->high > 2 && m->high < 2.1);
	assert_int_equal(m->doubts, DOUBT_SPLIT);
	assert_true(r->trusted);
	r->drift_limit = 0.0198;
	assert_true(record_judge(r));
	assert_int_equal(m->doubts, DOUBT_SPLIT | DOUBT_UNTRUSTED);
	assert_string_equal(m->why, "a differ by 1.98 % between the passes");
	assert_false(r->trusted);
	/* A board that varies nothing has no tolerance. */
	r->drift_limit = 0.02;
	r->target.varies = false;
	assert_true(record_judge(r));
	assert_true(m->doubts & DOUBT_UNTRUSTED);
	assert_string_equal(r->verdict.why,
			    "a differ by 1.98 % between runs of a board that "
			    "varies nothing: what it runs, or receives, was "
			    "replaced meanwhile");
	count[1].value = 100;
	assert_true(record_judge(r));
	assert_int_equal(m->doubts, DOUBT_SPLIT);
	assert_is(m->low, "2");
	assert_is(m->high, "2");
	assert_true(r->trusted);
}

static void assert_metric(unsigned doubts, const char *why)
{
	assert_true(record_judge(r));
	assert_int_equal(metric.reading.doubts, doubts);
	assert_string_equal(metric.reading.why, why);
}

/* A metric has the doubts of its events, and the first one's reason. */
static void doubts_are_inherited(void **state)
{
	(void)state;
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

static void the_weakest_class(void **state)
{
	(void)state;
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

/* The clock is no count: without it there is no value. */
static void the_clock(void **state)
{
	static const uint16_t a_by_clock[] = { 0, RECORD_CLOCK };
	static const uint16_t a_by_ratio[] = { 0, RECORD_RATIO };

	(void)state;
	counted(A, 0, 0, 100);
	metric.formula = "a / clock_hz";
	metric.operand = a_by_clock;
	assert_metric(DOUBT_NOT_COUNTED, metric.reading.why);
	r->target.clock_hz = 0.5;
	assert_metric(0, "");
	assert_is(metric.reading.value, "200");
	metric.formula = "a / clock_ratio";
	metric.operand = a_by_ratio;
	assert_metric(DOUBT_NOT_COUNTED, metric.reading.why);
	r->target.clock_ratio = 0.25;
	assert_metric(0, "");
	assert_is(metric.reading.value, "400");
}

/* The machine knows how many instructions a whole program was. */
static void all_instructions(void **state)
{
	(void)state;
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

/* An identity of an AHB monitor: a - b is 0.  Of two passes nobody can tell. */
static void identities_are_of_one_pass(void **state)
{
	static struct record_identity identity;

	(void)state;
	identity = (struct record_identity){ .id = "armi_beats",
					     .formula = "a - b",
					     .operand = a_by_b,
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

static void twins(void **state)
{
	(void)state;
	event[B].same = A;
	r->repeats = 2;
	counted(A, 0, 0, 100);
	counted(A, 0, 1, 110);
	counted(B, 0, 0, 100);
	counted(B, 0, 1, 110);
	/* Where runs are not alike, only one run is compared with itself. */
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
static void the_ledger(void **state)
{
	static struct record_truth truth = { .name = "a row",
					     .event = "a",
					     .basis = "",
					     .code = 10,
					     .count = 100 };

	(void)state;
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

/* Each note once, whoever has it; what is not known may hold. */
static void notes(void **state)
{
	(void)state;
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

/* What was judged before is another thing each time. */
static void what_judging_again_changes(void **state)
{
	struct reading *old = &event[A].reading;

	(void)state;
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
static void judging_again_looks_into_notes(void **state)
{
	(void)state;
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

/* A count of a region of its own is no total. */
static void parts_are_no_totals(void **state)
{
	(void)state;
	counted(A, 0, 0, 100);
	for (unsigned i = 0; i < 3; i++) {
		counted(A, 0, 0, 7);
		*(i == 0   ? &count[1].region
		  : i == 1 ? &count[2].interval
			   : &count[3].task) = 0;
	}
	assert_int_equal(judged(A)->count, 100);
}

/* Each region's metrics are of its counts; one that nobody came to has none. */
static void regions_by_themselves(void **state)
{
	static struct record_event own[2][3];
	static struct record_metric ratio[2];
	static struct record_entry entry[2][3];
	static struct record_part part[2];

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		memcpy(own[i], event, sizeof event);
		ratio[i] = metric;
		part[i] = (struct record_part){
			.region = { REGION_SYMBOL, "work", 1 - i, false },
			.event = own[i],
			.metric = &ratio[i],
			.entry = entry[i],
		};
	}
	r->part = part;
	r->parts = 2;
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 50);
	counted(A, 0, 0, 30);
	counted(B, 0, 0, 4);
	count[2].region = count[3].region = 0;
	assert_int_equal(judged(A)->count, 100);
	assert_is(metric.reading.value, "2");
	assert_int_equal(own[0][A].reading.count, 30);
	assert_int_equal(own[0][B].reading.count, 4);
	assert_is(ratio[0].reading.value, "7.5");
	assert_int_equal(own[1][A].reading.doubts, DOUBT_NOT_COUNTED);
	assert_false(reading_has_value(&ratio[1].reading));
	assert_true(r->trusted);
}

/* In whichever repeat it was: no number of that event can be believed. */
static void one_that_may_have_wrapped(void **state)
{
	(void)state;
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

/* What a log lacks was not added. */
static void a_log_that_lost(void **state)
{
	(void)state;
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

/* Of each interval; not where a count is lost, or where it divides by 0. */
static void values_over_time(void **state)
{
	static uint64_t end[] = { 10, 20, 30, 40 };
	static uint64_t counts[] = { 10,          20,  30, 40, 5, 0,
				     RECORD_LOST, 160, 0,  0,  0, 0 };
	double *value = calloc(4, sizeof *value);
	double level[4];

	(void)state;
	assert_non_null(value);
	counted(A, 0, 0, 100);
	counted(B, 0, 0, 165);
	metric.scale = 100;
	r->series = (struct record_series){ .intervals = 4,
					    .period = 10,
					    .end = end,
					    .count = counts,
					    .value = value };
	assert_int_equal(judged(A)->count, 100);
	assert_is(value[0], "200");
	assert_true(isnan(value[1]));
	assert_true(isnan(value[2]));
	assert_is(value[3], "25");
	series_of_event(r, B, level);
	assert_is(level[0], "5");
	assert_true(isnan(level[2]));
	/* Of an event without a reading no interval has one. */
	event[B].reading.doubts = DOUBT_OVERFLOWED;
	series_of_event(r, B, level);
	assert_true(isnan(level[0]));
	free(value);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(the_lowest_and_the_highest),
		TEST(numbers_of_many_digits),
		TEST(the_drift),
		TEST(several_passes),
		TEST(doubts_are_inherited),
		TEST(the_weakest_class),
		TEST(the_clock),
		TEST(all_instructions),
		TEST(identities_are_of_one_pass),
		TEST(twins),
		TEST(the_ledger),
		TEST(notes),
		TEST(what_judging_again_changes),
		TEST(judging_again_looks_into_notes),
		TEST(parts_are_no_totals),
		TEST(regions_by_themselves),
		TEST(one_that_may_have_wrapped),
		TEST(a_log_that_lost),
		TEST(values_over_time),
	};

	return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
