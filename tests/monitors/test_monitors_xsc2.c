/* SPDX-License-Identifier: MIT */
/*
 * The second XScale generation's scripts against values worked out by hand from
 * the manuals, and the orders that these demand.
 */
#include <stdint.h>

#include <tally/monitors/xscale.h>
#include <tally/wrap.h>

#include "test.h"

/* CRn and CRm of each register [CORE 8; IXP42X 3.7]. */
#define PMNC   TALLY_CP(0, 0, 1, 0)
#define CCNT   TALLY_CP(0, 1, 1, 0)
#define INTEN  TALLY_CP(0, 4, 1, 0)
#define FLAG   TALLY_CP(0, 5, 1, 0)
#define EVTSEL TALLY_CP(0, 8, 1, 0)
#define PMN(i) TALLY_CP(0, i, 2, 0)

static struct tally_step step[TALLY_XSCALE_STEPS];
static struct tally_script script;

static void encode(const struct tally_slot *slot, uint8_t slots,
		   uint8_t options, enum tally_phase phase)
{
	const struct tally_setup setup = { slot, slots, options };

	tally_script_init(&script, step, TALLY_XSCALE_STEPS);
	assert_int_equal(tally_encode(&tally_xscale2, &setup, phase, &script),
			 TALLY_OK);
}

static void assert_steps(const uint32_t (*want)[2], unsigned count)
{
	assert_int_equal(script.count, count);
	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(step[i].reg.space, TALLY_CP14);
		assert_int_equal(step[i].reg.bits, 32);
		assert_int_equal(step[i].reg.addr, want[i][0]);
		assert_int_equal(step[i].value, want[i][1]);
	}
}

/* The slides' first mode: instructions, misses, every interrupt. */
static const struct tally_slot icache[] = {
	{ TALLY_XSCALE_CCNT, TALLY_IRQ, TALLY_EVENT_CYCLES, 0 },
	{ TALLY_XSCALE_PMN0, TALLY_IRQ, 0x7, 0 },
	{ TALLY_XSCALE_PMN1, TALLY_IRQ, 0x0, 0 },
};

/*
 * Events 7 and 0 in the two low bytes, 0xFF for the idle two; in INTEN the
 * clock counter is bit 0, PMN0 bit 1, PMN1 bit 2.
 */
TEST(instruction_cache_mode)
{
	static const uint32_t configure[][2] = {
		{ PMNC, 0 },    { EVTSEL, 0xFFFF0007 }, { PMNC, 6 },
		{ FLAG, 0x1F }, { INTEN, 7 },           { CCNT, 0 },
		{ PMN(0), 0 },  { PMN(1), 0 },          { PMN(2), 0 },
		{ PMN(3), 0 },
	};
	static const uint32_t start[][2] = { { PMNC, 1 } };
	static const uint32_t stop[][2] = { { PMNC, 0 } };
	static const uint32_t release[][2] = {
		{ PMNC, 0 },
		{ INTEN, 0 },
		{ FLAG, 0x1F },
		{ EVTSEL, 0xFFFFFFFF },
	};

	encode(icache, 3, 0, TALLY_CONFIGURE);
	assert_steps(configure, 10);
	encode(icache, 3, 0, TALLY_START);
	assert_steps(start, 1);
	encode(icache, 3, 0, TALLY_STOP);
	assert_steps(stop, 1);
	encode(icache, 3, 0, TALLY_RELEASE);
	assert_steps(release, 4);
}

/* [IXP42X 3.7.4] 0xA, 0xB, 0xC and 0x9 in one run; slots in any order. */
TEST(four_events_at_once)
{
	static const struct tally_slot slot[] = {
		{ TALLY_XSCALE_PMN3, TALLY_IRQ, 0x9, 1000 },
		{ TALLY_XSCALE_PMN1, TALLY_SILENT, 0xB, 0 },
		{ TALLY_XSCALE_PMN0, TALLY_SILENT, 0xA, 0 },
		{ TALLY_XSCALE_PMN2, TALLY_IRQ, 0xC, 0 },
	};

	encode(slot, 4, 0, TALLY_CONFIGURE);
	assert_int_equal(step[1].value, 0x090C0B0A);
	assert_int_equal(step[4].value, 0x18); /* PMN2 is bit 3, PMN3 bit 4 */
	assert_int_equal(step[5].value, 0);
	assert_int_equal(step[9].reg.addr, PMN(3));
	assert_int_equal(step[9].value, 0xFFFFFC18); /* 2^32 - 1000 */
}

TEST(divided)
{
	encode(icache, 3, TALLY_DIVIDE, TALLY_CONFIGURE);
	assert_int_equal(step[0].value, 0x8);
	assert_int_equal(step[2].value, 0xE);
	encode(icache, 3, TALLY_DIVIDE, TALLY_START);
	assert_int_equal(step[0].value, 0x9);
	encode(icache, 3, TALLY_DIVIDE, TALLY_STOP);
	assert_int_equal(step[0].value, 0x8);
}

TEST(refusals)
{
	static const struct {
		struct tally_slot slot;
		uint8_t options;
		enum tally_status status;
	} row[] = {
		{ { 5, false, 7, 0 }, 0, TALLY_E_COUNTER },
		{ { 0, false, 7, 0 }, 0, TALLY_E_EVENT },
		{ { 4, false, TALLY_EVENT_CYCLES, 0 }, 0, TALLY_E_EVENT },
		{ { 1, false, 0x10, 0 }, 0, TALLY_E_EVENT }, /* the 80200's */
		{ { 1, false, 0xFE, 0 }, 0, TALLY_E_EVENT }, /* software's */
		{ { 1, false, 7, 0 }, TALLY_EXPORT, TALLY_E_FEATURE },
		{ { 1, false, 7, 0 }, TALLY_USER, TALLY_E_FEATURE },
		{ { 1, TALLY_FIQ, 7, 0 }, 0, TALLY_E_FEATURE },
		{ { 4, TALLY_IRQ, 7, 5 }, TALLY_DIVIDE, TALLY_OK },
	};

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const struct tally_setup setup = { &row[i].slot, 1,
						   row[i].options };

		assert_int_equal(
			tally_setup_check(&tally_xscale2, &setup, NULL),
			row[i].status);
	}
}

/*
 * [CORE 8.3.7; IXP42X 3.7.3] events change only while E is 0, and no counter
 * is reset by a write that also stops it.  E is taken to be 1 at first: the
 * phases are used on a monitor in any state.
 */
TEST(orders_of_the_manual)
{
	static const enum tally_phase phase[] = { TALLY_CONFIGURE, TALLY_START,
						  TALLY_STOP, TALLY_RELEASE };

	for (unsigned p = 0; p < 4; p++) {
		bool running = true;

		encode(icache, 3, TALLY_DIVIDE, phase[p]);
		for (unsigned i = 0; i < script.count; i++) {
			if (step[i].reg.addr == EVTSEL)
				assert_false(running);
			if (step[i].reg.addr != PMNC)
				continue;
			if (step[i].value & 6)
				assert_false(running);
			running = step[i].value & 1;
		}
	}
}

/* Exactly the flags seen are written back, and nothing else is touched. */
TEST(acknowledge_clears_what_was_seen)
{
	static const struct tally_reg flag = { FLAG, TALLY_CP14, 32 };
	static const struct tally_reg control = { PMNC, TALLY_CP14, 32 };
	const struct tally_access access[] = {
		{ flag, false, 0xFFFFFFE5, TALLY_OK }, /* 31:5 are junk */
		{ flag, true, 0x05, TALLY_OK },
		{ control, false, 0x14000001, TALLY_OK }, /* ID, E */
		{ flag, false, 0xFFFFFFE0, TALLY_OK },
	};
	struct tally_bus_replay target;

	tally_bus_replay_init(&target, access, 4);
	assert_int_equal(tally_xscale2.ops->acknowledge(&tally_xscale2, NULL, 1,
							&target.bus),
			 TALLY_RUNNING | 1u << TALLY_XSCALE_CCNT |
				 1u << TALLY_XSCALE_PMN1);
	assert_int_equal(tally_xscale2.ops->acknowledge(&tally_xscale2, NULL, 1,
							&target.bus),
			 0);
	assert_int_equal(target.next, 4);
	assert_int_equal(target.bus.status, TALLY_OK);
}
