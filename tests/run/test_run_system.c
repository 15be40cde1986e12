/* SPDX-License-Identifier: MIT */
/*
 * Passes, repeats and intervals where an operating system counts: on a kernel
 * made of arithmetic.
 */
#include <string.h>

#include "fake_kernel.h"
#include "run/system.h"
#include "run_fixture.h"
#include "test.h"

static int begin(void **state)
{
	(void)set_up(state);
	kernel_reset();
	options.target = kernel_target;
	return 0;
}

static unsigned number_of(const char *name)
{
	for (unsigned i = 0; i < request->events; i++)
		if (strcmp(request->event[i]->name, name) == 0)
			return i;
	fail_msg("%s is not in the request", name);
	return 0;
}

/* The record's row of an event that one pass counts. */
static const struct record_count *row(const char *name, unsigned repeat)
{
	const unsigned number = number_of(name);

	for (size_t i = 0; i < result->counts; i++)
		if (result->count[i].event == number &&
		    result->count[i].repeat == repeat)
			return &result->count[i];
	fail_msg("%s was not counted in repeat %u", name, repeat);
	return NULL;
}

static unsigned code(const char *name)
{
	return request->event[number_of(name)]->code;
}

#define COUNTED(name) TEST_WITH(name, begin, tear_down)

/* ---- what a pass counts -------------------------------------------------- */

COUNTED(what_a_pass_counts)
{
	const struct request_member member[] = {
		{ .monitor = catalog_monitor("kernel", &err) },
		{ .monitor = catalog_monitor("arm1176", &err) },
	};
	const struct request_wish wish = {
		.events = "arm1176:br_exec,kernel:r99,kernel:page_faults"
	};
	struct target_count count[16];
	unsigned which[16], counts;

	request = request_make(member, 2, &wish, &err);
	if (!request)
		fail_msg("%s", err.text);
	assert_int_equal(request->plan->passes, 1);
	counts = system_pass(kernel_target, request, 0, count, which);
	assert_int_equal(counts, request->events);
	for (unsigned i = 0; i < counts; i++) {
		const struct catalog_event *e = request->event[which[i]];

		assert_ptr_equal(count[i].event, e);
		assert_int_equal(count[i].monitor,
				 request->origin[which[i]].member ? FAKE_CORE
								  : FAKE_OWN);
		assert_int_equal(count[i].raw, strstr(e->name, "r99") != NULL);
		assert_int_equal(count[i].pass, 0);
		assert_int_equal(count[i].value, 0);
		for (unsigned k = 0; k < i; k++)
			assert_int_not_equal(which[i], which[k]);
	}
}

/* ---- does it fit --------------------------------------------------------- */

static enum system_fit fit(struct tally_limits *limits)
{
	return system_fit(&options, request, limits, &err);
}

COUNTED(a_plan_that_fits)
{
	struct tally_limits limits[2] = { { .counters = 7 } };

	ask(NULL, "br_exec,icache_miss,dcache_miss");
	assert_int_equal(request->plan->passes, 2);
	assert_int_equal(fit(limits), SYSTEM_FIT);
	assert_int_equal(limits[0].counters, 7);
	assert_int_equal(kernel_story.runs, 0);
}

/* The last counter that takes any event goes; the one of cycles stays, and so
 * does the last of the others. */
COUNTED(one_counter_fewer)
{
	struct tally_limits limits[2] = { { .counters = 7 },
					  { .counters = 3 } };

	ask(NULL, "br_exec,icache_miss,dcache_miss");
	kernel.room[FAKE_CORE] = 2;
	assert_int_equal(fit(limits), SYSTEM_FEWER);
	assert_int_equal(limits[0].counters, 3);
	assert_int_equal(limits[1].counters, 3);
	assert_int_equal(fit(limits), SYSTEM_REFUSED);
	assert_int_equal(limits[0].counters, 3);
	assert_string_equal(err.text, "there is no room for icache_miss");
	/* Bits of counters that the monitor cannot have are none. */
	limits[0].counters = 0xff;
	assert_int_equal(fit(limits), SYSTEM_FEWER);
	assert_int_equal(limits[0].counters, 0xfb);
}

/* Limits shrink of the monitor that was refused, in the request's order. */
COUNTED(whose_counter_goes)
{
	const struct request_member member[] = {
		{ .monitor = catalog_monitor("l220", &err) },
		{ .monitor = catalog_monitor("arm1176", &err) },
	};
	const struct request_wish wish = { .events = "all" };
	struct tally_limits limits[2] = { { .counters = 3 },
					  { .counters = 7 } };

	request = request_make(member, 2, &wish, &err);
	assert_non_null(request);
	kernel.room[FAKE_CORE] = 1;
	assert_int_equal(fit(limits), SYSTEM_FEWER);
	assert_int_equal(limits[0].counters, 3);
	assert_int_equal(limits[1].counters, 3);
	kernel.room[FAKE_CORE] = 9;
	kernel.room[FAKE_CACHE] = 1;
	assert_int_equal(fit(limits), SYSTEM_FEWER);
	assert_int_equal(limits[0].counters, 1);
	assert_int_equal(limits[1].counters, 3);
}

/* ---- runs ---------------------------------------------------------------- */

COUNTED(each_pass_is_a_run)
{
	ask("cpi", "br_exec,icache_miss,dcache_miss");
	assert_int_equal(request->plan->passes, 2);
	options.repeats = 3;
	kernel.enabled = 500;
	kernel.running = 400;
	measure_well();
	assert_int_equal(kernel_story.runs, 6);
	assert_int_equal(result->board_runs, 6);
	for (unsigned i = 0; i < 6; i++) {
		assert_int_equal(kernel_story.pass[i], i % 2);
		assert_int_equal(kernel_story.counts[i],
				 request->plan->pass[i % 2].assigns);
		assert_int_equal(kernel_story.period[i], 0);
	}
	for (size_t i = 0; i < result->counts; i++) {
		const struct record_count *c = &result->count[i];

		assert_int_equal(c->value,
				 kernel_value(request->event[c->event]->code,
					      c->repeat * 2 + c->pass + 1));
		assert_int_equal(c->enabled, 500);
		assert_int_equal(c->running, 400);
		assert_int_equal(c->bias, 0);
		assert_false(c->lost);
	}
	assert_int_equal(result->counts, 3 * (request->plan->pass[0].assigns +
					      request->plan->pass[1].assigns));
	assert_int_equal(result->runs, 6);
	/* The first run stands for all. */
	assert_true(result->program.exited);
	assert_int_equal(result->program.status, 10);
	assert_int_equal(result->region.entered, 1);
	assert_false(result->together);
	assert_false(result->multiplexed);
	assert_false(result->calibrated);
	assert_true(result->host_seconds > 0);
	assert_int_equal(result->series.intervals, 0);
}

COUNTED(what_is_known_of_its_state)
{
	ask(NULL, "br_exec");
	measure_well();
	for (unsigned i = 0; i < CONDITIONS; i++) {
		const bool known = i <= WHEN_DOCUMENTED;

		assert_int_equal(result->conditions.known[i], known);
		assert_int_equal(result->conditions.holds[i],
				 i == WHEN_ALWAYS || i == WHEN_MEASURED);
	}
	for (unsigned i = 0; i < result->events; i++)
		assert_int_equal(result->event[i].class, CLASS_EXACT);
	/* The core's revision, which errata go by. */
	assert_string_equal(result->monitor[0].name, "arm1176");
	assert_int_equal(result->monitor[0].main_id, FAKE_MAIN_ID);
}

/* All passes take turns in one run. */
COUNTED(passes_that_share_a_run)
{
	kernel_counts.shared = true;
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	assert_int_equal(request->plan->passes, 2);
	options.repeats = 2;
	measure_well();
	assert_int_equal(kernel_story.runs, 2);
	assert_int_equal(kernel_story.counts[0],
			 request->plan->pass[0].assigns +
				 request->plan->pass[1].assigns);
	assert_int_equal(kernel_story.counts[1], kernel_story.counts[0]);
	assert_true(result->multiplexed);
	assert_true(result->together);
	for (size_t i = 0; i < result->counts; i++) {
		const struct record_count *c = &result->count[i];

		assert_int_equal(c->value,
				 kernel_value(request->event[c->event]->code,
					      c->repeat + 1));
	}
	ask(NULL, "br_exec");
	assert_int_equal(request->plan->passes, 1);
	measure_well();
	assert_false(result->together);
}

COUNTED(runs_that_warm_up)
{
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	options.warmup = 3;
	measure_well();
	assert_int_equal(kernel_story.runs, 5);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(kernel_story.pass[i], 0);
	assert_int_equal(kernel_story.pass[4], 1);
	assert_int_equal(kernel_story.counts[0],
			 request->plan->pass[0].assigns);
	assert_int_equal(result->board_runs, 2);
	assert_int_equal(result->warmup, 3);
	assert_int_equal(result->program.status, 13);
	assert_int_equal(row("cycles", 0)->value,
			 kernel_value(code("cycles"), 4));
}

static void interrupted(unsigned after, unsigned runs)
{
	stop = after == 0;
	kernel.interrupts = after;
	kernel.stop = &stop;
	kernel_story.runs = 0;
	measure();
	assert_null(result);
	assert_string_equal(err.text, "interrupted; nothing was measured");
	assert_int_equal(kernel_story.runs, runs);
	stop = false;
}

COUNTED(ctrl_c)
{
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	interrupted(0, 0);
	interrupted(1, 1);
	options.warmup = 2;
	interrupted(0, 0);
	interrupted(1, 1);
	interrupted(2, 2);
	interrupted(3, 3);
	/* Behind the last run it is measured. */
	kernel.interrupts = 4;
	kernel_story.runs = 0;
	measure_well();
	options.sink = NULL;
	kernel.interrupts = 0;
	measure_well();
}

COUNTED(a_run_that_fails)
{
	ask(NULL, "br_exec,icache_miss,dcache_miss");
	options.warmup = 1;
	for (unsigned i = 1; i <= 3; i++) {
		kernel.refused = i;
		kernel_story.runs = 0;
		measure();
		assert_null(result);
		assert_string_equal(err.text, "it does not run");
		assert_int_equal(kernel_story.runs, i);
	}
}

/* ---- over time ----------------------------------------------------------- */

static uint64_t told[8], ended[8];
static unsigned rows, enough; /* so many were told, and are wanted */

static bool on_row(void *ctx, const struct series_row *row_now)
{
	const struct record *r = row_now->record;

	assert_null(ctx);
	assert_int_equal(row_now->number, rows);
	assert_int_equal(row_now->begin, rows ? ended[rows - 1] : 0);
	assert_true(r->series.ns);
	ended[rows] = r->series.end[0];
	told[rows] = 0;
	for (unsigned i = 0; i < r->events; i++)
		if (strcmp(r->event[i].name, "cycles") == 0)
			told[rows] = r->series.count[i];
	/* A count that the kernel does not have yet may come. */
	assert_true(reading_has_value(&r->metric[0].reading) ||
		    r->metric[0].reading.doubts & DOUBT_UNDEFINED);
	return ++rows != enough;
}

/* Each is told while the command runs, and the record has the same. */
COUNTED(rows_at_once)
{
	const unsigned looks = 4;
	unsigned cycles;

	ask("cpi", NULL);
	options.interval = 100;
	sink.row = on_row;
	kernel.looks = looks;
	kernel.enabled = kernel.running = 400;
	rows = enough = 0;
	measure_well();
	assert_int_equal(rows, looks);
	cycles = number_of("cycles");
	for (unsigned i = 0; i < looks; i++) {
		assert_int_equal(ended[i], 100 * (i + 1));
		assert_int_equal(told[i],
				 result->series.count[cycles * looks + i]);
	}
	rows = 0;
	enough = 3;
	measure();
	assert_null(result);
	assert_int_equal(rows, 3);
	assert_string_equal(err.text, "interrupted; the rows are what was "
				      "measured until then");
}

/* The first run that is kept is looked at, and no other. */
COUNTED(looks_at_the_first_run)
{
	const struct record_series *s;
	unsigned cycles;
	uint64_t sum = 0;

	ask("cpi", NULL);
	options.interval = 100;
	options.repeats = 2;
	options.warmup = 1;
	kernel.looks = 4;
	kernel.enabled = kernel.running = 400;
	measure_well();
	assert_int_equal(kernel_story.period[0], 0);
	assert_int_equal(kernel_story.period[1], 100);
	assert_int_equal(kernel_story.period[2], 0);
	s = &result->series;
	cycles = number_of("cycles");
	assert_int_equal(s->intervals, 4);
	assert_true(s->ns);
	assert_int_equal(s->period, 100);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(s->end[i], 100 * (i + 1));
		sum += s->count[cycles * 4 + i];
	}
	assert_int_equal(sum, kernel_value(code("cycles"), 2));
	assert_int_equal(row("cycles", 0)->value,
			 kernel_value(code("cycles"), 2));
}
