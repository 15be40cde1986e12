/* SPDX-License-Identifier: MIT */
/* Short programs for test_a64_machine; each ends at `done`. */
	.text
	.globl	loop, done, stores, shout, misled, astray

	.type	loop, %function
loop:					/* 1 + 3 * 100 instructions */
	mov	x0, #100
1:	add	x1, x1, #2
	subs	x0, x0, #1
	b.ne	1b
	.type	done, %function
done:
	nop
	b	done

	.type	stores, %function
stores:					/* one store each round, for ever */
	str	x0, [sp, #-16]
	add	x0, x0, #1
	b	stores

	.type	shout, %function
shout:					/* SYS_WRITEC of 'x' */
	mov	w2, #'x'
	strb	w2, [sp, #-1]
	sub	x1, sp, #1
	mov	x0, #3
	hlt	#0xf000
	b	done

	.type	misled, %function
misled:					/* a table that is not aligned */
	adr	x0, table
	add	x0, x0, #0x7f3
	msr	vbar_el1, x0
	mrs	x1, vbar_el1
	b	done

	.type	astray, %function
astray:					/* no place for an instruction */
	mov	x2, #2
	br	x2

	.balign	2048
table:
	.org	table + 0x200		/* a fault of EL1's own, on SP_EL1 */
	mrs	x3, esr_el1
	b	done
