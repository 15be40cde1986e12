/* SPDX-License-Identifier: MIT */
#ifndef PREEMPT_TARGET_H
#define PREEMPT_TARGET_H

#include "common/board.h"
#include "common/fw.h"
#include "guests/check.h"
#include "target.h"

/*
 * Facts of a 32-bit ARM from ARMv6 on for test/preempt.c: callee-saved
 * registers on a stack.
 */
#define TALLY_TARGET_STEPS TARGET_STEPS
#ifdef TALLY_ARM11_STEPS
/* An ARM11 has two event counters, so the third one ticks: cycles. */
#define TARGET_TICK_EVENT TALLY_EVENT_CYCLES
enum { TARGET_COUNTER = TARGET_CCNT };
#else
#define TARGET_TICK_EVENT TARGET_INSTRUCTIONS
enum { TARGET_COUNTER = TARGET_PMN0 };
#endif
enum { TARGET_SAVED = 10 };

/*
 * The entry of start.S has its frame on the stack of IRQ mode, which all tasks
 * share; this one has it on the stack of System mode, in which the tasks and
 * the handler run.  That may stand at a multiple of 4 only.
 */
void target_swap(void **save, void *load);
__asm__(".text\n"
	".arm\n"
	".global enter_irq\n"
	".type	enter_irq, %function\n"
	"enter_irq:\n"
	"	sub	lr, lr, #4\n"
	"	srsdb	sp!, #0x1f\n"
	"	cps	#0x1f\n"
	"	push	{r0-r3, r12, lr}\n"
	"	and	r1, sp, #4\n"
	"	sub	sp, sp, r1\n"
	"	push	{r1, lr}\n"
	"	bl	target_interrupt\n"
	"	pop	{r1, lr}\n"
	"	add	sp, sp, r1\n"
	"	pop	{r0-r3, r12, lr}\n"
	"	rfeia	sp!\n"
	".type	target_swap, %function\n"
	"target_swap:\n"
	"	push	{r3-r11, lr}\n"
	"	str	sp, [r0]\n"
	"	mov	sp, r1\n"
	"	pop	{r3-r11, pc}\n");

static inline void *target_begin(uint64_t *top, void (*life)(void))
{
	uint32_t *sp = (uint32_t *)(void *)top - TARGET_SAVED;

	for (unsigned i = 0; i < TARGET_SAVED; i++)
		sp[i] = 0;
	sp[TARGET_SAVED - 1] = (uint32_t)life;
	return sp;
}

static inline void target_interrupts(bool on)
{
	if (on)
		fw_irq_enable();
	else
		fw_irq_disable();
}

static void (*target_tick)(void);

void target_interrupt(void);
void target_interrupt(void)
{
	uint32_t token;
	bool ours = board_irq_take(&token);

	/* Others stay masked; who switches tasks may not come back here. */
	board_irq_done(token);
	if (ours)
		target_tick();
}

static inline void target_connect(void (*tick)(void))
{
	target_tick = tick;
	board_pmu_line(true);
}

static inline void target_check(const char *name, uint64_t expected,
				uint64_t got)
{
	check_equal(name, got, expected);
}

static inline int target_checked(void)
{
	return check_result();
}

#endif
