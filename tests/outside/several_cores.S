/* SPDX-License-Identifier: MIT */
/*
 * For QEMU's machine virt with several cores.  The first starts the others by
 * PSCI; all call shared(), the first elsewhere() besides and the others work().
 * ALONE: it starts none.  ASLEEP: the others wait for an interrupt that no one
 * sends.
 */
	.globl	_start
_start:
	mov	x19, #0
#ifndef ALONE
	ldr	x20, =others
1:	add	x19, x19, #1
	ldr	x0, =0xC4000003		/* CPU_ON */
	mov	x1, x19
	mov	x2, x20
	mov	x3, #0
	hvc	#0
	cbz	w0, 1b			/* until there is none */
#endif
first:
	bl	elsewhere
	bl	shared
	b	first
others:
#ifdef ASLEEP
	wfi
	b	others
#endif
	bl	work
	bl	shared
	b	others

	.macro	loop name, turns
	.type	\name, %function
\name:
	mov	x1, #\turns
1:	subs	x1, x1, #1
	b.ne	1b
	ret
	.size	\name, . - \name
	.endm

	loop	elsewhere, 5000
	loop	shared, 1000
	loop	work, 2000
