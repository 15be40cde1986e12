/* SPDX-License-Identifier: MIT */
/*
 * Start-up of the test programs, which handle exceptions themselves: stack,
 * device registers, vectors, .bss, main().  Memory and caches are as a boot
 * loader left them.
 */
	.section .vectors, "ax"
	.balign	65536

#define FRAME 176

/* All general registers but r1, then fw_handle(frame, number). */
	.macro	entry number, to
	.balign	32
	stwu	1, -FRAME(1)
	stw	3, 20(1)
	li	3, \number
	b	\to
	.endm

	.global	fw_vectors
fw_vectors:
	entry	0, critical
	entry	1, machine_check
	.irp	number, 2,3,4,5,6,7,8,9,10,11
	entry	\number, normal
	.endr
	entry	12, critical
	entry	13, normal
	entry	14, normal
	entry	15, critical
	.irp	number, 32,33,34,35
	entry	\number, normal
	.endr

	.text
save:
	stw	2, 16(1)
	stw	4, 24(1)
	stw	5, 28(1)
	stw	6, 32(1)
	stw	7, 36(1)
	stw	8, 40(1)
	stw	9, 44(1)
	stw	10, 48(1)
	stw	11, 52(1)
	stw	12, 56(1)
	stmw	13, 60(1)
	mfctr	0
	stw	0, 140(1)
	mfxer	0
	stw	0, 144(1)
	mfcr	0
	stw	0, 148(1)
	blr

call:
	mflr	0
	stw	0, 160(1)
	mr	4, 3
	mr	3, 1
	bl	fw_handle
	lwz	0, 160(1)
	mtlr	0
	blr

/* All but r0, r1 and, as it came here by a call, LR. */
restore:
	lwz	0, 140(1)
	mtctr	0
	lwz	0, 144(1)
	mtxer	0
	lwz	0, 148(1)
	mtcr	0
	lwz	2, 16(1)
	lwz	3, 20(1)
	lwz	4, 24(1)
	lwz	5, 28(1)
	lwz	6, 32(1)
	lwz	7, 36(1)
	lwz	8, 40(1)
	lwz	9, 44(1)
	lwz	10, 48(1)
	lwz	11, 52(1)
	lwz	12, 56(1)
	lmw	13, 60(1)
	blr

/* The calls change LR, so it is put away before them and fetched after. */
	.macro	handler name, srr0, srr1, return
\name:
	stw	0, 8(1)
	mflr	0
	stw	0, 136(1)
	lwz	0, 8(1)
	bl	save
	mfspr	0, \srr0
	stw	0, 152(1)
	mfspr	0, \srr1
	stw	0, 156(1)
	bl	call
	lwz	0, 152(1)
	mtspr	\srr0, 0
	lwz	0, 156(1)
	mtspr	\srr1, 0
	bl	restore
	lwz	0, 136(1)
	mtlr	0
	lwz	0, 8(1)
	addi	1, 1, FRAME
	\return
	.endm

	handler	normal, 26, 27, rfi
	handler	critical, 58, 59, rfci
	handler	machine_check, 570, 571, rfmci

	.global	_start
_start:
	lis	1, fw_stack_top@ha
	addi	1, 1, fw_stack_top@l
	li	0, 0
	stwu	0, -16(1)

	bl	fw_map_ccsr

	lis	3, fw_vectors@h
	mtspr	63, 3
	li	3, 0
	.irp	ivor, 400,401,402,403,404,405,406,407,408,409,410,411,412,413,414,415,528,529,530,531
	mtspr	\ivor, 3
	addi	3, 3, 32
	.endr

	lis	3, fw_bss_start@ha
	addi	3, 3, fw_bss_start@l
	lis	4, fw_bss_end@ha
	addi	4, 4, fw_bss_end@l
	b	2f
1:	stw	0, 0(3)
	addi	3, 3, 4
2:	cmplw	3, 4
	blt	1b

	bl	main
	b	fw_exit

/* fw_call_user(fn, arg): fn in user mode; comes back by a system call. */
	.global	fw_call_user
fw_call_user:
	mflr	0
	stw	0, 4(1)
	stwu	1, -16(1)
	mtctr	3
	mr	3, 4
	mfmsr	5
	ori	5, 5, 0x4000
	mtmsr	5
	isync
	bctrl
	li	0, 0x55
	sc
	lwz	0, 20(1)
	addi	1, 1, 16
	mtlr	0
	blr
