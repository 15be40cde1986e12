/* SPDX-License-Identifier: MIT */
/*
 * Start-up for ARMv5TE and later, ARM state: vectors, the stack of every mode,
 * .bss, main() in System mode.  The boot loader has set up memory, MMU and
 * caches; nothing of that is touched here.
 */
	.syntax	unified
	.arm

	.equ	MODE_FIQ, 0x11
	.equ	MODE_IRQ, 0x12
	.equ	MODE_SVC, 0x13
	.equ	MODE_ABORT, 0x17
	.equ	MODE_UNDEFINED, 0x1b
	.equ	MODE_SYSTEM, 0x1f
	.equ	MASKED, 0xc0		@ I and F

	.equ	STACK, 4096		@ of each exception mode

/* Loads, not branches: the handlers need not be within reach. */
	.section .vectors, "ax"
	.global	fw_vectors
fw_vectors:
	ldr	pc, =_start
	ldr	pc, =enter_undefined
	ldr	pc, =enter_svc
	ldr	pc, =enter_prefetch
	ldr	pc, =enter_data
	nop
	ldr	pc, =enter_irq
	ldr	pc, =enter_fiq
	.ltorg

	.text
	.global	_start
	.type	_start, %function
_start:
	ldr	r0, =fw_stack_top	@ provided by the linker script
	msr	cpsr_c, #MODE_FIQ | MASKED
	mov	sp, r0
	sub	r0, r0, #STACK
	msr	cpsr_c, #MODE_IRQ | MASKED
	mov	sp, r0
	sub	r0, r0, #STACK
	msr	cpsr_c, #MODE_SVC | MASKED
	mov	sp, r0
	sub	r0, r0, #STACK
	msr	cpsr_c, #MODE_ABORT | MASKED
	mov	sp, r0
	sub	r0, r0, #STACK
	msr	cpsr_c, #MODE_UNDEFINED | MASKED
	mov	sp, r0
	sub	r0, r0, #STACK
	msr	cpsr_c, #MODE_SYSTEM | MASKED
	mov	sp, r0

	ldr	r0, =fw_bss_start
	ldr	r1, =fw_bss_end
	mov	r2, #0
1:	cmp	r0, r1
	strlo	r2, [r0], #4
	blo	1b

	bl	main
	bl	fw_exit
	.ltorg
	.size	_start, . - _start

/*
 * An exception: everything into a struct fw_frame on the mode's own stack, a
 * call of fw_handler[\number], everything back.  The stack stays a multiple of
 * 8, as the procedure call standard wants.  A program may bring its own entry.
 */
	.macro	entry name, number, back
	.weak	\name
	.type	\name, %function
\name:
	.if	\back
	sub	lr, lr, #\back
	.endif
	push	{r0-r12, lr}
	mrs	r1, spsr
	sub	sp, sp, #8
	str	r1, [sp]
	mov	r0, sp
	ldr	r2, =fw_handler
	ldr	r3, [r2, #4 * \number]
	mov	r1, #\number
	cmp	r3, #0
	ldreq	r3, =fw_unhandled
	blx	r3
	ldr	r1, [sp]
	add	sp, sp, #8
	msr	spsr_cxsf, r1
	ldm	sp!, {r0-r12, pc}^
	.size	\name, . - \name
	.endm

	entry	enter_undefined, 0, 0
	entry	enter_svc, 1, 0
	entry	enter_prefetch, 2, 4
	entry	enter_data, 3, 8
	entry	enter_irq, 4, 4
	entry	enter_fiq, 5, 4
	.ltorg

/*
 * System and User mode share their registers, so only the mode bits change on
 * the way in, and SVC 0x555 (fw.c) changes them back.
 */
	.global	fw_call_user
	.type	fw_call_user, %function
fw_call_user:
	push	{r4, lr}
	mov	r2, r0
	mov	r0, r1
	mrs	r1, cpsr
	bic	r1, r1, #0x0f
	msr	cpsr_c, r1
	blx	r2
	svc	#0x555
	pop	{r4, pc}
	.size	fw_call_user, . - fw_call_user

/* fw_semihost(operation, argument) */
	.global	fw_semihost
	.type	fw_semihost, %function
fw_semihost:
	svc	#0x123456
	bx	lr
	.size	fw_semihost, . - fw_semihost
