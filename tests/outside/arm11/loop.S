/* SPDX-License-Identifier: MIT */
/*
 * once() calls work() a hundred times, for ever: 153 instructions each, of
 * which 51 are branches.  A core's number is in r0 at its begin: each has a
 * stack of its own, and those behind the first run elsewhere().
 */
	.arm
	.globl	_start
_start:
	mov	sp, #0x20000
	sub	sp, sp, r0, lsl #12
	cmp	r0, #0
	bne	others
again:
	bl	once
	b	again
others:
	bl	elsewhere
	b	others

	.type	once, %function
once:
	push	{r4, lr}
	mov	r4, #100
1:	bl	work
	subs	r4, r4, #1
	bne	1b
	pop	{r4, pc}
	.size	once, . - once

	.type	work, %function
work:
	mov	r1, #50
1:	nop
	subs	r1, r1, #1
	bne	1b
	mov	r0, r1
	bx	lr
	.size	work, . - work

	.type	elsewhere, %function
elsewhere:
	mov	r1, #1000
1:	subs	r1, r1, #1
	bne	1b
	bx	lr
	.size	elsewhere, . - elsewhere
