/* SPDX-License-Identifier: MIT */
/*
 * Words of a class and a mask select events, several of a class in one counter,
 * as on SiFive's cores: typed, planned, programmed, told again.  The monitor is
 * this test's own; its words are worked out by hand: bits 7:0 are the class,
 * the others the mask, and a row's code is class << 8 | bit.
 */
#include <stdio.h>
#include <string.h>

#include <tally/counting.h>
#include <tally/session.h>

#include "catalog/words.h"
#include "request/inner.h"
#include "test.h"

enum { LOADS = 9, STORES = 10, BRANCHES = 14, HIGH = 40, INTERLOCK = 0x108 };
enum { CYCLES = 1, COUNTER = 2, EVENT = 4 };

static uint64_t word_of(uint16_t code)
{
	return UINT64_C(1) << (code & 63) | code >> 8;
}

static bool code_of(uint64_t word, unsigned n, uint16_t *code)
{
	for (unsigned bit = 8; bit < 64; bit++)
		if (word >> bit & 1 && n-- == 0) {
			*code = (uint16_t)((word & 0xFF) << 8 | bit);
			return true;
		}
	return false;
}

static struct tally_reg at(unsigned word)
{
	return (struct tally_reg){ word, TALLY_MMIO, 64 };
}

static enum tally_status check(const struct tally_monitor *m,
			       const struct tally_setup *setup, unsigned i)
{
	const struct tally_slot *slot = &setup->slot[i];

	if (m->counter[slot->counter].fixed)
		return slot->event == TALLY_EVENT_CYCLES ? TALLY_OK
							 : TALLY_E_EVENT;
	return slot->event == TALLY_EVENT_WORD ||
			       tally_event_find(m, slot->event)
		       ? TALLY_OK
		       : TALLY_E_EVENT;
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	const struct tally_reg control = at(0);

	for (unsigned i = 0; phase == TALLY_CONFIGURE && i < setup->slots;
	     i++) {
		const struct tally_slot *slot = &setup->slot[i];
		const struct tally_reg event = at(EVENT + slot->counter - 1u);

		if (!m->counter[slot->counter].fixed)
			tally_script_write(script, &event,
					   tally_slot_word(slot, word_of));
	}
	tally_script_write(script, &control, phase == TALLY_START);
}

static const struct tally_monitor_ops ops = { .encode = encode,
					      .check = check };
static const struct tally_counter counter[] = {
	{ { CYCLES, TALLY_MMIO, 64 }, 64, TALLY_ONE_EVENT, TALLY_EVENT_CYCLES },
	{ { COUNTER, TALLY_MMIO, 64 }, 40, TALLY_ANY_EVENT, 0 },
	{ { COUNTER + 1, TALLY_MMIO, 64 }, 40, TALLY_ANY_EVENT, 0 },
};
static const struct tally_event event[] = {
	{ LOADS, 1, 6 }, { STORES, 1, 2 },    { BRANCHES, 1, 6 },
	{ HIGH, 1, 6 },  { INTERLOCK, 1, 6 },
};
static struct tally_monitor core = {
	.ops = &ops,
	.counting = &tally_free_running,
	.counter = counter,
	.counters = 3,
	.event = event,
	.events = 5,
	.steps = 8,
	.silent = true,
};

static const struct catalog_words words = { word_of, code_of };
#define ROW(name, code, kind, evidence, counters)                              \
	{                                                                      \
		name, code, EVENT_##kind, EVIDENCE_##evidence, counters,       \
			name " title", "S 1", "", ""                           \
	}
static const struct catalog_event rows[] = {
	ROW("cycles", TALLY_EVENT_CYCLES, DURATION, AGREED, 1),
	ROW("LOADS", LOADS, OCCURRENCE, AGREED, 6),
	ROW("STORES", STORES, OCCURRENCE, TRANSCRIBED, 2),
	ROW("BRANCHES", BRANCHES, OCCURRENCE, AGREED, 6),
	ROW("HIGH", HIGH, OCCURRENCE, AGREED, 6),
	ROW("INTERLOCK", INTERLOCK, DURATION, AGREED, 6),
};
static const struct catalog_counter names[] = { { "cyc", "", "CYC" },
						{ "hpm3", "", "HPM3" },
						{ "hpm4", "", "HPM4" } };
static const struct catalog_field field[] = {
	{ "EVENT3", "event", { 0, 56 }, ACCESS_RW, "what it counts", true },
};
static const struct catalog_monitor monitor = {
	.name = "toy",
	.monitor = &core,
	.counter = names,
	.event = rows,
	.events = 6,
	.regs = 1,
	.field = field,
	.fields = 1,
	.words = &words,
};

static struct error err;

static uint64_t typed(const char *text)
{
	struct catalog_selection s;

	if (!catalog_word_typed(&monitor, text, &s, &err))
		fail_msg("%s: %s", text, err.text);
	return s.word;
}

static void must_refuse(const char *text, const char *why)
{
	struct catalog_selection s;

	assert_false(catalog_word_typed(&monitor, text, &s, &err));
	if (!strstr(err.text, why))
		fail_msg("%s: %s", text, err.text);
}

/* The manuals' own examples: loads or stores, loads or branches. */
TEST(what_is_typed_becomes_a_word)
{
	assert_int_equal(typed("LOADS"), 0x200);
	assert_int_equal(typed("LOADS|STORES"), 0x600);
	assert_int_equal(typed("BRANCHES|LOADS"), 0x4200);
	assert_int_equal(typed("LOADS|LOADS"), 0x200);
	assert_int_equal(typed("HIGH"), UINT64_C(0x10000000000));
	assert_int_equal(typed("HIGH|STORES"), UINT64_C(0x10000000400));
	assert_int_equal(typed("INTERLOCK"), 0x101);
	assert_int_equal(typed("0x4200"), 0x4200);
	assert_int_equal(typed("r600"), 0x600);
	assert_int_equal(typed("0x6000000000000002"),
			 UINT64_C(0x6000000000000002));
	assert_int_equal(typed("LOADS|0x400"), 0x600);
	must_refuse("LOADS|INTERLOCK", "one counter of toy counts several");
	must_refuse("LOADS|cycles", "no word selects cycles");
	must_refuse("LOADS|LODES", "LODES");
	must_refuse("LOADS|0x101", "one counter of toy counts several");
}

TEST(a_word_is_told_by_its_events)
{
	struct catalog_selection s;
	char text[64];

	catalog_select(&monitor, 0x4200, &s);
	assert_true(s.known);
	assert_string_equal(catalog_word_text(&s, text, sizeof text),
			    "LOADS|BRANCHES");
	catalog_select(&monitor, 0x10200, &s);
	assert_false(s.known);
	assert_string_equal(catalog_word_text(&s, text, sizeof text),
			    "LOADS|0x10200");
	catalog_select(&monitor, 0x4201, &s);
	assert_false(s.known);
	assert_int_equal(s.events, 0);
	assert_string_equal(catalog_word_text(&s, text, 8), "0x4201");
	assert_ptr_equal(catalog_event_of_word(&monitor, 0x101), &rows[5]);
	assert_null(catalog_event_of_word(&monitor, 0x600));
	/* A code of a row is none of its words. */
	assert_null(catalog_event_of_word(&monitor, INTERLOCK));
}

TEST(a_field_holds_a_word)
{
	uint64_t value;

	assert_ptr_equal(catalog_field_event(&monitor, field, 0x400), &rows[2]);
	assert_null(catalog_field_event(&monitor, field, 0x4200));
	assert_true(catalog_field_value(&monitor, field, &rows[4], &value));
	assert_int_equal(value, UINT64_C(0x10000000000));
	assert_ptr_equal(catalog_event(&monitor, "0x200", &err), &rows[1]);
	assert_null(catalog_event(&monitor, "0x9", &err));
}

static struct request *wish(const char *events)
{
	const struct request_member member = { .monitor = &monitor };
	const struct request_wish wish = { .events = events };
	struct request *r = request_make(&member, 1, &wish, &err);

	if (!r)
		fail_msg("%s: %s", events, err.text);
	return r;
}

/* Three sums and events on two counters are two passes; one word each. */
TEST(sums_are_planned_and_programmed)
{
	static const char *const list = "LOADS|STORES,LOADS|BRANCHES,STORES";
	struct request *r = wish(list);
	uint64_t written[3] = { 0 };
	unsigned count = 0;

	assert_int_equal(r->plan->passes, 2);
	for (unsigned pass = 0; pass < 2; pass++) {
		struct tally_slot slot[3];
		struct tally_setup setup;
		struct tally_step step[8];
		struct tally_script script;

		request_setup(r, 0, pass, 0, slot, NULL, &setup);
		tally_script_init(&script, step, 8);
		assert_int_equal(
			tally_encode(&core, &setup, TALLY_CONFIGURE, &script),
			TALLY_OK);
		for (unsigned i = 0; i + 1u < script.count; i++)
			written[count++] = step[i].value;
	}
	assert_int_equal(count, 3);
	assert_int_equal(written[0] | written[1] | written[2], 0x4600);
	assert_int_equal(written[0] ^ written[1] ^ written[2],
			 0x600 ^ 0x4200 ^ 0x400);
	request_free(r);
}

/* Facts that hold of all of its events hold of the sum. */
TEST(a_sum_is_no_better_than_its_events)
{
	struct request *r = wish("LOADS|STORES,LOADS|0x400,0x200");
	const struct catalog_event *sum = r->event[1];
	char text[20];
	uint16_t code;

	/* The second is the first, the third has a row; cycles lead. */
	assert_int_equal(r->events, 3);
	assert_string_equal(sum->name, "LOADS|STORES");
	assert_string_equal(sum->title, "LOADS|STORES");
	assert_int_equal(sum->counters, 2);
	assert_int_equal(sum->evidence, EVIDENCE_TRANSCRIBED);
	assert_int_equal(sum->kind, EVENT_OCCURRENCE);
	assert_null(r->origin[1].row);
	assert_ptr_equal(r->origin[2].row, &rows[1]);
	assert_string_equal(catalog_word_said(&monitor, sum, text, &code),
			    "0x600");
	assert_int_equal(code, 0x600);
	assert_string_equal(catalog_word_said(&monitor, &rows[4], text, &code),
			    "0x10000000000");
	assert_int_equal(code, TALLY_EVENT_WORD);
	assert_null(catalog_word_said(&monitor, &rows[0], text, &code));
	assert_int_equal(code, TALLY_EVENT_CYCLES);
	request_free(r);
}

/* A word of 64 bits that no row has, where the counter takes any. */
TEST(raw_words)
{
	static const uint64_t word = UINT64_C(0x6000000000000002);
	struct tally_slot slot[3];
	struct tally_setup setup;
	struct request *r;
	struct named n;
	unsigned i;
	const struct request none = { .members = 1,
				      .member = { { .monitor = &monitor } } };

	assert_false(
		request_event_on(&none, 0, "0x6000000000000002", &n, &err));
	assert_non_null(strstr(err.text, "toy has no events of that word"));
	core.raw = 6;
	r = wish("0x6000000000000002");
	core.raw = 0;
	request_setup(r, 0, 0, 0, slot, NULL, &setup);
	assert_int_equal(setup.slots, 2);
	i = slot[0].event != TALLY_EVENT_WORD;
	assert_int_equal(tally_slot_word(&slot[i], word_of), word);
	assert_int_equal(r->event[1]->counters, 6);
	request_free(r);
}
