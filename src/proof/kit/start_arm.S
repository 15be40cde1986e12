/* SPDX-License-Identifier: MIT */
/*
 * The first instruction on a 32-bit ARM core, in a privileged mode with
 * interrupts masked: a stack, zeros, proof_main(), and the end.  Leave this
 * file out where the chip has a start of its own, and call proof_main().
 */
	.syntax	unified
	.arm
	.section .text.start, "ax"
	.global	proof_start
	.type	proof_start, %function
proof_start:
	ldr	sp, =proof_stack
	ldr	r0, =proof_bss
	ldr	r1, =proof_bss_end
	mov	r2, #0
1:	cmp	r0, r1
	strlo	r2, [r0], #4
	blo	1b
	bl	proof_main
	bl	proof_end
2:	b	2b
	.size	proof_start, . - proof_start
	.ltorg
