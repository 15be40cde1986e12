/* SPDX-License-Identifier: MIT */
/*
 * Counts per task, against the simulated monitors: who ran has what was
 * counted meanwhile, all of it or nothing.
 */
#include <stdint.h>
#include <string.h>

#include <tally/monitors/arm11.h>
#include <tally/task.h>

#include "base/rng.h"
#include "task_fixture.h"
#include "test.h"

TEST(adds_to_who_ran)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		uint64_t count[2][SLOTS] = { { 0 } }, mark[SLOTS];
		uint64_t spent[SLOTS] = { 0 };
		struct tally_task a = { count[0] }, b = { count[1] };
		struct tally_tasks tasks;
		struct place p;
		struct user u;

		set_up(&p, subjects[i].kind, subjects[i].short_ways);
		assert_int_equal(open_user(&u, &p, subjects[i].monitor, 7, 0),
				 TALLY_OK);
		tally_tasks_init(&tasks, &u.s, mark);
		tasks.spent = spent;
		tally_session_start(&u.s);
		pmu_bus_happen(&p.target, LEDGER_CYCLES, 1000); /* nobody's */
		tally_task_switch(&tasks, &a);
		pmu_bus_happen(&p.target, LEDGER_CYCLES, 30);
		pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, 20);
		assert_int_equal(tally_task_count(&tasks, &a, 0), 30);
		assert_int_equal(tally_task_count(&tasks, &b, 0), 0);
		tally_task_switch(&tasks, &b);
		/* Over a wrap that nobody has taken up yet. */
		pmu_bus_happen(&p.target, LEDGER_CYCLES, UINT64_C(1) << 32);
		tally_task_switch(&tasks, &a);
		(void)tally_session_overflow(&u.s);
		pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, 1);
		tally_task_switch(&tasks, NULL);
		pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, 500);
		assert_int_equal(tally_task_count(&tasks, &a, 0), 30);
		assert_int_equal(tally_task_count(&tasks, &a, 1), 21);
		assert_int_equal(tally_task_count(&tasks, &b, 0),
				 UINT64_C(1) << 32);
		assert_int_equal(tally_task_count(&tasks, &b, 1), 0);
		assert_int_equal(tally_task_count(&tasks, &b, SLOTS), 0);
		assert_int_equal(spent[0] + spent[1], 0);
		assert_int_equal(tally_session_close(&u.s), TALLY_OK);
		pmu_bus_free(&p.target);
	}
}

enum { NOBODY, A, B, WHOSE };

/* A random program has tasks, and keeps whose each event was. */
struct random_program {
	struct place p;
	struct user u;
	struct tally_tasks tasks;
	struct tally_task task[WHOSE];
	uint64_t count[WHOSE][SLOTS], mark[SLOTS], spent[SLOTS];
	uint64_t truth[WHOSE][SLOTS];
	uint64_t unseen; /* of any slot since the last overflow was handled */
	unsigned now;
	bool counts;
};

static void something_happens(struct random_program *r, struct rng *rng,
			      uint64_t most)
{
	const enum ledger_item item[SLOTS] = { LEDGER_CYCLES,
					       LEDGER_INSTRUCTIONS };
	unsigned slot = rng_next(rng) % SLOTS;
	uint64_t n = rng_next(rng) % most;

	if (r->unseen + n > most) {
		(void)tally_session_overflow(&r->u.s);
		r->unseen = 0;
	}
	r->unseen += n;
	pmu_bus_happen(&r->p.target, item[slot], n);
	if (r->counts)
		r->truth[r->now][slot] += n;
}

static void one_step(struct random_program *r, struct rng *rng, uint64_t most)
{
	uint64_t all[SLOTS];

	switch (rng_next(rng) % 8) {
	case 0:
		(void)tally_session_overflow(&r->u.s);
		r->unseen = 0;
		break;
	case 1:
		assert_int_equal(tally_session_read_all(&r->u.s, all),
				 TALLY_OK);
		break;
	case 2:
		assert_int_equal(r->counts ? tally_session_suspend(&r->u.s)
					   : tally_session_resume(&r->u.s),
				 TALLY_OK);
		r->counts = !r->counts;
		r->unseen = 0;
		break;
	case 3:
	case 4:
	case 5:
		r->now = rng_next(rng) % WHOSE;
		tally_task_switch(&r->tasks, r->now ? &r->task[r->now] : NULL);
		break;
	default:
		something_happens(r, rng, most);
		break;
	}
}

/* Whatever comes between two switches, every count lands where it belongs. */
TEST(random_programs_add_up)
{
	for (unsigned n = 0; n < 40 * SUBJECTS; n++) {
		const uint64_t period = n / SUBJECTS % 2 ? 1000 : 0;
		const uint64_t most = period ? period : UINT64_C(1) << 32;
		struct rng rng;
		struct random_program r = { .counts = true };

		rng_seed(&rng, n);
		set_up(&r.p, subjects[n % SUBJECTS].kind,
		       subjects[n % SUBJECTS].short_ways);
		assert_int_equal(open_user(&r.u, &r.p,
					   subjects[n % SUBJECTS].monitor, 7,
					   period),
				 TALLY_OK);
		for (unsigned i = 0; i < WHOSE; i++)
			r.task[i].count = r.count[i];
		tally_tasks_init(&r.tasks, &r.u.s, r.mark);
		r.tasks.spent = r.spent;
		tally_session_start(&r.u.s);
		for (unsigned step = 0; step < 300; step++)
			one_step(&r, &rng, most);
		for (unsigned slot = 0; slot < SLOTS; slot++) {
			for (unsigned i = A; i < WHOSE; i++)
				assert_true(tally_task_count(
						    &r.tasks, &r.task[i],
						    slot) == r.truth[i][slot]);
			assert_true(r.spent[slot] == 0);
		}
		if (!r.counts)
			assert_int_equal(tally_session_resume(&r.u.s),
					 TALLY_OK);
		assert_int_equal(tally_session_close(&r.u.s), TALLY_OK);
		pmu_bus_free(&r.p.target);
	}
}

/* Nothing is asked twice: a switch reads flags once, and counters twice. */
TEST(a_switch_reads_little)
{
	uint64_t count[SLOTS] = { 0 }, mark[SLOTS];
	struct tally_task a = { count };
	struct tally_tasks tasks;
	struct place p;
	struct user u;
	unsigned before;

	set_up(&p, PMU_ARM1176, true);
	assert_int_equal(open_user(&u, &p, &tally_arm1176, 7, 0), TALLY_OK);
	tally_tasks_init(&tasks, &u.s, mark);
	tally_session_start(&u.s);
	tally_task_switch(&tasks, &a);
	before = p.target.accesses;
	tally_task_switch(&tasks, NULL);
	assert_int_equal(p.target.accesses - before, 2 * SLOTS + 1);
	assert_int_equal(tally_session_close(&u.s), TALLY_OK);
	pmu_bus_free(&p.target);
}

static void each_access_takes_time(struct pmu_bus *b, unsigned access)
{
	(void)access;
	pmu_bus_happen(b, LEDGER_CYCLES, 10);
	pmu_bus_happen(b, LEDGER_INSTRUCTIONS, 1);
}

/*
 * Each access of a switch takes time, which is nobody's but `spent`.  Of each
 * switch a task gets the last access, or the first: the same at every one.
 */
TEST(a_switch_is_nobodys)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		uint64_t count[2][SLOTS] = { { 0 } }, mark[SLOTS];
		uint64_t spent[SLOTS] = { 0 }, all[SLOTS];
		struct tally_task a = { count[0] }, b = { count[1] };
		struct tally_tasks tasks;
		struct place p;
		struct user u;

		set_up(&p, subjects[i].kind, subjects[i].short_ways);
		assert_int_equal(open_user(&u, &p, subjects[i].monitor, 7, 0),
				 TALLY_OK);
		tally_session_start(&u.s);
		tally_tasks_init(&tasks, &u.s, mark);
		tasks.spent = spent;
		p.target.before = each_access_takes_time;
		for (unsigned n = 0; n < 100; n++) {
			tally_task_switch(&tasks, &a);
			pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS, 1000);
			tally_task_switch(&tasks, &b);
		}
		tally_task_switch(&tasks, NULL);
		p.target.before = NULL;
		/* From the last read to the next switch's first, of either. */
		assert_in_range(count[0][1], 100 * 1000, 100 * (1000 + 3));
		assert_in_range(count[1][1], 100, 100 * 3);
		assert_int_equal(count[0][1] - count[1][1], 100 * 1000);
		assert_int_equal(count[0][0], count[1][0]);
		assert_true(spent[0] > 200 * 10 && spent[1] > 200);
		assert_int_equal(tally_session_read_all(&u.s, all), TALLY_OK);
		for (unsigned k = 0; k < SLOTS; k++)
			assert_in_range(all[k] - count[0][k] - count[1][k] -
						spent[k],
					0, 40);
		assert_int_equal(tally_session_close(&u.s), TALLY_OK);
		pmu_bus_free(&p.target);
	}
}

/* Tasks begin anew while the session goes on: earlier events are nobody's. */
TEST(begins_anew)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		uint64_t count[SLOTS] = { 0 }, mark[SLOTS];
		struct tally_task a = { count };
		struct tally_tasks tasks;
		struct place p;
		struct user u;

		set_up(&p, subjects[i].kind, subjects[i].short_ways);
		assert_int_equal(open_user(&u, &p, subjects[i].monitor, 7, 0),
				 TALLY_OK);
		tally_tasks_init(&tasks, &u.s, mark);
		tally_session_start(&u.s);
		tally_task_switch(&tasks, &a);
		tally_task_switch(&tasks, NULL);
		pmu_bus_happen(&p.target, LEDGER_CYCLES, 1000);
		tally_tasks_init(&tasks, &u.s, mark);
		tally_task_switch(&tasks, &a);
		pmu_bus_happen(&p.target, LEDGER_CYCLES, 30);
		assert_int_equal(tally_task_count(&tasks, &a, 0), 30);
		/* With a wrap the totals are read, and not what went by. */
		pmu_bus_happen(&p.target, LEDGER_CYCLES, UINT32_MAX);
		tally_task_switch(&tasks, NULL);
		assert_int_equal(count[0], UINT64_C(30) + UINT32_MAX);
		assert_int_equal(tally_session_close(&u.s), TALLY_OK);
		pmu_bus_free(&p.target);
	}
}

/* A bus that broke must not add a difference to nothing. */
TEST(broken_bus_adds_nothing)
{
	uint64_t count[SLOTS] = { 0 }, mark[SLOTS];
	struct tally_task a = { count };
	struct tally_tasks tasks;
	struct place p;
	struct user u;

	set_up(&p, PMU_ARM1176, false);
	assert_int_equal(open_user(&u, &p, &tally_arm1176, 7, 0), TALLY_OK);
	tally_tasks_init(&tasks, &u.s, mark);
	tally_session_start(&u.s);
	pmu_bus_happen(&p.target, LEDGER_CYCLES, 50);
	tally_task_switch(&tasks, &a);
	p.target.bus.status = TALLY_E_BUS;
	assert_int_equal(tally_task_count(&tasks, &a, 0), 0);
	tally_task_switch(&tasks, NULL);
	assert_int_equal(count[0], 0);
	(void)tally_bus_recover(&p.target.bus);
	p.core = 1; /* nor does another core's */
	assert_int_equal(tally_task_count(&tasks, &a, 0), 0);
	tally_task_switch(&tasks, NULL);
	assert_int_equal(count[0], 0);
	p.core = 0;
	pmu_bus_happen(&p.target, LEDGER_CYCLES, 5);
	tally_task_switch(&tasks, NULL);
	assert_int_equal(count[0], 5);
	pmu_bus_free(&p.target);
}

/* All totals or none, in every state, and as tally_session_count() has them. */
TEST(all_or_nothing)
{
	for (unsigned i = 0; i < SUBJECTS; i++) {
		uint64_t count[SLOTS] = { 7, 8 };
		struct place p;
		struct user u;

		set_up(&p, subjects[i].kind, subjects[i].short_ways);
		memset(&u, 0, sizeof(u));
		assert_int_equal(tally_session_read_all(&u.s, count),
				 TALLY_E_STATE);
		assert_int_equal(open_user(&u, &p, subjects[i].monitor, 7, 0),
				 TALLY_OK);
		tally_session_start(&u.s);
		pmu_bus_happen(&p.target, LEDGER_CYCLES, 40);
		pmu_bus_happen(&p.target, LEDGER_INSTRUCTIONS,
			       (UINT64_C(1) << 32) + 3);
		p.core = 1;
		assert_int_equal(tally_session_read_all(&u.s, count),
				 TALLY_E_CORE);
		p.core = 0;
		p.target.bus.status = TALLY_E_BUS;
		assert_int_equal(tally_session_read_all(&u.s, count),
				 TALLY_E_BUS);
		assert_true(count[0] == 7 && count[1] == 8);
		(void)tally_bus_recover(&p.target.bus);
		for (unsigned turn = 0; turn < 3; turn++) {
			assert_int_equal(tally_session_read_all(&u.s, count),
					 TALLY_OK);
			assert_int_equal(count[0], 40);
			assert_int_equal(count[1], (UINT64_C(1) << 32) + 3);
			if (turn == 0)
				(void)tally_session_overflow(&u.s);
			if (turn == 1)
				assert_int_equal(tally_session_suspend(&u.s),
						 TALLY_OK);
		}
		assert_int_equal(tally_session_close(&u.s), TALLY_OK);
		pmu_bus_free(&p.target);
	}
}
