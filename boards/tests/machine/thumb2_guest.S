/* SPDX-License-Identifier: MIT */
/*
 * Guest programs of test_thumb2.c, for arm1156.  Each begins at a symbol of its
 * own in ARM state and ends at `done`, in ARM state too.  Handlers write down
 * what they saw in `seen` and go on where `seen` says, or after the instruction
 * that faulted.
 */
	.syntax unified
	.arch armv6t2
	.arm

#define NOTHING 0x50000000
#define VIC 0x10140000
#define SCRATCH 0x00100000
#define STACK 0x00200000

/* Instructions counted by PMN0, which asks for an interrupt; flags cleared. */
#define PMNC_ON 0x00700711

	.macro label name
	.global \name
	.type \name, %function
\name:
	.endm

	.section .vectors, "ax"
label vectors
	b vectors
	ldr pc, =handle_undefined
label vector_svc
	ldr pc, =handle_svc
	ldr pc, =handle_prefetch
	ldr pc, =handle_data
	nop
	ldr pc, handler_of_irq
	nop
	.ltorg
handler_of_irq:
	.word 0

	.text
	.macro note
	push {r0-r2}
	ldr r1, =seen
	ldr r0, [r1]
	add r0, r0, #1
	str r0, [r1]
	str lr, [r1, #4]
	mrs r0, spsr
	str r0, [r1, #8]
	mrc p15, 0, r0, c5, c0, 0
	str r0, [r1, #12]
	mrc p15, 0, r0, c6, c0, 0
	str r0, [r1, #16]
	mrc p15, 0, r0, c5, c0, 1
	str r0, [r1, #20]
	mrc p15, 0, r0, c6, c0, 2
	str r0, [r1, #24]
	.endm

/* Of four bytes in either state; the link is behind the first two in Thumb. */
handle_undefined:
	note
	mrs r0, spsr
	tst r0, #0x20
	addne lr, lr, #2
	pop {r0-r2}
	movs pc, lr

handle_svc:
	note
	pop {r0-r2}
	movs pc, lr

/* The caller left the way back in r10. */
handle_prefetch:
	note
	pop {r0-r2}
	movs pc, r10

/* The instruction again, r9 now pointing to where something is. */
handle_data:
	note
	pop {r0-r2}
	ldr r9, =SCRATCH
	subs pc, lr, #8

/* The next one comes after one to four more instructions of the program. */
handle_irq:
	sub lr, lr, #4
	push {r0-r2, lr}
	bl rearm
	ldm sp!, {r0-r2, pc}^

handle_irq_rfe:
	sub lr, lr, #4
	srsdb sp!, #0x12
	push {r0-r2, lr}
	bl rearm
	pop {r0-r2, lr}
	rfeia sp!

/* After the counter is loaded two, or three, are executed before the return. */
rearm:
	ldr r1, =seen
	ldr r0, [r1]
	add r0, r0, #1
	str r0, [r1]
	ldr r2, [r1, #28]
	and r0, r0, #3
	add r0, r0, r2
	rsb r0, r0, #0
	ldr r1, =PMNC_ON
	mcr p15, 0, r1, c15, c12, 0
	mcr p15, 0, r0, c15, c12, 2
	bx lr
	.ltorg

label seen
	.space 32

	.macro begin
	mov r0, #0
	msr cpsr_c, #0xd2		@ a stack for each mode
	ldr sp, =STACK
	msr cpsr_c, #0xd7
	ldr sp, =STACK + 0x1000
	msr cpsr_c, #0xdb
	ldr sp, =STACK + 0x2000
	msr cpsr_c, #0xd3
	ldr sp, =STACK + 0x3000
	.endm

/* ---- IT blocks ---------------------------------------------------------- */

/* 20 turns of 11 instructions; r5 ends at 10 * 13 + 10 * 14 = 270. */
	.macro turns
	.thumb
	.balign 4
1:	movs r4, #20
	movs r5, #0
	movs r6, #0
2:	tst r4, #1
	ite ne
	addne r5, #3
	addeq r5, #5
	itett eq
	addeq r5, r5, #7
	addne.w r5, r5, #11
	mrceq p15, 0, r6, c0, c0, 0
	addeq r5, #1
	subs r4, #1
	bne 2b
	.endm

label it_counts
	ldr r12, =1f + 1
	bx r12
	turns
	ldr r12, =it_counts_end
	bx r12
	.arm
	.balign 4
label it_counts_end
	b done
	.ltorg

	.macro interrupted handler, more
	begin
	ldr r0, =\handler
	ldr r1, =handler_of_irq
	str r0, [r1]
	ldr r1, =seen
	mov r0, #\more
	str r0, [r1, #28]
	ldr r1, =VIC
	mov r0, #1 << 30
	str r0, [r1, #0x10]
	ldr r1, =PMNC_ON
	mov r0, #-20
	mcr p15, 0, r0, c15, c12, 2
	mcr p15, 0, r1, c15, c12, 0
	ldr r12, =1f + 1
	cpsie i
	bx r12
	turns
	cpsid i
	ldr r12, =done
	bx r12
	.ltorg
	.arm
	.balign 4
	.endm

label it_interrupted
	interrupted handle_irq, 3	@ bx lr, ldm, and one more
label it_interrupted_rfe
	interrupted handle_irq_rfe, 4	@ bx lr, pop, rfe, and one more

/* The load faults, and is done again under the same state. */
label it_abort
	begin
	ldr r9, =NOTHING
	ldr r1, =SCRATCH
	mov r0, #77
	str r0, [r1]
	mov r3, #0
	ldr r12, =1f + 1
	bx r12
	.thumb
1:	cmp r3, #0
	ittte eq
	moveq r2, #5
label it_abort_at
	ldreq r2, [r9]
	moveq r3, #1
	movne r3, #2
	ldr r12, =done
	bx r12
	.ltorg
	.arm
	.balign 4

/* An SVC in a block: its link's state is that of what follows. */
label it_svc
	begin
	ldr r12, =1f + 1
	bx r12
	.thumb
1:	cmp r0, #0
	itte eq
	svceq #1
	moveq r7, #1
	movne r7, #2
	ldr r12, =done
	bx r12
	.ltorg
	.arm
	.balign 4

/* A breakpoint of the test's on one that is passed over. */
label it_break
	ldr r12, =1f + 1
	mov r0, #0
	bx r12
	.thumb
1:	cmp r0, #0
	ite ne
label it_break_at
	movne r7, #2
	moveq r7, #1
	ldr r12, =done
	bx r12
	.ltorg
	.arm
	.balign 4

/* ---- other instructions ------------------------------------------------- */

/* What ARMv6T2 has not, seven in Thumb and six in ARM state. */
label too_new
	begin
	.inst 0xe730f110		@ udiv r0, r0, r1
	.inst 0xe710f110		@ sdiv r0, r0, r1
	.inst 0xf57ff05f		@ dmb
	.inst 0xf57ff01f		@ clrex
	.inst 0xe1d20f9f		@ ldrexb r0, [r2]
	.inst 0xe1600070		@ smc
	ldr r12, =1f + 1
	bx r12
	.thumb
1:	.inst.w 0xfbb0f0f1		@ udiv r0, r0, r1
	.inst.w 0xfb90f0f1		@ sdiv r0, r0, r1
	.inst.w 0xf3bf8f5f		@ dmb
	.inst.w 0xf3bf8f4f		@ dsb
	.inst.w 0xf3bf8f6f		@ isb
	.inst.w 0xf3bf8f2f		@ clrex
	.inst.w 0xe8d20f4f		@ ldrexb r0, [r2]
	ldr r12, =done
	bx r12
	.ltorg
	.arm
	.balign 4

/* Two table branches, CBZ and CBNZ taken and not; ends with r7 = 0x1234. */
label branches
	begin
	ldr r12, =1f + 1
	mov r1, #1
	mov r7, #0
	bx r12
	.thumb
	.balign 4
1:	tbb [pc, r1]
2:	.byte (3f - 2b) / 2, (4f - 2b) / 2
3:	b bad
4:	tbh [pc, r1, lsl #1]
5:	.short (3b - 5b) / 2, (6f - 5b) / 2
6:	cbz r1, bad
	cbnz r0, bad
	cbz r0, 7f
	b bad
7:	cbnz r1, 8f
	b bad
8:	movw r7, #0x1234
bad:	ldr r12, =done
	bx r12
	.ltorg
	.arm
	.balign 4

/* Preloads in Thumb-2: five of memory, one of a device, which is not done. */
label preloads
	begin
	ldr r12, =1f + 1
	ldr r1, =SCRATCH
	mov r2, #0x40
	ldr r3, =VIC
	bx r12
	.thumb
	.balign 4
1:	pld [r1]
	pld [r1, #0x300]
	pld [r1, #-0x20]
	pld [r1, r2, lsl #2]
	pld 1b
	pld [r3]
	ldr r12, =done
	bx r12
	.ltorg
	.arm
	.balign 4

/* SCTLR bit 30: the vector, MOVS pc, lr here, is executed in Thumb state. */
label thumb_exception
	begin
	ldr r1, =vectors
	ldr r0, =0x8f00f3de
	str r0, [r1, #8]
	mrc p15, 0, r0, c1, c0, 0
	orr r0, r0, #1 << 30
	mcr p15, 0, r0, c1, c0, 0
	mov r7, #0
	svc #1
	mov r7, #1
	b done
	.ltorg

/* ---- the MPU ------------------------------------------------------------ */

	.macro region number, base, bits, access
	mov r0, #\number
	mcr p15, 0, r0, c6, c2, 0
	ldr r0, =\base
	mcr p15, 0, r0, c6, c1, 0
	mov r0, #((\bits - 1) << 1) | 1
	mcr p15, 0, r0, c6, c1, 2
	ldr r0, =\access
	mcr p15, 0, r0, c6, c1, 4
	.endm

/* 32 bytes read only, in the middle of memory. */
label protected_store
	begin
	region 2, SCRATCH + 0x100, 5, 0x603
	ldr r9, =SCRATCH + 0x100
	mov r2, #9
	str r2, [r9, #-4]		@ before it
	str r2, [r9, #0x20]		@ behind it
label protected_store_at
	str r2, [r9]			@ then done at SCRATCH
	b done
	.ltorg

/* Two bytes before a region that nobody may read, and two in it. */
label protected_load
	begin
	region 2, SCRATCH + 0x100, 5, 0x003
	ldr r9, =SCRATCH + 0xfe
	ldr r2, [r9]
	b done
	.ltorg

/* Region 0, the 4 GiB behind all others, is switched off. */
label uncovered
	begin
	mov r0, #0
	mcr p15, 0, r0, c6, c2, 0
	mcr p15, 0, r0, c6, c1, 2
	ldr r9, =NOTHING
	ldr r2, [r9]
	b done
	.ltorg

/* No instruction may come from there. */
label execute_never
	begin
	region 3, SCRATCH, 12, 0x1303
	ldr r10, =done
	ldr r1, =SCRATCH
	bx r1
	.ltorg

/* Nor the second half of one. */
label half_there
	begin
	region 3, SCRATCH + 0x20, 5, 0x1303
	ldr r10, =done
	ldr r1, =SCRATCH
	ldr r0, =0xee11bf00		@ NOP, and half of an MRC
	str r0, [r1, #0x1c]
	add r1, r1, #0x1d
	bx r1
	.ltorg

/* What the registers read as. */
label registers
	begin
	region 15, 0x12345fff, 12, 0xffffffff
	mrc p15, 0, r1, c0, c0, 0
	mrc p15, 0, r2, c0, c0, 4
	mrc p15, 0, r3, c6, c1, 0
	mrc p15, 0, r4, c6, c1, 2
	mrc p15, 0, r5, c6, c1, 4
	mrc p15, 0, r6, c6, c2, 0
	mrc p15, 0, r7, c1, c0, 0
	b done
	.ltorg

/* There are no page tables, and no thread registers. */
label absent
	begin
	mrc p15, 0, r1, c2, c0, 0
	mrc p15, 0, r1, c3, c0, 0
	mcr p15, 0, r1, c8, c7, 0
	mrc p15, 0, r1, c13, c0, 2
	b done

/* VICPROTECTION: user mode's read is an external abort. */
label closed
	begin
	ldr r9, =VIC
	mov r0, #1
	str r0, [r9, #0x20]
	ldr r2, [r9, #0x10]
	msr cpsr_c, #0xd0
	ldr r2, [r9, #0x10]
	b done
	.ltorg

/* Refused with words. */
label background
	mrc p15, 0, r0, c1, c0, 0
	orr r0, r0, #1 << 17
	mcr p15, 0, r0, c1, c0, 0
	b done
label parts
	mov r0, #1 << 8
	mcr p15, 0, r0, c6, c1, 2
	b done

label done
	b done
