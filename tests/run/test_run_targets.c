/* SPDX-License-Identifier: MIT */
/*
 * Measurements on targets that lack something: a face, a ledger, cycles, room
 * for several runs.
 */
#include <string.h>

#include "run_fixture.h"
#include "test.h"

CASE(an_absent_face_refuses_the_measurement)
{
	play(plain, 1);
	ask("cpi", NULL);
	fake_target.control = NULL;
	measure();
	assert_null(result);
	assert_string_equal(err.text, "stat needs what fake:arithmetic has "
				      "not: it cannot be let run or stopped");
	fake_target.registers = NULL;
	measure();
	assert_string_equal(err.text, "stat needs what fake:arithmetic has "
				      "not: it reaches no registers");
	assert_int_equal(story.opened, 0);
}

/* One run after the other, whatever -j says. */
CASE(a_target_for_one_has_one_run_at_a_time)
{
	play(plain, 1);
	ask("cpi", "br_exec,icache_miss,dcache_miss,instr_exec");
	options.repeats = 3;
	options.jobs = 8;
	measure_well();
	assert_in_range(story.in_flight_most, 2, 8);
	fake_target.facts.many = false;
	story.in_flight_most = story.opened = story.closed = 0;
	measure_well();
	assert_int_equal(story.in_flight_most, 1);
	assert_int_equal(result->board_runs, 3 * request->plan->passes);
}

/* As many as -j says, as there are, and as one process can have. */
CASE(as_many_runs_at_a_time_as_asked_for)
{
	static const unsigned row[][3] = {
		{ 1, 5, 1 }, { 3, 5, 3 }, { 8, 5, 5 }, { 100, 70, 64 }
	};

	play(plain, 1);
	ask(NULL, "cycles");
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		memset(&story, 0, sizeof story);
		options.jobs = row[i][0];
		options.repeats = row[i][1];
		measure_well();
		assert_int_equal(story.in_flight_most, row[i][2]);
		assert_int_equal(story.opened, row[i][1]);
	}
	options.jobs = 0; /* the host's cores */
	measure_well();
	assert_true(result->board_runs == 70);
}

/* Without a ledger everything counts what it is said to. */
CASE(a_target_without_a_ledger_counts_everything)
{
	struct target_ops ops = *fake_target.ops;

	play(plain, 1);
	fake.every[DRAIN] = 0;
	ask(NULL, "wbuf_drained,icache_miss");
	measure_well();
	assert_true(event("wbuf_drained")->doubts & DOUBT_NOT_MODELLED);
	ops.truth = NULL;
	fake_target.ops = &ops;
	options.truth = true;
	measure_well();
	assert_int_equal(result->truths, 0);
	assert_false(event("wbuf_drained")->doubts & DOUBT_NOT_MODELLED);
	assert_int_equal(event("icache_miss")->count, 1000000 / 3);
}

CASE(hardware_is_not_called_simulated)
{
	play(plain, 1);
	ask("cpi", NULL);
	fake_target.facts.simulated = false;
	measure_well();
	assert_int_equal(event("cycles")->doubts, 0);
	assert_int_equal(result->metric[0].reading.doubts, 0);
}

/*
 * No limit is given to go() then [fake_target.c, go()], and a wrap is excluded
 * by the host's time: at a clock that cannot have filled a counter meanwhile.
 */
CASE(without_cycles_the_clock_bounds_the_wraps)
{
	play(plain, 1);
	ask("cpi", NULL);
	fake_target.facts.knows_cycles = false;
	fake_target.facts.clock_hz = 1;
	measure_well();
	assert_false(event("cycles")->doubts & DOUBT_OVERFLOWED);
	assert_int_equal(event("cycles")->count, 1000000);
	fake_target.facts.clock_hz = 1e30;
	measure_well();
	assert_true(event("cycles")->doubts & DOUBT_OVERFLOWED);
	fake_target.facts.clock_hz = 0;
	measure_well();
	assert_true(event("cycles")->doubts & DOUBT_OVERFLOWED);
}

/* The run that told what there is goes on as the first of the measurement. */
CASE(limits_cost_no_run_of_their_own)
{
	const struct catalog_monitor *m = catalog_monitor("arm1176", &err);
	struct tally_limits limits = { 0 };

	play(plain, 1);
	ask("cpi", "br_exec,icache_miss,dcache_miss");
	assert_true(run_limits(&fake_target, m, &limits, &err));
	assert_true(run_limits(&fake_target, m, &limits, &err));
	assert_int_equal(story.opened, 1);
	assert_int_equal(limits.counters, 7);
	measure_well();
	assert_int_equal(story.opened, request->plan->passes);
}

CASE(limits_are_asked_of_registers_that_are_there)
{
	struct tally_limits limits;

	assert_false(run_limits(&fake_target, catalog_monitor("l220", &err),
				&limits, &err));
	assert_string_equal(err.text, "fake:arithmetic has no l220");
	fake_target.registers = NULL;
	assert_false(run_limits(&fake_target, catalog_monitor("arm1176", &err),
				&limits, &err));
	assert_string_equal(err.text,
			    "asking what is there needs what fake:arithmetic "
			    "has not: it reaches no registers");
	assert_int_equal(story.opened, 0);
}

CASE(a_clock_that_cannot_be_divided)
{
	fake_target.facts.monitor[0].name = "l220";
	options.divide = true;
	ask_of("l220", NULL, "DRHIT");
	measure_fails(
		"l220 cannot divide its cycle counter; leave out --divide");
	assert_int_equal(story.opened, 0);
}

/* Registers tell what a core has, where they are reached. */
CASE(limits_that_cannot_be_read)
{
	const struct catalog_monitor *m = catalog_monitor("pmuv3", &err);
	struct tally_limits limits;

	fake_target.facts.monitor[0].name = "pmuv3";
	assert_false(run_limits(&fake_target, m, &limits, &err));
	assert_int_equal(strncmp(err.text, "asking pmuv3 what it has: ", 26),
			 0);
	assert_null(strstr(err.text, "the target is lost"));
	fake.die_at = story.uses + 1;
	assert_false(run_limits(&fake_target, m, &limits, &err));
	assert_string_equal(err.text,
			    "asking pmuv3 what it has: the target is lost");
	fake_target.control = NULL;
	fake.die_at = story.uses + 1;
	assert_false(run_limits(&fake_target, m, &limits, &err));
	assert_null(strstr(err.text, "the target is lost"));
	fake.refuse_open = true;
	assert_false(run_limits(&fake_target, m, &limits, &err));
	assert_string_equal(err.text, "prog.elf: no such file");
	assert_int_equal(story.opened, 3);
}
