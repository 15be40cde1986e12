/* SPDX-License-Identifier: MIT */
/*
 * tally/rtos/freertos.h on a stand-in for the kernel: as much of its tasks.c as
 * expands the hook, with two cores.
 */
#include <stdint.h>

#include <tally/monitors/arm11.h>
#include <tally/task.h>

#include "task_fixture.h"
#include "test.h"

typedef long (*TaskHookFunction_t)(void *);
typedef struct tskTaskControlBlock {
	TaskHookFunction_t pxTaskTag;
} TCB_t;

static TCB_t *current[2];
static unsigned this_core;

/* As FreeRTOSConfig.h, the port and tasks.c of version 11 have them. */
#define configNUMBER_OF_CORES          2
#define configUSE_APPLICATION_TASK_TAG 1
#define portGET_CORE_ID()              this_core
#define pxCurrentTCB                   (current[this_core])
#include <tally/rtos/freertos.h>

TALLY_FREERTOS(tasks);

static void switch_context(unsigned core, TCB_t *next)
{
	this_core = core;
	current[core] = next;
	traceTASK_SWITCHED_IN();
}

TEST(a_task_goes_from_core_to_core)
{
	uint64_t count[2][SLOTS] = { { 0 } }, mark[2][SLOTS];
	struct tally_task counts[2] = { { count[0] }, { count[1] } };
	TCB_t tcb[2] = { { TALLY_FREERTOS_TAG(&counts[0]) },
			 { TALLY_FREERTOS_TAG(&counts[1]) } };
	TCB_t idle = { 0 };
	struct place p[2];
	struct user u[2];

	/* Before a core counts its switches change nothing. */
	switch_context(0, &tcb[0]);
	for (unsigned core = 0; core < 2; core++) {
		set_up(&p[core], subjects[0].kind, subjects[0].short_ways);
		assert_int_equal(open_user(&u[core], &p[core],
					   subjects[0].monitor, 7, 0),
				 TALLY_OK);
		tally_tasks_init(&tasks[core], &u[core].s, mark[core]);
		tally_session_start(&u[core].s);
		switch_context(core, &tcb[core]);
	}
	pmu_bus_happen(&p[0].target, LEDGER_CYCLES, 100);
	pmu_bus_happen(&p[1].target, LEDGER_CYCLES, 7);
	switch_context(0, &idle); /* which has no tag */
	pmu_bus_happen(&p[0].target, LEDGER_CYCLES, 5000);
	switch_context(1, &tcb[0]);
	pmu_bus_happen(&p[1].target, LEDGER_CYCLES, 20);
	switch_context(1, &idle);
	assert_int_equal(count[0][0], 120);
	assert_int_equal(count[1][0], 7);
	for (unsigned core = 0; core < 2; core++) {
		assert_int_equal(tally_session_close(&u[core].s), TALLY_OK);
		pmu_bus_free(&p[core].target);
	}
}

/* The folded form's functions, of a monitor that is open on core 1. */
static uint64_t *folded_now;

static bool folded_is_open(void)
{
	return this_core == 1;
}

static void folded_switch(uint64_t *next)
{
	folded_now = next;
}

#define tally_freertos_switched folded_switched
void folded_switched(unsigned core, void *tag);
TALLY_FREERTOS_FOLDED(folded);

static void switch_to_folded(unsigned core, TCB_t *next)
{
	this_core = core;
	current[core] = next;
	traceTASK_SWITCHED_IN();
}

TEST(a_folded_monitor_is_asked_where_it_is_open)
{
	uint64_t count[2][1];
	TCB_t tcb[2] = { { TALLY_FREERTOS_TAG(count[0]) },
			 { TALLY_FREERTOS_TAG(count[1]) } };
	TCB_t idle = { 0 };

	switch_to_folded(1, &tcb[1]);
	assert_ptr_equal(folded_now, count[1]);
	switch_to_folded(0, &tcb[0]);
	assert_ptr_equal(folded_now, count[1]);
	switch_to_folded(1, &idle);
	assert_null(folded_now);
}
#undef tally_freertos_switched

TEST(a_core_that_there_is_not)
{
	tally_freertos_switched(2, NULL);
	assert_null(tasks[0].now);
}
