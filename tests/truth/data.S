/* SPDX-License-Identifier: MIT */
/*
 * Programs that show how data accesses are counted.  What each event has to
 * read is worked out in tests/truth/truth_data.py.  r0 is the place under test, r1
 * memory that is always cached and written back.
 */
#include "truth/program.inc"

#define LINE 32

/* `lines` in each of `pages` pages of 4 KiB; r2 counts, r4 walks. */
	.macro	walk pages, lines
	mov	r2, #\pages
	mov	r4, r0
77:
	.set	offset, 0
	.rept	\lines
	ldr	r3, [r4, #offset]
	.set	offset, offset + LINE
	.endr
	add	r4, r4, #4096
	subs	r2, r2, #1
	bne	77b
	.endm

/* 24 lines. */
	program	loads
	walk	3, 8
	finish	loads

/* 66 lines, 33 for each of 2 sets, twice. */
	program	loads_over
	mov	r5, #2
1:	walk	33, 2
	subs	r5, r5, #1
	bne	1b
	finish	loads_over

/* So that nothing is left to be done when the window closes. */
	.macro	drain
	mov	r2, #0
	mcr	p15, 0, r2, c7, c10, 4
	.endm

/* 8 lines that are absent. */
	program	stores
	.set	offset, 0
	.rept	8
	str	r2, [r0, #offset]
	.set	offset, offset + LINE
	.endr
	drain
	finish	stores

/* 8 lines come in; 4 become dirty in one half and 4 in both; all cleaned. */
	program	halves
	.set	offset, 0
	.rept	8
	ldr	r2, [r0, #offset]
	.set	offset, offset + LINE
	.endr
	.set	offset, 0
	.rept	8
	str	r2, [r0, #offset]
	.set	offset, offset + LINE
	.endr
	.set	offset, 4 * LINE
	.rept	4
	str	r2, [r0, #offset + 28]
	.set	offset, offset + LINE
	.endr
	mov	r3, #8
	mov	r4, r0
1:	mcr	p15, 0, r4, c7, c10, 1	@ clean the line
	add	r4, r4, #LINE
	subs	r3, r3, #1
	bne	1b
	finish	halves

/* 33 lines of one set, each dirty in both halves as soon as it is there. */
	program	evictions
	mov	r3, #33
1:	ldr	r2, [r0]
	str	r2, [r0]
	str	r2, [r0, #16]
	add	r0, r0, #4096
	subs	r3, r3, #1
	bne	1b
	finish	evictions

/* Within one line, and across two. */
	program	multiple
	ldmia	r0, {r2, r3, r4, r5}
	add	r6, r0, #24
	ldmia	r6, {r2, r3, r4, r5}
	stmia	r0, {r2, r3, r4, r5}
	stmia	r6, {r2, r3, r4, r5}
	ldrd	r2, r3, [r0, #8]
	strd	r2, r3, [r0, #8]
	finish	multiple

	program	one_register
	ldr	r2, [r0]
	str	r2, [r0]
	ldrb	r2, [r0]
	strh	r2, [r0]
	finish	one_register

/* 8 loads and 8 stores, two to each of 8 lines. */
	program	each_twice
	.set	offset, 0
	.rept	8
	ldr	r2, [r0, #offset]
	.set	offset, offset + LINE
	.endr
	.set	offset, 0
	.rept	8
	str	r2, [r0, #offset]
	.set	offset, offset + LINE
	.endr
	drain
	finish	each_twice

/* 4 accesses to cached memory, 8 to the place under test. */
	program	mixed
	.set	offset, 0
	.rept	4
	ldr	r2, [r1, #offset]
	ldr	r2, [r0, #offset]
	ldr	r2, [r0, #offset + 4]
	.set	offset, offset + LINE
	.endr
	drain
	finish	mixed

/* Cache operations alone. */
	program	operations
	.rept	4
	mcr	p15, 0, r0, c7, c10, 1	@ clean
	mcr	p15, 0, r0, c7, c6, 1	@ invalidate
	add	r0, r0, #LINE
	.endr
	finish	operations

/* 4 loads and 4 stores. */
	program	ordered
	.rept	4
	ldr	r2, [r0]
	str	r2, [r0]
	.endr
	finish	ordered

	program	drains
	mov	r2, #0
	.rept	5
	mcr	p15, 0, r2, c7, c10, 4
	.endr
	finish	drains

/* 8 lines that are absent, as fast as can be. */
	program	burst
	.set	offset, 0
	.rept	8
	ldr	r2, [r0, #offset]
	.set	offset, offset + LINE
	.endr
	drain
	finish	burst

/* The fifth load needs what the first one brings (a zero). */
	program	overlap
	ldr	r2, [r0]
	ldr	r3, [r0, #LINE]
	ldr	r4, [r0, #2 * LINE]
	ldr	r5, [r0, #3 * LINE]
	ldr	r6, [r1, r2]
	finish	overlap

/* A load and its use, a multiplication and its use. */
	program	operands
	ldr	r2, [r0]
	add	r3, r2, #1
	mul	r4, r3, r3
	add	r5, r4, #1
	finish	operands

/* One line in each of `count` places, `step` apart, twice. */
	.macro	reach name, count, step
	program	\name
	mov	r2, #2
1:	mov	r3, #\count
	mov	r4, r0
2:	ldr	r5, [r4]
	add	r4, r4, #\step
	add	r4, r4, #LINE
	subs	r3, r3, #1
	bne	2b
	subs	r2, r2, #1
	bne	1b
	finish	\name
	.endm

	reach	sections_10, 10, 0x100000
	reach	sections_11, 11, 0x100000
	reach	sections_32, 32, 0x100000
	reach	sections_33, 33, 0x100000
	reach	pages_64, 64, 0x1000
	reach	pages_65, 65, 0x1000

/* r0: tightly coupled memory. */
	program	tcm
	.rept	4
	ldr	r2, [r0]
	str	r2, [r0, #4]
	.endr
	finish	tcm

/* A write to memory, a read of tightly coupled memory. */
	program	tcm_behind_write
	str	r2, [r1]
	ldr	r3, [r0]
	finish	tcm_behind_write

/* ARMv7: four accesses that are not aligned, and one that is. */
	program	unaligned
	ldr	r2, [r0, #1]
	ldr	r2, [r0, #30]
	ldrh	r2, [r0, #1]
	str	r2, [r0, #2]
	ldr	r2, [r0, #4]
	finish	unaligned
