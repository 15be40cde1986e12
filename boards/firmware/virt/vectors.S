/* SPDX-License-Identifier: MIT */
/* Exceptions in EL1, and the door to the host. */
	.section .vectors, "ax"
	.balign	2048

/* Everything that a call may change, into a struct virt_frame. */
	.macro	entry number
	.balign	128
	sub	sp, sp, #272
	stp	x0, x1, [sp]
	mov	x0, #\number
	b	handle
	.endm

	.global	virt_vectors
virt_vectors:
	.irp	number, 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15
	entry	\number
	.endr

	.text
handle:
	stp	x2, x3, [sp, #16]
	stp	x4, x5, [sp, #32]
	stp	x6, x7, [sp, #48]
	stp	x8, x9, [sp, #64]
	stp	x10, x11, [sp, #80]
	stp	x12, x13, [sp, #96]
	stp	x14, x15, [sp, #112]
	stp	x16, x17, [sp, #128]
	stp	x18, x19, [sp, #144]
	stp	x20, x21, [sp, #160]
	stp	x22, x23, [sp, #176]
	stp	x24, x25, [sp, #192]
	stp	x26, x27, [sp, #208]
	stp	x28, x29, [sp, #224]
	mrs	x1, elr_el1
	stp	x30, x1, [sp, #240]
	mrs	x1, spsr_el1
	str	x1, [sp, #256]
	mov	x1, x0
	mov	x0, sp
	bl	virt_handler
	ldr	x1, [sp, #256]
	msr	spsr_el1, x1
	ldp	x30, x1, [sp, #240]
	msr	elr_el1, x1
	ldp	x28, x29, [sp, #224]
	ldp	x26, x27, [sp, #208]
	ldp	x24, x25, [sp, #192]
	ldp	x22, x23, [sp, #176]
	ldp	x20, x21, [sp, #160]
	ldp	x18, x19, [sp, #144]
	ldp	x16, x17, [sp, #128]
	ldp	x14, x15, [sp, #112]
	ldp	x12, x13, [sp, #96]
	ldp	x10, x11, [sp, #80]
	ldp	x8, x9, [sp, #64]
	ldp	x6, x7, [sp, #48]
	ldp	x4, x5, [sp, #32]
	ldp	x2, x3, [sp, #16]
	ldp	x0, x1, [sp]
	add	sp, sp, #272
	eret

/* virt_semihost(operation, argument) */
	.global	virt_semihost
	.type	virt_semihost, %function
virt_semihost:
	hlt	#0xf000
	ret
	.size	virt_semihost, . - virt_semihost
