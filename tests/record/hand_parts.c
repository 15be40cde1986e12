/* SPDX-License-Identifier: MIT */
#include "hand_record.h"

#include <math.h>
#include <string.h>

#define TABLE(r, rows, count, of)                                              \
	((r)->rows = (of), (r)->count = sizeof(of) / sizeof((of)[0]))

enum { EVENTS = 3, METRICS = 5, PARTS = 3, INTERVALS = 6 };

static const char *const command[] = { "tally", "stat" };
static const uint8_t order[] = { 0 };
static uint16_t cycles_by_instructions[] = { 0, 1 };
static uint16_t of_cycles[] = { 2, 0 };
static uint16_t anchors[] = { 0 };
static const struct record_assignment assigned[] = { { "bus:c0", 0 } };

static struct record_monitor monitors[] = {
	{ .name = "bus", .layers = "armi armd exp" },
};
static struct record_pass passes[] = { { assigned, 1 } };
static struct record_want wants[] = { { "cpi", 0, cycles_by_instructions, 2 } };
static struct record_run runs[] = { { 0, 0, 400, false } };

static struct record_count counts[] = {
	{ .event = 0,
	  .region = RECORD_NONE,
	  .interval = RECORD_NONE,
	  .task = RECORD_NONE,
	  .value = 1000 },
	{ .event = 0,
	  .region = 0,
	  .interval = RECORD_NONE,
	  .task = RECORD_NONE,
	  .value = 220 },
};

#define EXACTLY(n) .value = (n), .low = (n), .high = (n), .margin = -1
#define NOTHING                                                                \
	{                                                                      \
		.margin = -1, .doubts = DOUBT_NOT_COUNTED,                     \
		.pass = RECORD_SPLIT                                           \
	}

static struct record_event events[EVENTS] = {
	{ .name = "cycles",
	  .row = "cycles",
	  .code = TALLY_EVENT_CYCLES,
	  .asked = ASKED_BY_NAME,
	  .step = 1,
	  .source = "A 1",
	  .reading = { EXACTLY(1000), .count = 1000 } },
	{ .name = "instr",
	  .row = "instr",
	  .code = 7,
	  .step = 1,
	  .same = 1,
	  .source = "A 2",
	  .class = CLASS_MODELLED,
	  .reading = { EXACTLY(400), .count = 400 } },
	{ .name = "waits",
	  .row = "waits",
	  .code = 8,
	  .asked = ASKED_AMONG,
	  .step = 1,
	  .same = 2,
	  .source = "A 3",
	  .reading = NOTHING },
};

#define METRIC(called, of, in, is)                                             \
	{                                                                      \
		.name = (called), .row = (called), .others = "",               \
		.formula = (of), .operand = cycles_by_instructions,            \
		.operands = 2, .asked = ASKED_AMONG, .scale = 1, .unit = (in), \
		.title = "a title", .definition = "a definition",              \
		.source = "B 1", .reading = {                                  \
			EXACTLY(is)                                            \
		}                                                              \
	}

static struct record_metric metrics[METRICS] = {
	METRIC("cpi", "cycles / instr", "", 2.5),
	METRIC("armi_bus_wait", "cycles / instr", "%", 20),
	METRIC("armi_occupancy", "cycles / instr", "%", 30),
	METRIC("armd_bus_wait", "cycles / instr", "%", 10),
	METRIC("armd_occupancy", "cycles / instr", "%", 40),
};

static uint64_t ends[INTERVALS] = { 100, 300, 450, 700, 12900, 13003 };
static uint64_t ends_ns[INTERVALS] = { 1500000, 3000100, 4500000,
				       6000000, 7500000, 8123456 };
#define LOST RECORD_LOST
static uint64_t series_count[EVENTS * INTERVALS] = {
	100,  200,  150,  250,  12200, 103, /* cycles */
	50,   100,  LOST, 125,  6100,  50,  /* instr */
	LOST, LOST, LOST, LOST, LOST,  LOST,
};
static double series_value[METRICS * INTERVALS] = {
	2, 2,  NAN,  8,    8.5,     9.6, /* cpi */
	0, 25, 12.5, 50,   0,       NAN, /* armi_bus_wait */
	0, 5,  0,    60.5, 0.00125, 0,   /* armi_occupancy */
	0, 20, 40,   0,    30,      10,  /* armd_bus_wait */
	0, 35, 60,   10,   50,      5,   /* armd_occupancy */
};

static const char *cause_name[] = { "cause: issue", "cause: data, memory" };
static uint64_t cause_cycles[2 * INTERVALS] = {
	60, 120, 150, 0, 6100, 100, 40, 80, 0, 250, 6100, 3,
};

static struct record_event part_event[PARTS][EVENTS];
static struct record_metric part_metric[PARTS][METRICS];
static struct record_entry entry[PARTS][EVENTS] = {
	{ { 60, 90, true }, { 0 }, { 0 } },
};
static struct record_part parts[PARTS] = {
	{ .region = { REGION_SYMBOL, "work", 3, false }, .self = true },
	{ .region = { REGION_RANGE, "0x8000-0x8010", 1, true } },
	{ .region = { REGION_SYMBOL, "never", 0, false } },
};

static struct record_truth truths[] = {
	{ .name = "cycle counter",
	  .event = "cycles",
	  .basis = "timing model of the core",
	  .code = TALLY_EVENT_CYCLES,
	  .class = CLASS_MODELLED,
	  .count = 1000,
	  .measured = TRUTH_DIFFERS },
	{ .name = "waits",
	  .event = "waits",
	  .basis = "nobody knows",
	  .code = 8,
	  .class = CLASS_NOT_MODELLED },
	{ .name = "cause: issue",
	  .event = "",
	  .basis = "a cause",
	  .code = RECORD_CAUSE,
	  .class = CLASS_MODELLED,
	  .count = 600 },
	{ .name = "cause: data, memory",
	  .event = "",
	  .basis = "a cause",
	  .code = RECORD_CAUSE,
	  .class = CLASS_MODELLED,
	  .count = 400 },
};
enum { TRUTHS = sizeof truths / sizeof truths[0] };
static struct record_truth part_truth[PARTS][TRUTHS];

/* Of a part that is 220 cycles long, 150 of them by one cause. */
static void fill_truth(unsigned i, uint64_t cycles, uint64_t issue)
{
	const uint64_t count[TRUTHS] = { cycles, 0, issue, cycles - issue };

	parts[i].truth = memcpy(part_truth[i], truths, sizeof truths);
	for (unsigned k = 0; k < TRUTHS; k++)
		parts[i].truth[k].count = count[k];
	parts[i].truth[0].measured = cycles ? TRUTH_EQUAL : TRUTH_NOT_MEASURED;
}

static void fill_part(unsigned i, uint32_t cycles, double cpi)
{
	const struct reading none = NOTHING;

	parts[i].event = memcpy(part_event[i], events, sizeof events);
	parts[i].metric = memcpy(part_metric[i], metrics, sizeof metrics);
	parts[i].entry = entry[i];
	for (unsigned k = 0; k < EVENTS; k++)
		parts[i].event[k].reading = none;
	for (unsigned k = 0; k < METRICS; k++)
		parts[i].metric[k].reading = none;
	if (cycles)
		parts[i].event[0].reading =
			(struct reading){ EXACTLY(cycles), .count = cycles };
	if (cpi > 0)
		parts[i].metric[0].reading = (struct reading){ EXACTLY(cpi) };
}

static void say_how(struct record *r)
{
	r->tally = "9.8.7";
	r->command = command;
	r->commands = 2;
	r->target = (struct record_target){ .name = "gdb:here:1",
					    .title = "a core",
					    .way = "by magic",
					    .lacks = "no bus there",
					    .clock_hz = 10e6 };
	r->program = (struct record_program){ .path = "prog.elf",
					      .sha256 = "0123456789abcdef",
					      .exited = true };
	r->order = order;
	r->anchor = anchors;
	r->anchors = 1;
	r->at_least = r->board_runs = 1;
	r->repeats = 2;
	r->multiplexed = true;
	r->trusted = true;
	r->host_seconds = 0.5;
}

struct record *hand_parts(void)
{
	struct record *r = record_new();

	assert_non_null(r);
	say_how(r);
	metrics[3].operand = metrics[4].operand = of_cycles;
	fill_part(0, 220, 2.75);
	fill_part(1, 210, 0);
	fill_part(2, 0, 0);
	for (unsigned i = 0; i < PARTS; i++)
		parts[i].truth = NULL;
	TABLE(r, monitor, monitors, monitors);
	TABLE(r, pass, passes, passes);
	TABLE(r, want, wants, wants);
	TABLE(r, run, runs, runs);
	TABLE(r, count, counts, counts);
	TABLE(r, event, events, events);
	TABLE(r, metric, metrics, metrics);
	TABLE(r, part, parts, parts);
	r->series = (struct record_series){ .intervals = INTERVALS,
					    .period = 150,
					    .end = ends,
					    .count = series_count,
					    .value = series_value,
					    .causes = 2,
					    .cause = cause_name,
					    .cycles = cause_cycles };
	return r;
}

struct record *hand_ledger(void)
{
	struct record *r = hand_parts();

	TABLE(r, truth, truths, truths);
	r->truth_asked = true;
	fill_truth(0, 220, 150);
	fill_truth(1, 210, 10);
	fill_truth(2, 0, 0);
	r->series = (struct record_series){ 0 };
	return r;
}

struct record *hand_log(void)
{
	struct record *r = hand_parts();

	r->target.clock_hz = 0;
	r->target.way = NULL;
	r->series.causes = 0;
	r->log = (struct record_log){ true, 1234, 2, 3, 5, 7, 8 };
	r->series.period = 0;
	r->parts = 1;
	return r;
}

struct record *hand_linux(void)
{
	struct record *r = hand_parts();

	r->target.name = "linux";
	r->target.way = NULL;
	r->series.ns = true;
	r->series.causes = 0;
	r->series.period = 1500000;
	r->series.end = ends_ns;
	r->parts = 0;
	r->counts = 1;
	return r;
}
