/* SPDX-License-Identifier: MIT */
/*
 * Sessions on counters that overflow again and again, with the interrupt and
 * by polling: totals are exact to the unit.
 *
 * Exact against what?  Without interrupts, against the counts of work() known
 * by hand.  With interrupts the handler's own instructions are counted too;
 * then the second counter, which counts the same event and never overflows,
 * must come to the same total, and every interrupt must have cost the same.
 */
#include <tally/session.h>

#include "check.h"
#include "common/fw.h"
#include "target.h"
#include "work.h"

enum { SLOTS = 3, LONG_PERIOD = 24000, PIECES = 8 };

static struct tally_bus bus = TARGET_BUS;
static struct tally_session session;
static struct tally_total total[SLOTS];
static struct tally_step step[TARGET_STEPS];
static const struct tally_store store = { total, step, SLOTS, TARGET_STEPS };

static struct tally_slot slot[SLOTS] = {
	{ .counter = TARGET_PMN0 },
	{ .counter = TARGET_PMN1 },
	{ .counter = TARGET_CCNT, .event = TALLY_EVENT_CYCLES },
};
static const struct tally_setup setup = { slot, SLOTS, 0 };

static volatile uint32_t entries;   /* of the handler */
static volatile uint32_t overflows; /* of slot 0 that it was told of */

static void on_overflow(void)
{
	entries++;
	overflows += tally_session_overflow(&session) & 1;
}

/* Both event counters on their events, slot 0 with a period. */
static void prepare(uint16_t event0, uint16_t event1, uint64_t period,
		    bool interrupt)
{
	slot[0].event = event0;
	slot[0].period = period;
	slot[0].interrupt = interrupt;
	slot[1].event = event1;
	entries = 0;
	overflows = 0;
	check_status("open",
		     tally_session_open(&session, &TARGET_MONITOR, &bus, &setup,
					&store, false),
		     TALLY_OK);
	check_status("calibrate", tally_session_calibrate(&session, 3),
		     TALLY_OK);
}

static void finish(void)
{
	check_status("close", tally_session_close(&session), TALLY_OK);
}

static void test_plain(void)
{
	prepare(TARGET_INSTRUCTIONS, TARGET_BRANCHES, 0, false);
	work_within(&session);
	check_equal("plain instructions", tally_session_net(&session, 0),
		    WORK_INSTRUCTIONS);
	check_equal("plain branches", tally_session_net(&session, 1),
		    WORK_BRANCHES);
	check_between("plain cycles", tally_session_net(&session, 2),
		      WORK_TURNS, UINT64_C(100) * WORK_INSTRUCTIONS);
	finish();
}

/* One window with the interrupt on; the total of slot 0, net. */
static uint64_t interrupted(uint16_t event, uint64_t period)
{
	uint64_t net;

	prepare(event, event, period, true);
	fw_pmu_interrupt(on_overflow);
	fw_irq_enable();
	work_within(&session);
	fw_irq_disable();
	fw_pmu_interrupt(0);
	net = tally_session_net(&session, 0);
	check_equal("slot 0 and slot 1 agree", tally_session_count(&session, 0),
		    tally_session_count(&session, 1));
	check_equal("handler entries", entries,
		    tally_session_count(&session, 0) / period);
	check_equal("every entry found its overflow", overflows, entries);
	finish();
	return net;
}

static void test_interrupts(uint16_t event, uint64_t known)
{
	uint64_t cost = interrupted(event, known * 2 / 3) - known;

	check_equal("one interrupt", entries, 1);
	check_equal("totals with interrupts", interrupted(event, known / 5),
		    known + entries * cost);
	check_between("three overflows at least", entries, 3, UINT32_MAX);
}

/* Polled while it counts: the polling is counted, by both counters alike. */
static void test_polling_running(void)
{
	uint32_t seen = 0;

	prepare(TARGET_INSTRUCTIONS, TARGET_INSTRUCTIONS, LONG_PERIOD, false);
	tally_session_start(&session);
	for (int i = 0; i < PIECES; i++) {
		work();
		seen += tally_session_overflow(&session) & 1;
	}
	tally_session_stop(&session);
	seen += tally_session_overflow(&session) & 1;
	check_equal("polling, slot 0 and slot 1 agree",
		    tally_session_count(&session, 0),
		    tally_session_count(&session, 1));
	check_equal("polling, overflows", seen,
		    tally_session_count(&session, 0) / LONG_PERIOD);
	check_between("polling, three overflows at least", seen, 3, PIECES);
	finish();
}

/* Polled between windows: exact by hand. */
static void test_polling_stopped(void)
{
	uint32_t seen = 0;

	prepare(TARGET_INSTRUCTIONS, TARGET_BRANCHES, LONG_PERIOD, false);
	for (int i = 0; i < PIECES; i++) {
		work_within(&session);
		/* Every other time the flag waits: count() must see it. */
		if (i % 2)
			seen += tally_session_overflow(&session) & 1;
		check_equal("instructions so far",
			    tally_session_net(&session, 0),
			    (uint64_t)(i + 1) * WORK_INSTRUCTIONS);
	}
	check_equal("branches, eight windows", tally_session_net(&session, 1),
		    (uint64_t)PIECES * WORK_BRANCHES);
	check_between("three overflows polled at least", seen, 3, PIECES);
	finish();
}

/* Polled late, after several periods: sampling goes on all the same. */
static void test_polling_late(void)
{
	uint32_t seen = 0;

	prepare(TARGET_INSTRUCTIONS, TARGET_INSTRUCTIONS, WORK_INSTRUCTIONS / 4,
		false);
	tally_session_start(&session);
	for (int i = 0; i < PIECES; i++) {
		work();
		seen += tally_session_overflow(&session) & 1;
	}
	tally_session_stop(&session);
	check_equal("polling late, slot 0 and slot 1 agree",
		    tally_session_count(&session, 0),
		    tally_session_count(&session, 1));
	check_equal("polling late, an overflow each time", seen, PIECES);
	finish();
}

int main(void)
{
	test_plain();
	test_interrupts(TARGET_INSTRUCTIONS, WORK_INSTRUCTIONS);
	test_interrupts(TARGET_BRANCHES, WORK_BRANCHES);
	test_polling_running();
	test_polling_stopped();
	test_polling_late();
	return check_result();
}
