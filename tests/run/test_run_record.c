/* SPDX-License-Identifier: MIT */
/*
 * A record keeps facts of request, plan, program and target, none of which is
 * needed any more behind a measurement.
 */
#include <string.h>

#include "fake_kernel.h"
#include "run_fixture.h"
#include "test.h"

static void measure_some(void)
{
	play(plain, 1);
	fake.every[DRAIN] = 0;
	ask("cpi,icache_miss/dcache_miss", "br_exec,cpu_cycles,wbuf_drained");
	measure_well();
}

CASE(what_was_counted)
{
	static const struct {
		const char *name;
		unsigned code, asked, kind, same, class;
		bool machine;
	} row[] = {
		{ "cycles", TALLY_EVENT_CYCLES, ASKED_NOT, 1, 0, CLASS_MODELLED,
		  false },
		{ "instr_exec", 7, ASKED_NOT, 0, 1, CLASS_EXACT, true },
		{ "icache_miss", 0, ASKED_NOT, 0, 2, CLASS_EXACT, false },
		{ "dcache_miss", 0xb, ASKED_NOT, 0, 3, CLASS_EXACT, false },
		{ "br_exec", 5, ASKED_BY_NAME, 0, 4, CLASS_EXACT, false },
		/* cpu_cycles is the first one again, which no code selects. */
		{ "cpu_cycles", 0xff, ASKED_BY_NAME, 1, 0, CLASS_MODELLED,
		  false },
		{ "wbuf_drained", 0x12, ASKED_BY_NAME, 0, 6, CLASS_NOT_MODELLED,
		  false },
	};
	enum { ROWS = sizeof row / sizeof row[0] };

	measure_some();
	assert_int_equal(result->events, ROWS);
	for (unsigned i = 0; i < ROWS; i++) {
		const struct record_event *e = &result->event[i];
		const struct catalog_event *of = request->event[i];

		assert_string_equal(e->name, row[i].name);
		assert_ptr_not_equal(e->name, of->name);
		assert_string_equal(e->row, row[i].name);
		assert_string_equal(e->source, of->source);
		assert_int_equal(e->evidence, of->evidence);
		assert_int_equal(e->monitor, 0);
		assert_int_equal(e->code, row[i].code);
		assert_int_equal(e->asked, row[i].asked);
		assert_int_equal(e->kind, row[i].kind);
		assert_int_equal(e->ledger, LEDGER_YES);
		assert_int_equal(e->machine, row[i].machine);
		assert_int_equal(e->step, 1);
		assert_int_equal(e->same, row[i].same);
		assert_int_equal(e->class, row[i].class);
	}
	options.divide = true;
	measure_well();
	for (unsigned i = 0; i < ROWS; i++)
		assert_int_equal(result->event[i].step, i == 0 ? 64 : 1);
	assert_true(result->divided);
}

CASE(what_was_computed)
{
	const struct record_metric *m;

	measure_some();
	assert_int_equal(result->metrics, 2);
	m = &result->metric[0];
	assert_string_equal(m->name, "cpi");
	assert_string_equal(m->row, "cpi");
	assert_string_equal(m->formula, "cycles / instr_exec");
	assert_int_equal(m->operands, 2);
	assert_int_equal(m->operand[0], 0);
	assert_int_equal(m->operand[1], 1);
	assert_int_equal(m->pass, 0);
	assert_int_equal(m->asked, ASKED_BY_NAME);
	assert_true(m->scale == 1);
	assert_string_equal(m->unit, "cycles");
	assert_string_equal(m->title, "cycles per instruction");
	assert_non_null(m->definition);
	assert_non_null(m->source);
	assert_int_equal(m->direction, request->metric[0].metric->direction);
	assert_int_not_equal(m->direction, DIRECTION_NONE);
	/* Of what was typed there is no more than that. */
	m++;
	assert_string_equal(m->name, "icache_miss/dcache_miss");
	assert_null(m->row);
	assert_string_equal(m->formula, m->name);
	assert_int_equal(m->operands, 2);
	assert_int_equal(m->operand[0], 2);
	assert_int_equal(m->operand[1], 3);
	assert_int_equal(m->pass, 1);
	assert_true(m->scale == 1);
	assert_string_equal(m->unit, "");
	assert_null(m->title);
	assert_null(m->definition);
	assert_null(m->source);
	assert_int_equal(m->direction, DIRECTION_NONE);
	/* A group's metrics were not named. */
	ask("all", NULL);
	measure_well();
	for (unsigned i = 0; i < result->metrics; i++)
		assert_int_equal(result->metric[i].asked, ASKED_AMONG);
}

CASE(what_was_planned)
{
	static const struct {
		const char *counter;
		unsigned event;
	} row[3][3] = {
		{ { "ccnt", 0 }, { "pmn0", 1 }, { "pmn1", 4 } },
		{ { "ccnt", 0 }, { "pmn0", 2 }, { "pmn1", 3 } },
		{ { "ccnt", 0 }, { "pmn0", 5 }, { "pmn1", 6 } },
	};
	static const struct {
		const char *name;
		unsigned pass, events, event[2];
	} want[] = {
		{ "cpi", 0, 2, { 0, 1 } },
		{ "icache_miss/dcache_miss", 1, 2, { 2, 3 } },
		{ "br_exec", 0, 1, { 4 } },
		{ "cpu_cycles", 2, 1, { 5 } },
		{ "wbuf_drained", 2, 1, { 6 } },
	};

	measure_some();
	assert_int_equal(result->passes, 3);
	assert_int_equal(result->at_least, 3);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(result->pass[i].assigns, 3);
		for (unsigned k = 0; k < 3; k++) {
			const struct record_assignment *a =
				&result->pass[i].assign[k];

			assert_string_equal(a->counter, row[i][k].counter);
			assert_int_equal(a->event, row[i][k].event);
		}
	}
	assert_int_equal(result->wants, 5);
	for (unsigned i = 0; i < 5; i++) {
		const struct record_want *w = &result->want[i];

		assert_string_equal(w->name, want[i].name);
		assert_int_equal(w->pass, want[i].pass);
		assert_int_equal(w->events, want[i].events);
		for (unsigned k = 0; k < w->events; k++)
			assert_int_equal(w->event[k], want[i].event[k]);
	}
}

CASE(what_goes_with_the_plan)
{
	measure_some();
	/* Anchors are in each pass; others ride where there is room. */
	assert_int_equal(result->anchors, 2);
	assert_int_equal(result->anchor[0], 0);
	assert_int_equal(result->anchor[1], 1);
	assert_int_equal(result->monitors, 1);
	assert_string_equal(result->monitor[0].name, "arm1176");
	assert_null(result->monitor[0].layers);
	assert_null(result->monitor[0].map);
	assert_null(result->monitor[0].wrote);
	assert_int_equal(result->order[0], 0);
	assert_int_equal(result->identities, 0);
	assert_false(result->identity_table);
	/* A row for each pass; of counts one for each event that is modelled.
	 */
	assert_int_equal(result->runs, 3);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(result->run[i].pass, i);
		assert_int_equal(result->run[i].repeat, 0);
		assert_int_equal(result->run[i].instructions, 100000);
		assert_false(result->run[i].late);
	}
	assert_int_equal(result->counts, 8);
}

CASE(what_the_target_is)
{
	play(plain, 1);
	fake_target.facts.clock_hz = 412e6;
	fake_target.facts.clock_ratio = 2.5;
	fake_target.facts.way = "by a stub";
	fake.frames = (struct target_frames){ .arrived = 5, .passed = 3 };
	ask("cpi", NULL);
	measure_well();
	assert_string_equal(result->target.name, "fake:arithmetic");
	assert_string_equal(result->target.title, "the fake target");
	assert_true(result->target.simulated);
	assert_false(result->target.varies);
	assert_null(result->target.unguarded);
	assert_string_equal(result->target.way, "by a stub");
	assert_true(result->target.clock_hz == 412e6);
	assert_false(result->target.clock_chosen);
	assert_true(result->target.clock_ratio == 2.5);
	assert_int_equal(result->capture.arrived, 5);
	assert_int_equal(result->capture.passed, 3);
	options.clock_ratio = 4;
	fake_target.facts.clock_chosen = true;
	fake_target.facts.varies = true;
	fake_target.facts.simulated = false;
	measure_well();
	assert_true(result->target.clock_ratio == 4);
	assert_true(result->target.clock_chosen);
	assert_true(result->target.varies);
	assert_false(result->target.simulated);
}

CASE(how_it_was_measured)
{
	static const struct fake_block block[] = {
		{ .pc = 0x8000, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 50 },
		{ .pc = 0x8004, .cycles = 10 },
		{ .pc = 0x9000, .lr = 0x8004, .cycles = 70 },
		{ .pc = 0x8004, .cycles = 10 },
	};

	play(block, 5);
	fake.status = 3;
	region("work");
	options.warmup = 1;
	options.repeats = 2;
	options.drift_limit = 0.25;
	ask("cpi", NULL);
	measure_well();
	assert_int_equal(result->repeats, 2);
	assert_int_equal(result->warmup, 1);
	assert_int_equal(result->board_runs, 2);
	assert_false(result->together);
	assert_false(result->multiplexed);
	assert_false(result->divided);
	assert_true(result->drift_limit == 0.25);
	assert_true(result->host_seconds > 0);
	assert_true(result->conditions.known[WHEN_DIVIDED]);
	assert_int_equal(result->region.kind, REGION_SYMBOL);
	assert_string_equal(result->region.text, "work");
	assert_int_equal(result->region.entered, 1);
	assert_false(result->region.ended_inside);
	assert_true(result->program.exited);
	assert_int_equal(result->program.status, 3);
	assert_int_equal(result->program.instructions, 15);
	assert_non_null(result->program.path);
	assert_int_equal(strlen(result->program.sha256), 64);
	assert_int_equal(event("cycles")->count, 70);
	options.region = (struct region){ REGION_WHOLE, NULL };
	options.warmup = 0;
	measure_well();
	assert_int_equal(result->region.kind, REGION_WHOLE);
	assert_null(result->region.text);
	/* Behind the program's end it stands in no region. */
	assert_false(result->region.ended_inside);
	assert_int_equal(result->warmup, 0);
}

/* ---- of other monitors, on a kernel -------------------------------------- */

struct wanted {
	const char *name, *row;
	unsigned monitor, code, same;
	enum record_ledger ledger;
	bool machine;
};

static void has_events(const struct wanted *want, unsigned count)
{
	assert_int_equal(result->events, count);
	for (unsigned i = 0; i < count; i++) {
		const struct record_event *e = &result->event[i];

		assert_string_equal(e->name, want[i].name);
		assert_string_equal(e->row, want[i].row);
		assert_int_equal(e->monitor, want[i].monitor);
		assert_int_equal(e->code, want[i].code);
		assert_int_equal(e->same, want[i].same);
		assert_int_equal(e->ledger, want[i].ledger);
		assert_int_equal(e->machine, want[i].machine);
	}
}

static void on_a_kernel(const char *first, const char *second,
			const struct request_wish *wish)
{
	const struct request_member member[] = {
		{ .monitor = catalog_monitor(first, &err) },
		{ .monitor = second ? catalog_monitor(second, &err) : NULL },
	};

	kernel_reset();
	kernel_target->facts.monitor[0].name = first;
	kernel_target->facts.monitor[1].name = second ? second : "";
	options.target = kernel_target;
	request_free(request);
	request = request_make(member, second ? 2 : 1, wish, &err);
	if (!request)
		fail_msg("%s", err.text);
	measure_well();
}

/* Counted at some levels alone it is another thing. */
CASE(events_at_levels)
{
	static const struct wanted row[] = {
		{ "cycles", "cycles", 0, TALLY_EVENT_CYCLES, 0, LEDGER_YES,
		  false },
		{ "INST_RETIRED", "INST_RETIRED", 0, 8, 1, LEDGER_YES, true },
		{ "INST_RETIRED:u", "INST_RETIRED", 0, 8, 2, LEDGER_NO, false },
		{ "CPU_CYCLES", "CPU_CYCLES", 0, 0x11, 0, LEDGER_YES, false },
		{ "CPU_CYCLES:u", "CPU_CYCLES", 0, 0x11, 4, LEDGER_NO, false },
	};
	const struct request_wish wish = {
		.events = "INST_RETIRED,INST_RETIRED:u,CPU_CYCLES,cycles,"
			  "CPU_CYCLES:u"
	};

	on_a_kernel("pmuv3/cortex-a72", NULL, &wish);
	has_events(row, 5);
}

CASE(two_monitors)
{
	static const struct wanted row[] = {
		{ "CCB_CYCLES", "CCB_CYCLES", 0, TALLY_EVENT_CYCLES, 0,
		  LEDGER_YES, false },
		{ "PROCESSOR_CYCLES", "PROCESSOR_CYCLES", 1, 1, 1, LEDGER_YES,
		  false },
		{ "INSTR_COMPLETED", "INSTR_COMPLETED", 1, 2, 2, LEDGER_YES,
		  true },
		{ "DDR_READ", "DDR_READ", 0, 0x13, 3, LEDGER_YES, false },
	};
	static const char *const counter[] = { "mpc8548:pmc0", "mpc8548:pmc1",
					       "e500v2:pmc0", "e500v2:pmc1" };
	static const unsigned counts[] = { 0, 3, 1, 2 };
	const struct request_wish wish = {
		.metrics = "clock_ratio_measured,cpi",
		.events = "CCB_CYCLES,DDR_READ,e500v2:cycles",
	};

	on_a_kernel("mpc8548", "e500v2", &wish);
	has_events(row, 4);
	assert_int_equal(result->monitors, 2);
	assert_string_equal(result->monitor[0].name, "mpc8548");
	assert_string_equal(result->monitor[1].name, "e500v2");
	assert_int_equal(result->order[0], 0);
	assert_int_equal(result->order[1], 1);
	assert_int_equal(result->metrics, 2);
	assert_int_equal(result->metric[0].monitor, 0);
	assert_int_equal(result->metric[0].operand[0], 1);
	assert_int_equal(result->metric[0].operand[1], 0);
	assert_int_equal(result->metric[1].monitor, 1);
	assert_int_equal(result->pass[0].assigns, 4);
	for (unsigned i = 0; i < 4; i++) {
		assert_string_equal(result->pass[0].assign[i].counter,
				    counter[i]);
		assert_int_equal(result->pass[0].assign[i].event, counts[i]);
	}
	assert_int_equal(result->anchors, 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(result->anchor[i], i);
}
