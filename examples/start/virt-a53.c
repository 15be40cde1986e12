/* SPDX-License-Identifier: MIT */
/*
 * QEMU's virt machine, AArch64 in EL1: the monitor is interrupt 23.  Of the
 * vectors there is the one of interrupts taken in EL1.
 */
#define GIC_CPU         0x08010000u
#define GIC_DISTRIBUTOR 0x08000000u
#define LINE            23

#include "gic.h"
#include "start.h"

static void (*start_handler)(uintptr_t pc);

/* Of the general registers what a call may change is kept.  A vector has room
 * for 32 instructions. */
__asm__(".section .vectors, \"ax\"\n"
	".balign 2048\n"
	"start_vectors:\n"
	"	.space	0x280\n"
	"	sub	sp, sp, #192\n"
	"	stp	x0, x1, [sp]\n"
	"	stp	x2, x3, [sp, #16]\n"
	"	stp	x4, x5, [sp, #32]\n"
	"	stp	x6, x7, [sp, #48]\n"
	"	stp	x8, x9, [sp, #64]\n"
	"	stp	x10, x11, [sp, #80]\n"
	"	stp	x12, x13, [sp, #96]\n"
	"	stp	x14, x15, [sp, #112]\n"
	"	stp	x16, x17, [sp, #128]\n"
	"	stp	x18, x30, [sp, #144]\n"
	"	mrs	x0, elr_el1\n"
	"	mrs	x1, spsr_el1\n"
	"	stp	x0, x1, [sp, #160]\n"
	"	bl	start_interrupt\n"
	"	ldp	x0, x1, [sp, #160]\n"
	"	msr	elr_el1, x0\n"
	"	msr	spsr_el1, x1\n"
	"	ldp	x18, x30, [sp, #144]\n"
	"	ldp	x16, x17, [sp, #128]\n"
	"	ldp	x14, x15, [sp, #112]\n"
	"	ldp	x12, x13, [sp, #96]\n"
	"	ldp	x10, x11, [sp, #80]\n"
	"	ldp	x8, x9, [sp, #64]\n"
	"	ldp	x6, x7, [sp, #48]\n"
	"	ldp	x4, x5, [sp, #32]\n"
	"	ldp	x2, x3, [sp, #16]\n"
	"	ldp	x0, x1, [sp]\n"
	"	add	sp, sp, #192\n"
	"	eret\n"
	".balign 2048\n"
	".text\n");

void start_interrupt(uintptr_t pc);
TALLY_GENERAL void start_interrupt(uintptr_t pc)
{
	if (start_taken())
		start_handler(pc);
	start_done();
}

void start_interrupts(void (*handler)(uintptr_t pc))
{
	extern char start_vectors[];

	start_handler = handler;
	start_line(true);
	__asm__ volatile("msr	vbar_el1, %0\n\t"
			 "isb\n\t"
			 "msr	daifclr, #2"
			 :
			 : "r"(start_vectors)
			 : "memory");
}

void stop_interrupts(void)
{
	__asm__ volatile("msr	daifset, #2" : : : "memory");
	start_line(false);
}
