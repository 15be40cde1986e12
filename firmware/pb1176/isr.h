/* SPDX-License-Identifier: MIT */
/* The interrupt controller in assembly: take and end; loses r0 and r3. */
	.equ	GIC_CPU, 0x10120000	@ of the development chip
	.equ	GIC_ACKNOWLEDGE, 0x0c
	.equ	GIC_END, 0x10

	.macro	acknowledge
	ldr	r0, =GIC_CPU
	ldr	r3, [r0, #GIC_ACKNOWLEDGE]
	str	r3, [r0, #GIC_END]
	.endm
