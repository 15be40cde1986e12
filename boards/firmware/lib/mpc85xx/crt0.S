/* SPDX-License-Identifier: MIT */
/*
 * Start of a plain C program on the e500 boards: stack, device registers, .bss,
 * then fw_begin(argc, argv).  The count and the words of the command line come
 * in r3 and r4, as U-Boot's `go` passes them.  A loader that follows ePAPR, as
 * QEMU's does, has a device tree in r3 and says so in r6; there are no
 * arguments then.
 *
 * No vector is set up: what nobody handles ends the run, and the board tells
 * address, instruction and function.
 */
	.text
	.global	_start
	.type	_start, @function
_start:
	lis	1, fw_stack_top@ha
	addi	1, 1, fw_stack_top@l
	li	0, 0
	stwu	0, -16(1)
	bl	fw_map_ccsr

	lis	9, 0x4550		/* ePAPR's magic, "EPAP" */
	ori	9, 9, 0x4150
	cmplw	6, 9
	bne	1f
	li	3, 0
	li	4, 0
1:
	lis	7, fw_bss_start@ha
	addi	7, 7, fw_bss_start@l
	lis	8, fw_bss_end@ha
	addi	8, 8, fw_bss_end@l
	li	0, 0
	b	3f
2:	stw	0, 0(7)
	addi	7, 7, 4
3:	cmplw	7, 8
	blt	2b
	bl	fw_begin
	.size	_start, . - _start
