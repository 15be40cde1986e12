/* SPDX-License-Identifier: MIT */
/*
 * The first instruction on an AArch64 core, at EL2 or EL1 with interrupts
 * masked: one core goes on, at EL1 with all counters; a stack, zeros,
 * proof_main(), and the end.  Leave this file out where the chip has a start of
 * its own, and call proof_main().
 */
	.section .text.start, "ax"
	.global	proof_start
	.type	proof_start, %function
proof_start:
	mrs	x0, mpidr_el1
	and	x0, x0, #0xff
	cbnz	x0, 3f
	mrs	x0, CurrentEL
	cmp	x0, #8
	b.ne	1f
	mov	x0, #1 << 31		/* HCR_EL2.RW */
	msr	hcr_el2, x0
	mrs	x0, pmcr_el0
	ubfx	x0, x0, #11, #5		/* MDCR_EL2.HPMN: all of them */
	msr	mdcr_el2, x0
	mov	x0, #0x3c5		/* EL1h, masked */
	msr	spsr_el2, x0
	adr	x0, 1f
	msr	elr_el2, x0
	eret
1:	ldr	x0, =proof_stack
	mov	sp, x0
	ldr	x0, =proof_bss
	ldr	x1, =proof_bss_end
2:	cmp	x0, x1
	b.hs	4f
	str	xzr, [x0], #8
	b	2b
4:	bl	proof_main
	bl	proof_end
3:	wfe
	b	3b
	.size	proof_start, . - proof_start
	.ltorg
