/* SPDX-License-Identifier: MIT */
/*
 * A measurement is believed or doubted: drift, counts that disagree, events
 * that nobody models, looks that came too late.
 */
#include <string.h>

#include "run_fixture.h"
#include "test.h"

CASE(without_jitter_passes_agree)
{
	const unsigned events = 1000000 / 3 + 1000000 / 8 + 1000000 / 14;

	play(plain, 1);
	options.repeats = 3;
	ask("(icache_miss+br_exec+dcache_miss)/cycles", NULL);
	measure_well();
	assert_int_equal(request->plan->passes, 2);
	assert_int_equal(result->board_runs, 6);
	assert_int_equal(story.in_flight_most, 2);
	assert_true(result->drift == 0);
	assert_true(result->metric[0].reading.doubts & DOUBT_SPLIT);
	assert_false(result->metric[0].reading.doubts & DOUBT_UNTRUSTED);
	assert_about(result->metric[0].reading.value, (double)events / 1e6);
	assert_true(result->metric[0].reading.low ==
		    result->metric[0].reading.high);
}

/* Runs are 0, 4, 8 and 12 permille longer. */
CASE(drift_is_an_error_bar)
{
	const struct reading *r;

	play(plain, 1);
	fake.stretch = 4;
	fake_target.facts.varies = true;
	options.repeats = 2;
	ask("(icache_miss+br_exec+dcache_miss)/cycles", "cycles");
	measure_well();
	r = &result->metric[0].reading;
	assert_int_equal(story.seeds, 0xf);
	assert_about(result->drift, 12000.0 / 1006000);
	assert_string_equal(result->drift_anchor, "cycles");
	assert_false(r->doubts & DOUBT_UNTRUSTED);
	assert_true(r->low < r->value && r->value < r->high);
	/* Pass 0 is run by the seeds 0 and 2. */
	assert_about(event("cycles")->value, 1004000);
	assert_about(event("cycles")->low, 1000000);
	assert_about(event("cycles")->high, 1008000);
}

CASE(too_much_drift_is_untrusted)
{
	play(plain, 1);
	fake.stretch = 30;
	fake_target.facts.varies = true;
	ask("(icache_miss+br_exec+dcache_miss)/cycles,cpi", NULL);
	measure_well();
	assert_true(result->metric[0].reading.doubts & DOUBT_UNTRUSTED);
	assert_non_null(strstr(result->metric[0].reading.why, "cycles"));
	/* One pass has all of it: nothing is combined. */
	assert_false(result->metric[1].reading.doubts & DOUBT_UNTRUSTED);
	options.drift_limit = 0.05;
	measure_well();
	assert_false(result->metric[0].reading.doubts & DOUBT_UNTRUSTED);
}

/* 0, 1, 2 ... permille longer, and nothing was asked to vary. */
CASE(without_jitter_any_drift_is_a_failure)
{
	play(plain, 1);
	fake.drift = 1;
	options.drift_limit = 0.5;
	ask("(icache_miss+br_exec+dcache_miss)/cycles,cpi", NULL);
	measure_well();
	assert_false(result->trusted);
	assert_non_null(strstr(result->verdict.why,
			       "between runs of a board that varies nothing"));
	assert_true(result->metric[0].reading.doubts & DOUBT_UNTRUSTED);
	fake_target.facts.varies = true;
	measure_well();
	assert_true(result->trusted);
}

/* Each run counts 7 more than the machine did. */
CASE(the_machine_knows_its_instructions)
{
	play(plain, 1);
	ask("cpi", "instr_exec");
	measure_well();
	assert_true(result->trusted);
	fake.miscounts = 7;
	measure_well();
	assert_false(result->trusted);
	assert_true(event("instr_exec")->doubts & DOUBT_UNTRUSTED);
	assert_string_equal(event("instr_exec")->why,
			    "100000 counted, and the machine ran 100007");
	assert_true(result->metric[0].reading.doubts & DOUBT_UNTRUSTED);
	/* Of a region nobody knows. */
	region("0x8000..0x9000");
	measure_well();
	assert_true(result->trusted);
}

/* The event counters see 995 of 1000 cycles, and the cycle counter all. */
CASE(two_names_of_one_event_agree)
{
	play(plain, 1);
	ask("cpi,icache_miss+br_exec+dcache_miss", "cycles,cpu_cycles");
	measure_well();
	assert_true(request->plan->passes > 1);
	assert_true(result->trusted);
	fake.blind = 5;
	measure_well();
	assert_false(result->trusted);
	assert_true(event("cycles")->doubts & DOUBT_UNTRUSTED);
	assert_string_equal(event("cpu_cycles")->why,
			    "cpu_cycles counted 995000 and cycles 1000000, "
			    "which are the same thing");
	assert_true(result->metric[0].reading.doubts & DOUBT_UNTRUSTED);
	assert_false(result->metric[1].reading.doubts & DOUBT_UNTRUSTED);
	/* Every 64th cycle is not the same. */
	options.divide = true;
	measure_well();
	assert_true(result->trusted);
}

/* Runs that differ are not held against each other, but each by itself is. */
CASE(two_names_agree_in_each_run_with_jitter)
{
	play(plain, 1);
	fake.stretch = 4;
	fake_target.facts.varies = true;
	options.repeats = 3;
	ask("icache_miss+br_exec+dcache_miss", "cycles,cpu_cycles");
	measure_well();
	assert_true(result->trusted);
	fake.blind = 5;
	measure_well();
	assert_false(result->trusted);
}

/* Runs of 1000, 1004, 1008 and 1012 thousand cycles. */
CASE(repeats_have_an_interval)
{
	static const double t_3 = 3.182;
	const struct reading *r;

	play(plain, 1);
	fake.stretch = 4;
	fake_target.facts.varies = true;
	options.repeats = 4;
	ask("cycles/1000", "cycles");
	measure_well();
	r = event("cycles");
	assert_int_equal(r->samples, 4);
	assert_about(r->sample[0], 1000000);
	assert_about(r->sample[3], 1012000);
	/* The deviation is 4000 * sqrt(5 / 3), the error half of that. */
	assert_true(r->margin > t_3 * 2000 * 1.29099 &&
		    r->margin < t_3 * 2000 * 1.29100);
	assert_int_equal(result->metric[0].reading.samples, 4);
	assert_true(result->metric[0].reading.margin * 1000 - r->margin < 1e-3);
	options.repeats = 2;
	measure_well();
	assert_true(event("cycles")->margin < 0);
}

/* A board may be late by all but 2^30 cycles: a slice is shorter by that. */
CASE(a_late_slice_loses_nothing)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 20 * BILLION },
	};

	play(block, 1);
	fake.overshoot = (UINT64_C(1) << 30) - 1;
	ask(NULL, "{icache_miss,br_mispredict}");
	measure_well();
	assert_int_equal(event("cycles")->doubts, DOUBT_SIMULATED);
	assert_int_equal(event("cycles")->count, 20 * BILLION);
	assert_true(story.unread > UINT64_C(1) << 31);
}

CASE(what_is_not_modelled_is_no_number)
{
	play(plain, 1);
	fake.every[DRAIN] = 0;
	ask("wbuf_drained/cycles,cpi", "wbuf_drained,br_exec");
	measure_well();
	assert_true(event("wbuf_drained")->doubts & DOUBT_NOT_MODELLED);
	assert_true(result->metric[0].reading.doubts & DOUBT_NOT_MODELLED);
	assert_non_null(strstr(result->metric[0].reading.why, "wbuf_drained"));
	assert_false(result->metric[1].reading.doubts & DOUBT_NOT_MODELLED);
	assert_int_equal(event("br_exec")->count, 125000);
	assert_false(story.unmodelled);
}

/* A pass that has nothing to count is not run. */
CASE(useless_passes_are_left_out)
{
	play(plain, 1);
	memset(fake.every, 0, sizeof fake.every);
	fake.every[INSTRUCTIONS] = 2;
	fake.blind = 1000;
	ask(NULL, "all");
	measure_well();
	assert_true(request->plan->passes > 5);
	assert_in_range(result->board_runs, 1, 2);
	assert_int_equal(event("instr_exec")->count, 500000);
	assert_true(event("icache_miss")->doubts & DOUBT_NOT_MODELLED);
	/* The numbers that a target varies by are those of all passes. */
	fake_target.facts.varies = true;
	options.repeats = 2;
	story.seeds = 0;
	measure_well();
	assert_true(request->plan->passes < 32);
	assert_true(story.seeds & 1);
	assert_true(story.seeds >> request->plan->passes & 1);
}

CASE(a_zero_divisor_is_said)
{
	static const struct fake_block block[] = { { .pc = 0x8000,
						     .cycles = 4 } };

	play(block, 1);
	ask("cycles/br_exec", NULL);
	measure_well();
	assert_false(result->truth_asked);
	assert_true(result->metric[0].reading.doubts & DOUBT_UNDEFINED);
	assert_non_null(strstr(result->metric[0].reading.why, "br_exec"));
	assert_true(result->metric[0].reading.value == 0);
}

CASE(truth_is_that_of_the_windows)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 1001 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 100 },
		{ .pc = 0x8004, .cycles = 1003 },
		{ .pc = 0x9000, .lr = 0x8008, .cycles = 100 },
		{ .pc = 0x8008, .cycles = 1003 },
	};

	play(block, 5);
	region("work");
	options.truth = true;
	ask(NULL, "all");
	measure_well();
	assert_true(result->truth_asked);
	assert_int_equal(result->truths, FAKE_ROWS);
	for (unsigned i = 0; i < result->truths; i++)
		for (unsigned k = 0; k < request->events; k++)
			if (request->event[k]->code == result->truth[i].code)
				assert_int_equal(result->event[k].reading.count,
						 result->truth[i].count);
	assert_int_equal(event("cycles")->count, 200);
}

/* The window that was looked at too late is not the last one. */
CASE(one_late_look_spoils_all_windows)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 50 * BILLION },
		{ .pc = 0x8004, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8008, .cycles = 100 },
		{ .pc = 0x8008, .cycles = 10 },
	};

	play(block, 5);
	fake.overshoot = UINT64_C(3) << 32;
	region("work");
	ask("cpi", NULL);
	measure_well();
	assert_true(event("cycles")->doubts & DOUBT_OVERFLOWED);
}
