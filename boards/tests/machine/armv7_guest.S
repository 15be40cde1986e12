/* SPDX-License-Identifier: MIT */
/*
 * Guest programs of test_armv7_machine.c, for the boards with ARMv7 cores.  Each begins
 * at a symbol of its own in ARM state and ends at `done`.  The test gives the
 * address of the interrupt interface in r8; the distributor is on the page
 * behind that one's.
 */
	.syntax unified
	.arch armv7-a
	.arch_extension idiv
	.arm

#define STACK 0x00200000
#define PMU_INTERRUPT (32 + 47)

	.macro label name
	.global \name
	.type \name, %function
\name:
	.endm

	.section .vectors, "ax"
label vectors
	b vectors
	ldr pc, =on_undefined
	ldr pc, =on_svc
	b vectors
	ldr pc, =on_data
	nop
	ldr pc, =on_irq
	nop
	.ltorg

	.text
on_undefined:
	add r11, r11, #1
	mrs r2, spsr
	tst r2, #0x20
	addne lr, lr, #2	@ behind its second half
	movs pc, lr
on_data:
	ldr r4, =0x00301000
	ldr r4, [r4]
	b done
on_svc:
	movs pc, lr
on_irq:
	push {r0-r2, lr}
	add r10, r10, #1
	ldr r2, [r8, #12]
	mov r0, #1
	mcr p15, 0, r0, c9, c12, 3
	str r2, [r8, #16]
	lsl r9, r2, #22
	lsr r9, r9, #22
	pop {r0-r2, lr}
	subs pc, lr, #4

/* Exclusive accesses of all sizes, barriers, constants; 12 in r4 at the end. */
label instructions
	movw r0, #0x0000
	movt r0, #0x0010
	mov r4, #0
	mov r1, #1
	ldrexb r2, [r0]
	strexb r2, r1, [r0]
	add r4, r4, r2
	ldrexh r2, [r0]
	strexh r2, r1, [r0]
	add r4, r4, r2
	ldrexd r2, r3, [r0]
	strexd r5, r2, r3, [r0]
	add r4, r4, r5
	ldrex r2, [r0]
	clrex
	strex r2, r1, [r0]
	add r4, r4, r2
	dmb
	dsb
	isb
	nop
	wfe
	sev
	blx in_thumb
	b done
	.thumb
in_thumb:
	ldrexb r2, [r0]
	strexb r2, r1, [r0]
	add r4, r4, r2
	clrex
	strex r2, r1, [r0]
	add r4, r4, r2, lsl #1
	dmb
	isb
	tst r4, r4
	ite ne
	addne r4, r4, #9
	moveq r4, #0
	nop.w
	bx lr
	.arm

/*
 * A page at 0x70000000, one somewhere else behind it; three words: at the end
 * of the first, behind it in memory, and at the beginning of the second.
 */
	.macro two_pages first, behind, second
	ldr r0, =0x00300000
	ldr r1, =\first
	add r2, r0, #0xf00
	str r1, [r2, #0xfc]
	ldr r1, =\behind
	add r2, r0, #0x1000
	str r1, [r2]
	ldr r1, =\second
	add r2, r0, #0x3000
	str r1, [r2]
	orr r1, r0, #0x32	@ all rights
	add r2, r0, #0x4000
	str r1, [r2]
	add r1, r1, #0x3000
	str r1, [r2, #4]
	orr r2, r2, #1
	mrc p15, 0, r1, c2, c0, 0
	bfc r1, #0, #14
	add r1, r1, #0x1c00
	str r2, [r1]
	dsb
	mcr p15, 0, r1, c8, c7, 0
	dsb
	isb
	.endm

/* MRC p15, 0, r0, c1, c0, 0 and BX lr; by what is behind it, r1. */
label scattered
	two_pages 0xee11bf00, 0x47701f10, 0x47700f10
	mov r0, #0
	mov r1, #0
	ldr r2, =0x70000ffd
	blx r2
	b done

/* The CPSR that it would bring, in the midst of an IT block, is in both. */
label return_not_aligned
	two_pages 0x0c3f0000, 0x12345678, 0
	ldr r1, =0x70000ffa
	rfeia r1

/* Data aborts in r10, with DFSR, DFAR and IFSR, and on behind; ends with an
 * abort of a fetch, whose IFSR, IFAR and link are seen. */
	.balign 32
fault_vectors:
	nop
	nop
	nop
	b 1f
	add r10, r10, #1
	mrc p15, 0, r4, c5, c0, 0
	mrc p15, 0, r5, c6, c0, 0
	mrc p15, 0, r6, c5, c0, 1
	subs pc, lr, #4
1:	mrc p15, 0, r6, c5, c0, 1
	mrc p15, 0, r7, c6, c0, 2
	mov r9, lr
	b done

	.macro faults_are_seen
	ldr r0, =fault_vectors
	mcr p15, 0, r0, c12, c0, 0
	isb
	mov r10, #0
	.endm

/* By an address that leads nowhere, and by one where nobody may go. */
label maintained
	faults_are_seen
	mrc p15, 0, r1, c2, c0, 0
	bfc r1, #0, #14
	add r1, r1, #0x1c00
	mov r0, #0
	str r0, [r1]
	dsb
	mcr p15, 0, r0, c8, c7, 0
	dsb
	isb
	ldr r0, =0x70000044
	mcr p15, 0, r0, c7, c10, 1
	mov r11, r4
	mov r12, r5
	mcr p15, 0, r0, c7, c14, 1
	mcr p15, 0, r0, c7, c5, 1
	mov r9, r6
	two_pages 0, 0, 0
	add r2, r0, #0x4000
	mov r1, #0x300000
	orr r1, r1, #2		@ no rights
	str r1, [r2]
	dsb
	mcr p15, 0, r1, c8, c7, 0
	dsb
	isb
	ldr r0, =0x70000044
	mcr p15, 0, r0, c7, c10, 1
	mcr p15, 0, r0, c7, c5, 1
	mov r8, r10		@ aborts so far
	ldr r1, [r0]
	b done

/* Half an instruction, and a page behind it that is not there, or never has
 * instructions. */
	.macro half_there entry
	faults_are_seen
	two_pages 0xee11bf00, 0, 0
	add r2, r0, #0x4000
	ldr r1, =\entry
	str r1, [r2, #4]
	dsb
	mcr p15, 0, r1, c8, c7, 0
	dsb
	isb
	ldr r2, =0x70000ffd
	blx r2
	.ltorg
	.endm

label half_mapped
	half_there 0
label half_executable
	half_there 0x00303033

/* Neither core divides: each of the two is undefined, in r11. */
label divides
	mov r11, #0
	mov r0, #6
	mov r1, #3
	sdiv r2, r0, r1
	blx divides_in_thumb
	b done
	.thumb
divides_in_thumb:
	udiv r2, r0, r1
	bx lr
	.arm

/* Registers that tell what the core is. */
label identity
	mrc p15, 0, r0, c0, c0, 0
	mrc p15, 0, r1, c0, c0, 1
	mrc p15, 0, r2, c0, c0, 5
	mrc p15, 1, r3, c0, c0, 1
	mov r4, #0
	mcr p15, 2, r4, c0, c0, 0
	isb
	mrc p15, 1, r5, c0, c0, 0
	mov r4, #1
	mcr p15, 2, r4, c0, c0, 0
	mrc p15, 1, r6, c0, c0, 0
	mov r4, #2
	mcr p15, 2, r4, c0, c0, 0
	mrc p15, 1, r7, c0, c0, 0
	mrc p15, 2, r8, c0, c0, 0
	mrc p15, 0, r9, c9, c12, 0
	mrc p15, 0, r12, c1, c0, 0
	b done

/* Operations of ARMv7; CP15's wait is none.  Vectors go elsewhere. */
label operations
	mov r0, #0x8000
	mcr p15, 0, r0, c7, c5, 0
	mcr p15, 0, r0, c7, c5, 1
	mcr p15, 0, r0, c7, c5, 6
	mcr p15, 0, r0, c7, c6, 1
	mcr p15, 0, r0, c7, c10, 1
	mcr p15, 0, r0, c7, c11, 1
	mcr p15, 0, r0, c7, c14, 1
	mcr p15, 0, r0, c8, c7, 0
	mcr p15, 0, r0, c8, c7, 1
	mcr p15, 0, r0, c7, c0, 4
	mov r0, #0x1f
	mcr p15, 0, r0, c13, c0, 1
	ldr r0, =other_vectors + 31
	mcr p15, 0, r0, c12, c0, 0
	mrc p15, 0, r1, c12, c0, 0
	mov r11, #0
	svc #1
	b done
	.balign 32
label other_vectors
	nop
	nop
	b 1f
1:	add r11, r11, #5
	movs pc, lr
	.ltorg

/* The multiprocessing extensions': done, or undefined, which r11 counts. */
label multiprocessing
	mov r11, #0
	mov r0, #0x8000
	mcr p15, 0, r0, c7, c1, 0
	mcr p15, 0, r0, c7, c1, 6
	mcr p15, 0, r0, c8, c3, 0
	mcr p15, 0, r0, c8, c3, 1
	mcr p15, 0, r0, c8, c3, 3
	mcr p15, 0, r0, c8, c7, 3
	b done

/* Operations on whole caches that earlier cores have. */
label earlier
	mov r11, #0
	mov r0, #0
	mcr p15, 0, r0, c7, c6, 0
	mcr p15, 0, r0, c7, c7, 0
	mcr p15, 0, r0, c7, c10, 0
	mcr p15, 0, r0, c7, c14, 0
	b done

/* Counter 0 counts its software increments, and wraps with the third. */
label increments
	ldr sp, =STACK
	mov r4, #1
	mov r0, #0
	mcr p15, 0, r0, c9, c12, 5
	mcr p15, 0, r0, c9, c13, 1
	mvn r0, #2
	mcr p15, 0, r0, c9, c13, 2
	mcr p15, 0, r4, c9, c12, 1
	mcr p15, 0, r4, c9, c12, 0
	mcr p15, 0, r4, c9, c12, 4
	mcr p15, 0, r4, c9, c12, 4
	mrc p15, 0, r5, c9, c12, 3
	mcr p15, 0, r4, c9, c12, 4
	mrc p15, 0, r6, c9, c12, 3
	mrc p15, 0, r7, c9, c13, 2
	b done

/* WFI until the cycle counter's interrupt; the handler is entered after it. */
label waits
	mov r0, r8
	mov r1, #0xf0
	str r1, [r0, #4]
	mov r1, #1
	str r1, [r0]
	bic r0, r0, #0xff
	bic r0, r0, #0xf00
	add r0, r0, #0x1000
	str r1, [r0]
	mov r1, #1 << (PMU_INTERRUPT % 32)
	str r1, [r0, #0x100 + PMU_INTERRUPT / 32 * 4]
	mrs r1, cpsr
	bic r1, r1, #0x1f
	orr r1, r1, #0x12
	msr cpsr_c, r1
	ldr sp, =STACK
	orr r1, r1, #0x13
	msr cpsr_c, r1
	mov r10, #0
	mov r0, #0
	mcr p15, 0, r0, c9, c12, 5
	mov r0, #0x11		@ cycles
	mcr p15, 0, r0, c9, c13, 1
	ldr r0, =-1000
	mcr p15, 0, r0, c9, c13, 2
	mov r0, #1
	mcr p15, 0, r0, c9, c14, 1
	mcr p15, 0, r0, c9, c12, 1
	mcr p15, 0, r0, c9, c12, 0
	wfi
	mrc p15, 0, r4, c9, c13, 0	@ the cycle counter is off
	mov r5, r10
	cpsie i
	nop
	b done

/* What the debug logic tells, and an increment of counter 0 in a privileged mode
 * and, with SDER.SUNIDEN, in user mode. */
label permission
	mrc p14, 0, r0, c0, c1, 0
	mrc p14, 0, r1, c7, c14, 6
	mrc p15, 0, r2, c1, c1, 0
	mov r4, #0
	mcr p15, 0, r4, c9, c12, 5
	mcr p15, 0, r4, c9, c13, 1
	mcr p15, 0, r4, c9, c13, 2
	mcr p15, 0, r4, c9, c13, 0
	mov r4, #1
	orr r6, r4, #1 << 31
	mcr p15, 0, r6, c9, c12, 1
	mcr p15, 0, r4, c9, c12, 0
	mcr p15, 0, r4, c9, c12, 4
	mrc p15, 0, r3, c9, c13, 2
	mrc p15, 0, r7, c9, c13, 0
	mov r6, #0x21		@ E and DP
	mcr p15, 0, r6, c9, c12, 0
	mrc p15, 0, r8, c9, c13, 0
	nop
	mrc p15, 0, r9, c9, c13, 0
	sub r9, r9, r8
	mcr p15, 0, r4, c9, c14, 0
	mov r6, #2
	mcr p15, 0, r6, c1, c1, 1
	mrc p15, 0, r10, c1, c1, 1
	cps #16
	mcr p15, 0, r4, c9, c12, 4
	mrc p15, 0, r5, c9, c13, 2
	b done

	.balign 4
label done
	b done
