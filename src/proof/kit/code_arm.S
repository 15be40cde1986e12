/* SPDX-License-Identifier: MIT */
/*
 * Code of an ARM core for proof_more.c.  A function NAME has what is counted,
 * NAME_empty what stands around it; r0 is an array of PROOF_WORDS bytes.
 */
#include "proof_code.h"

	.syntax	unified
	.arm
	.text

/* Barriers, which ARMv6 and XScale have as operations of CP15; an XScale waits
 * for CP15 by a value from there. */
	.macro	synchronize
#if __ARM_ARCH >= 7
	.inst	0xf57ff06f		/* isb */
#elif __ARM_ARCH >= 6
	mcr	p15, 0, r3, c7, c5, 4
#else
	mrc	p15, 0, r3, c2, c0, 0
	mov	r3, r3
	sub	pc, pc, #4
#endif
	.endm
	.macro	drain
#if __ARM_ARCH >= 7
	.inst	0xf57ff04f		/* dsb */
#else
	mcr	p15, 0, r3, c7, c10, 4
#endif
	.endm

	.macro	function name
	.balign	32
	.global	\name
	.type	\name, %function
\name:
	mov	r12, lr
	.endm
	.macro	finish name
	bx	r12
	.size	\name, . - \name
	.endm

leaf:	bx	lr

function proof_calls
	.rept	8
	bl	leaf
	.endr
finish proof_calls
function proof_calls_empty
finish proof_calls_empty

/* Cores with a VBAR. */
#if __ARM_ARCH >= 7 || defined __ARM_ARCH_6KZ__ || defined __ARM_ARCH_6ZK__
	.balign	32
user_vectors:
	b	.
	b	user_refused
	b	user_called
	b	user_refused
	b	user_refused
	b	.
	b	.
	b	.
user_refused:
	msr	cpsr_c, #0xd3		/* where r4 to r7 are the same */
	mov	r1, #1
	b	user_back
user_called:
	mov	r1, #0
user_back:
	mcr	p15, 0, r5, c12, c0, 0
#if __ARM_ARCH >= 7
	mcr	p15, 0, r6, c9, c14, 0
#endif
	synchronize
	msr	cpsr_cxsf, r4
user_done:
	ldr	r3, =proof_user_refused
	str	r1, [r3]
	pop	{r4, r5, r6, lr}
	bx	lr

/* The code that proof_user_runs names, in user mode: whatever exception it has
 * leads back, and its own call, behind it, is the one that should. */
	.global	proof_user
	.type	proof_user, %function
proof_user:
	push	{r4, r5, r6, lr}
	mrc	p15, 0, r3, c1, c0, 0
	tst	r3, #1 << 13		/* V: vectors are elsewhere */
	movne	r1, #1
	bne	user_done
	mrs	r4, cpsr
	mrc	p15, 0, r5, c12, c0, 0	/* VBAR */
	adr	r3, user_vectors
	mcr	p15, 0, r3, c12, c0, 0
#if __ARM_ARCH >= 7
	mrc	p15, 0, r6, c9, c14, 0	/* PMUSERENR */
	mov	r3, #1			/* EN: it may increment */
	mcr	p15, 0, r3, c9, c14, 0
#endif
	synchronize
	ldr	r12, =proof_user_runs
	ldr	r12, [r12]
	adr	r2, user_end
	msr	cpsr_c, #0xdf		/* System mode has the lr of user mode */
	mov	lr, r2
	msr	cpsr_c, #0xd3
	mov	lr, r12
	mov	r3, #0x1d0
	msr	spsr_cxsf, r3
	movs	pc, lr
user_end:
	svc	#0
	.size	proof_user, . - proof_user
	.ltorg
#endif

#if __ARM_ARCH >= 7
/* Only the entry of SVC is used. */
	.balign	32
vectors:
	b	.
	b	.
	movs	pc, lr
	b	.
	b	.
	b	.
	b	.
	b	.

	.macro	call_supervisor name, times
function \name
	mrc	p15, 0, r2, c12, c0, 0	/* VBAR */
	adr	r3, vectors
	mcr	p15, 0, r3, c12, c0, 0
	synchronize
	.rept	\times
	svc	#0
	.endr
	mcr	p15, 0, r2, c12, c0, 0
	synchronize
finish \name
	.endm

	call_supervisor proof_exceptions, 5
	call_supervisor proof_exceptions_empty, 0

function proof_contexts
	mrc	p15, 0, r2, c13, c0, 1
	.rept	5
	mcr	p15, 0, r2, c13, c0, 1
	.endr
finish proof_contexts
function proof_contexts_empty
	mrc	p15, 0, r2, c13, c0, 1
finish proof_contexts_empty

function proof_context_reads
	.rept	5
	mrc	p15, 0, r2, c13, c0, 1
	.endr
finish proof_context_reads

function proof_tables
	mrc	p15, 0, r2, c2, c0, 0
	.rept	5
	mcr	p15, 0, r2, c2, c0, 0
	.endr
finish proof_tables
function proof_tables_empty
	mrc	p15, 0, r2, c2, c0, 0
finish proof_tables_empty

function proof_isbs
	.rept	5
	synchronize
	.endr
finish proof_isbs
function proof_refused
	.rept	5
	.inst	0xf57ff01f		/* clrex */
	strex	r2, r3, [r0]
	.endr
finish proof_refused
function proof_refused_empty
	.rept	5
	.inst	0xf57ff01f
	.endr
finish proof_refused_empty
function proof_unaligned
	.rept	5
	ldr	r2, [r0, #2]
	.endr
finish proof_unaligned
#endif

	/* Cleans a line and throws it out. */
	.macro	lines name, load
function \name
	mov	r1, #PROOF_TURNS
	mov	r3, #0
1:	mcr	p15, 0, r0, c7, c10, 1
	drain
	mcr	p15, 0, r0, c7, c6, 1
	drain
	.if	\load
	ldr	r2, [r0]
	.endif
	subs	r1, r1, #1
	bne	1b
finish \name
	.endm

	lines	proof_lines, 1
	lines	proof_lines_empty, 0

function proof_pages
	mov	r2, #PROOF_TURNS
1:	mov	r3, #0
	mcr	p15, 0, r3, c8, c7, 0
	drain
	synchronize
	ldr	r1, [r0]
	subs	r2, r2, #1
	bne	1b
finish proof_pages

function proof_fetches
	mov	r2, #PROOF_TURNS
1:	mov	r3, #0
	mcr	p15, 0, r3, c7, c5, 0
	drain
	synchronize
	subs	r2, r2, #1
	bne	1b
finish proof_fetches

function proof_walk
	mov	r3, #PROOF_WORDS / PROOF_STRIDE
1:	ldr	r2, [r0], #PROOF_STRIDE
	subs	r3, r3, #1
	bne	1b
finish proof_walk

function proof_dirty
	mov	r3, #PROOF_WORDS / PROOF_STRIDE
1:	ldr	r2, [r0]
	str	r2, [r0], #PROOF_STRIDE
	subs	r3, r3, #1
	bne	1b
finish proof_dirty

function proof_coins
	ldr	r1, [r0, #PROOF_SEED]
	mov	r2, #PROOF_COINS
	orr	r1, r1, #1
1:	eor	r1, r1, r1, lsl #13
	eor	r1, r1, r1, lsr #17
	eor	r1, r1, r1, lsl #5
	tst	r1, #0x10000
	beq	2f
	mov	r3, r3
2:	subs	r2, r2, #1
	bne	1b
	str	r1, [r0, #PROOF_SEED]
finish proof_coins

function proof_quiet
	mov	r3, #200
1:	subs	r3, r3, #1
	bne	1b
finish proof_quiet

function proof_nothing
finish proof_nothing

	.global	proof_ready, proof_cache_id
	.type	proof_ready, %function
	.type	proof_cache_id, %function
proof_ready:
	mrc	p15, 0, r1, c1, c0, 0	/* M 0, C 2, Z 11, I 12 */
	and	r0, r1, #1
	tst	r1, #1 << 12
	orrne	r0, r0, #PROOF_ICACHE
	tst	r1, #1 << 11
	orrne	r0, r0, #PROOF_PREDICTOR
	and	r2, r1, #7		/* A 1 */
	cmp	r2, #5
	orreq	r0, r0, #PROOF_UNALIGNED
	mvn	r1, r1
	tst	r1, #5
	orreq	r0, r0, #PROOF_DCACHE
#if __ARM_ARCH_PROFILE == 82
	bic	r0, r0, #PROOF_MMU	/* a core of profile R has none */
#else
	orr	r0, r0, #PROOF_VECTORS
#endif
	bx	lr
	.size	proof_ready, . - proof_ready
proof_cache_id:
#if __ARM_ARCH >= 7
	mov	r0, #0
	mcr	p15, 2, r0, c0, c0, 0	/* CSSELR */
	synchronize
	mrc	p15, 1, r0, c0, c0, 0	/* CCSIDR */
#else
	mrc	p15, 0, r0, c0, c0, 1
#endif
	bx	lr
	.size	proof_cache_id, . - proof_cache_id
