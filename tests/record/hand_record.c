/* SPDX-License-Identifier: MIT */
#include "hand_record.h"

#include <string.h>

static double spread_sample[] = { 1.5, 2.5, 3.5 };
static double count_sample[] = { 100, 104, 111 };
static uint16_t cycles_by_instructions[] = { 0, 1 };
static uint16_t with_clock[] = { 0, RECORD_CLOCK, RECORD_MISSING };
static uint16_t anchors[] = { 0 };
static uint16_t both_notes[] = { 1, 0 };
static uint16_t one_note[] = { 1 };
static const uint8_t order[] = { 1, 0 };
static const char *const command[] = { "tally", "stat", "a b" };
static const struct record_assignment first_pass[] = {
	{ "arm1176:ccnt", 0 },
	{ "arm1176:pmn0", 1 },
};
static const struct record_assignment second_pass[] = {
	{ "l220:ec0", 2 },
};

static struct record_monitor monitors[] = {
	{ .name = "arm1176", .broken = "armi", .main_id = 0x410FB767 },
	{ .name = "l220",
	  .map = "own choice",
	  .writes = 3,
	  .wrote = "EC0",
	  .where = "0x81a4 (work+4)" },
};

static struct record_pass passes[] = { { first_pass, 2 }, { second_pass, 1 } };

static struct record_want wants[] = {
	{ "cpi", 0, cycles_by_instructions, 2 },
	{ "both", RECORD_SPLIT, with_clock, 1 },
};

static struct record_run runs[] = {
	{ 0, 0, 4711, false },
	{ 1, 2, 0, true },
};

#define NO_AXES                                                                \
	.region = RECORD_NONE, .interval = RECORD_NONE, .task = RECORD_NONE

static struct record_count counts[] = {
	{ .event = 0, .pass = 0, .repeat = 0, NO_AXES, .value = 100 },
	{ .event = 1,
	  .pass = 1,
	  .repeat = 2,
	  NO_AXES,
	  .value = UINT64_MAX - 1 },
	{ .event = 2,
	  .pass = 1,
	  .repeat = 1,
	  .region = 4,
	  .interval = 5,
	  .task = 6,
	  .value = 9,
	  .enabled = 11,
	  .running = 12,
	  .bias = 13 },
	{ .event = 2, .pass = 0, .repeat = 2, NO_AXES, .lost = true },
};

static struct record_event events[] = {
	{ .name = "cycles",
	  .row = "cycles",
	  .code = TALLY_EVENT_CYCLES,
	  .ledger = LEDGER_YES,
	  .step = 64,
	  .kind = EVENT_DURATION,
	  .evidence = EVIDENCE_AGREED,
	  .source = "A 1",
	  .class = CLASS_MODELLED,
	  .reading = { .value = 105,
		       .count = 100,
		       .low = 100,
		       .high = 111,
		       .sample = count_sample,
		       .samples = 3,
		       .margin = 2.1,
		       .empty = 17,
		       .doubts = DOUBT_SIMULATED | DOUBT_COARSE,
		       .pass = 0,
		       .class = CLASS_MODELLED } },
	{ .name = "instr",
	  .row = "instr",
	  .code = 7,
	  .asked = ASKED_BY_NAME,
	  .ledger = LEDGER_FIRST_PASS,
	  .machine = true,
	  .filtered = true,
	  .step = 1,
	  .same = 1,
	  .source = "A 2",
	  .reading = { .value = 1.8446744073709552e19,
		       .count = UINT64_MAX - 1,
		       .low = 1.8446744073709552e19,
		       .high = 1.8446744073709552e19,
		       .sample = count_sample,
		       .samples = 1,
		       .margin = -1,
		       .doubts = DOUBT_SIMULATED | DOUBT_UNTRUSTED,
		       .pass = 1,
		       .why = "it rains" },
	  .notes = { one_note, 1 } },
	{ .name = "r55",
	  .monitor = 1,
	  .word = "0x4000000055",
	  .code = TALLY_EVENT_WORD,
	  .asked = ASKED_AMONG,
	  .step = 1,
	  .same = 2,
	  .kind = EVENT_KIND_UNKNOWN,
	  .source = "",
	  .class = CLASS_NOT_MODELLED,
	  .reading = { .margin = -1,
		       .doubts = DOUBT_SIMULATED | DOUBT_NOT_MODELLED,
		       .pass = RECORD_SPLIT,
		       .class = CLASS_NOT_MODELLED,
		       .why = "no model" } },
};

static struct record_metric metrics[] = {
	{ .name = "cpi",
	  .row = "cpi",
	  .others = "l220:cpi",
	  .formula = "cycles / instr",
	  .operand = cycles_by_instructions,
	  .operands = 2,
	  .asked = ASKED_BY_NAME,
	  .scale = 100,
	  .unit = "%",
	  .title = "a title",
	  .definition = "a definition",
	  .source = "B 3",
	  .direction = DIRECTION_LOWER,
	  .users = true,
	  .low = -0.5,
	  .high = 1e99,
	  .note = "an own note",
	  .reading = { .value = 2.5,
		       .low = 1.5,
		       .high = 3.5,
		       .sample = spread_sample,
		       .samples = 3,
		       .margin = 0.25,
		       .doubts = DOUBT_SIMULATED | DOUBT_SPLIT,
		       .pass = RECORD_SPLIT,
		       .class = CLASS_INJECTED },
	  .pass = RECORD_SPLIT,
	  .notes = { both_notes, 2 } },
	{ .name = "cycles/clock_hz/x",
	  .others = "",
	  .formula = "cycles/clock_hz/x",
	  .operand = with_clock,
	  .operands = 3,
	  .asked = ASKED_AMONG,
	  .scale = 1,
	  .unit = "",
	  .pass = 1,
	  .reading = { .margin = -1,
		       .doubts = DOUBT_SIMULATED | DOUBT_NOT_COUNTED,
		       .pass = 1,
		       .why = "x has no value" } },
};

static struct record_identity identities[] = {
	{ .id = "waits",
	  .monitor = 1,
	  .formula = "cycles - instr",
	  .text = "waits are waits",
	  .source = "C 4",
	  .operand = cycles_by_instructions,
	  .operands = 2,
	  .value = -3,
	  .counted = true,
	  .checked = true,
	  .broken = true },
	{ .id = "beats",
	  .formula = "cycles - instr",
	  .text = "beats are beats",
	  .source = "C 5",
	  .operand = cycles_by_instructions,
	  .operands = 2,
	  .value = 14,
	  .counted = true,
	  .unjudged = "an edge cut it" },
	{ .id = "holds",
	  .formula = "cycles - instr",
	  .text = "it holds",
	  .source = "C 6",
	  .operand = cycles_by_instructions,
	  .operands = 2,
	  .counted = true,
	  .checked = true },
};

static struct record_note notes[] = {
	{ "first", "the first note", "D 1", false },
	{ "second", "the second note", "D 2", true },
};

static struct record_truth truths[] = {
	{ .name = "cycle counter",
	  .event = "cycles",
	  .basis = "chosen",
	  .code = TALLY_EVENT_CYCLES,
	  .class = CLASS_MODELLED,
	  .count = 100,
	  .measured = TRUTH_EQUAL },
	{ .name = "instructions",
	  .event = "instr",
	  .basis = "manual",
	  .code = 7,
	  .count = 4242,
	  .measured = TRUTH_DIFFERS },
	{ .name = "odd",
	  .event = "",
	  .basis = "none",
	  .monitor = 1,
	  .code = 0x55,
	  .class = CLASS_NOT_MODELLED },
};

#define TABLE(r, rows, count, of)                                              \
	((r)->rows = (of), (r)->count = sizeof(of) / sizeof((of)[0]))

static void say_how(struct record *r)
{
	r->tally = "9.8.7";
	r->command = command;
	r->commands = 3;
	r->target = (struct record_target){ .name = "board:hand",
					    .title = "a board made by hand",
					    .simulated = true,
					    .varies = true,
					    .superset = true,
					    .unguarded = "no lock",
					    .clock_hz = 200e6,
					    .clock_chosen = true,
					    .clock_ratio = 2.5 };
	r->machine = (struct board_options){ .cold = true,
					     .poison = true,
					     .l2 = true,
					     .jitter = true,
					     .seed = 77 };
	r->program = (struct record_program){ .path = "dir/prog,1.elf",
					      .sha256 = "0123456789abcdef0123",
					      .exited = true,
					      .status = -2,
					      .instructions = 4711 };
	r->capture = (struct record_capture){ "cap.pcap", "fedcba98765432100",
					      31, 29 };
	r->sources = (struct record_sources){ "v2", "0123abcd", 1700000000, 42,
					      true };
	r->region = (struct record_region){ REGION_SYMBOL, "work", 1234, true };
	r->order = order;
	r->at_least = 1;
	r->anchor = anchors;
	r->anchors = 1;
	r->repeats = 3;
	r->warmup = 4;
	r->board_runs = 6;
	r->together = true;
	r->divided = true;
	r->calibrated = true;
	r->drift = 0.0125;
	r->drift_anchor = "cycles";
	r->drift_limit = 0.02;
	r->conditions.known[WHEN_DIVIDED] = true;
	r->conditions.holds[WHEN_DIVIDED] = true;
	r->conditions.known[WHEN_MMU_ON] = true;
	r->host_seconds = 1.25;
	snprintf(r->verdict.why, sizeof r->verdict.why, "instr is wrong");
}

struct record *hand_record(void)
{
	struct record *r = record_new();

	assert_non_null(r);
	say_how(r);
	TABLE(r, monitor, monitors, monitors);
	TABLE(r, pass, passes, passes);
	TABLE(r, want, wants, wants);
	TABLE(r, run, runs, runs);
	TABLE(r, count, counts, counts);
	TABLE(r, event, events, events);
	TABLE(r, metric, metrics, metrics);
	TABLE(r, identity, identities, identities);
	TABLE(r, note, notes, notes);
	TABLE(r, truth, truths, truths);
	r->truth_asked = true;
	r->identity_table = true;
	return r;
}
