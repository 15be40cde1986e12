/* SPDX-License-Identifier: MIT */
/*
 * The ARM11 and XScale monitors have limits: their events, the processors they
 * take for their own, what a setup may not ask for.
 */
#include <stdint.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>
#include <tally/wrap.h>

#include "test.h"

static const struct {
	const struct tally_monitor *monitor;
	struct tally_slot slot[2];
	enum tally_status status;
} refused[] = {
	/* no such counter; one counter twice */
	{ &tally_arm1176,
	  { { 3, false, 7, 0 }, { 1, false, 7, 0 } },
	  TALLY_E_COUNTER },
	{ &tally_arm1176,
	  { { 1, false, 7, 0 }, { 1, false, 7, 0 } },
	  TALLY_E_COUNTER },
	/* CCNT counts cycles only, PMN0 does not count CCNT's */
	{ &tally_arm1176,
	  { { 0, false, 0xFF, 0 }, { 1, false, 7, 0 } },
	  TALLY_E_EVENT },
	{ &tally_arm1176,
	  { { 1, false, TALLY_EVENT_CYCLES, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_EVENT },
	/* reserved; of the ARM1156 only; of the 80200 only; software's
	 */
	{ &tally_arm1176,
	  { { 1, false, 0x8, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_EVENT },
	{ &tally_arm1176,
	  { { 1, false, 0x13, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_EVENT },
	{ &tally_pxa250,
	  { { 1, false, 0x10, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_EVENT },
	{ &tally_pxa250,
	  { { 1, false, 0xFE, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_EVENT },
	/* no TLB events, and the other core's return stack ... */
	{ &tally_arm1156,
	  { { 1, false, 0x3, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_EVENT },
	{ &tally_arm1156,
	  { { 1, false, 0x23, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_EVENT },
	/* ... of which the ARM1136 has none */
	{ &tally_arm1136,
	  { { 1, false, 0x23, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_EVENT },
	{ &tally_arm1136,
	  { { 1, false, 0x36, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_EVENT },
	/* FIQ is the ARM1156's only, and there is nothing beyond */
	{ &tally_arm1136,
	  { { 1, TALLY_FIQ, 7, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_FEATURE },
	{ &tally_arm1176,
	  { { 1, TALLY_FIQ, 7, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_FEATURE },
	{ &tally_pxa250,
	  { { 1, TALLY_FIQ, 7, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_FEATURE },
	{ &tally_xscale2,
	  { { 1, TALLY_FIQ, 7, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_FEATURE },
	{ &tally_arm1156,
	  { { 1, TALLY_FIQ + 1, 7, 0 }, { 2, false, 7, 0 } },
	  TALLY_E_FEATURE },
	/* a period the counter cannot hold */
	{ &tally_pxa250,
	  { { 1, false, 7, UINT64_C(1) << 32 }, { 2, false, 7, 0 } },
	  TALLY_E_INVALID },
};

TEST(refusals)
{
	for (unsigned i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		const struct tally_setup setup = { refused[i].slot, 2, 0 };
		struct tally_script script = { .room = 0 };
		unsigned at = 99;

		assert_int_equal(
			tally_setup_check(refused[i].monitor, &setup, &at),
			refused[i].status);
		assert_int_equal(at, i == 1 ? 1 : 0);
		assert_int_equal(tally_encode(refused[i].monitor, &setup,
					      TALLY_CONFIGURE, &script),
				 refused[i].status);
		assert_int_equal(script.count, 0);
	}
	assert_int_equal(tally_setup_check(NULL, NULL, NULL), TALLY_E_INVALID);
	assert_int_equal(tally_setup_check(&tally_arm1176,
					   &(struct tally_setup){ NULL, 1, 0 },
					   NULL),
			 TALLY_E_INVALID);
}

/* Every event row: ascending, on every event counter, a plausible rate. */
TEST(rows)
{
	static const struct {
		const struct tally_monitor *monitor;
		unsigned events;
		uint32_t counters;
	} expected[] = {
		/* [DAI0195B table 2] 14 of all cores, 3 of the TLBs, 3 ETM,
		 * 1 cycles */
		{ &tally_arm1136, 21, 0x6 },
		/* 14, 2 of masked interrupts, 3, 9 of errors and returns, 1 */
		{ &tally_arm1156, 29, 0x6 },
		/* as the ARM1136, and 4 of the return stack */
		{ &tally_arm1176, 25, 0x6 },
		/* [slides] 0x0 to 0xD, and the idle code */
		{ &tally_pxa250, 15, 0x6 },
		/* [80200 table 12-4] and 0x10 to 0x16 without 0x13 */
		{ &tally_i80200, 21, 0x6 },
		{ &tally_xscale2, 15, 0x1E },
	};

	for (unsigned k = 0; k < sizeof(expected) / sizeof(expected[0]); k++) {
		const struct tally_monitor *m = expected[k].monitor;

		assert_int_equal(m->events, expected[k].events);
		for (unsigned i = 0; i < m->events; i++) {
			const struct tally_event *e = &m->event[i];

			assert_int_equal(e->counters, expected[k].counters);
			assert_in_range(e->rate, 1, 4);
			assert_ptr_equal(tally_event_find(m, e->code), e);
			if (i)
				assert_true(e->code > m->event[i - 1].code);
		}
	}
	assert_int_equal(tally_event_find(&tally_arm1176, 0x22)->rate, 2);
}

/*
 * Main ID registers of known processors (the ARM1156's from its part number,
 * 0xB56) and who takes them for his own.  The 80200 and the PXA250 have the
 * same core generation, all that this register tells.
 */
TEST(probes)
{
	static const struct tally_monitor *const all[] = {
		&tally_arm1136, &tally_arm1156, &tally_arm1176,
		&tally_pxa250,  &tally_i80200,  &tally_xscale2,
	};
	static const struct {
		uint32_t id;
		unsigned takers; /* bit i: all[i] */
	} row[] = {
		{ 0x4107B362, 1 },   { 0x4117B363, 1 },   { 0x410FB562, 2 },
		{ 0x410FB767, 4 },   { 0x410FB022, 0 },   { 0x69052100, 030 },
		{ 0x69052D05, 030 }, { 0x69054110, 040 }, { 0x69054117, 040 },
		{ 0x69056000, 0 },   { 0x41069265, 0 },   { 0, 0 },
	};

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		for (unsigned k = 0; k < sizeof(all) / sizeof(all[0]); k++) {
			const struct tally_access read = {
				{ TALLY_CP(0, 0, 0, 0), TALLY_CP15, 32 },
				false,
				row[i].id,
				TALLY_OK
			};
			struct tally_bus_replay target;

			tally_bus_replay_init(&target, &read, 1);
			assert_int_equal(
				all[k]->ops->probe(all[k], &target.bus),
				row[i].takers >> k & 1 ? TALLY_OK
						       : TALLY_E_ABSENT);
		}
	}
}

/* The steps suffice that a program gives by the constant of its header. */
TEST(steps_of_the_headers)
{
	assert_in_range(tally_arm1136.steps, 1, TALLY_ARM11_STEPS);
	assert_in_range(tally_arm1156.steps, 1, TALLY_ARM11_STEPS);
	assert_in_range(tally_arm1176.steps, 1, TALLY_ARM11_STEPS);
	assert_in_range(tally_pxa250.steps, 1, TALLY_XSCALE_STEPS);
	assert_in_range(tally_i80200.steps, 1, TALLY_XSCALE_STEPS);
	assert_in_range(tally_xscale2.steps, 1, TALLY_XSCALE_STEPS);
}
