/* SPDX-License-Identifier: MIT */
/*
 * Guest half of charge.py: what switches of nothing charge to the two tasks
 * between which they switch, and to nobody, in instructions a switch.  Built
 * with -DON_NAME=1; with -DFOLDED=1 by tally/fixed.h.
 */
#include <stdio.h>

#if FOLDED
#include <tally/fixed.h>
#else
#include <tally/native.h>
#include <tally/task.h>
#endif

enum { SWITCHES = 2000, SLOTS = 3, INSTRUCTIONS = 1 };

#if defined(ON_ARM)
#include <tally/monitors/arm11.h>
#define FOLD    TALLY_FIXED(m, arm1176, slot)
#define STORE   TALLY_STORE(store, ARM11, slot)
#define MONITOR tally_arm1176
#define BUS     TALLY_BUS_CP15
#define SLOT_0  TALLY_SLOT(TALLY_ARM11_CCNT, TALLY_EVENT_CYCLES)
#define SLOT_1  TALLY_SLOT(TALLY_ARM11_PMN0, TALLY_ARM11_INSTR_EXEC)
#define SLOT_2  TALLY_SLOT(TALLY_ARM11_PMN1, TALLY_ARM11_DCACHE_MISS)
#elif defined(ON_A64)
#include <tally/monitors/pmuv3.h>
#define FOLD    TALLY_FIXED(m, cortex_a53, slot)
#define STORE   TALLY_STORE(store, PMUV3_CORE, slot)
#define MONITOR tally_cortex_a53
#define BUS     TALLY_BUS_A64
#define SLOT_0  TALLY_SLOT(6, TALLY_EVENT_CYCLES)
#define SLOT_1  TALLY_SLOT(0, TALLY_PMUV3_INST_RETIRED)
#define SLOT_2  TALLY_SLOT(1, TALLY_PMUV3_L1D_CACHE_REFILL)
#else
#include <tally/monitors/e500.h>
#define FOLD    TALLY_FIXED(m, e500v2, slot)
#define STORE   TALLY_STORE(store, E500, slot)
#define MONITOR tally_e500v2
#define BUS     TALLY_BUS_PMR
#define SLOT_0  TALLY_SLOT(TALLY_E500_PMC0, TALLY_E500_PROCESSOR_CYCLES)
#define SLOT_1  TALLY_SLOT(TALLY_E500_PMC1, TALLY_E500_INSTR_COMPLETED)
#define SLOT_2  TALLY_SLOT(TALLY_E500_PMC2, TALLY_E500_DL1_RELOADS)
#endif

static const struct tally_slot slot[SLOTS] = { SLOT_0, SLOT_1, SLOT_2 };
static uint64_t count[2][SLOTS];

static void print(uint64_t tasks, uint64_t all)
{
	printf("%u to tasks, %u to nobody\n", (unsigned)(tasks / SWITCHES),
	       (unsigned)((all - tasks) / SWITCHES));
}

#if FOLDED
FOLD;

int main(void)
{
	uint64_t all;

	if (m_open(false))
		return 1;
	m_start();
	m_switch(count[0]);
	for (unsigned i = 1; i <= SWITCHES; i++)
		m_switch(count[i % 2]);
	m_switch(NULL);
	m_stop();
	all = m_count(INSTRUCTIONS);
	print(count[0][INSTRUCTIONS] + count[1][INSTRUCTIONS], all);
	return m_close() != TALLY_OK;
}
#else
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
STORE;

int main(void)
{
	struct tally_bus bus = BUS;
	struct tally_task task[2] = { { count[0] }, { count[1] } };
	struct tally_tasks tasks;
	struct tally_session s;
	uint64_t mark[SLOTS], spent[SLOTS] = { 0 };

	if (tally_session_open(&s, &MONITOR, &bus, &setup, &store, false))
		return 1;
	tally_tasks_init(&tasks, &s, mark);
	tasks.spent = spent;
	if (tally_session_start(&s))
		return 1;
	tally_task_switch(&tasks, &task[0]);
	for (unsigned i = 1; i <= SWITCHES; i++)
		tally_task_switch(&tasks, &task[i % 2]);
	tally_task_switch(&tasks, NULL);
	(void)tally_session_stop(&s);
	print(count[0][INSTRUCTIONS] + count[1][INSTRUCTIONS],
	      tally_session_count(&s, INSTRUCTIONS));
	return tally_session_close(&s) != TALLY_OK;
}
#endif
