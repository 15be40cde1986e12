/* SPDX-License-Identifier: MIT */
/*
 * Counts per task under a kernel that preempts: tasks that never give way, each
 * with a stack of its own, and a tick, the overflow of a counter, that takes
 * the core from one and gives it to the next.  The interrupt's frame is on the
 * stack of the task that it interrupted, so switching stacks in the handler
 * switches tasks.
 *
 * Two more counters, of instructions, know nothing of each other: they have to
 * agree in every task, to the unit.  So has the one that ticks, unless it has
 * to be one of cycles.
 */
#include <stddef.h>

#include <tally/native.h>
#include <tally/task.h>

#if defined(__aarch64__)
#include "virt/preempt_target.h"
#elif defined(__arm__)
#include "common/preempt_target.h"
#else
#include "mpc85xx/preempt_target.h"
#endif

enum {
	TICK,
	FIRST,
	TWIN,
	SLOTS,
	TASKS = 3,
	BOSS = TASKS,
	TICKS = 60,
	PERIOD = 5000
};

struct job {
	void *sp;
	volatile uint32_t rounds;
	uint64_t stack[512];
};

static struct job job[TASKS], boss;
static struct job *running;
static unsigned ticks;

static const struct tally_slot slot[SLOTS] = {
	TALLY_SLOT_EVERY(TARGET_COUNTER, TARGET_TICK_EVENT, TALLY_IRQ, PERIOD),
	TALLY_SLOT(TARGET_COUNTER + 1, TARGET_INSTRUCTIONS),
	TALLY_SLOT(TARGET_COUNTER + 2, TARGET_INSTRUCTIONS),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, TARGET, slot);
static struct tally_bus bus = TARGET_BUS;
static struct tally_session session;
static struct tally_tasks tasks;
static struct tally_task task[TASKS + 1];
static uint64_t count[TASKS + 1][SLOTS], mark[SLOTS], spent[SLOTS];

static void switch_to(struct job *next, struct tally_task *counts)
{
	struct job *last = running;

	running = next;
	tally_task_switch(&tasks, counts);
	target_swap(&last->sp, next->sp);
}

static void on_tick(void)
{
	if (!tally_session_overflow(&session) || running == &boss)
		return;
	if (++ticks > TICKS)
		switch_to(&boss, NULL);
	else
		switch_to(&job[ticks % TASKS], &task[ticks % TASKS]);
}

/* Each task runs this: the n-th is n + 1 times as slow as the first. */
static void life(void)
{
	unsigned n = (unsigned)(running - job);

	target_interrupts(true);
	for (;;) {
		for (volatile unsigned i = 0; i < 10 * (n + 1); i++)
			continue;
		job[n].rounds++;
	}
}

int main(void)
{
	uint64_t sum = 0;

	running = &boss;
	target_connect(on_tick);
	target_check("open", TALLY_OK,
		     tally_session_open(&session, &TARGET_MONITOR, &bus, &setup,
					&store, false));
	task[BOSS].count = count[BOSS];
	for (unsigned i = 0; i < TASKS; i++) {
		task[i].count = count[i];
		job[i].sp = target_begin(job[i].stack + 512, life);
	}
	tally_tasks_init(&tasks, &session, mark);
	tasks.spent = spent;
	tally_task_switch(&tasks, &task[BOSS]);
	tally_session_start(&session);
	switch_to(&job[0], &task[0]);
	tally_session_stop(&session);

	target_check("every tick came", TICKS + 1, ticks);
	for (unsigned i = 0; i < TASKS; i++) {
		target_check("twins agree in a task", count[i][FIRST],
			     count[i][TWIN]);
		if (TARGET_TICK_EVENT == TARGET_INSTRUCTIONS)
			target_check("the tick's own counter, too",
				     count[i][FIRST], count[i][TICK]);
		else
			target_check("and need as many cycles, or more", 1,
				     count[i][FIRST] <= count[i][TICK]);
		target_check("it ran", 1, job[i].rounds > 100);
		/* 20 ticks each; some of a period is the handler's. */
		target_check("as long as the others", 1,
			     count[i][TICK] > 20 * PERIOD * 8 / 10 &&
				     count[i][TICK] < 21 * PERIOD);
		sum += count[i][FIRST];
	}
	target_check("the slower it is the fewer rounds", 1,
		     job[0].rounds > job[1].rounds &&
			     job[1].rounds > job[2].rounds);
	target_check("switching cost something", 1, spent[FIRST] > TICKS);
	/* Events after the last switch are nobody's. */
	target_check("nothing lost, nothing twice", mark[FIRST],
		     count[BOSS][FIRST] + sum + spent[FIRST]);
	target_check("close", TALLY_OK, tally_session_close(&session));
	return target_checked();
}
