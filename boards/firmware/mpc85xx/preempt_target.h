/* SPDX-License-Identifier: MIT */
#ifndef PREEMPT_TARGET_H
#define PREEMPT_TARGET_H

#include <tally/monitors/e500.h>

#include "mpc85xx/fw.h"

/* Facts of an e500 for test/preempt.c: callee-saved registers on a stack. */
#define TARGET_BUS TALLY_BUS_PMR
#define TARGET_MONITOR                                                         \
	(*(fw_mfspr(TARGET_PVR) >> 16 == TARGET_V1 ? &tally_e500v1             \
						   : &tally_e500v2))
#define TALLY_TARGET_STEPS  TALLY_E500_STEPS
#define TARGET_INSTRUCTIONS TALLY_E500_INSTR_COMPLETED
#define TARGET_TICK_EVENT   TARGET_INSTRUCTIONS
enum { TARGET_PVR = 287, TARGET_V1 = 0x8020 };
enum { TARGET_COUNTER = 0, TARGET_FRAME = 96, TARGET_LINK = 100 };

void target_swap(void **save, void *load);
__asm__(".text\n"
	"target_swap:\n"
	"	stwu	1, -96(1)\n"
	"	stmw	14, 16(1)\n"
	"	mflr	0\n"
	"	stw	0, 100(1)\n"
	"	mfcr	0\n"
	"	stw	0, 12(1)\n"
	"	stw	1, 0(3)\n"
	"	mr	1, 4\n"
	"	lwz	0, 12(1)\n"
	"	mtcr	0\n"
	"	lwz	0, 100(1)\n"
	"	mtlr	0\n"
	"	lmw	14, 16(1)\n"
	"	addi	1, 1, 96\n"
	"	blr\n");

static inline void *target_begin(uint64_t *top, void (*life)(void))
{
	uint8_t *sp = (uint8_t *)top - 2 * TARGET_FRAME;

	for (unsigned i = 0; i < 2 * TARGET_FRAME; i++)
		sp[i] = 0;
	*(uint32_t *)(void *)(sp + TARGET_LINK) = (uint32_t)life;
	return sp;
}

static inline void target_interrupts(bool on)
{
	fw_interrupts(on);
}

static void (*target_tick)(void);

static void target_interrupt(struct fw_frame *frame)
{
	(void)frame;
	target_tick();
}

static inline void target_connect(void (*tick)(void))
{
	target_tick = tick;
	fw_handler[FW_MONITOR] = target_interrupt;
}

static inline void target_check(const char *name, uint64_t expected,
				uint64_t got)
{
	fw_check(name, expected, got);
}

static inline int target_checked(void)
{
	return fw_checked();
}

#endif
