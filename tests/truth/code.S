/* SPDX-License-Identifier: MIT */
/*
 * Programs that show how instructions, branches and fetches are counted.  What
 * each event has to read is worked out in tests/truth/truth_code.py.
 */
#include "truth/program.inc"

/*
 * Where jumps went a Cortex-A knows by the lowest bits of their addresses: no way
 * back and no jump of a program shares its place with a vector, nor with the way
 * into the programs (prepare.c).
 */
	.balign	1024
	.space	64

/* Nothing at all: what a window costs. */
	program	empty
	finish	empty

/* 1 + 3 + 2 * 499998 = 1000000 instructions; 499998 is 0x7a11e. */
	program	million
	mov	r2, #0x7a000
	orr	r2, r2, #0x11c
	orr	r2, r2, #0x2
1:	subs	r2, r2, #1
	bne	1b
	finish	million

/* 8 branches not taken, 8 taken, 8 instructions whose condition fails. */
	program	branches
	movs	r2, #0
	.rept	8
	bne	branches_to
	.endr
	.rept	8
	b	. + 8
	nop
	.endr
	.rept	8
	movne	r3, #1
	.endr
	finish	branches

/* Every way to change the pc that is no B or BL, each once. */
	.balign	1024
	.space	256
	program	jumps
	adr	r2, 1f
	mov	pc, r2
	nop
1:	adr	r2, 2f
	bx	r2
	nop
2:	adr	r2, 3f
	str	r2, [r0]
	ldr	pc, [r0]
	nop
3:	adr	r2, 4f
	str	r2, [r0]
	ldmia	r0, {pc}
	nop
4:	adr	r2, 5f
	blx	r2
	nop
5:	add	pc, pc, #0
	nop
	nop
	finish	jumps

/* 64 instructions, 8 lines, from the start of a line. */
	program	straight
	.rept	63
	nop
	.endr
	finish	straight

/*
 * The loop's last instruction is its line's last, too; the line behind it is
 * never executed.  10 turns.
 */
	program	shadow
	mov	r2, #10
	nop
	nop
1:	subs	r2, r2, #1
	beq	shadow_to
	nop
	b	1b
	.rept	8
	nop
	.endr
	finish	shadow

/* The return is its line's last instruction, and no code is behind it. */
	program	return_late
	.rept	10
	bl	1f
	.endr
	b	return_late_to
	.balign	32
	.rept	7
	nop
	.endr
1:	bx	lr
	.rept	8
	nop
	.endr
	finish	return_late

/* The return is its line's first instruction. */
	program	return_early
	.rept	10
	bl	1f
	.endr
	b	return_early_to
	.balign	32
1:	bx	lr
	.rept	15
	nop
	.endr
	finish	return_early

/* In each of 4 lines, a branch to the line's own second half. */
	program	hops
	b	. + 12
	nop
	nop
	b	. + 16
	.rept	3
	nop
	.endr
	.rept	3
	b	. + 16
	.rept	3
	nop
	.endr
	b	. + 16
	.rept	3
	nop
	.endr
	.endr
	finish	hops

/* Calls three deep, and four deep. */
	program	calls_3
	bl	1f
	b	calls_3_to
1:	mov	r2, lr
	bl	2f
	mov	lr, r2
	bx	lr
2:	mov	r3, lr
	bl	3f
	mov	lr, r3
	bx	lr
3:	bx	lr
	finish	calls_3

	program	calls_4
	bl	1f
	b	calls_4_to
1:	mov	r2, lr
	bl	2f
	mov	lr, r2
	bx	lr
2:	mov	r3, lr
	bl	3f
	mov	lr, r3
	bx	lr
3:	mov	r4, lr
	bl	4f
	mov	lr, r4
	bx	lr
4:	bx	lr
	finish	calls_4

/* A function that returns behind the place it was called from. */
	program	return_wrong
	bl	1f
	nop
	b	return_wrong_to
1:	add	lr, lr, #4
	bx	lr
	finish	return_wrong

/* From System mode, four times. */
	program	svc_system
	svc	#1
	svc	#1
	svc	#1
	svc	#1
	finish	svc_system

/* From User mode; the handler returns to System mode. */
	program	svc_user
	msr	cpsr_c, #0xd0
	svc	#1
	finish	svc_user

	program	undefined
	.word	0xe7f000f0
	.word	0xe7f000f0
	finish	undefined

/* FIQ open for some time, IRQ open for some, both closed for the rest. */
	program	masks
	.rept	10
	nop
	.endr
	msr	cpsr_c, #0x9f
	.rept	20
	nop
	.endr
	msr	cpsr_c, #0x5f
	.rept	30
	nop
	.endr
	msr	cpsr_c, #0xdf
	finish	masks

/* r0: the code again, a megabyte apart.  Four other places, twice. */
	program	code_pages
	ldr	r2, =code_pages_far
	bic	r2, r2, #0xff000000
	bic	r2, r2, #0x00f00000
	add	r2, r2, r0
	mov	r3, #2
1:	mov	r4, #4
	mov	r5, r2
2:	blx	r5
	add	r5, r5, #0x100000
	subs	r4, r4, #1
	bne	2b
	subs	r3, r3, #1
	bne	1b
	finish	code_pages
	.balign	32
code_pages_far:
	bx	lr
	.ltorg

/* ARMv7: software increments of every counter, and a context three times. */
	program	increments
	mov	r2, #0x3f
	.rept	3
	mcr	p15, 0, r2, c9, c12, 4
	.endr
	finish	increments

	program	contexts
	mov	r2, #0
	.rept	3
	mcr	p15, 0, r2, c13, c0, 1
	.endr
	finish	contexts

/*
 * The exceptions' own entries, of known length: an SVC comes back in System
 * mode, an undefined instruction is passed over.
 */
	.balign	32
	.global	enter_svc
	.type	enter_svc, %function
enter_svc:
	msr	spsr_c, #0xdf
	movs	pc, lr

	.global	enter_undefined
	.type	enter_undefined, %function
enter_undefined:
	movs	pc, lr
