/* SPDX-License-Identifier: MIT */
/*
 * xscale_isr.S in the ARM11 manner.  The two event fields are the other way
 * round, and a flag and its interrupt request are cleared only while E is 1
 * [DAI0195B table 1], so the handler clears them first and stops counting
 * next.  The interrupt comes by way of the interrupt controller, which wants
 * to be told.
 */
#include "isr.inc"
#include "slides.h"

	.syntax	unified
	.arm

	.equ	PMNC_VALUE, 0x00700777	@ PMN0: 7, PMN1: 0; all interrupts; C P E
	.equ	PMNC_STOPPED, 0x00700070
	.equ	WRITABLE, 0x0ffff779	@ events, flags, interrupts, D, E; not P C

	.text
	.global	slides_run
	.type	slides_run, %function
slides_run:
	push	{r4-r6, lr}
	ldm	r0, {r4-r6}
	mov	r2, #SLIDES_TURNS
	mov	r3, #0
	mcr	p15, 0, r3, c7, c5, 0	@ instruction cache: invalidate all
	ldr	r3, =PMNC_VALUE
	mcr	p15, 0, r3, c15, c12, 0
	mcr	p15, 0, r4, c15, c12, 1	@ CCNT
	mcr	p15, 0, r6, c15, c12, 3	@ PMN1
	mcr	p15, 0, r5, c15, c12, 2	@ PMN0: the window opens
window_first:
1:	.rept	SLIDES_NOPS
	nop
	.endr
	subs	r2, r2, #1
	bne	1b
window_loop_end:
	ldr	r3, =PMNC_STOPPED
window_end:
	mcr	p15, 0, r3, c15, c12, 0
	mrc	p15, 0, r4, c15, c12, 1
	mrc	p15, 0, r5, c15, c12, 2
	mrc	p15, 0, r6, c15, c12, 3
	stm	r1, {r4-r6}
	pop	{r4-r6, pc}
	.ltorg
	.size	slides_run, . - slides_run

/* Takes the place of the one in start.S: no other interrupt is on. */
	.global	enter_irq
	.type	enter_irq, %function
enter_irq:
	push	{r0-r7}
	mrc	p15, 0, r1, c15, c12, 0
	ldr	r7, =WRITABLE
	and	r2, r1, r7		@ C and P not kept
	mcr	p15, 0, r2, c15, c12, 0	@ clear the flags seen: E is still 1
	bic	r2, r2, #0x700
	bic	r2, r2, #1
handler_stops:
	mcr	p15, 0, r2, c15, c12, 0	@ stop counting
	mrc	p15, 0, r3, c15, c12, 1	@ CCNT
	mrc	p15, 0, r4, c15, c12, 2	@ PMN0
	mrc	p15, 0, r5, c15, c12, 3	@ PMN1
	ldr	r0, =slides_last
	stm	r0, {r3-r5}

	ldr	r0, =slides_overflows
	ldm	r0, {r3-r5}
	tst	r1, #1 << 10
	addne	r3, r3, #1
	tst	r1, #1 << 8
	addne	r4, r4, #1
	tst	r1, #1 << 9
	addne	r5, r5, #1
	stm	r0, {r3-r5}
	ldr	r0, =slides_entries
	ldr	r3, [r0]
	add	r3, r3, #1
	str	r3, [r0]

	acknowledge

	orr	r2, r2, #1
	mcr	p15, 0, r2, c15, c12, 0	@ go on counting
handler_goes_on:
	pop	{r0-r7}
	subs	pc, lr, #4
handler_end:
	.ltorg
	.size	enter_irq, . - enter_irq

/* As in xscale_isr.S. */
	.section .rodata
	.balign	4
	.global	slides_window, slides_handler
slides_window:
	.word	SLIDES_TURNS * ((window_loop_end - window_first) / 4) + \
		(window_end - window_loop_end) / 4 + 1
slides_handler:
	.word	1 + (handler_stops - enter_irq) / 4 + \
		(handler_end - handler_goes_on) / 4 + 1
