/* SPDX-License-Identifier: MIT */
/*
 * Start-up for AArch64 in EL1: vectors, stack, .bss, main().  The memory map
 * is as it was found: a boot loader's, or off (QEMU's -kernel).
 */
	.text
	.global	_start
	.type	_start, %function
_start:
	ldr	x0, =virt_stack_top
	mov	sp, x0
	ldr	x0, =virt_vectors
	msr	vbar_el1, x0
	mov	x0, #3 << 20
	msr	cpacr_el1, x0
	isb
	ldr	x0, =virt_bss_start
	ldr	x1, =virt_bss_end
1:	cmp	x0, x1
	b.hs	2f
	str	xzr, [x0], #8
	b	1b
2:	bl	main
	bl	virt_exit
	.size	_start, . - _start
