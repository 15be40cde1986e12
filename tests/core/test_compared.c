/* SPDX-License-Identifier: MIT */
/*
 * Totals of a Cortex-A9 whose event counters overflow without a flag: whole
 * while the cycles between two looks prove it, else the least that they can be,
 * and never more than was counted.
 */
#include <string.h>

#include <tally/monitors/cortex_a9.h>
#include <tally/session.h>
#include <tally/task.h>

#include "pmu_bus.h"
#include "test.h"

enum {
	CYCLES,
	WRITES, /* two in a cycle */
	RETURNS,
	SLOTS,
	R2P10 = 0x412FC09A,
	R3P0 = 0x413FC090,
};

#define TURN (UINT64_C(1) << 32)

static struct pmu_bus target;
static struct tally_slot slot[SLOTS];
static struct tally_setup setup;
static struct tally_total total[SLOTS];
static struct tally_step step[TALLY_ARMV7_STEPS];
static const struct tally_store store = { total, step, SLOTS,
					  TALLY_ARMV7_STEPS };
static struct tally_session s;
static uint64_t writes; /* that happened */

static void prepare(uint32_t main_id, bool ill)
{
	const struct pmu_quirks quirks = { .lost_overflow = ill };

	pmu_bus_init_with(&target, PMU_CORTEX_A9, &quirks);
	target.main_id = main_id;
	memset(slot, 0, sizeof slot);
	slot[CYCLES] = (struct tally_slot)TALLY_SLOT(TALLY_CORTEX_A9_PMCCNTR,
						     TALLY_EVENT_CYCLES);
	slot[WRITES] =
		(struct tally_slot)TALLY_SLOT(TALLY_CORTEX_A9_PMEVCNTR0, 0x07);
	slot[RETURNS] =
		(struct tally_slot)TALLY_SLOT(TALLY_CORTEX_A9_PMEVCNTR3, 0x6E);
	setup = (struct tally_setup){ slot, SLOTS, 0 };
	writes = 0;
}

static void open_session(void)
{
	memset(&s, 0, sizeof s);
	assert_int_equal(tally_session_open(&s, &tally_cortex_a9, &target.bus,
					    &setup, &store, false),
			 TALLY_OK);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
}

/* So many cycles, of two writes each. */
static void work(uint64_t cycles)
{
	while (cycles) {
		uint64_t some = cycles < TURN / 8 ? cycles : TURN / 8;

		pmu_bus_happen(&target, LEDGER_CYCLES, some);
		pmu_bus_happen(&target, LEDGER_ST_RETIRED, 2 * some);
		writes += 2 * some;
		cycles -= some;
	}
}

static void done(void)
{
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	pmu_bus_free(&target);
}

static void assert_writes(bool at_least)
{
	assert_int_equal(tally_session_count(&s, WRITES), writes);
	assert_int_equal(tally_session_at_least(&s, WRITES), at_least);
}

/* Whatever the phase, and whoever looks: a poll, or a read alone. */
TEST(looks_in_time_prove_the_total)
{
	for (unsigned phase = 0; phase < 5; phase++) {
		prepare(R2P10, true);
		open_session();
		work(phase * 0x0FEDCBA9);
		(void)tally_session_overflow(&s);
		for (unsigned i = 0; i < 12; i++) {
			work(TURN / 2 - 0x100 - phase);
			assert_writes(false);
			(void)tally_session_overflow(&s);
			assert_writes(false);
		}
		assert_true(writes > 10 * TURN);
		assert_int_equal(tally_session_count(&s, CYCLES), writes / 2);
		assert_false(tally_session_at_least(&s, CYCLES));
		done();
	}
}

/* Two wraps are one: the total is too low, and says so from then on. */
TEST(a_late_look_proves_nothing)
{
	prepare(R2P10, true);
	open_session();
	work(TURN - 5);
	assert_int_equal(tally_session_count(&s, WRITES), writes - TURN);
	assert_true(tally_session_at_least(&s, WRITES));
	(void)tally_session_overflow(&s);
	work(100);
	assert_true(tally_session_count(&s, WRITES) < writes);
	assert_true(tally_session_at_least(&s, WRITES));
	assert_int_equal(tally_session_count(&s, CYCLES), writes / 2);
	assert_int_equal(tally_session_stop(&s), TALLY_OK);
	assert_int_equal(tally_session_reset(&s), TALLY_OK);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
	writes = 0;
	work(100);
	assert_writes(false);
	done();
}

/* A count without cycles beside it is called the least, though it is right. */
TEST(nothing_is_proved_without_cycles)
{
	prepare(R2P10, true);
	setup = (struct tally_setup){ slot + WRITES, 1, 0 };
	open_session();
	work(10);
	assert_int_equal(tally_session_count(&s, 0), writes);
	assert_true(tally_session_at_least(&s, 0));
	assert_false(tally_session_at_least(&s, 1));
	done();
}

/* Flags of a core that sets them, and is known for it, are proof enough. */
TEST(a_well_core_needs_no_cycles)
{
	prepare(R3P0, false);
	open_session();
	for (unsigned i = 0; i < 3; i++) {
		/* A wrap more than that between two looks is too late. */
		work(TURN / 2 + 7);
		(void)tally_session_overflow(&s);
		assert_writes(false);
	}
	done();
}

/* One that might miss, and does not: each wrap is counted once. */
TEST(flags_that_are_set_count_once)
{
	prepare(R2P10, false);
	open_session();
	for (unsigned i = 0; i < 9; i++) {
		work(TURN / 2 - 9);
		assert_writes(false);
		(void)tally_session_overflow(&s);
		assert_writes(false);
	}
	done();
}

/* The counter may be with another meanwhile. */
TEST(turns_keep_what_is_proved)
{
	prepare(R2P10, true);
	open_session();
	for (unsigned i = 0; i < 6; i++) {
		work(TURN / 2 - 1);
		assert_int_equal(tally_session_suspend(&s), TALLY_OK);
		assert_writes(false);
		assert_int_equal(tally_session_resume(&s), TALLY_OK);
	}
	assert_writes(false);
	work(TURN / 2 + 1);
	assert_int_equal(tally_session_suspend(&s), TALLY_OK);
	assert_int_equal(tally_session_resume(&s), TALLY_OK);
	work(1);
	(void)tally_session_count(&s, WRITES);
	assert_true(tally_session_at_least(&s, WRITES));
	done();
}

/* A period whose end set no flag ends where it is looked at. */
TEST(a_period_ends_without_a_flag)
{
	prepare(R2P10, true);
	slot[WRITES].period = 1000;
	slot[WRITES].interrupt = TALLY_IRQ;
	open_session();
	for (unsigned i = 0; i < 5; i++) {
		work(499);
		assert_int_equal(tally_session_overflow(&s), 0);
		work(1);
		assert_int_equal(tally_session_overflow(&s), 1u << WRITES);
		assert_writes(false);
	}
	assert_true(s.running);
	done();
}

/* Each 64th cycle is counted, and any of those between may have gone by. */
TEST(divided_cycles_prove_less)
{
	prepare(R2P10, true);
	setup.options = TALLY_DIVIDE;
	open_session();
	work(TURN / 2 - 128);
	assert_writes(false);
	work(64);
	(void)tally_session_count(&s, WRITES);
	assert_true(tally_session_at_least(&s, WRITES));
	done();
}

/* Of all slots at one time, too. */
TEST(totals_taken_together_are_proved)
{
	uint64_t count[SLOTS];

	prepare(R2P10, true);
	open_session();
	for (unsigned i = 0; i < 6; i++) {
		work(TURN / 2 - 0x100);
		assert_int_equal(tally_session_read_all(&s, count), TALLY_OK);
		assert_int_equal(count[WRITES], writes);
		assert_int_equal(count[CYCLES], writes / 2);
		assert_false(tally_session_at_least(&s, WRITES));
		(void)tally_session_overflow(&s);
	}
	work(TURN / 2);
	assert_int_equal(tally_session_read_all(&s, count), TALLY_OK);
	assert_true(tally_session_at_least(&s, WRITES));
	assert_false(tally_session_at_least(&s, CYCLES));
	done();
}

/* A task's count has the wraps between two switches, polled for or not. */
TEST(tasks_have_what_set_no_flag)
{
	enum { TASKS = 3 };
	struct tally_tasks tasks;
	struct tally_task task[TASKS];
	uint64_t count[TASKS][SLOTS] = { 0 }, mark[SLOTS], truth[TASKS] = { 0 };

	prepare(R2P10, true);
	open_session();
	for (unsigned i = 0; i < TASKS; i++)
		task[i].count = count[i];
	tally_tasks_init(&tasks, &s, mark);
	for (unsigned i = 0; i < 60; i++) {
		const uint64_t before = writes;

		tally_task_switch(&tasks, &task[i % TASKS]);
		work(TURN / 10 + i * 0x345678);
		truth[i % TASKS] += writes - before;
		if (i % 3 == 1)
			(void)tally_session_overflow(&s);
		if (i % 4 == 3)
			assert_int_equal(tally_task_count(&tasks,
							  &task[i % TASKS],
							  WRITES),
					 truth[i % TASKS]);
	}
	tally_task_switch(&tasks, NULL);
	for (unsigned i = 0; i < TASKS; i++) {
		assert_int_equal(count[i][WRITES], truth[i]);
		assert_int_equal(count[i][CYCLES], truth[i] / 2);
	}
	done();
}
