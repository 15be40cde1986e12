/* SPDX-License-Identifier: MIT */
/*
 * Accesses of which the second level's counts are known: see l2.c for what
 * each has to read, and why.  r1 is the place and r3 the other one; r4 to r7
 * are the window's control register, what opens and closes it, and the
 * register that invalidates ways of the second level.
 */
	.syntax	unified
#if __ARM_ARCH < 7
	.arch	armv6
#endif
	.arm
	.section .text.walks, "ax"

#define LINE 32

/*
 * Of the first level's data cache: clean it, and invalidate it besides.  ARMv6
 * has operations on all of it; on ARMv7 it is gone through by set and way, of
 * which a Cortex-A9 with 32 KiB has 256 and 4.
 */
#if __ARM_ARCH < 7
	.macro	data_cache crm
	mov	r2, #0
	mcr	p15, 0, r2, c7, \crm, 0
	.endm
#else
	.macro	data_cache crm
	mov	r8, #256 * LINE
78:	sub	r8, r8, #LINE
	mov	r9, #4
79:	subs	r9, r9, #1
	orr	r2, r8, r9, lsl #30
	mcr	p15, 0, r2, c7, \crm, 2
	bne	79b
	cmp	r8, #0
	bne	78b
	.endm
#endif
	.macro	clean
	data_cache c10
	.endm
	.macro	clean_and_invalidate
	data_cache c14
	.endm
	.macro	drain
	mov	r2, #0
	mcr	p15, 0, r2, c7, c10, 4
	.endm

	.macro	walk name
	.balign	64
	.global	\name
	.type	\name, %function
\name:
	push	{r4-r11, lr}
	mov	r3, r2
	ldm	r0, {r4-r7}
	bl	empty
	.endm

	.macro	open
	str	r5, [r4]
	.endm

	.macro	close
	drain
	str	r6, [r4]
	pop	{r4-r11, pc}
	.endm

/* `op` with r8 at each line; `step` as an operand of ADD. */
	.macro	each count, step, op:vararg
	mov	r9, #\count
	mov	r8, r1
77:
	\op
	add	r8, r8, #\step
	subs	r9, r9, #1
	bne	77b
	.endm

/* The first level is clean and empty, and then so is the second. */
	.balign	64
empty:
	clean_and_invalidate
	drain
	mov	r2, #0xFF
	str	r2, [r7]
	bx	lr

	walk	walk_nothing
	open
	close

	walk	walk_once
	open
	each	2048, LINE, ldr r2, [r8]
	close

/* The first level is emptied between the two. */
	walk	walk_twice
	each	2048, LINE, ldr r2, [r8]
	clean_and_invalidate
	open
	each	2048, LINE, ldr r2, [r8]
	close

	.macro	eight_words
	.set	offset, 0
	.rept	8
	ldr	r2, [r8, #offset]
	.set	offset, offset + 4
	.endr
	.endm

	walk	walk_words
	open
	each	64, LINE, eight_words
	close

/* Two lines, eight words of each. */
	walk	walk_in_turn
	open
	.set	offset, 0
	.rept	8
	ldr	r2, [r1, #offset]
	ldr	r2, [r1, #offset + LINE]
	.set	offset, offset + 4
	.endr
	close

/* A word is read, the one beside it written, and it is read again. */
	walk	walk_written
	open
	ldr	r2, [r1]
	str	r2, [r1, #4]
	ldr	r2, [r1]
	close

	walk	walk_through
	open
	each	32, LINE, str r2, [r8]
	mov	r1, r3
	each	96, LINE, str r2, [r8]
	close

	walk	walk_stores
	open
	each	64, LINE, str r2, [r8]
	close

	walk	walk_stores_twice
	open
	each	64, LINE, str r2, [r8]
	each	64, LINE, str r2, [r8]
	close

/* The lines of one set, and one more; 16 KiB apart. */
	walk	walk_halves
	open
	each	9, 0x4000, str r2, [r8]
	close

	.macro	whole_line
	stm	r8, {r0-r7}
	.endm

	walk	walk_whole
	open
	each	9, 0x4000, whole_line
	close

/* 32 lines come in and become dirty, every other one in both halves; then the
 * first level is cleaned. */
	.macro	soil
	ldr	r2, [r8]
	ldr	r2, [r8, #LINE]
	str	r2, [r8]
	str	r2, [r8, #LINE]
	str	r2, [r8, #LINE + 16]
	.endm

	walk	walk_cast_out
	each	16, 2 * LINE, soil
	drain
	open
	clean
	close

/* The same, and then the second level is cleaned (+0x40: Clean by Way). */
	walk	walk_cleaned
	each	16, 2 * LINE, soil
	drain
	open
	clean
	drain
	mov	r2, #0xFF
	str	r2, [r7, #0x40]
	close

/*
 * 64 lines of NOPs.  The window opens behind the first instruction of the line
 * before them and closes behind that of the line after.
 */
	.macro	slide
	.balign	32
	b	1f
	.balign	32
1:	nop
	open
	.rept	6 + 64 * 8 + 1
	nop
	.endr
	str	r6, [r4]
	.endm

	walk	walk_code
	mov	r2, #0
	mcr	p15, 0, r2, c7, c5, 0
	slide
	pop	{r4-r11, pc}

/* The same with the window shut, and once more: now the second level has them.
 */
	walk	walk_code_twice
	mov	r10, r5
	mov	r5, r6
	mov	r11, #2
2:	mov	r2, #0
	mcr	p15, 0, r2, c7, c5, 0
	slide
	mov	r5, r10
	subs	r11, r11, #1
	bne	2b
	pop	{r4-r11, pc}
