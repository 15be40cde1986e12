/* SPDX-License-Identifier: MIT */
/*
 * Counts by task: the hook of a task switch says whose they are from here on.
 * Nothing switches by itself here; an overflow's handler would call
 * m_overflow().
 *
 *	tally board virt-a53 --run --cc -I../include fixed_tasks.c
 *	tally board virt-a53 fixed_tasks.elf
 */
#include <stdio.h>

#include <tally/fixed.h>

static const struct tally_slot slot[] = {
	TALLY_SLOT(6, TALLY_EVENT_CYCLES),
	TALLY_SLOT(0, TALLY_PMUV3_INST_RETIRED),
};
TALLY_FIXED(m, cortex_a53, slot);

enum { TASKS = 2, SLOTS = 2, INSTRUCTIONS = 1 };

static uint64_t task[TASKS][SLOTS];
static volatile int data[256];

static void run(int rounds)
{
	for (int i = 0; i < rounds; i++)
		data[i & 255] += i;
}

/* With interrupts masked, as in a kernel. */
static void switch_hook(int next)
{
	m_switch(task[next]);
}

int main(void)
{
	if (m_open(false))
		return 1;
	m_start();
	for (int i = 0; i < 10; i++) {
		switch_hook(0);
		run(100);
		switch_hook(1);
		run(300);
	}
	m_switch(0);
	m_stop();
	for (int i = 0; i < TASKS; i++)
		printf("%8llu instructions\n",
		       (unsigned long long)task[i][INSTRUCTIONS]);
	/* The second does three times as much, beside the switches. */
	return m_close() || task[1][INSTRUCTIONS] < 2 * task[0][INSTRUCTIONS] ||
	       task[1][INSTRUCTIONS] > 4 * task[0][INSTRUCTIONS];
}
