/* SPDX-License-Identifier: MIT */
/* Short programs for test_a64_machine; each ends at `done`. */
	.text
	.globl	loop, done, stores, shout, misled, astray, as_user, denied
	.globl	mode_changes, distributor, interrupted, nowhere, not_here
	.globl	wide, mends, sleeps, maintained, big_endian, late, remembers

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

	.type	distributor, %function
distributor:				/* lines 33 and 35; 33 no more */
	mov	x0, #0x08000000
	mov	w1, #10
	str	w1, [x0, #0x104]
	ldr	w2, [x0, #0x184]
	mov	w1, #2
	str	w1, [x0, #0x184]
	ldr	w3, [x0, #0x104]
	ldr	w4, [x0, #0x184]
	ldr	w5, [x0, #0x284]
	b	done

	.type	wide, %function
wide:					/* line 33, by 64 bits */
	mov	x0, #0x08000000
	mov	x1, #0x200000000
	str	x1, [x0, #0x100]
	ldr	w2, [x0, #0x100]
	ldr	w3, [x0, #0x104]
	ldr	w4, [x0, #0x108]
	ldr	x5, [x0, #0x100]
	b	done

	.type	sleeps, %function
sleeps:					/* for some hundred years */
	mov	x0, #1
	lsl	x1, x0, #58
	msr	cntv_cval_el0, x1
	msr	cntv_ctl_el0, x0
	wfi
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

	.macro	forget			/* what the tables said before */
	dsb	sy
	tlbi	vmalle1
	dsb	sy
	isb
	.endm

	.type	mends, %function
mends:					/* tables, where it found a fault */
	adr	x0, mender
	msr	vbar_el1, x0
	mrs	x9, ttbr0_el1		/* the RAM once more, 2 GiB higher */
	ldr	x10, [x9, #8]
	str	xzr, [x9, #24]
	forget
	mov	x7, #0
	mov	w2, #0x1234
	sub	x1, sp, #16
	str	w2, [x1]
	mov	x5, #0x80000000
	add	x5, x5, x1
	ldr	w3, [x5]
	b	done

	.balign	2048
mender:
	.org	mender + 0x200
	add	x7, x7, #1
	cmp	x7, #3
	b.eq	done
	str	x10, [x9, #24]
	dsb	sy
	isb
	eret

	.type	as_user, %function
as_user:				/* LDTR and STTR: EL0's rights */
	adr	x0, faults
	msr	vbar_el1, x0
	mrs	x9, ttbr0_el1		/* the RAM once more, 1 GiB higher: */
	ldr	x10, [x9, #8]
	orr	x10, x10, #0x40		/* AP[1]: EL0 too */
	str	x10, [x9, #16]
	forget
	mov	x7, #0
	sub	x1, sp, #16
	mov	w2, #0x1234
	str	w2, [x1]
	mov	w0, #7
	ldtr	w0, [x1]		/* EL1's alone */
	mov	x11, x3
	mov	x12, x4
	sttr	wzr, [x1]
	mov	x13, x3
	ldr	w14, [x1]
	mov	x5, #0x40000000
	add	x5, x5, x1
	ldtr	w15, [x5]		/* EL0 may */
	mov	w16, #0x77
	sttr	w16, [x5]
	ldr	w17, [x1]
	orr	x10, x10, #0x80		/* AP[2]: read only */
	str	x10, [x9, #16]
	forget
	ldtrb	w18, [x5]
	sttrb	wzr, [x5]
	mov	x19, x3
	ldr	w20, [x1]
	b	done

	.type	maintained, %function
maintained:				/* where nothing is mapped */
	adr	x0, faults
	msr	vbar_el1, x0
	mrs	x9, ttbr0_el1
	str	xzr, [x9, #16]
	forget
	mov	x7, #0
	mov	x0, #0x80000000
	add	x0, x0, #0x44
	dc	cvac, x0
	mov	x11, x3
	mov	x12, x4
	dc	civac, x0
	ic	ivau, x0
	mov	x13, x3
	mov	x1, #0x100000000
	add	x1, x1, x0
	dc	cvac, x1
	mov	x14, x3
	mov	x15, x4
	dc	zva, x1
	mov	x16, x3
	mov	x2, x4
	dc	zva, xzr		/* where nothing is; SP points to RAM */
	mov	x18, x4
	mov	x17, x7			/* the RAM once more, read only */
	ldr	x10, [x9, #8]
	orr	x10, x10, #0x80
	str	x10, [x9, #16]
	forget
	dc	cvac, x0
	dc	civac, x0
	ic	ivau, x0
	mov	x19, x7
	dc	ivac, x0
	b	done

	.type	big_endian, %function
big_endian:				/* SCTLR_EL1.EE */
	mrs	x0, sctlr_el1
	orr	x0, x0, #1 << 25
	msr	sctlr_el1, x0
	isb
	b	done

	.type	mode_changes, %function
mode_changes:				/* 3 SVC, 2 BRK, 4 calls of the host */
	adr	x0, modes
	msr	vbar_el1, x0
	mov	x7, #3
1:	svc	#5
	subs	x7, x7, #1
	b.ne	1b
	brk	#1
	brk	#1
	mov	x7, #4
1:	mov	w0, #0x11		/* SYS_TIME */
	mov	x1, #0
	hlt	#0xf000
	subs	x7, x7, #1
	b.ne	1b
	b	done

	.balign	2048
modes:
	.org	modes + 0x200		/* behind what is not an SVC */
	mrs	x3, esr_el1
	lsr	x3, x3, #26
	cmp	x3, #0x15
	mrs	x6, elr_el1
	add	x5, x6, #4
	csel	x6, x6, x5, eq
	msr	elr_el1, x6
	eret

	.type	interrupted, %function
interrupted:				/* PMCCNTR wraps, line 23 asks */
	adr	x0, asked
with_vectors:
	msr	vbar_el1, x0
	mov	x0, #0x08000000		/* distributor */
	mov	w1, #1
	str	w1, [x0]
	mov	w1, #1 << 23
	str	w1, [x0, #0x100]
	add	x0, x0, #0x10000	/* interface */
	mov	w1, #0xff
	str	w1, [x0, #4]
	mov	w1, #1
	str	w1, [x0]
	mov	w1, #0x80000000		/* the cycle counter */
	msr	pmintenset_el1, x1
	msr	pmcntenset_el0, x1
	mov	x2, #0xfffffff0
	msr	pmccntr_el0, x2
	mov	x1, #1
	msr	pmcr_el0, x1
	msr	daifclr, #2
1:	b	1b

	.type	remembers, %function
remembers:				/* an SVC, and then an interrupt */
	adr	x0, kinds
	msr	vbar_el1, x0
	svc	#0x77
	b	with_vectors

	.balign	2048
kinds:
	.org	kinds + 0x200
	eret
	.org	kinds + 0x280
	mrs	x8, esr_el1
	b	done

	.type	late, %function
late:					/* a timer that is due already */
	mov	x0, #-1
	mov	x1, #1
1:	mrs	x4, cntvct_el0		/* a tick ago there was one */
	cmp	x4, #10
	b.lo	1b
	msr	cntv_tval_el0, x0
	msr	cntv_ctl_el0, x1
	mrs	x2, cntv_ctl_el0
	mrs	x3, cntv_cval_el0
	mrs	x4, cntvct_el0
	mrs	x5, cntv_tval_el0
	b	done

	.type	nowhere, %function
nowhere:				/* no instruction is there */
	adr	x0, asked
	msr	vbar_el1, x0
	mov	x0, #0x80000000
	br	x0

	.type	not_here, %function
not_here:				/* these cores have EL1 and EL0 alone */
	adr	x0, modes
	msr	vbar_el1, x0
	hvc	#1
	smc	#1
	b	done

	.balign	2048
asked:
	.org	asked + 0x200
	b	done
	.org	asked + 0x280
	b	done

	.type	denied, %function
denied:					/* and nobody handles it */
	ldtr	w0, [sp, #-16]
	b	done

	.balign	2048
faults:
	.org	faults + 0x200		/* counts, tells, goes on behind it */
	add	x7, x7, #1
	mrs	x3, esr_el1
	mrs	x4, far_el1
	mrs	x6, elr_el1
	add	x6, x6, #4
	msr	elr_el1, x6
	eret

	.balign	2048
table:
	.org	table + 0x200		/* a fault of EL1's own, on SP_EL1 */
	mrs	x3, esr_el1
	b	done
