/* SPDX-License-Identifier: MIT */
#ifndef START_ARM_H
#define START_ARM_H

/*
 * Interrupts of a 32-bit ARM core: the vector, at 0 by the linker's option
 * --section-start=.vectors=0, a stack, and the mask.  All other vectors stay 0:
 * the virtual boards report what nobody handles.  A machine's file includes
 * this and has start_line(), which is called with interrupts masked, and
 * start_taken(): was it the monitor's?
 */
#include <stdbool.h>

#include "start.h"

static void start_line(bool on);
static bool start_taken(void);
static void start_done(void);

static void (*start_handler)(uintptr_t pc);
static uint64_t start_stack[256]; /* of interrupts */

/* The handler keeps where it came from, less 4, and what a call may change. */
__asm__(".syntax unified\n"
	".arm\n"
	".section .vectors, \"ax\"\n"
	"	.space	0x18\n"
	"	ldr	pc, [pc]\n"
	"	.word	0\n"
	"	.word	start_irq\n"
	".text\n"
	".balign 4\n"
	"start_irq:\n"
	"	sub	lr, lr, #4\n"
	"	push	{r0-r3, r12, lr}\n"
	"	mov	r0, lr\n"
	"	bl	start_interrupt\n"
	"	ldm	sp!, {r0-r3, r12, pc}^\n");

void start_interrupt(uintptr_t pc);
void start_interrupt(uintptr_t pc)
{
	if (start_taken())
		start_handler(pc);
	start_done();
}

void start_interrupts(void (*handler)(uintptr_t pc))
{
	uint32_t mode;

	start_handler = handler;
	/* IRQ mode, both masked, for as long as it takes to set its stack. */
	__asm__ volatile(
		"mrs	%0, cpsr\n\t"
		"msr	cpsr_c, #0xd2\n\t"
		"mov	sp, %1\n\t"
		"msr	cpsr_c, %0"
		: "=&r"(mode)
		: "r"(start_stack + sizeof start_stack / sizeof start_stack[0])
		: "memory");
	start_line(true);
	__asm__ volatile("bic	%0, %0, #0x80\n\tmsr	cpsr_c, %0"
			 : "+r"(mode)
			 :
			 : "memory");
}

void stop_interrupts(void)
{
	uint32_t mode;

	__asm__ volatile("mrs	%0, cpsr\n\t"
			 "orr	%0, %0, #0x80\n\t"
			 "msr	cpsr_c, %0"
			 : "=r"(mode)
			 :
			 : "memory");
	start_line(false);
}

#endif
