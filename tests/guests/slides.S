/* SPDX-License-Identifier: MIT */
/*
 * Work with an interrupt handler, as the PXA250 slides show it (80200 manual,
 * 12.6 and 12.7), with its misprints mended:
 * - the flags are cleared by an MCR, where the slide has an MRC;
 * - PMN0 is c2, and goes to R4;
 * - C and P of a PMNC that was read are unpredictable, so bits 2:1 are masked
 *   along with E, and the reserved bits too;
 * - 0x7777 does not fit a MOV: it is a literal;
 * - the end, which the slide leaves out: go on counting, and return.
 * The overflows are added up in memory, which extends the counters beyond 32
 * bits.  Counting stands still while the handler reads them.
 *
 * What the board's core has in its own way is in isr.inc, as macros: how counters
 * are loaded and read (r4 to r6: clock counter, PMN0, PMN1), counting begins and
 * ends, which bits of the flags are whose, and what one does to go on.  Those of
 * a control word are in pmnc_isr.inc.
 */
#include "isr.inc"
#include "slides.h"

	.syntax	unified
	.arm

	.text
	.global	slides_run
	.type	slides_run, %function
slides_run:
	push	{r4-r6, lr}
	ldm	r0, {r4-r6}
	mov	r2, #SLIDES_TURNS
	mov	r3, #0
	mcr	p15, 0, r3, c7, c5, 0	@ instruction cache: invalidate all
	open_window
window_first:
1:	.rept	SLIDES_NOPS
	nop
	.endr
	subs	r2, r2, #1
	bne	1b
window_loop_end:
	prepare_end
window_end:
	close_window
	read_counters r4, r5, r6
	stm	r1, {r4-r6}
	pop	{r4-r6, pc}
	.ltorg
	.size	slides_run, . - slides_run

/* Takes the place of the one in start.S: no other interrupt is on. */
	.global	enter_irq
	.type	enter_irq, %function
enter_irq:
	push	{r0-r7}
	take_flags			@ to r1
handler_stops:
	stop_counting
	read_counters r3, r4, r5
	ldr	r0, =slides_last
	stm	r0, {r3-r5}

	ldr	r0, =slides_overflows
	ldm	r0, {r3-r5}
	tst	r1, #CCNT_FLAG
	addne	r3, r3, #1
	tst	r1, #PMN0_FLAG
	addne	r4, r4, #1
	tst	r1, #PMN1_FLAG
	addne	r5, r5, #1
	stm	r0, {r3-r5}
	ldr	r0, =slides_entries
	ldr	r3, [r0]
	add	r3, r3, #1
	str	r3, [r0]

	before_going_on
	go_on_counting
handler_goes_on:
	pop	{r0-r7}
	subs	pc, lr, #4
handler_end:
	.ltorg
	.size	enter_irq, . - enter_irq

/*
 * Of the two writes that open and close a stretch of counting exactly one is
 * counted itself, hence the ones.  The vector is one instruction.  FENCES: what
 * follows the opening one and is counted, too.
 */
	.section .rodata
	.balign	4
	.global	slides_window, slides_handler
slides_window:
	.word	SLIDES_TURNS * ((window_loop_end - window_first) / 4) + \
		(window_end - window_loop_end) / 4 + 1 + FENCES
slides_handler:
	.word	1 + (handler_stops - enter_irq) / 4 + \
		(handler_end - handler_goes_on) / 4 + 1 + FENCES
