/* SPDX-License-Identifier: MIT */
/*
 * Sessions that take turns on a monitor, and sessions that are reached from
 * the wrong core, against the simulated monitors.
 */
#include <stdint.h>
#include <string.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>

#include "base/rng.h"
#include "task_fixture.h"
#include "test.h"

/* Two users of one monitor with different events, a wrap in each turn. */
TEST(takes_turns)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		const struct tally_monitor *m = subjects[i].monitor;
		const uint64_t wrap = UINT64_C(1) << 32;
		struct place p;
		struct user a, b;

		set_up(&p, subjects[i].kind, subjects[i].short_ways);
		assert_int_equal(open_user(&a, &p, m, 7, 0), TALLY_OK);
		assert_int_equal(tally_session_start(&a.s), TALLY_OK);
		assert_int_equal(tally_session_suspend(&a.s), TALLY_OK);
		assert_int_equal(open_user(&b, &p, m, 5, 0), TALLY_OK);
		for (unsigned turn = 1; turn <= 3; turn++) {
			/* b has not been started, so it does not count. */
			pmu_bus_happen(&p.target, LEDGER_BRANCHES, 9);
			assert_int_equal(tally_session_suspend(&b.s), TALLY_OK);
			assert_int_equal(tally_session_resume(&a.s), TALLY_OK);
			pmu_bus_happen(&p.target, LEDGER_CYCLES, 10);
			assert_int_equal(tally_session_count(&a.s, 0),
					 turn * 10);
			pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS,
				       wrap + 3);
			assert_int_equal(tally_session_suspend(&a.s), TALLY_OK);
			assert_false(pmu_irq(p.target.pmu));
			pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, 77);
			assert_int_equal(tally_session_count(&a.s, 1),
					 turn * (wrap + 3));
			assert_int_equal(tally_session_overflow(&a.s), 0);
			assert_int_equal(tally_session_resume(&b.s), TALLY_OK);
		}
		assert_int_equal(tally_session_count(&b.s, 1), 0);
		assert_int_equal(tally_session_suspend(&b.s), TALLY_OK);
		/* Stopped again after a resume, it goes on from its total. */
		assert_int_equal(tally_session_resume(&a.s), TALLY_OK);
		assert_int_equal(tally_session_stop(&a.s), TALLY_OK);
		assert_int_equal(tally_session_count(&a.s, 1), 3 * (wrap + 3));
		assert_int_equal(tally_session_close(&a.s), TALLY_OK);
		assert_int_equal(tally_session_close(&b.s), TALLY_OK);
		pmu_bus_free(&p.target);
	}
}

/* A wrap that the handler took up before is in the total, and there once. */
TEST(a_wrap_is_carried_once)
{
	const uint64_t sum = (UINT64_C(1) << 32) + 5;

	for (unsigned i = 0; i < SUBJECTS; i++) {
		struct place p;
		struct user u;

		set_up(&p, subjects[i].kind, subjects[i].short_ways);
		assert_int_equal(open_user(&u, &p, subjects[i].monitor, 7, 0),
				 TALLY_OK);
		tally_session_start(&u.s);
		pmu_bus_happen(&p.target, LEDGER_CYCLES, sum);
		assert_int_equal(tally_session_overflow(&u.s), 1u << 0);
		assert_int_equal(tally_session_suspend(&u.s), TALLY_OK);
		assert_int_equal(tally_session_resume(&u.s), TALLY_OK);
		assert_true(tally_session_count(&u.s, 0) == sum);
		assert_int_equal(tally_session_close(&u.s), TALLY_OK);
		pmu_bus_free(&p.target);
	}
}

TEST(divided_and_periodic_turns)
{
	uint64_t all[SLOTS];
	struct place p;
	struct user u;

	set_up(&p, PMU_PXA250, false);
	memset(&u, 0, sizeof(u));
	assert_int_equal(open_user(&u, &p, &tally_pxa250, 7, 1000), TALLY_OK);
	u.setup.options = TALLY_DIVIDE;
	assert_int_equal(tally_session_close(&u.s), TALLY_OK);
	assert_int_equal(tally_session_open(&u.s, &tally_pxa250, &p.target.bus,
					    &u.setup, &u.store, false),
			 TALLY_OK);
	tally_session_start(&u.s);
	pmu_bus_happen(&p.target, LEDGER_CYCLES, 640);
	pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, 600);
	assert_int_equal(tally_session_suspend(&u.s), TALLY_OK);
	assert_int_equal(tally_session_count(&u.s, 0), 640);
	assert_int_equal(tally_session_count(&u.s, 1), 600);
	assert_int_equal(tally_session_read_all(&u.s, all), TALLY_OK);
	assert_true(all[0] == 640 && all[1] == 600);
	assert_int_equal(tally_session_resume(&u.s), TALLY_OK);
	pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, 999);
	assert_int_equal(tally_session_overflow(&u.s), 0);
	pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, 1); /* the new period */
	assert_int_equal(tally_session_overflow(&u.s), 1u << 1);
	assert_int_equal(tally_session_count(&u.s, 1), 1600);
	assert_int_equal(tally_session_close(&u.s), TALLY_OK);
	pmu_bus_free(&p.target);
}

/*
 * The bus fails at every access of suspend and resume in turn.  Called again,
 * each does the rest, and no count is lost or made.
 */
TEST(turns_over_a_failing_bus)
{
	bool hit = true;

	for (uint32_t at = 0; hit; at++) {
		const uint64_t wrap = UINT64_C(1) << 32;
		struct tally_bus_fault fault;
		struct place p;
		struct user u;

		set_up(&p, PMU_ARM1176, false);
		assert_int_equal(open_user(&u, &p, &tally_arm1176, 7, 0),
				 TALLY_OK);
		tally_session_start(&u.s);
		pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, wrap + 5);
		pmu_bus_happen(&p.target, LEDGER_CYCLES, 9);
		tally_bus_fault_init(&fault, &p.target.bus, at);
		u.s.bus = &fault.bus;
		if (tally_session_suspend(&u.s)) {
			assert_true(fault.hit);
			assert_int_equal(tally_bus_recover(&fault.bus),
					 TALLY_E_BUS);
			assert_int_equal(tally_session_suspend(&u.s), TALLY_OK);
		}
		assert_int_equal(tally_session_count(&u.s, 1), wrap + 5);
		if (tally_session_resume(&u.s)) {
			assert_true(fault.hit);
			assert_int_equal(tally_bus_recover(&fault.bus),
					 TALLY_E_BUS);
			assert_int_equal(tally_session_resume(&u.s), TALLY_OK);
		}
		assert_int_equal(tally_session_resume(&u.s), TALLY_E_STATE);
		assert_int_equal(u.s.windows, 2);
		hit = fault.hit;
		u.s.bus = &p.target.bus;
		pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, 3);
		assert_int_equal(tally_session_stop(&u.s), TALLY_OK);
		assert_int_equal(tally_session_count(&u.s, 0), 9);
		assert_int_equal(tally_session_count(&u.s, 1), wrap + 8);
		assert_int_equal(tally_session_close(&u.s), TALLY_OK);
		assert_true(hit || at > 10);
		pmu_bus_free(&p.target);
	}
}

TEST(out_of_order)
{
	struct place p;
	struct user u;

	set_up(&p, PMU_ARM1176, false);
	memset(&u, 0, sizeof(u));
	assert_int_equal(tally_session_suspend(&u.s), TALLY_E_STATE);
	assert_int_equal(tally_session_resume(&u.s), TALLY_E_STATE);
	assert_int_equal(open_user(&u, &p, &tally_arm1176, 7, 0), TALLY_OK);
	assert_int_equal(tally_session_resume(&u.s), TALLY_E_STATE);
	assert_int_equal(tally_session_suspend(&u.s), TALLY_OK);
	assert_int_equal(tally_session_suspend(&u.s), TALLY_E_STATE);
	assert_int_equal(tally_session_start(&u.s), TALLY_E_STATE);
	assert_int_equal(tally_session_stop(&u.s), TALLY_E_STATE);
	assert_int_equal(tally_session_reset(&u.s), TALLY_E_STATE);
	assert_int_equal(tally_session_calibrate(&u.s, 1), TALLY_E_STATE);
	assert_int_equal(tally_session_close(&u.s), TALLY_OK);
	assert_int_equal(tally_session_resume(&u.s), TALLY_E_STATE);
	pmu_bus_free(&p.target);
}

/* From another core nothing is read as a count, and nothing is written. */
TEST(other_core)
{
	struct place p;
	struct user u;
	unsigned writes;

	set_up(&p, PMU_ARM1176, false);
	p.core = 3;
	assert_int_equal(open_user(&u, &p, &tally_arm1176, 7, 0), TALLY_OK);
	assert_int_equal(tally_session_start(&u.s), TALLY_OK);
	pmu_bus_happen(&p.target, LEDGER_CYCLES, 40);
	writes = p.target.writes;
	p.core = 2;
	assert_int_equal(tally_session_count(&u.s, 0), 0);
	assert_int_equal(tally_session_overflow(&u.s), 0);
	assert_int_equal(tally_session_stop(&u.s), TALLY_E_CORE);
	assert_int_equal(tally_session_suspend(&u.s), TALLY_E_CORE);
	assert_int_equal(tally_session_close(&u.s), TALLY_E_CORE);
	assert_int_equal(p.target.writes, writes);
	assert_int_equal(p.target.bus.status, TALLY_OK);
	p.core = 3;
	assert_int_equal(tally_session_stop(&u.s), TALLY_OK);
	assert_int_equal(tally_session_count(&u.s, 0), 40);
	p.core = 2;
	assert_int_equal(tally_session_start(&u.s), TALLY_E_CORE);
	assert_int_equal(tally_session_reset(&u.s), TALLY_E_CORE);
	p.core = 3;
	assert_int_equal(tally_session_suspend(&u.s), TALLY_OK);
	p.core = 2;
	assert_int_equal(tally_session_resume(&u.s), TALLY_E_CORE);
	p.core = 3;
	assert_int_equal(tally_session_close(&u.s), TALLY_OK);
	assert_string_equal(tally_status_text(TALLY_E_CORE),
			    "the session belongs to another core");
	pmu_bus_free(&p.target);
}
