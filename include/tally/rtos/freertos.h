/* SPDX-License-Identifier: MIT */
#ifndef TALLY_RTOS_FREERTOS_H
#define TALLY_RTOS_FREERTOS_H

/*
 * Counts per task under FreeRTOS, for one core and, from V11 on, for several.
 * At the end of FreeRTOSConfig.h:
 *
 *	#define configUSE_APPLICATION_TASK_TAG 1
 *	#include <tally/rtos/freertos.h>
 *
 * The kernel then calls tally_freertos_switched() from its context switch,
 * where the interrupts that may call it are masked.  In one source file of the
 * program:
 *
 *	TALLY_FREERTOS(tasks);
 *
 * which defines that function, and `tasks`, a struct tally_tasks for each core.
 * Each core opens its session, calls tally_tasks_init() for its element, and
 * only then do counts change hands on it.  A task's tag is its counts:
 *
 *	vTaskSetApplicationTaskTag(handle, TALLY_FREERTOS_TAG(&counts));
 *
 * A task without one, and with that the idle tasks if they have none, is
 * nobody's.  What the kernel names here is what its version 11.1 has; the
 * project's tests bring a stand-in for it.
 */
#ifndef __ASSEMBLER__

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The kernel's hook: counts are `tag`'s from here on, a struct tally_task, or
 * nobody's (NULL).  `core` is the one that switches, from 0 on.
 */
void tally_freertos_switched(unsigned core, void *tag);

#ifdef __cplusplus
}
#endif

#if defined(configNUMBER_OF_CORES) && configNUMBER_OF_CORES > 1
#define TALLY_FREERTOS_CORES  configNUMBER_OF_CORES
#define TALLY_FREERTOS_CORE() ((unsigned)portGET_CORE_ID())
#else
#define TALLY_FREERTOS_CORES  1
#define TALLY_FREERTOS_CORE() 0u
#endif

/* Expanded by the kernel, which knows what a task's control block is. */
#define traceTASK_SWITCHED_IN()                                                \
	tally_freertos_switched(TALLY_FREERTOS_CORE(),                         \
				(void *)pxCurrentTCB->pxTaskTag)

/* A task's counts as what the kernel takes for a tag. */
#define TALLY_FREERTOS_TAG(counts) ((TaskHookFunction_t)(void *)(counts))

/*
 * Defines `name`, an array of struct tally_tasks with an element for each core,
 * and the hook, which does nothing on a core whose element has no session yet.
 * Behind <tally/task.h>, once in a program.
 */
#define TALLY_FREERTOS(name)                                                   \
	extern struct tally_tasks name[TALLY_FREERTOS_CORES];                  \
	void tally_freertos_switched(unsigned core, void *tag)                 \
	{                                                                      \
		if (core < TALLY_FREERTOS_CORES && name[core].session)         \
			tally_task_switch(&name[core],                         \
					  (struct tally_task *)tag);           \
	}                                                                      \
	struct tally_tasks name[TALLY_FREERTOS_CORES]

/*
 * TALLY_FREERTOS_FOLDED(m) is the same for the folded form, behind it:
 *
 *	TALLY_FIXED_CORES(m, cortex_a53, configNUMBER_OF_CORES,
 *			  portGET_CORE_ID(), slot);
 *	TALLY_FREERTOS_FOLDED(m);
 *
 * or TALLY_FIXED() on a single core.  A task's tag is TALLY_FREERTOS_TAG() of
 * an array of uint64_t with an element for each slot.  The hook does nothing on
 * a core that has not opened its monitor.
 */
#define TALLY_FREERTOS_FOLDED(name)                                            \
	void tally_freertos_switched(unsigned core, void *tag)                 \
	{                                                                      \
		(void)core; /* the folded form asks for it */                  \
		if (name##_is_open())                                          \
			name##_switch((uint64_t *)tag);                        \
	}                                                                      \
	void tally_freertos_switched(unsigned core, void *tag)

#endif /* __ASSEMBLER__ */

#endif
