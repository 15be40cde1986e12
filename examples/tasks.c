/* SPDX-License-Identifier: MIT */
/*
 * Counts per task: the scheduler calls one function where it switches.  (Here
 * the "tasks" are functions that are called in turn; doc/rtos.md has the hooks
 * of real kernels.)
 *
 *	tally amalgam -m arm1176
 *	tally board pb1176 --run --cc -I../include tasks.c tally_arm1176.c
 *	tally board pb1176 tasks.elf
 */
#include <stdio.h>

#include <tally/monitors/arm11.h>
#include <tally/native.h>
#include <tally/task.h>

enum { TASKS = 2, SLOTS = 2, TURNS = 10 };

static const struct tally_slot slot[SLOTS] = {
	TALLY_SLOT(TALLY_ARM11_CCNT, TALLY_EVENT_CYCLES),
	TALLY_SLOT(TALLY_ARM11_PMN0, TALLY_ARM11_INSTR_EXEC),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, ARM11, slot);

static void run(unsigned rounds)
{
	for (volatile unsigned i = 0; i < rounds; i++)
		continue;
}

int main(void)
{
	struct tally_bus bus = TALLY_BUS_CP15;
	uint64_t count[TASKS][SLOTS] = { { 0 } };
	uint64_t mark[SLOTS], spent[SLOTS] = { 0 };
	struct tally_task task[TASKS] = { { count[0] }, { count[1] } };
	struct tally_session s;
	struct tally_tasks tasks;

	if (tally_session_open(&s, &tally_arm1176, &bus, &setup, &store, false))
		return 1;
	tally_tasks_init(&tasks, &s, mark);
	tasks.spent = spent;
	tally_session_start(&s);
	for (unsigned n = 0; n < TASKS * TURNS; n++) {
		tally_task_switch(&tasks, &task[n % TASKS]); /* the hook */
		run(n % TASKS ? 2000 : 1000);
	}
	tally_task_switch(&tasks, NULL);
	for (unsigned i = 0; i < TASKS; i++)
		printf("%8llu instructions, task %u\n",
		       (unsigned long long)count[i][1], i);
	printf("%8llu instructions, switching\n", (unsigned long long)spent[1]);
	return tally_session_close(&s);
}
