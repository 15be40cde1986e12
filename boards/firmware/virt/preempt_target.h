/* SPDX-License-Identifier: MIT */
#ifndef PREEMPT_TARGET_H
#define PREEMPT_TARGET_H

#include <tally/monitors/pmuv3.h>

#include "virt/virt.h"

/* Facts of an AArch64 for test/preempt.c: callee-saved registers on a stack. */
#define TARGET_MONITOR      tally_pmuv3
#define TARGET_BUS          TALLY_BUS_A64
#define TALLY_TARGET_STEPS  TALLY_PMUV3_STEPS
#define TARGET_INSTRUCTIONS TALLY_PMUV3_INST_RETIRED
#define TARGET_TICK_EVENT   TARGET_INSTRUCTIONS
enum { TARGET_COUNTER = 0, TARGET_LINE = 23, TARGET_SAVED = 12 };

void target_swap(void **save, void *load);
__asm__(".text\n"
	"target_swap:\n"
	"	stp	x19, x20, [sp, #-96]!\n"
	"	stp	x21, x22, [sp, #16]\n"
	"	stp	x23, x24, [sp, #32]\n"
	"	stp	x25, x26, [sp, #48]\n"
	"	stp	x27, x28, [sp, #64]\n"
	"	stp	x29, x30, [sp, #80]\n"
	"	mov	x9, sp\n"
	"	str	x9, [x0]\n"
	"	mov	sp, x1\n"
	"	ldp	x21, x22, [sp, #16]\n"
	"	ldp	x23, x24, [sp, #32]\n"
	"	ldp	x25, x26, [sp, #48]\n"
	"	ldp	x27, x28, [sp, #64]\n"
	"	ldp	x29, x30, [sp, #80]\n"
	"	ldp	x19, x20, [sp], #96\n"
	"	ret\n");

static inline void *target_begin(uint64_t *top, void (*life)(void))
{
	uint64_t *sp = top - TARGET_SAVED;

	for (unsigned i = 0; i < TARGET_SAVED; i++)
		sp[i] = 0;
	sp[TARGET_SAVED - 1] = (uint64_t)life;
	return sp;
}

static inline void target_interrupts(bool on)
{
	if (on)
		__asm__ volatile("msr daifclr, #2" : : : "memory");
	else
		__asm__ volatile("msr daifset, #2" : : : "memory");
}

static void (*target_tick)(void);

static void target_interrupt(unsigned number)
{
	if (number == TARGET_LINE)
		target_tick();
}

static inline void target_connect(void (*tick)(void))
{
	target_tick = tick;
	virt_interrupt = target_interrupt;
	virt_line(TARGET_LINE);
}

static inline void target_check(const char *name, uint64_t expected,
				uint64_t got)
{
	virt_check(name, expected, got);
}

static inline int target_checked(void)
{
	return virt_checked();
}

#endif
