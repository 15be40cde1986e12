/* SPDX-License-Identifier: MIT */
/*
 * Guest programs of test_versatile*.c. Each begins at a symbol of its own, at
 * the start of a cache line, and goes to `finish`, a line of its own, which
 * waits for the bus and ends at `done`, where the test has a breakpoint.  How
 * many lines a program has is said at each.  All code is in the first MiB, so
 * it needs one walk of the page table (sections); SCRATCH is in the third.
 */
	.syntax unified
	.arch armv5te
	.arm

#define SCRATCH 0x00200000
#define MONITOR 0x101d0000
#define GPIO 0x101e4000
#define UART0 0x101f1000
#define TABLE 0x07ffc000	/* the boot loader's */

	.macro label name
	.global \name
	.type \name, %function
\name:
	.endm

	.macro program name
	.balign 32
	label \name
	.endm

	.section .vectors, "ax"
label vectors
	b vectors
	b vectors
	b vectors
	ldr pc, =on_prefetch
	ldr pc, =on_data
	nop
	ldr pc, =on_irq
	nop
	.ltorg

	.text
/* 16 loops: time for a line fill to end. */
program finish
	mov r12, #16
1:	subs r12, r12, #1
	bne 1b
	mcr p15, 0, r12, c7, c10, 4
label done
	nop
	nop
	nop
	nop

/* One line. */
program one_line
	.rept 7
	nop
	.endr
	b finish

/* Two lines. */
program two_lines
	.rept 15
	nop
	.endr
	b finish

/* Two lines; four lines of data are read, each word by word but the first. */
program reads
	mov r0, #SCRATCH
	ldr r1, [r0]
	ldr r1, [r0, #4]
	ldr r1, [r0, #28]
	ldr r1, [r0, #32]
	ldrb r1, [r0, #67]
	ldrh r1, [r0, #98]
	ldmia r0, {r1-r8}
	nop
	nop
	nop
	nop
	nop
	nop
	nop
	b finish

/* One line; what is not in the cache is written by the write buffer. */
program writes
	mov r0, #SCRATCH
	str r1, [r0]
	strb r1, [r0, #5]
	stmia r0, {r1-r4}
	add r0, r0, #4
	stmia r0, {r1-r4}
	stmia r0, {r1-r8}
	b finish

/* One line: 1 + 8 + 4 words, in 13. */
program write_parts
	mov r0, #SCRATCH
	stmia r0, {r1-r12, r14}
	.rept 5
	nop
	.endr
	b finish

/* One line: eight words over 1 KiB's end, four before it. */
program write_over_1k
	mov r0, #SCRATCH
	add r0, r0, #0x3f0
	stmia r0, {r1-r8}
	nop
	nop
	nop
	nop
	b finish

/* Two lines: three lines of data become dirty, by halves, and are cleaned. */
program write_back
	mov r0, #SCRATCH
	ldr r1, [r0]
	ldr r1, [r0, #32]
	ldr r1, [r0, #64]
	str r2, [r0]		/* the lower half */
	str r2, [r0, #52]	/* the upper half */
	str r2, [r0, #64]
	str r2, [r0, #92]	/* both */
	mcr p15, 0, r0, c7, c10, 1
	add r0, r0, #32
	mcr p15, 0, r0, c7, c10, 1
	add r0, r0, #32
	mcr p15, 0, r0, c7, c10, 1
	mcr p15, 0, r0, c7, c10, 1
	nop
	b finish

/* Two lines; all lines are of one set, which holds four; in turn. */
program eviction
	mrc p15, 0, r1, c1, c0, 0
	orr r1, r1, #0x4000
	mcr p15, 0, r1, c1, c0, 0
	mov r0, #SCRATCH
	ldr r1, [r0]
	str r1, [r0, #16]
	mov r2, #4
1:	add r0, r0, #0x2000
	ldr r1, [r0]
	subs r2, r2, #1
	bne 1b
	.rept 4
	nop
	.endr
	b finish

/* One line: test and clean, until nothing is dirty. */
program test_and_clean
	mov r0, #SCRATCH
	ldr r1, [r0]
	str r1, [r0]
	str r1, [r0, #31 - 3]
1:	mrc p15, 0, r15, c7, c10, 3
	bne 1b
	nop
	b finish

/* The third MiB written through: C without B. */
program write_through
	ldr r0, =TABLE + 8
	ldr r1, =SCRATCH | 0xc1a
	str r1, [r0]
	mcr p15, 0, r1, c8, c7, 0
	mov r0, #SCRATCH
	ldr r2, [r0]
	str r2, [r0]
	stmia r0, {r1-r4}
	mcr p15, 0, r0, c7, c10, 1
	b finish
	.ltorg

/* Neither cached nor waited for: B without C.  It is read in its turn. */
program bufferable
	ldr r0, =TABLE + 8
	ldr r1, =SCRATCH | 0xc16
	str r1, [r0]
	mcr p15, 0, r1, c8, c7, 0
	mov r0, #SCRATCH
	str r2, [r0]
	strh r2, [r0, #6]
	stmia r0, {r1-r4}
	ldmia r0, {r5-r6}
	b finish
	.ltorg

/*
 * Two lines, of which the second is fetched uncached: the cache goes off with
 * the first one's last word.  There are eight words, in two bursts; then `far`,
 * one burst, which puts the cache on again with its third word.
 */
program uncached
	mrc p15, 0, r1, c1, c0, 0
	bic r2, r1, #0x1000
	nop
	nop
	nop
	nop
	nop
	mcr p15, 0, r2, c1, c0, 0
	.rept 7
	nop
	.endr
	b far
	.balign 1024
label far
	nop
	nop
	mcr p15, 0, r1, c1, c0, 0
	b finish

/* The same without prefetching: each word by itself, the two of `far` too. */
program no_prefetch
	mov r3, #0x10000
	mcr p15, 0, r3, c15, c0, 0
	mrc p15, 0, r1, c1, c0, 0
	bic r2, r1, #0x1000
	nop
	nop
	nop
	mcr p15, 0, r2, c1, c0, 0
	.rept 7
	nop
	.endr
	b far

/* Two lines: a swap with the data cache off, and one with it on. */
program swaps
	mov r0, #SCRATCH
	mov r3, #3
	mrc p15, 0, r1, c1, c0, 0
	bic r2, r1, #4
	mcr p15, 0, r2, c1, c0, 0
	swp r4, r3, [r0]
	swpb r5, r4, [r0]
	mcr p15, 0, r1, c1, c0, 0
	swp r6, r3, [r0]
	nop
	nop
	nop
	nop
	nop
	nop
	b finish

/* Two lines and one of literals: a register of each APB bridge. */
program peripherals
	ldr r0, =GPIO
	ldr r1, =UART0
	mov r2, #0xff
	str r2, [r0, #0x400]
	str r2, [r0, #0x3fc]
	ldr r3, [r0, #0x3fc]
	ldr r4, [r1, #0x18]
	ldr r5, [r1, #0x18]
	strh r2, [r1, #0x30]
	nop
	nop
	nop
	nop
	nop
	nop
	b finish
	.ltorg

/* Four registers of a DMA channel at once: a burst; read one by one. */
program channel
	ldr r0, =0x10130100
	mov r1, #0x1000
	mov r2, #0x2000
	mov r3, #0
	mov r4, #5
	stmia r0, {r1-r4}
	ldmia r0, {r5-r8}
	b finish
	.ltorg

/* Enable, a known sequence, disable: by the program's own loads and stores. */
program monitor
	ldr r0, =MONITOR + 0x100
	mov r1, #1
	str r1, [r0, #0x74]	/* reset */
	str r1, [r0, #0x70]	/* enable */
	mov r4, #SCRATCH
	ldr r5, [r4]
	ldr r5, [r4, #32]
	mov r1, #0
	str r1, [r0, #0x70]	/* disable */
	sub r0, r0, #0x100
	ldr r6, [r0, #0x0c]	/* CtArmdRd */
	ldr r7, [r0, #0x10]	/* CtArmdWr */
	ldr r8, [r0, #0x30]	/* CtArmdLineFill */
	ldr r9, [r0, #0x24]	/* CtArmdBurstSingle */
	nop
	b finish
	.ltorg

/*
 * Aborts.  The handlers write down status and address and go on behind the
 * instruction, or at r10.
 */
label on_data
	str lr, log_lr
	mrc p15, 0, lr, c5, c0, 0
	str lr, log_status
	mrc p15, 0, lr, c6, c0, 0
	str lr, log_address
	ldr lr, log_count
	add lr, lr, #1
	str lr, log_count
	ldr lr, log_lr
	subs pc, lr, #4
label on_prefetch
	str lr, log_lr
	mrc p15, 0, lr, c5, c0, 1
	str lr, log_status
	ldr lr, log_count
	add lr, lr, #1
	str lr, log_count
	movs pc, r10
label on_irq
	str lr, log_lr
	ldr lr, log_count
	add lr, lr, #1
	str lr, log_count
	ldr lr, =0x10140014
	str r11, [lr]		/* off at the controller */
	ldr lr, log_lr
	subs pc, lr, #4
	.ltorg
	.balign 32
label log_lr
	.word 0
label log_status
	.word 0
label log_address
	.word 0
label log_count
	.word 0

/* The third MiB loses its section. */
program section_fault
	ldr r0, =TABLE + 8
	mov r1, #0
	str r1, [r0]
	mcr p15, 0, r1, c8, c7, 0
	mov r0, #SCRATCH
	ldr r2, [r0, #4]
	b finish
	.ltorg

/* AP 00, and S and R are 0: nobody may. */
program permission_fault
	ldr r0, =TABLE + 8
	ldr r1, =SCRATCH | 0x1e
	str r1, [r0]
	mcr p15, 0, r1, c8, c7, 0
	mov r0, #SCRATCH
	str r1, [r0, #8]
	b finish
	.ltorg

/* Domain 3, which has no access. */
program domain_fault
	ldr r0, =TABLE + 8
	ldr r1, =SCRATCH | 0xc7e
	str r1, [r0]
	mcr p15, 0, r1, c8, c7, 0
	mov r0, #SCRATCH
	ldr r1, [r0, #12]
	b finish
	.ltorg

/* A coarse table at SCRATCH + 1 MiB; its page 5 is a small page. */
program page_fault
	ldr r0, =TABLE + 8
	ldr r1, =(SCRATCH + 0x100000) | 0x11
	str r1, [r0]
	ldr r2, =SCRATCH + 0x100000
	ldr r1, =SCRATCH | 0x5ffe
	str r1, [r2, #20]
	mcr p15, 0, r1, c8, c7, 0
	ldr r0, =SCRATCH + 0x5000
	ldr r3, [r0]
	add r0, r0, #0x1000
	ldr r4, [r0]
	b finish
	.ltorg

/*
 * A fine table at SCRATCH + 1 MiB: its entry 3 is a tiny page that leads to
 * SCRATCH + 0x400, which is read as SCRATCH + 0xc00; entry 4 is nothing.
 */
program fine_table
	ldr r2, =SCRATCH + 0x100000
	ldr r1, =SCRATCH | 0x43f
	str r1, [r2, #12]
	mov r5, #77
	ldr r3, =SCRATCH + 0x400
	str r5, [r3, #16]
	ldr r0, =TABLE + 8
	ldr r1, =(SCRATCH + 0x100000) | 0x13
	str r1, [r0]
	mcr p15, 0, r1, c8, c7, 0
	ldr r0, =SCRATCH + 0xc00
	ldr r6, [r0, #16]
	ldr r7, [r0, #0x400]
	b finish
	.ltorg

/* A branch to where no section is. */
program fetch_fault
	ldr r0, =TABLE + 8
	mov r1, #0
	str r1, [r0]
	mcr p15, 0, r1, c8, c7, 0
	ldr r10, =finish
	mov r0, #SCRATCH
	bx r0
	.ltorg

/* The second line is the one whose fetch fails. */
program fetch_error
	ldr r10, =finish
	.rept 7
	nop
	.endr
label fetch_error_line
	.rept 7
	nop
	.endr
	b finish
	.ltorg

/* Nothing answers there: the bus says ERROR. */
program nowhere
	mov r0, #0x50000000
	ldr r1, [r0]
	str r1, [r0, #4]
	.rept 4
	nop
	.endr
	b finish

/* A read that gets an ERROR by injection, and one that does not. */
program one_read
	mov r0, #SCRATCH
	ldr r1, [r0]
	ldr r2, [r0, #64]
	.rept 4
	nop
	.endr
	b finish

/* CP15's words: identification, and what the ARM926 does not have. */
program identify
	mrc p15, 0, r1, c0, c0, 0
	mrc p15, 0, r2, c0, c0, 1
	mrc p15, 0, r3, c0, c0, 2
	mrc p15, 0, r4, c1, c0, 0
	nop
	nop
	nop
	b finish

/* PLD is nothing. */
program preload
	mov r0, #SCRATCH
	pld [r0]
	.rept 5
	nop
	.endr
	b finish

/* A frame of 16 pixels of 16 bits times 8 lines: 64 words, over and over. */
program display
	ldr r0, =0x10120000
	mov r1, #0
	str r1, [r0, #0]	/* 16 pixels */
	mov r1, #7
	str r1, [r0, #4]	/* 8 lines */
	ldr r1, =15 << 16 | 2
	str r1, [r0, #8]
	mov r1, #SCRATCH
	str r1, [r0, #16]
	ldr r1, =0x829		/* enable, 16 bits, TFT, power */
	str r1, [r0, #24]
	ldr r2, =8000
1:	subs r2, r2, #1
	bne 1b
	mov r1, #0
	str r1, [r0, #24]
	b finish
	.ltorg

/* 256 words from SCRATCH to SCRATCH + 1 MiB by the second master. */
program copy
	ldr r0, =0x10130000
	mov r1, #1
	str r1, [r0, #0x30]
	mov r1, #SCRATCH
	str r1, [r0, #0x100]
	add r1, r1, #0x100000
	str r1, [r0, #0x104]
	mov r1, #0
	str r1, [r0, #0x108]
	ldr r1, =0x8f492100
	str r1, [r0, #0x10c]
	ldr r1, =0x8001
	str r1, [r0, #0x110]
1:	ldr r1, [r0, #0x14]
	tst r1, #1
	beq 1b
	b finish
	.ltorg

/* 16 bytes that UART 0 receives, to SCRATCH, by both masters. */
program receive
	ldr r0, =UART0
	mov r1, #0x70
	str r1, [r0, #0x2c]
	ldr r1, =0x301
	str r1, [r0, #0x30]
	mov r1, #1
	str r1, [r0, #0x48]
	ldr r2, =0x10130000
	str r1, [r2, #0x30]
	str r0, [r2, #0x100]
	mov r3, #SCRATCH
	str r3, [r2, #0x104]
	ldr r1, =0x8a009010
	str r1, [r2, #0x10c]
	ldr r1, =0x901d
	str r1, [r2, #0x110]
1:	ldr r1, [r2, #0x14]
	tst r1, #1
	beq 1b
	ldr r4, [r3]
	ldr r5, [r3, #12]
	b finish
	.ltorg

/* Nothing ends this. */
program sleep
	mcr p15, 0, r0, c7, c0, 4
	b finish

/* Waits for the end of a copy, with the interrupt masked and then not. */
program wait
	ldr r0, =0x10140000
	mov r11, #1 << 17
	str r11, [r0, #0x10]
	ldr r0, =0x10130000
	mov r1, #1
	str r1, [r0, #0x30]
	mov r1, #SCRATCH
	str r1, [r0, #0x100]
	add r1, r1, #0x100000
	str r1, [r0, #0x104]
	ldr r1, =0x8f492100
	str r1, [r0, #0x10c]
	ldr r1, =0xc001
	str r1, [r0, #0x110]
	mcr p15, 0, r1, c7, c0, 4
	mrs r1, cpsr
	bic r1, r1, #0x80
	msr cpsr_c, r1
	b finish
	.ltorg

/*
 * Times: the test stops at each `..._loop` and takes the cycles of the last
 * round, when all is in the caches: those of the body and 4 for the loop.  r0
 * leads to memory in the cache, r8 is 1.
 */
	.macro timed name
	program \name
	mov r0, #SCRATCH
	mov r8, #1
	ldr r1, [r0]
	mov r9, #4
	label \name\()_loop
	.endm

	timed t_add
	add r1, r8, r8
	add r1, r8, r8
	add r1, r8, r8
	add r1, r8, r8
	subs r9, r9, #1
	bne t_add_loop
	b finish
	timed t_shift_by_register
	add r1, r8, r8, lsl r8
	subs r9, r9, #1
	bne t_shift_by_register_loop
	b finish
	timed t_load_use
	ldr r1, [r0]
	add r2, r1, r1
	subs r9, r9, #1
	bne t_load_use_loop
	b finish
	timed t_load_nop_use
	ldr r1, [r0]
	nop
	add r2, r1, r1
	subs r9, r9, #1
	bne t_load_nop_use_loop
	b finish
	timed t_byte_use
	ldrb r1, [r0]
	add r2, r1, r1
	subs r9, r9, #1
	bne t_byte_use_loop
	b finish
	timed t_byte_nop_use
	ldrb r1, [r0]
	nop
	add r2, r1, r1
	subs r9, r9, #1
	bne t_byte_nop_use_loop
	b finish
	timed t_scaled_load
	ldr r1, [r0, r8, lsl #2]
	nop
	subs r9, r9, #1
	bne t_scaled_load_loop
	b finish
	timed t_store
	str r1, [r0]
	str r1, [r0, #4]
	subs r9, r9, #1
	bne t_store_loop
	b finish
	timed t_doubleword
	ldrd r2, r3, [r0]
	nop
	subs r9, r9, #1
	bne t_doubleword_loop
	b finish
	timed t_multiply
	mul r1, r8, r9
	nop
	subs r9, r9, #1
	bne t_multiply_loop
	b finish
	timed t_multiply_use
	mul r1, r8, r9
	add r2, r1, r1
	subs r9, r9, #1
	bne t_multiply_use_loop
	b finish
	timed t_multiply_flags
	muls r1, r8, r9
	nop
	subs r9, r9, #1
	bne t_multiply_flags_loop
	b finish
	timed t_multiply_long
	umull r1, r2, r8, r9
	nop
	subs r9, r9, #1
	bne t_multiply_long_loop
	b finish
	timed t_load_four
	ldmia r0, {r1-r4}
	nop
	subs r9, r9, #1
	bne t_load_four_loop
	b finish
	timed t_load_four_use_first
	ldmia r0, {r1-r4}
	add r5, r1, r1
	subs r9, r9, #1
	bne t_load_four_use_first_loop
	b finish
	timed t_load_four_use_last
	ldmia r0, {r1-r4}
	add r5, r4, r4
	subs r9, r9, #1
	bne t_load_four_use_last_loop
	b finish
	timed t_load_one
	ldmia r0, {r1}
	nop
	subs r9, r9, #1
	bne t_load_one_loop
	b finish
	timed t_store_four
	stmia r0, {r1-r4}
	subs r9, r9, #1
	bne t_store_four_loop
	b finish
	timed t_swap
	swp r1, r8, [r0]
	nop
	subs r9, r9, #1
	bne t_swap_loop
	b finish
	timed t_branch
	b 1f
	nop
1:
	subs r9, r9, #1
	bne t_branch_loop
	b finish
	timed t_not_taken
	cmp r8, #0
	beq 1f
1:
	subs r9, r9, #1
	bne t_not_taken_loop
	b finish
	timed t_bx
	add r1, pc, #0
	bx r1
	subs r9, r9, #1
	bne t_bx_loop
	b finish
	timed t_mov_pc
	add r1, pc, #0
	mov pc, r1
	subs r9, r9, #1
	bne t_mov_pc_loop
	b finish
	timed t_add_pc
	add pc, pc, #-4
	subs r9, r9, #1
	bne t_add_pc_loop
	b finish
	timed t_load_pc
	add r1, pc, #4
	str r1, [r0]
	ldr pc, [r0]
	subs r9, r9, #1
	bne t_load_pc_loop
	b finish

/*
 * Stores that miss, with the buffer empty at first: four fit; of twelve some
 * have to wait.  All instructions are in the cache when they come.
 */
	.macro buffered name, stores
program \name
	mov r0, #SCRATCH
	mov r9, #2
	str r1, [r0]
1:	mcr p15, 0, r1, c7, c10, 4
label \name\()_from
	.rept \stores
	str r1, [r0], #4
	.endr
label \name\()_to
	subs r9, r9, #1
	bne 1b
	b finish
	.endm
	buffered four_stores, 4
	buffered twelve_stores, 12

/*
 * The DMA controller writes over code that has been executed: `victim` is
 * called, overwritten by the two words of `other`, and called again.
 */
/*
 * Registers of VFP into a DMA channel's: not those of the core with the same
 * numbers.
 */
program vfp_stores
	.fpu vfp
	mov r0, #0x40000000
	fmxr fpexc, r0
	ldr r0, =0x10130100
	adr r1, 2f
	fldmiad r1, {d0, d1}
	fstmiad r0, {d0, d1}
	ldr r4, [r0]
	ldr r5, [r0, #4]
	ldr r6, [r0, #8]
	ldr r7, [r0, #12]
	ldr r0, =SCRATCH + 0x3fc	/* a KiB ends in d0 */
	fstmiad r0, {d0-d7}
	ldr r8, [r0, #4]
	b finish
	.balign 8
2:	.word 0x11223344, 0x55667788, 0x99aabbcc, 0x0eeff001
	.ltorg

program dma_code
	bl victim
	mov r6, r5
	ldr r0, =0x10130000
	mov r1, #1
	str r1, [r0, #0x30]
	ldr r1, =other
	str r1, [r0, #0x100]
	ldr r1, =victim
	str r1, [r0, #0x104]
	ldr r1, =0x8f480002	/* two words, one at a time */
	str r1, [r0, #0x10c]
	ldr r1, =0x8001
	str r1, [r0, #0x110]
1:	ldr r1, [r0, #0x14]
	tst r1, #1
	beq 1b
	mcr p15, 0, r1, c7, c5, 0
	bl victim
	b finish
	.ltorg
label victim
	mov r5, #1
	bx lr
label other
	mov r5, #2
	bx lr

/* Two registers of the DMA controller by one load of eight bytes. */
program doubleword
	.fpu vfpv2
	mov r1, #0x40000000
	fmxr fpexc, r1
	ldr r0, =0x10130100
	ldr r1, =0x11223344
	ldr r2, =0x55667788
	str r1, [r0]
	str r2, [r0, #4]
	vldr d0, [r0]
	vmov r5, r6, d0
	b finish
	.ltorg
