/* SPDX-License-Identifier: MIT */
/*
 * Guest programs of test_machine*.c, for every board.  Each begins at a symbol
 * of its own and ends at `done`, where the test has a breakpoint.  Exception
 * handlers write down what they saw in log_* and return; every label is typed
 * as a function, so that the test finds it in the symbol table.
 */
	.syntax unified
	.arch armv6k
	.arm

#ifdef PXA250
#define TABLE 0xa3ffc000
#define SCRATCH 0xa0100000
#define CONSOLE 0x40100000
#define NOTHING 0x50000000
#elif defined(IMX31)
#define TABLE 0x87ffc000
#define SCRATCH 0x80100000
#define CONSOLE 0x43f90040
#define NOTHING 0x50000000
#else
#define TABLE 0x07ffc000
#define SCRATCH 0x00100000
#define CONSOLE 0x1010c000
#define NOTHING 0x50000000
#endif

	.macro label name
	.global \name
	.type \name, %function
\name:
	.endm

/* What a handler writes down, in words. */
#define LOG_LR 0
#define LOG_R0 4
#define LOG_SPSR 8
#define LOG_COUNT 12
#define LOG_DFSR 16
#define LOG_DFAR 20
#define LOG_IFSR 24
#define LOG_IFAR 28
#define LOG_RESUME 32 /* where to go on, unless 0 */
#define LOG_CPSR 36

	.section .vectors, "ax"
label vectors
	b vectors
	ldr pc, =handle_undefined
	ldr pc, =handle_svc
	ldr pc, =handle_prefetch
	ldr pc, =handle_data
	nop
	ldr pc, =handle_irq
	ldr pc, =handle_fiq
	.ltorg

	.text
	.macro log to
	ldr sp, =\to
	str lr, [sp, #LOG_LR]
	str r0, [sp, #LOG_R0]
	mrs r0, spsr
	str r0, [sp, #LOG_SPSR]
	mrs r0, cpsr
	str r0, [sp, #LOG_CPSR]
	ldr r0, [sp, #LOG_COUNT]
	add r0, r0, #1
	str r0, [sp, #LOG_COUNT]
	mrc p15, 0, r0, c5, c0, 0
	str r0, [sp, #LOG_DFSR]
	mrc p15, 0, r0, c6, c0, 0
	str r0, [sp, #LOG_DFAR]
#ifndef PXA250
	mrc p15, 0, r0, c5, c0, 1
	str r0, [sp, #LOG_IFSR]
	mrc p15, 0, r0, c6, c0, 2
	str r0, [sp, #LOG_IFAR]
#endif
	.endm

	.macro leave adjust
	ldr r0, [sp, #LOG_RESUME]
	cmp r0, #0
	movne lr, r0
	subeq lr, lr, #\adjust
	ldr r0, [sp, #LOG_R0]
	movs pc, lr
	.endm

label handle_undefined
	log log_undefined
	leave 0
label handle_svc
	log log_svc
	leave 0
label handle_prefetch
	log log_prefetch
	leave 0
label handle_data
	log log_data
	leave 4
label handle_irq
	log log_irq
	bl quiet
	ldr lr, [sp, #LOG_LR]
	leave 4
label handle_fiq
	log log_fiq
	bl quiet
	ldr lr, [sp, #LOG_LR]
	leave 4

/* Clears the monitor's flags and ends the interrupt; spoils r0 and r8. */
quiet:
	str r8, keep
#ifdef PXA250
	ldr r8, =0x40d00000
	ldr r0, [r8]
	str r0, seen_pending
	ldr r0, [r8, #0xc]
	str r0, seen_pending_fiq
#elif defined(IMX31)
	mov r8, #0x68000000
	ldr r0, [r8, #0x40]
	str r0, seen_pending
	ldr r0, [r8, #0x44]
	str r0, seen_pending_fiq
#else
	ldr r8, =0x10120000
	ldr r0, [r8, #0xc]
	str r0, seen_pending
#endif
#ifdef PXA250
	mrc p14, 0, r0, c0, c0, 0
	bic r0, r0, #6
	orr r0, r0, #0x700
	mcr p14, 0, r0, c0, c0, 0
#else
	mrc p15, 0, r0, c15, c12, 0
	bic r0, r0, #6
	orr r0, r0, #0x700
	mcr p15, 0, r0, c15, c12, 0
#ifndef IMX31
	ldr r0, seen_pending
	str r0, [r8, #0x10]
#endif
#endif
	ldr r8, keep
	bx lr
keep:	.word 0
label seen_pending
	.word 0
label seen_pending_fiq
	.word 0

label done
	b done
	.ltorg

/* 3 + 2 * 1000 instructions, then the branch to done. */
label count_loop
	mov r0, #1000
	mov r1, #0
	movne r1, #7
1:	subs r0, r0, #1
	bne 1b
	b done

/* Of eight conditional instructions four are carried out. */
label count_conditions
	movs r0, #0
	moveq r1, #1
	movne r1, #2
	addne r1, r1, #4
	addeq r1, r1, #8
	ldrne r2, [r0]
	strne r2, [r0]
	ldreq r2, =0x12345678
	moveq r3, #3
	b done
	.ltorg

/* I is set before the fourth instruction and after the seventh, F always. */
label count_masked
	mrs r0, cpsr
	bic r0, r0, #0x80
	msr cpsr_c, r0
	mov r1, #0
	mov r1, #1
	orr r0, r0, #0x80
	msr cpsr_c, r0
	mov r1, #2
	b done

label svc_arm
	svc #5
label svc_arm_next
	mov r7, #1
	b done

label svc_thumb
	adr r0, 1f + 1
	bx r0
	.thumb
1:	svc #5
label svc_thumb_next
	movs r7, #1
	adr r0, 2f
	bx r0
	.align 2
	.arm
2:	b done

/* Thumb's BL sets bit 0 of its link, which is no part of the address. */
label thumb_call
	adr r0, 1f + 1
	bx r0
	.thumb
1:	bl 2f
label thumb_call_next
	nop
2:
label thumb_called
	adr r0, 3f
	bx r0
	.align 2
	.arm
3:	b done

/* From User mode, and back to it. */
label svc_user
	mrs r0, cpsr
	bic r0, r0, #0x1f
	orr r0, r0, #0x10
	msr cpsr_c, r0
	mov sp, #0x77
	svc #9
label svc_user_next
	mrs r7, cpsr
	mov r6, sp
	b done

/*
 * Of each kind of mode change another number: 3 SVC taken and 2 whose condition
 * fails, 2 undefined instructions, 5 calls of the host, and a return that
 * answers no exception.
 */
label mode_changes
	mov r4, #3
1:	svc #5
	subs r4, r4, #1
	bne 1b
	svcne #5
	svcne #5
	.word 0xe7f000f0
	.word 0xe7f000f0
	mov r4, #4
1:	mov r0, #0x11 /* SYS_TIME */
	mov r1, #0
	svc #0x123456
	subs r4, r4, #1
	bne 1b
	mov r0, #0x11
	adr r2, 1f + 1
	bx r2
	.thumb
1:	svc #0xab
	adr r2, 2f
	bx r2
	.align 2
	.arm
2:	mrs r0, cpsr
	msr spsr_cxsf, r0
	adr lr, 3f
	movs pc, lr
3:	b done

label undefined_arm
	.word 0xe7f000f0
label undefined_arm_next
	mov r7, #1
	b done

label undefined_thumb
	adr r0, 1f + 1
	bx r0
	.thumb
1:	.hword 0xde00
label undefined_thumb_next
	movs r7, #1
	adr r0, 2f
	bx r0
	.align 2
	.arm
2:	b done

label breakpoint_instruction
	ldr r1, =log_prefetch
	adr r0, 1f
	str r0, [r1, #LOG_RESUME]
	bkpt #3
1:	mov r7, #1
	b done

/* The program jumps to where nothing is. */
label jump_nowhere
	mrs r1, cpsr		/* imprecise aborts are let through */
	bic r1, r1, #0x100
	msr cpsr_x, r1
	ldr r1, =log_prefetch
	adr r0, 1f
	str r0, [r1, #LOG_RESUME]
	ldr r0, =NOTHING
label jump_nowhere_from
	bx r0
1:	mov r7, #1
	b done

/* The program jumps to a page that is not mapped: the engine's own abort. */
label jump_unmapped
	bl unmap
	ldr r1, =log_prefetch
	adr r0, 1f
	str r0, [r1, #LOG_RESUME]
	ldr r0, =SCRATCH + 0x200004
label jump_unmapped_from
	bx r0
1:	mov r7, #1
	b done

label load_nothing
	ldr r1, =NOTHING
	mov r2, #5
label load_nothing_at
	ldr r2, [r1, #4]!
	mov r7, #1
	b done

label store_nothing
	ldr r1, =NOTHING
	mov r2, #5
label store_nothing_at
	str r2, [r1], #4
	mov r7, #1
	b done

/* In Thumb state the handler needs to be told where to go on. */
label load_nothing_thumb
	ldr r1, =log_data
	adr r0, 3f
	str r0, [r1, #LOG_RESUME]
	ldr r1, =NOTHING
	adr r0, 1f + 1
	bx r0
	.thumb
1:	movs r2, #5
label load_nothing_thumb_at
	ldr r2, [r1]
	nop
	.align 2
3:	movs r7, #1
	adr r0, 2f
	bx r0
	.align 2
	.arm
2:	b done
	.ltorg

/*
 * The third megabyte after SCRATCH is not mapped; a multiple transfer runs
 * into it.  Base unchanged, registers before the base too.
 */
label multiple_load
	bl unmap
	ldr r0, =SCRATCH + 0x200000 - 8
	mov r3, r0
label multiple_load_at
	ldmia r3!, {r4, r5, r6, r8}
	mov r7, #1
	b done
label multiple_store
	bl unmap
	ldr r0, =SCRATCH + 0x200000 - 8
	mov r3, r0
	mov r4, #1
	mov r5, #2
	mov r6, #3
label multiple_store_at
	stmia r3!, {r4, r5, r6}
	mov r7, #1
	b done
/* A return by a load multiple that fails: the pc stays, the mode too. */
label multiple_return
	bl unmap
	mrs r0, cpsr
	bic r0, r0, #0x1f
	orr r0, r0, #0x10
	msr spsr_cxsf, r0
	ldr r3, =SCRATCH + 0x200000 - 4
	ldmia r3!, {r4, pc}^
	mov r7, #1
	mrs r6, cpsr
	b done

unmap:
	ldr r1, =TABLE + ((SCRATCH + 0x200000) >> 18)
	mov r0, #0
	str r0, [r1]
flush:
	mov r0, #0
	mcr p15, 0, r0, c7, c10, 4
	mcr p15, 0, r0, c8, c7, 0
	bx lr
	.ltorg

/* The second megabyte after SCRATCH appears at 0xc0000000 as well. */
label remap
	ldr r2, =SCRATCH + 0x100000
	mov r3, #42
	str r3, [r2, #0x40]
	ldr r4, =0xc0000000
	ldr r5, [r4, #0x40]
	ldr r7, =log_data
	ldr r6, [r7, #LOG_COUNT] /* nothing was there: one abort */
	ldr r1, =TABLE + (0xc0000000 >> 18)
	ldr r0, =TABLE + ((SCRATCH + 0x100000) >> 18)
	ldr r0, [r0]
	str r0, [r1]
	bl flush
	ldr r5, [r4, #0x40]
	mov r3, #43
	str r3, [r4, #0x44]
	ldr r8, [r2, #0x44]
	b done

/* LDRT and STRT of what is the kernel's alone: both abort, in SVC mode. */
label user_rights
	ldr r1, =TABLE + (0xc0000000 >> 18)
	ldr r0, =TABLE + ((SCRATCH + 0x100000) >> 18)
	ldr r0, [r0]
	bic r0, r0, #0xc00
	orr r0, r0, #0x400 /* AP: privileged only */
	str r0, [r1]
	bl flush
	ldr r4, =0xc0000020
	mov r5, #7
	str r5, [r4]
	mov r6, #1
	mov r2, r4
	ldrt r6, [r2], #4
	strt r6, [r2], #4
	ldr r3, [r4]
	b done

/* A page of 4 KiB, by a second-level table at SCRATCH, for the kernel only. */
label small_page
	ldr r1, =SCRATCH
	ldr r2, =SCRATCH + 0x5000 + 0x1e
#ifdef PXA250
	bic r2, r2, #0xf00
	orr r2, r2, #0x550 /* AP = 01 in all four quarters */
	mov r3, #0x11
#else
	mov r3, #1
#endif
	str r2, [r1, #0x0c] /* page 3 */
	orr r3, r3, r1
	ldr r1, =TABLE + (0xc0000000 >> 18)
	str r3, [r1]
	bl flush
	ldr r4, =0xc0003000
	mov r5, #9
	str r5, [r4, #8]
	ldr r6, =SCRATCH + 0x5000
	ldr r6, [r6, #8]
	ldr r10, =0xc0004000
label small_page_missing
	ldr r5, [r10] /* translation fault, page */
	ldr r8, =log_data
	ldr r9, [r8, #LOG_DFSR]
	mrs r0, cpsr
	bic r0, r0, #0x1f
	orr r0, r0, #0x10
	msr cpsr_c, r0
label small_page_denied
	str r5, [r4, #8] /* permission fault, page */
	b done
	.ltorg

/* Domain 0 without access, for all but what runs here. */
label domain_fault
	ldr r1, =TABLE
	ldr r2, =TABLE + ((SCRATCH + 0x100000) >> 18)
	ldr r0, [r2]
	orr r0, r0, #0x40 /* domain 2 */
	str r0, [r2]
	bl flush
	ldr r2, =SCRATCH + 0x100000
	ldr r3, [r2]
	ldr r8, =log_data
	ldr r9, [r8, #LOG_DFSR]
	mov r0, #0x31 /* manager */
	mcr p15, 0, r0, c3, c0, 0
	ldr r3, [r2]
	b done

/* High vectors: the page at 0xffff0000 becomes SCRATCH + 1 MiB. */
label high_vectors
	ldr r1, =TABLE + 0x3ffc
	ldr r0, =TABLE + ((SCRATCH + 0x100000) >> 18)
	ldr r0, [r0]
	str r0, [r1]
	bl flush
	ldr r1, =0xffff0008
	ldr r0, =0xe59ff000 /* ldr pc, [pc]; the address two words on */
	str r0, [r1]
	adr r0, 1f
	str r0, [r1, #8]
	mrc p15, 0, r0, c1, c0, 0
	orr r0, r0, #0x2000
	mcr p15, 0, r0, c1, c0, 0
	svc #1
	b done
1:	mov r7, #1
	movs pc, lr

/* Code that writes code, and says so before it goes there. */
label self_modifying
	ldr r0, =0xe3a06007 /* mov r6, #7 */
	bl patched
	mov r4, r6
	adr r1, patched
	str r0, [r1]
	mov r2, #0
	mcr p15, 0, r1, c7, c10, 1
	mcr p15, 0, r2, c7, c10, 4
	mcr p15, 0, r2, c7, c5, 0
	bl patched
	b done
patched:
	mov r6, #1
	bx lr
	.ltorg

#ifdef PXA250
	.macro monitor_write rd, cond=al
	mcr\cond p14, 0, \rd, c0, c0, 0
	.endm
	.macro monitor_read rd, n
	mrc p14, 0, \rd, c\n, c0, 0
	.endm
	.macro monitor_set rd, n
	mcr p14, 0, \rd, c\n, c0, 0
	.endm
#define COUNT_INSTRUCTIONS 0x00007707 /* flags, P, C, E; PMN0: instructions */
#define COUNT_WITH_IRQ 0x00007711
#else
	.macro monitor_write rd, cond=al
	mcr\cond p15, 0, \rd, c15, c12, 0
	.endm
	.macro monitor_read rd, n
	mrc p15, 0, \rd, c15, c12, \n + 0
	.endm
	.macro monitor_set rd, n
	mcr p15, 0, \rd, c15, c12, \n + 0
	.endm
#define COUNT_INSTRUCTIONS 0x00700707
#define COUNT_WITH_IRQ 0x00700711
#endif
#define PMN0 2 /* the same place on both */

/* On; three instructions; off: four are counted. */
label monitor_window
	ldr r0, =COUNT_INSTRUCTIONS
	mov r1, #0
	monitor_write r0
	nop
	mov r2, #1
	mov r2, #2
	monitor_write r1
	mov r2, #3
	monitor_read r5, PMN0
	b done

/* A write whose condition fails switches nothing off, but counts. */
label monitor_condition
	ldr r0, =COUNT_INSTRUCTIONS
	mov r1, #0
	cmp r1, #0
	monitor_write r0
	monitor_write r1, ne
	monitor_write r1, eq
	monitor_read r5, PMN0
	b done

label monitor_user
	mrs r0, cpsr
	bic r0, r0, #0x1f
	orr r0, r0, #0x10
	msr cpsr_c, r0
label monitor_user_at
	monitor_read r5, 1
	mov r7, #1
	b done

#if !defined(PXA250) && !defined(IMX31)
/* The validation register lets users in. */
label monitor_user_allowed
	mov r0, #1
	mcr p15, 0, r0, c15, c9, 0
	mrs r0, cpsr
	bic r0, r0, #0x1f
	orr r0, r0, #0x10
	msr cpsr_c, r0
	monitor_read r5, 1
	mov r7, #1
	b done
#endif

prepare_interrupts:
#ifdef PXA250
	ldr r1, =0x40d00000
	mov r0, #0x1000
	str r0, [r1, #4]
#elif defined(IMX31)
	mov r1, #0x68000000
	mov r0, #23
	str r0, [r1, #8]
#else
	ldr r1, =0x10121000
	mov r0, #1
	str r0, [r1]
	mov r0, #0x80 /* number 39 */
	str r0, [r1, #0x104]
	ldr r1, =0x10120000
	mov r0, #0xf0
	str r0, [r1, #4]
	mov r0, #1
	str r0, [r1]
#endif
	bx lr

/*
 * PMN0 wraps with the tenth instruction after the write that starts it: the
 * interrupt comes before the eleventh.
 */
	.macro overflow_run
	mvn r0, #9
	monitor_set r0, PMN0
	ldr r0, =COUNT_WITH_IRQ
	mov r5, #0
	monitor_write r0
	.rept 20
	add r5, r5, #1
	.endr
	.endm

label interrupt_exact
	bl prepare_interrupts
	mrs r0, cpsr
	bic r0, r0, #0x80
	msr cpsr_c, r0
	overflow_run
	b done
label interrupt_masked
	bl prepare_interrupts
	overflow_run
	mrs r0, cpsr
	bic r0, r0, #0x80
label interrupt_unmask
	msr cpsr_c, r0
label interrupt_after_unmask
	mov r7, #1
	b done
	.ltorg

#if defined(PXA250) || defined(IMX31)
label interrupt_fiq
	bl prepare_interrupts
#ifdef PXA250
	mov r0, #0x1000
	str r0, [r1, #8]
#else
	mov r0, #0x800000
	str r0, [r1, #0x1c]
#endif
	mrs r0, cpsr
	bic r0, r0, #0x40
	msr cpsr_c, r0
	overflow_run
	b done
	.ltorg
#endif
#ifndef PXA250
/* The cycle counter ends the wait. */
label wait_interrupt
	bl prepare_interrupts
	mvn r0, #0x3e8
	monitor_set r0, 1
	ldr r0, =0x00700741
	monitor_write r0
	mov r0, #0
	mcr p15, 0, r0, c7, c0, 4
label wait_interrupt_next
	monitor_read r5, 1
	mrs r0, cpsr
	bic r0, r0, #0x80
	msr cpsr_c, r0
	mov r7, #1
	b done
label wait_for_ever
	mov r0, #0
	mcr p15, 0, r0, c7, c0, 4
	b done

/* A word over the end of a page, and of a section. */
label unaligned
	ldr r1, =SCRATCH + 0xffffe
	ldr r0, =0x11223344
	str r0, [r1]
	ldr r2, [r1]
	ldrh r3, [r1, #2]
	b done
#endif
label misaligned_multiple
	ldr r1, =SCRATCH + 2
	ldmia r1, {r2, r3}
	mov r7, #1
	b done

label console
	ldr r1, =CONSOLE
	mov r0, #'o'
	str r0, [r1]
	mov r0, #'k'
	strb r0, [r1]
	b done

label host_exit
	ldr r1, =0x20026 /* ADP_Stopped_ApplicationExit */
	mov r0, #0x18
	svc #0x123456
	b done
label host_exit_thumb
	ldr r1, =0x20026
	mov r0, #0x18
	adr r2, 1f + 1
	bx r2
	.thumb
1:	svc #0xab
	nop
	.align 2
	.arm
	.ltorg

label write_flash
	mov r1, #0x1000
label write_flash_at
	str r1, [r1]
	mov r7, #1
	b done

/* Preloads: of memory, from a place beside a register, of nothing. */
label preloads
	ldr r1, =SCRATCH
	mov r2, #16
	pld [r1, #0x40]
	pld [r1, -r2, lsl #2]
	ldr r1, =NOTHING
	pld [r1]
	b done

/* Swap, exclusive and double accesses are what they are. */
label accesses
	ldr r1, =SCRATCH
	mov r0, #1
	mov r2, #2
	swp r3, r0, [r1]
#ifndef PXA250
	ldrex r3, [r1]
	strex r4, r2, [r1]
#endif
	ldrd r6, r7, [r1]
	strd r6, r7, [r1]
	b done

	.macro space name
	.global \name
	.type \name, %function
\name:	.space 64
	.endm
	.align 2
	space log_undefined
	space log_svc
	space log_prefetch
	space log_data
	space log_irq
	space log_fiq
