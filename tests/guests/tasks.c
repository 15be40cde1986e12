/* SPDX-License-Identifier: MIT */
/*
 * Counts per task under a scheduler with a stack for each task, both ways that
 * tally/task.h has: one session shared by all, and a session for each.
 *
 * Every slice costs the same few instructions between the switch that begins
 * it and the one that ends it.  A task that does nothing but give way shows how
 * many; what the others have beyond that is their work, known by hand.
 */
#include <tally/task.h>

#include "check.h"
#include "common/fw.h"
#include "target.h"
#include "work.h"

enum { SLICES = 5, STACK_WORDS = 256, SAVED = 9 };

struct job {
	uint32_t *sp;
	void (*slice)(void);
	uint32_t stack[STACK_WORDS] __attribute__((aligned(8)));
};

static uint32_t *scheduler_sp;
static struct job *current;

/* Keep what a call keeps on the old stack, and return on the new one. */
__attribute__((naked, noinline)) static void swap(uint32_t **save,
						  uint32_t *load)
{
	(void)save;
	(void)load;
	__asm__("push	{r4-r11, lr}\n"
		"str	sp, [r0]\n"
		"mov	sp, r1\n"
		"pop	{r4-r11, pc}");
}

static void give_way(void)
{
	struct job *me = current;

	swap(&me->sp, scheduler_sp);
}

static void life(void)
{
	for (;;) {
		current->slice();
		give_way();
	}
}

static void begin(struct job *job, void (*slice)(void))
{
	job->slice = slice;
	job->sp = job->stack + STACK_WORDS - SAVED - 1;
	for (unsigned i = 0; i < SAVED; i++)
		job->sp[i] = 0;
	job->sp[SAVED - 1] = (uint32_t)life;
}

static void run_slice(struct job *job)
{
	current = job;
	swap(&scheduler_sp, job->sp);
}

static void nothing(void)
{
}

static void once(void)
{
	work();
}

static void twice(void)
{
	work();
	work();
}

enum { EMPTY, ONE, TWO, JOBS };

static void (*const slices[JOBS])(void) = { nothing, once, twice };
static const unsigned works[JOBS] = { 0, 1, 2 };
static struct job jobs[JOBS];
static struct tally_bus bus = TARGET_BUS;

static void begin_all(void)
{
	for (unsigned i = 0; i < JOBS; i++)
		begin(&jobs[i], slices[i]);
}

/* All tasks count instructions and branches; the scheduler's are its own. */
static void test_shared(void)
{
	enum { SLOTS = 2, SCHEDULER = JOBS };
	static const struct tally_slot slot[SLOTS] = {
		{ .counter = TARGET_PMN0, .event = TARGET_INSTRUCTIONS },
		{ .counter = TARGET_PMN1, .event = TARGET_BRANCHES },
	};
	static const struct tally_setup setup = { slot, SLOTS, 0 };
	static struct tally_total total[SLOTS];
	static struct tally_step step[TARGET_STEPS];
	static const struct tally_store store = { total, step, SLOTS,
						  TARGET_STEPS };
	static uint64_t count[JOBS + 1][SLOTS], mark[SLOTS], spent[SLOTS];
	static struct tally_task task[JOBS + 1];
	struct tally_session session;
	struct tally_tasks tasks;
	uint64_t sum = 0;

	begin_all();
	for (unsigned i = 0; i <= JOBS; i++)
		task[i].count = count[i];
	check_status("shared: open",
		     tally_session_open(&session, &TARGET_MONITOR, &bus, &setup,
					&store, false),
		     TALLY_OK);
	tally_tasks_init(&tasks, &session, mark);
	tasks.spent = spent;
	tally_task_switch(&tasks, &task[SCHEDULER]);
	tally_session_start(&session);
	for (unsigned n = 0; n < SLICES; n++)
		for (unsigned i = 0; i < JOBS; i++) {
			tally_task_switch(&tasks, &task[i]);
			run_slice(&jobs[i]);
			tally_task_switch(&tasks, &task[SCHEDULER]);
		}
	tally_session_stop(&session);

	for (unsigned i = 0; i < JOBS; i++) {
		check_equal("shared: instructions",
			    tally_task_count(&tasks, &task[i], 0) -
				    tally_task_count(&tasks, &task[EMPTY], 0),
			    (uint64_t)SLICES * works[i] * WORK_INSTRUCTIONS);
		check_equal("shared: branches",
			    tally_task_count(&tasks, &task[i], 1) -
				    tally_task_count(&tasks, &task[EMPTY], 1),
			    (uint64_t)SLICES * works[i] * WORK_BRANCHES);
	}
	check_true("shared: giving way costs something",
		   tally_task_count(&tasks, &task[EMPTY], 0) > SLICES);
	for (unsigned i = 0; i <= JOBS; i++)
		sum += tally_task_count(&tasks, &task[i], 0);
	check_equal("shared: nothing lost, nothing twice", sum + spent[0],
		    tally_session_count(&session, 0));
	check_true("shared: switching costs something", spent[0] > SLICES);
	check_equal("shared: no such slot",
		    tally_task_count(&tasks, &task[ONE], SLOTS), 0);
	check_status("shared: close", tally_session_close(&session), TALLY_OK);
}

/* The empty task and the first count instructions, the last one branches. */
static void test_turns(void)
{
	static const struct tally_slot slot[JOBS] = {
		{ .counter = TARGET_PMN0, .event = TARGET_INSTRUCTIONS },
		{ .counter = TARGET_PMN0, .event = TARGET_INSTRUCTIONS },
		{ .counter = TARGET_PMN1, .event = TARGET_BRANCHES },
	};
	static const struct tally_setup setup[JOBS] = { { &slot[EMPTY], 1, 0 },
							{ &slot[ONE], 1, 0 },
							{ &slot[TWO], 1, 0 } };
	static struct tally_total total[JOBS];
	static struct tally_step step[JOBS][TARGET_STEPS];
	static struct tally_session session[JOBS];
	uint64_t count[JOBS];

	begin_all();
	for (unsigned i = 0; i < JOBS; i++) {
		const struct tally_store store = { &total[i], step[i], 1,
						   TARGET_STEPS };

		check_status("turns: open",
			     tally_session_open(&session[i], &TARGET_MONITOR,
						&bus, &setup[i], &store, false),
			     TALLY_OK);
		tally_session_start(&session[i]);
		tally_session_suspend(&session[i]);
	}
	check_status("turns: suspended twice",
		     tally_session_suspend(&session[ONE]), TALLY_E_STATE);
	check_status("turns: started while suspended",
		     tally_session_start(&session[ONE]), TALLY_E_STATE);
	for (unsigned n = 0; n < SLICES; n++)
		for (unsigned i = 0; i < JOBS; i++) {
			tally_session_resume(&session[i]);
			run_slice(&jobs[i]);
			tally_session_suspend(&session[i]);
		}
	for (unsigned i = 0; i < JOBS; i++)
		count[i] = tally_session_count(&session[i], 0);
	check_equal("turns: instructions", count[ONE] - count[EMPTY],
		    (uint64_t)SLICES * WORK_INSTRUCTIONS);
	check_between("turns: branches", count[TWO],
		      (uint64_t)SLICES * 2 * WORK_BRANCHES,
		      (uint64_t)SLICES * (2 * WORK_BRANCHES + 32) + 32);
	for (unsigned i = JOBS; i-- > 0;)
		check_status("turns: close", tally_session_close(&session[i]),
			     TALLY_OK);
}

int main(void)
{
	test_shared();
	test_turns();
	return check_result();
}
