/* SPDX-License-Identifier: MIT */
/*
 * No monitor's counts are called exact that cannot be, that are less than what
 * was taken off, or that differ too much from run to run.
 */
#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"
#include "catalog/errata.h"
#include "judge_fixture.h"
#include "test.h"

static const char spread[] =
	"cycles differ by 40 % between the runs, and the limit is 2 %";

/* Names an event as the catalogue has it. */
static void name(unsigned which, const char *row)
{
	event[which].name = event[which].row = row;
}

/* The record is of a region of a monitor, with its cycles and instructions. */
static void of_monitor(const struct catalog_monitor *m)
{
	monitor.name = m->name;
	name(A, m->cycles ? m->cycles : "cycles");
	if (!m->cycles)
		event[A].code = TALLY_EVENT_CYCLES;
	name(B, m->instructions ? m->instructions : "other");
	r->region = (struct record_region){ REGION_SYMBOL, "work", 10, false };
	r->counts = 0;
	event[A].class = event[B].class = CLASS_EXACT;
}

static bool has_cycles(const struct catalog_monitor *m)
{
	struct error ignored;

	return m->cycles || catalog_event(m, "cycles", &ignored);
}

static void is(unsigned which, unsigned doubts, uint8_t class, const char *why)
{
	const struct reading *reading = judged(which);

	assert_int_equal(reading->doubts, doubts);
	assert_int_equal(reading->class, class);
	assert_string_equal(reading->why, why);
	assert_int_equal(r->trusted, !(doubts & DOUBT_WRONG));
}

/* Nothing is counted of a region that was entered. */
static void look_at_cycles(const struct catalog_monitor *m)
{
	const unsigned doubt = m->device_tree ? DOUBT_INEXACT : DOUBT_UNTRUSTED;

	of_monitor(m);
	counted(A, 0, 0, 0);
	is(A, doubt, CLASS_DOUBTED,
	   "none was counted in a region that was entered, where there must "
	   "have been some");
	event[A].class = CLASS_MODELLED;
	assert_int_equal(judged(A)->class, CLASS_MODELLED);
	event[A].class = CLASS_EXACT;
	count[0].value = 1;
	is(A, 0, CLASS_EXACT, "");
	count[0].value = 0;
	r->region.entered = 0;
	is(A, 0, CLASS_EXACT, "");
	event[A].name = "cycles:u";
	event[A].code = 10;
	r->region.entered = 1;
	is(A, 0, CLASS_EXACT, "");
}

/* Of four instructions an entry all may go with those around them: no cycle. */
static void look_at_short_regions(const struct catalog_monitor *m)
{
	unsigned at = 0;

	of_monitor(m);
	if (m->device_tree || catalog_erratum(m, m->instructions, &at))
		return;
	counted(A, 0, 0, 0);
	counted(B, 0, 0, 40);
	is(A, DOUBT_INEXACT, CLASS_DOUBTED,
	   "none was counted in a region that was entered, where there must "
	   "have been some");
	count[1].value = 41;
	is(A, DOUBT_UNTRUSTED, CLASS_DOUBTED, event[A].reading.why);
}

/* Cycles passed, and no instruction was executed. */
static void look_at_instructions(const struct catalog_monitor *m)
{
	unsigned at = 0;

	of_monitor(m);
	r->region.kind = REGION_WHOLE;
	counted(A, 0, 0, 2002);
	counted(B, 0, 0, 0);
	metric.asked = ASKED_AMONG;
	is(B, DOUBT_UNTRUSTED, CLASS_DOUBTED,
	   "none was counted beside 2,002 cycles, where there must have been "
	   "some");
	is(B, DOUBT_UNTRUSTED, CLASS_DOUBTED, event[B].reading.why);
	count[1].value = 1;
	if (catalog_erratum(m, m->instructions, &at))
		return; /* test_judge_errata has it */
	is(B, 0, CLASS_EXACT, "");
	assert_int_equal(metric.reading.class, CLASS_EXACT);
	count[0].value = count[1].value = 0;
	is(B, 0, CLASS_EXACT, "");
}

CASE(what_must_be_there)
{
	unsigned monitors, cycles = 0, instructions = 0;
	const struct catalog_monitor *const *all = catalog_monitors(&monitors);

	for (unsigned i = 0; i < monitors; i++) {
		if (has_cycles(all[i])) {
			look_at_cycles(all[i]);
			cycles++;
		}
		if (has_cycles(all[i]) && all[i]->instructions) {
			look_at_instructions(all[i]);
			look_at_short_regions(all[i]);
			instructions++;
		}
	}
	assert_true(cycles > monitors / 2);
	assert_true(instructions > monitors / 2);
}

/* A program ran on a board; what a kernel or firmware counts need not have. */
CASE(whole_programs)
{
	name(A, "cycles");
	event[A].code = TALLY_EVENT_CYCLES;
	counted(A, 0, 0, 0);
	is(A, 0, CLASS_EXACT, "");
	r->program.path = "a.elf";
	is(A, DOUBT_UNTRUSTED, CLASS_DOUBTED,
	   "none was counted of a program that ran, where there must have been "
	   "some");
	r->log.known = true;
	is(A, 0, CLASS_EXACT, "");
	r->log.known = false;
	r->target.name = "linux";
	is(A, 0, CLASS_EXACT, "");
	/* In steps of 64 cycles fewer are none. */
	r->target.name = "fake";
	event[A].step = 64;
	is(A, DOUBT_COARSE | DOUBT_INEXACT, CLASS_DOUBTED,
	   event[A].reading.why);
}

/* 100 of each entry were taken off, and 10 entries left fewer than 1,000. */
CASE(more_taken_off_than_left)
{
	static const char why[] =
		"100 of each entry were taken off for the empty region, more "
		"than is left";

	r->region = (struct record_region){ REGION_SYMBOL, "work", 10, false };
	counted(A, 0, 0, 1000);
	counted(B, 0, 0, 1);
	count[0].bias = 100;
	is(A, 0, CLASS_EXACT, "");
	count[0].value = 999;
	is(A, DOUBT_INEXACT, CLASS_DOUBTED, why);
	/* A metric has its events' doubt; the other event has none. */
	assert_int_equal(metric.reading.doubts, DOUBT_INEXACT);
	assert_int_equal(metric.reading.class, CLASS_DOUBTED);
	assert_string_equal(metric.reading.why, why);
	assert_int_equal(event[B].reading.class, CLASS_EXACT);
	/* Cycles of which nothing is left may be no more than the looking. */
	name(A, "cycles");
	event[A].code = TALLY_EVENT_CYCLES;
	count[0].value = 0;
	is(A, DOUBT_INEXACT, CLASS_DOUBTED,
	   "none was counted in a region that was entered, where there must "
	   "have been some");
}

static const char once[] =
	"64 were taken off for the empty region, and one run does not tell "
	"whether it is the same each time; -r 2 does";
static const char differing[] =
	"what was taken off for the empty region is not the same in each run, "
	"from 63 to 64";

/* Cycles and another event of two runs, in which each took so much. */
static void looked_at(uint64_t first, uint64_t second)
{
	const uint64_t bias[] = { first, first, second, second };

	r->counts = r->runs = 0;
	r->repeats = 2;
	for (unsigned i = 0; i < 4; i++) {
		counted(i % 2 ? B : A, 0, i / 2, 2002);
		count[i].bias = bias[i];
		ran(0, i / 2, 0);
	}
}

static void look_over_a_link(const struct catalog_monitor *m)
{
	of_monitor(m);
	event[B].name = event[B].row = "other";
	r->target.name = "gdb::3333";
	r->repeats = 1;
	r->runs = 0;
	counted(A, 0, 0, 2002);
	counted(B, 0, 0, 2002);
	count[0].bias = 64;
	ran(0, 0, 0);
	is(A, DOUBT_INEXACT, CLASS_DOUBTED, once);
	/* Nothing was taken off of the other one. */
	is(B, 0, CLASS_EXACT, "");
	looked_at(64, 63);
	is(A, DOUBT_INEXACT, CLASS_DOUBTED, differing);
	is(B, DOUBT_INEXACT, CLASS_DOUBTED, differing);
	looked_at(64, 64);
	is(A, 0, CLASS_EXACT, "");
	is(B, 0, CLASS_EXACT, "");
	/* A board stands still while it is looked at. */
	r->target.name = "board:pb1176";
	looked_at(64, 63);
	is(A, 0, CLASS_EXACT, "");
}

CASE(what_looking_costs)
{
	unsigned monitors;
	const struct catalog_monitor *const *all = catalog_monitors(&monitors);

	for (unsigned i = 0; i < monitors; i++)
		if (has_cycles(all[i]))
			look_over_a_link(all[i]);
}

/* Two runs, of which the anchor differs by 40 %: 800 and 1,200. */
CASE(runs_that_drift)
{
	name(A, "cycles");
	r->repeats = 2;
	r->anchors = 1;
	counted(A, 0, 0, 800);
	counted(A, 0, 1, 1200);
	counted(B, 0, 0, 50);
	counted(B, 0, 1, 50);
	counted(C, 0, 0, 7);
	counted(C, 0, 1, 8);
	ran(0, 0, 0);
	ran(0, 1, 0);
	is(A, DOUBT_INEXACT, CLASS_DOUBTED, spread);
	is(C, DOUBT_INEXACT, CLASS_DOUBTED, spread);
	/* The count of b is the same in each run. */
	is(B, 0, CLASS_EXACT, "");
	r->drift_limit = 0.4;
	is(A, 0, CLASS_EXACT, "");
	is(C, 0, CLASS_EXACT, "");
}

/* Whatever else is wrong of a count, exact it is not. */
CASE(what_is_wrong_is_not_exact)
{
	counted(A, 0, 0, 5);
	counted(B, 0, 0, 5);
	event[B].same = A;
	assert_int_equal(judged(A)->class, CLASS_EXACT);
	count[1].value = 6;
	assert_int_equal(judged(A)->class, CLASS_DOUBTED);
	assert_int_equal(event[B].reading.class, CLASS_DOUBTED);
}

/* Counts that were given were counted by somebody else. */
CASE(nobody_knows_of_given_counts)
{
	r->target.name = NULL;
	name(A, "cycles");
	event[A].code = TALLY_EVENT_CYCLES;
	r->region = (struct record_region){ REGION_SYMBOL, "work", 10, false };
	counted(A, 0, 0, 0);
	is(A, 0, CLASS_EXACT, "");
}
