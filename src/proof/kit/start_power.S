/* SPDX-License-Identifier: MIT */
/*
 * The first instruction on an e500 core, in supervisor state with MSR[EE]
 * clear, where a boot loader has mapped memory and devices: a stack, zeros,
 * proof_main(), and the end.  Leave this file out where the chip has a start of
 * its own, and call proof_main().
 */
	.section .text.start, "ax"
	.global	proof_start
	.type	proof_start, @function
proof_start:
	lis	1, proof_stack@ha
	addi	1, 1, proof_stack@l
	li	0, 0
	stwu	0, -16(1)
	lis	3, proof_bss@ha
	addi	3, 3, proof_bss@l
	lis	4, proof_bss_end@ha
	addi	4, 4, proof_bss_end@l
	b	2f
1:	stw	0, 0(3)
	addi	3, 3, 4
2:	cmplw	3, 4
	blt	1b
	bl	proof_main
	bl	proof_end
3:	b	3b
	.size	proof_start, . - proof_start
