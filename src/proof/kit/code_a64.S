/* SPDX-License-Identifier: MIT */
/*
 * Code of an AArch64 core for proof_more.c.  A function NAME has what is
 * counted, NAME_empty what stands around it; x0 is an array of PROOF_WORDS
 * bytes.
 */
#include "proof_code.h"

	.text

	.macro	function name
	.balign	32
	.global	\name
	.type	\name, %function
\name:
	mov	x9, x30
	.endm
	.macro	finish name
	ret	x9
	.size	\name, . - \name
	.endm

leaf:	ret

function proof_calls
	.rept	8
	bl	leaf
	.endr
finish proof_calls
function proof_calls_empty
finish proof_calls_empty

/* Only the entries of a synchronous exception are used, of the same level and of
 * EL0. */
	.balign	2048
vectors:
	eret
	.balign	512
	eret
	.balign	512
	mrs	x2, esr_el1
	lsr	w2, w2, #26
	cmp	w2, #0x15		/* SVC */
	cset	w2, ne
	ldr	x3, =proof_user_refused
	str	w2, [x3]
	msr	vbar_el1, x19
	msr	spsel, x20
	msr	pmuserenr_el0, x21
	isb
	ldp	x19, x20, [sp], #16
	ldp	x21, x30, [sp], #16
	ret

/* The code that proof_user_runs names, at EL0: whatever exception it has leads
 * back, and its own call, behind it, is the one that should. */
	.global	proof_user
	.type	proof_user, %function
proof_user:
	stp	x21, x30, [sp, #-16]!
	stp	x19, x20, [sp, #-16]!
	mrs	x21, pmuserenr_el0
	mov	x3, #3			/* EN, SW: it may increment */
	msr	pmuserenr_el0, x3
	mrs	x19, vbar_el1
	mrs	x20, spsel
	adr	x3, vectors
	msr	vbar_el1, x3
	ldr	x3, =proof_user_runs
	ldr	x3, [x3]
	msr	elr_el1, x3
	mov	x3, #0x3c0		/* EL0t, masked */
	msr	spsr_el1, x3
	isb
	adr	x30, 1f
	eret
1:	svc	#0
	.size	proof_user, . - proof_user
	.ltorg

	.macro	call_supervisor name, times
function \name
	mrs	x2, vbar_el1
	adr	x3, vectors
	msr	vbar_el1, x3
	isb
	.rept	\times
	svc	#0
	.endr
	msr	vbar_el1, x2
	isb
finish \name
	.endm

	call_supervisor proof_exceptions, 5
	call_supervisor proof_exceptions_empty, 0

function proof_contexts
	mrs	x2, contextidr_el1
	.rept	5
	msr	contextidr_el1, x2
	.endr
finish proof_contexts
function proof_contexts_empty
	mrs	x2, contextidr_el1
finish proof_contexts_empty

function proof_context_reads
	.rept	5
	mrs	x2, contextidr_el1
	.endr
finish proof_context_reads

function proof_tables
	mrs	x2, ttbr0_el1
	.rept	5
	msr	ttbr0_el1, x2
	.endr
finish proof_tables
function proof_tables_empty
	mrs	x2, ttbr0_el1
finish proof_tables_empty

function proof_isbs
	.rept	5
	isb
	.endr
finish proof_isbs
function proof_refused
	.rept	5
	clrex
	stxr	w2, w3, [x0]
	.endr
finish proof_refused
function proof_refused_empty
	.rept	5
	clrex
	.endr
finish proof_refused_empty

function proof_unaligned
	.rept	5
	ldr	w2, [x0, #2]
	.endr
finish proof_unaligned

	/* Cleans a line and throws it out. */
	.macro	lines name, load
function \name
	mov	w3, #PROOF_TURNS
1:	dc	civac, x0
	dsb	sy
	.if	\load
	ldr	w2, [x0]
	.endif
	subs	w3, w3, #1
	b.ne	1b
finish \name
	.endm

	lines	proof_lines, 1
	lines	proof_lines_empty, 0

function proof_pages
	mov	w3, #PROOF_TURNS
1:	tlbi	vmalle1
	dsb	sy
	isb
	ldr	w2, [x0]
	subs	w3, w3, #1
	b.ne	1b
finish proof_pages

function proof_fetches
	mov	w3, #PROOF_TURNS
1:	ic	iallu
	dsb	sy
	isb
	subs	w3, w3, #1
	b.ne	1b
finish proof_fetches

function proof_walk
	mov	w3, #PROOF_WORDS / PROOF_STRIDE
1:	ldr	w2, [x0], #PROOF_STRIDE
	subs	w3, w3, #1
	b.ne	1b
finish proof_walk

function proof_dirty
	mov	w3, #PROOF_WORDS / PROOF_STRIDE
1:	ldr	w2, [x0]
	str	w2, [x0], #PROOF_STRIDE
	subs	w3, w3, #1
	b.ne	1b
finish proof_dirty

function proof_coins
	ldr	w1, [x0, #PROOF_SEED]
	mov	w2, #PROOF_COINS
	orr	w1, w1, #1
1:	eor	w1, w1, w1, lsl #13
	eor	w1, w1, w1, lsr #17
	eor	w1, w1, w1, lsl #5
	tst	w1, #0x10000
	b.eq	2f
	nop
2:	subs	w2, w2, #1
	b.ne	1b
	str	w1, [x0, #PROOF_SEED]
finish proof_coins

function proof_quiet
	mov	w3, #200
1:	subs	w3, w3, #1
	b.ne	1b
finish proof_quiet

function proof_nothing
finish proof_nothing

	.global	proof_ready, proof_cache_id
	.type	proof_ready, %function
	.type	proof_cache_id, %function
/* Of EL1 alone: at another level nothing is said to be ready. */
proof_ready:
	mov	w0, #0
	mrs	x1, CurrentEL
	cmp	x1, #4
	b.ne	1f
	mrs	x1, sctlr_el1		/* M 0, C 2, I 12 */
	and	w0, w1, #1
	ubfx	w2, w1, #12, #1
	orr	w0, w0, w2, lsl #1	/* PROOF_ICACHE */
	ubfx	w2, w1, #2, #1
	and	w2, w2, w1
	orr	w0, w0, w2, lsl #2	/* PROOF_DCACHE */
	and	w2, w1, #3		/* A 1 */
	cmp	w2, #1
	b.ne	2f
	orr	w0, w0, #PROOF_UNALIGNED
2:	orr	w0, w0, #PROOF_PREDICTOR | PROOF_VECTORS
1:	ret
	.size	proof_ready, . - proof_ready
proof_cache_id:
	msr	csselr_el1, xzr
	isb
	mrs	x0, ccsidr_el1
	ret
	.size	proof_cache_id, . - proof_cache_id
